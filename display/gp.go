package display

import (
	"context"

	"krigo/display/gp"
	"krigo/gplib"
	"krigo/gplib/mcmc"
)

// NamedTable is a table of several results; Names sets what they are called. [Params],
// [Results] and [Scores] make one.
type NamedTable = gp.NamedTable

// FitFigure draws what fits learned; [Fit] makes one.
type FitFigure = gp.FitFigure

// TraceFigure draws how fits converged; [Trace] makes one.
type TraceFigure = gp.TraceFigure

// RelevanceFigure draws how much each input matters; [Relevance] makes one.
type RelevanceFigure = gp.RelevanceFigure

// LandscapeFigure draws an objective over two parameters; [Landscape] makes one.
type LandscapeFigure = gp.LandscapeFigure

// AssessmentFigure draws predictions beside what was then observed;
// [Calibration], [QQ] and [PIT] make one.
type AssessmentFigure = gp.AssessmentFigure

// ChainFigure draws Markov chains; [ChainTrace], [ChainRanks] and
// [ChainDensity] make one.
type ChainFigure = gp.ChainFigure

// Fit draws one or more results on inputs of one dimension. One result shows
// the 50 % and the 95 % band of f, two show the 95 % bands, each in a colour of
// its own, and three or more stand in panels of their own with the same axes
// (Together and Apart choose). Dashed lines bound 95 % of new observations y.
// Results on inputs of several dimensions are drawn as
// predicted against observed values instead.
//
//	display.Fit(ml, admm).Names("ML", "GPCV").Between(1958, 2010).Labels("year", "CO₂ (ppm)")
func Fit(results ...*gplib.Result) *FitFigure { return gp.Fit(results...) }

// Trace draws one or more traces: above, how far the objective was from the
// best value that any trace with the same objective found, on a logarithmic
// scale; below, the gradient norm and what else tells of convergence: the
// learner's residuals and gaps. Monitors chooses others. The standard size is
// 640 by 480.
//
//	display.Trace(ml.Trace, admm.Trace).Names("ML", "GPCV").ByTime()
func Trace(traces ...gplib.Trace) *TraceFigure { return gp.Trace(traces...) }

// Relevance draws the inverse of every lengthscale of one or more results as
// bars: the longer a bar, the faster f changes along that input (automatic
// relevance determination; Rasmussen and Williams 2006, section 5.1). Bars of
// inputs in different units compare only where the inputs were standardised.
//
//	display.Relevance(fit)
func Relevance(results ...*gplib.Result) *RelevanceFigure { return gp.Relevance(results...) }

// Landscape draws the objective of a model over two of its parameters, named
// as in [gplib.Model.Param], while the others keep the model's values, or with
// Profile are learned at each point. Colours and lines with numbers tell how far
// it is from the best value in the picture, which has a star: dark is near.
// Parameters that are learned on a logarithmic scale are drawn on one, by
// default over a factor of ten about the model's value.
//
// The objective is evaluated 40 × 40 times when the figure is first shown
// (Resolution sets another number), from the goroutine that shows it; ctx
// ends that with an error. Where it has no value, the picture is white. Path
// adds the ways of fits, and Optima marks where several ended.
//
//	display.Landscape(ctx, gplib.LML{}, fit.Model, data, "lengthscale", "noise").Path(fit.Trace)
func Landscape(ctx context.Context, objective gplib.Objective, m gplib.Model, d gplib.Data, x, y string) *LandscapeFigure {
	return gp.Landscape(ctx, objective, m, d, x, y)
}

// Calibration draws the part of the observations y that lies inside the
// central predictive interval of each probability. Calibrated predictions
// follow the diagonal; below it they are too sure, above it too wide. The
// grey area holds 95 % of the curves of calibrated predictions, point by
// point.
//
//	p, err := fit.Posterior.Predict(test.X)
//	display.Calibration(test.Y, p)
func Calibration(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return gp.Calibration(y, predictions...)
}

// QQ draws the quantiles of the standardised errors (y - mean)/sd of
// predictions against those of the standard normal distribution. Points of
// calibrated predictions lie on the diagonal: a steeper line tells of
// intervals that are too narrow, ends that bend away of outliers.
func QQ(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return gp.QQ(y, predictions...)
}

// PIT draws a histogram of the probability integral transform: the
// probability that a prediction gave to smaller observations than y_i. It is
// flat where predictions are calibrated; a hump in the middle tells of
// intervals that are too wide, raised ends of ones that are too narrow
// (Gneiting, Balabdaoui and Raftery 2007, section 3.1). The grey area holds
// 95 % of the bars of calibrated predictions.
func PIT(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return gp.PIT(y, predictions...)
}

// ChainTrace draws each value of the chains against the draw's number. Chains
// that have converged look like one another and like noise: no trend, no
// chain apart. Of chains of 150 draws and more it shows every second draw, or
// every third and so on.
//
//	chains, err := mcmc.Sample(ctx, target, mcmc.NUTS{}, nil)
//	display.ChainTrace(chains)
func ChainTrace(c *mcmc.Chains) *ChainFigure { return gp.ChainTrace(c) }

// ChainRanks draws, for each value, histograms of the ranks of each chain's
// draws among those of all chains (Vehtari, Gelman, Simpson, Carpenter and
// Bürkner 2021, Bayesian Analysis 16, 667-718, section 4.2). They are flat
// where the chains explore the same distribution; the grey area holds 95 % of
// the bars of independent draws.
func ChainRanks(c *mcmc.Chains) *ChainFigure { return gp.ChainRanks(c) }

// ChainDensity draws the density of each value, by chain: a sum of normal
// densities about the draws, as wide as Silverman's rule says (1986, equation
// 3.31). It spreads a little over bounds that draws stop at.
func ChainDensity(c *mcmc.Chains) *ChainFigure { return gp.ChainDensity(c) }

// Params returns the hyper-parameters of models as a table. Each of xs is a
// gplib.Model, a gplib.Result or pointers to them. One model is shown with
// the bounds of each parameter that the user has set; several stand side by
// side, in one column each, under the names of [gplib.Names] or those that Names
// sets.
func Params(xs ...any) *NamedTable { return gp.Params(xs...) }

// Results compares the outcome of fits, a row each: the name ([gplib.Names]), the
// objective's value, the iterations, the time and why it stopped. A warning
// is counted; a result that is shown by itself says its warnings in full.
func Results(results ...*gplib.Result) *NamedTable { return gp.Results(results...) }

// Scores compares predictions of test data, a row each: the errors, the densities and
// the parts of the observations inside intervals of 50 % and 95 % ([metric.Scores]).
// Each of fits is a *gplib.Result or a [gplib.Posterior]. The best by each score, the
// lowest, is marked; intervals are the better the nearer to 50 and 95 %. A single
// test set does not tell chance from skill: [gplib.Compare] does.
//
//	display.Scores(test, ml, loo)
func Scores(test gplib.Data, fits ...any) *NamedTable { return gp.Scores(test, fits...) }

// Live returns an observer for gplib.Settings that shows a fit's progress in
// one output of fixed size, changed in place at most four times a second: the
// curves of the objective and of two monitors, which are those that tell of
// convergence or the ones named (as in [gplib.Step], or "gradient norm"), how near
// the limit of iterations or of time is, and parameters. A terminal has a line
// of it. The objective is drawn by its distance from the lowest value on a
// logarithmic scale where it converges. When the fit ends, the output becomes the
// summary of what it returned: whether it converged, or what stopped it, the
// objective, all parameters and the warnings. The same observer may serve several
// fits one after another, of which it shows the last.
//
//	fit, err := gplib.Fit(ctx, model, data, &gplib.Settings{Observe: display.Live()})
func Live(monitors ...string) func(gplib.Step) error { return gp.Live(monitors...) }
