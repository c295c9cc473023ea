package display

import (
	"context"

	"krigo/display/gp"
	"krigo/gplib"
	"krigo/gplib/cov"
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

// ObjectiveCurveFigure draws an objective over one parameter; [ObjectiveCurve] makes one.
type ObjectiveCurveFigure = gp.ObjectiveCurveFigure

// AssessmentFigure draws predictions beside what was then observed;
// [Calibration], [QQ] and [PIT] make one.
type AssessmentFigure = gp.AssessmentFigure

// ChainFigure draws Markov chains; [ChainTrace], [ChainRanks] and
// [ChainDensity] make one.
type ChainFigure = gp.ChainFigure

// ObservationsFigure draws data as they are; [Observations] makes one.
type ObservationsFigure = gp.ObservationsFigure

// PairsFigure draws each two columns of data; [Pairs] makes one.
type PairsFigure = gp.PairsFigure

// HistogramFigure draws how numbers are distributed; [Histogram] makes one.
type HistogramFigure = gp.HistogramFigure

// PriorFigure draws what a model says before it has seen observations; [Prior]
// makes one.
type PriorFigure = gp.PriorFigure

// GramFigure draws a covariance matrix; [Gram] makes one.
type GramFigure = gp.GramFigure

// ContourFigure draws a posterior over two inputs; [Contour] makes one.
type ContourFigure = gp.ContourFigure

// InducingFigure draws inducing points; [Inducing] makes one.
type InducingFigure = gp.InducingFigure

// StepFigure draws what a fit had come to at a step; [Step] makes one.
type StepFigure = gp.StepFigure

// ResidualsFigure draws what fits leave of the observations; [Residuals] makes
// one.
type ResidualsFigure = gp.ResidualsFigure

// BudgetsFigure compares methods by what they reach with what they are given;
// [Budgets] makes one.
type BudgetsFigure = gp.BudgetsFigure

// Spent is what came of a budget, for [Budgets].
type Spent = gp.Spent

// Fit draws one or more results on inputs of one dimension. One result shows
// the 50 % and the 95 % band of f, two show the 95 % bands, each in a colour of
// its own, and three or more stand in panels of their own with the same axes
// (Together and Apart choose). Dashed lines bound 95 % of new observations y.
// Results on inputs of several dimensions are drawn as predicted against observed
// values instead: those of test data, or of each observation from the others where the
// posterior can leave it out, which the legend says.
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

// Relevance draws the standard deviation of each input over its lengthscale, for one
// or more results, as bars: the longer a bar, the faster f changes along that input
// (automatic relevance determination; Rasmussen and Williams 2006, section 5.1). It
// does not hang on units. Where a lengthscale belongs to several inputs, or a result
// does not hold its inputs, bars are inverse lengthscales.
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
// adds the ways of fits, Optima marks where several ended, and Mark any other point.
//
//	display.Landscape(ctx, gplib.LML{}, fit.Model, data, "lengthscale", "noise").Path(fit.Trace)
func Landscape(ctx context.Context, objective gplib.Objective, m gplib.Model, d gplib.Data, x, y string) *LandscapeFigure {
	return gp.Landscape(ctx, objective, m, d, x, y)
}

// ObjectiveCurve draws the objective of a model over one of its parameters, named as in
// [gplib.Model.Param], while the others keep the model's values. The best value in the
// picture has a star, and [ObjectiveCurveFigure.Mark] marks others on the curve. Where
// the objective soars, the half of it that is best has half of the picture.
//
// The objective is evaluated 101 times when the figure is first shown (Resolution sets
// another number); ctx ends that with an error. Where it has no value there is no curve.
//
//	display.ObjectiveCurve(ctx, gplib.LML{}, fit.Model, data, "lengthscale")
func ObjectiveCurve(ctx context.Context, objective gplib.Objective, m gplib.Model, d gplib.Data, x string) *ObjectiveCurveFigure {
	return gp.ObjectiveCurve(ctx, objective, m, d, x)
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

// Observations draws the observations of data against each of their inputs, twelve
// at most: a first look, before any model. Several sets, such as training and test
// data, stand in colours of their own. Trend adds a smooth curve.
//
//	display.Observations(train, test).Names("training", "test")
func Observations(sets ...gplib.Data) *ObservationsFigure { return gp.Observations(sets...) }

// Pairs draws a panel for each two columns of data, inputs and observations, with
// their correlation, and a histogram of each: which inputs go together, which
// values are far from all others. It shows six columns at most; Columns chooses
// them.
func Pairs(d gplib.Data) *PairsFigure { return gp.Pairs(d) }

// Histogram counts the numbers of samples in bins of equal width, by the rules of
// Freedman and Diaconis (1981) and of Sturges (1926) and with round borders, or in
// as many as Bins says. Several samples stand beside one another. Numbers that are
// not finite are left out, which the figure tells.
//
//	prices, err := table.Column("price")
//	display.Histogram(prices).Labels("price", "")
func Histogram(samples ...[]float64) *HistogramFigure { return gp.Histogram(samples...) }

// Prior draws samples of f from a model before it has seen observations, its mean
// and where 95 % of f lie at each point: what a covariance function says of
// smoothness, scale and periods. Data adds observations and draws over their range.
// Of several inputs it draws along one (Along); the others stand at the medians of
// the data or at 0. Draws that are too coarse for the shortest lengthscale are told.
//
//	display.Prior(model).Between(0, 10).Samples(8)
func Prior(m gplib.Model) *PriorFigure { return gp.Prior(m) }

// Gram draws the covariances of f at each two of the points x as colours: dark is
// low. What is a cov.Func, a gplib.Model or a *gplib.Result. Of more than 60 points
// it draws some, evenly spaced in their order, which the figure tells; Sorted puts
// them in order first.
//
//	display.Gram(cov.Periodic(1, 3), cov.Grid(0, 10, 60))
func Gram(what any, x cov.Inputs) *GramFigure { return gp.Gram(what, x) }

// Contour draws the mean of f over two inputs beside its standard deviation, with
// the places of the training data. Of more inputs, Over chooses two, and the others
// stand at their medians. Test and Truth add the absolute error, which is to be as
// large as the standard deviation says.
//
//	display.Contour(fit).Over("area", "age").Test(test)
func Contour(r *gplib.Result) *ContourFigure { return gp.Contour(r) }

// Inducing draws the inducing points of a sparse fit among the data: below the fit
// where inputs are on a line, with the exchanges that led to them where the fit is
// of package cholqr, and over two inputs elsewhere. Ordered colours them by their
// order.
func Inducing(r *gplib.Result) *InducingFigure { return gp.Inducing(r) }

// Step draws what a fit had come to at step i of its trace ([gplib.Result.At]): the
// fit, where inputs are on a line or two, or predicted against observed values; what
// the method learns beside parameters, such as the exchanges of inducing points of
// package cholqr, the functions of grief or the features of rkhs, of inputs on a
// line; and objective, parameters and residuals with the step marked. The legend has
// the values of parameters at the step. See krigo/widget.ExploreFit for all steps.
//
//	display.Step(fit, 10)
func Step(r *gplib.Result, i int) *StepFigure { return gp.Step(r, i) }

// Residuals draws the standardised residuals (y - mean)/sd of fits against the
// prediction, each input and the order of the data. No pattern is to be seen, and
// one in twenty lies outside of the dashed lines: a bend tells of what f cannot
// follow, a funnel of noise that is not the same everywhere, a drift along the
// order of dependence. Each observation is predicted from all others where the
// posterior can (an exact one), or else from all, which makes residuals too small;
// the legend tells. Test draws those of other data.
func Residuals(results ...*gplib.Result) *ResidualsFigure { return gp.Residuals(results...) }

// Budgets compares methods by their scores against what they are given, such as
// inducing points, rows or seconds, on a logarithmic scale. Several scores of a
// budget are drawn as their mean with bars of one standard error.
//
//	display.Budgets().
//		Method("CholQR", display.Spent{Budget: 10, Scores: []float64{0.31, 0.29}},
//			display.Spent{Budget: 20, Scores: []float64{0.22, 0.23}}).
//		Labels("inducing points", "RMSE")
func Budgets() *BudgetsFigure { return gp.Budgets() }

// ChainAutocorrelation draws, for each value, the correlation of the draws of a
// chain with those some draws later. Chains that mix well fall into the grey area,
// which holds 95 % of the correlations of independent draws, within a few draws.
func ChainAutocorrelation(c *mcmc.Chains) *ChainFigure { return gp.ChainAutocorrelation(c) }

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
