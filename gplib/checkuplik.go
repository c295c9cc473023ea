package gplib

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/lik"
	"krigo/internal/words"
)

// areLabels reports whether observations are 0 and 1, both.
func areLabels(y []float64) bool {
	return slices.Contains(y, 0) && slices.Contains(y, 1) && !slices.ContainsFunc(y, func(v float64) bool { return v != 0 && v != 1 })
}

// areCounts reports whether observations look like small counts: whole numbers from 0 of three
// values or more, mostly small ones.
func areCounts(y []float64) bool {
	const rows, small = 10, 20
	if len(y) < rows || slices.Max(y) < 2 || slices.Min(y) > 2 {
		return false
	}
	below := 0
	for _, v := range y {
		if v < 0 || v != math.Trunc(v) {
			return false
		}
		if v < small {
			below++
		}
	}
	return 2*below > len(y)
}

// classifies reports whether observations of the model are one of two labels.
func (m Model) classifies() bool {
	if m.Lik == nil {
		return false
	}
	s := m.Lik.Support()
	return s.Whole && s.Min == 0 && s.Max == 1
}

// kindOfTarget notes observations for which the noise or the likelihood is a rough model, and that a
// model is a classifier.
func (c *checked) kindOfTarget() Findings {
	low, high, two := lik.TwoValues(c.d.Y)
	switch labels := areLabels(c.d.Y); {
	case c.m.classifies() && labels:
		return c.classifier()
	case c.m.classifies():
		return nil
	case c.m.Lik != nil && labels && math.IsInf(c.m.Lik.Support().Max, 1):
		return Findings{{
			Code: "labels", Found: fmt.Sprintf("all observations are 0 or 1, and the likelihood is %v", c.m.Lik),
			Means: "if these are labels, it gives probability to observations that cannot be",
			Do:    "learn a classifier: gplib.AutoLik(data, lik.Bernoulli())",
		}}
	case two && !labels && (c.m.Lik == nil || math.IsInf(c.m.Lik.Support().Max, 1)):
		return c.otherLabels(low, high)
	case c.m.Lik != nil && !c.m.isDiscrete() && areCounts(c.d.Y):
		return Findings{{
			Code: "counts", Found: fmt.Sprintf("all observations are whole numbers from 0, and the likelihood is %v", c.m.Lik),
			Means: "if these are counts, its densities between whole numbers mean nothing",
			Do:    "try lik.Poisson() or lik.NegativeBinomial(1), as in gplib.AutoLik(data, lik.Poisson())",
		}}
	case c.m.Lik != nil:
		return nil
	case labels:
		return Findings{{
			Code: "labels", Found: "all observations are 0 or 1",
			Means: "if these are labels, Gaussian noise gives them no probabilities: predictions may lie outside [0, 1]",
			Do:    "learn a classifier: m, err := gplib.AutoFor(laplace.Learner{}, data), then laplace.Learner{}.Fit(ctx, m, data, nil)",
		}}
	case areCounts(c.d.Y):
		return Findings{{
			Code: "counts", Found: "all observations are whole numbers from 0",
			Means: "if these are counts, their scatter grows with their mean, which Gaussian noise does not",
			Do:    "try the likelihood lik.Poisson() or lik.NegativeBinomial(1), as in gplib.AutoLik(data, lik.Poisson()), with laplace.Learner{}",
		}}
	}
	return nil
}

// otherLabels notes observations of two values that are not 0 and 1.
func (c *checked) otherLabels(low, high float64) Findings {
	rest := "Gaussian noise"
	if c.m.Lik != nil {
		rest = fmt.Sprintf("the likelihood %v", c.m.Lik)
	}
	return Findings{{
		Code: "labels", Found: fmt.Sprintf("all observations are %v or %v", low, high),
		Means: fmt.Sprintf("if these are labels of two classes, %s gives them no probabilities", rest),
		Do:    "code them as 0 and 1 and learn a classifier: m, err := gplib.AutoFor(laplace.Learner{}, data), then laplace.Learner{}.Fit(ctx, m, data, nil)",
	}}
}

// classifier notes what a fit of labels is.
func (c *checked) classifier() Findings {
	name := c.d.Target
	if name == "" {
		name = "the target"
	}
	return Findings{{
		Code: "classifier", Found: fmt.Sprintf("%s is a label, 1 on %d of %d rows", name, int(floats.Sum(c.d.Y)), c.d.Len()),
		Means: "the fit is a classifier: MeanY of a prediction is the probability of 1",
		Do:    "judge it by metric.LogLoss and metric.AUC of rows that it has not seen",
	}}
}

// classes reports a rare label, and labels that a boundary separates.
func (c *checked) classes() Findings {
	if !c.m.classifies() || !areLabels(c.d.Y) {
		return nil
	}
	return slices.Concat(c.rare(), c.separable())
}

// rareLabel returns the rarer of the labels 0 and 1, and the number of its rows.
func rareLabel(y []float64) (label float64, rows int) {
	ones := int(floats.Sum(y))
	if ones <= len(y)-ones {
		return 1, ones
	}
	return 0, len(y) - ones
}

func (c *checked) rare() Findings {
	const most = 0.1
	label, rows := rareLabel(c.d.Y)
	share := float64(rows) / float64(c.d.Len())
	if share >= most {
		return nil
	}
	return Findings{{
		Code: "classes-rare", Found: fmt.Sprintf("only %d of %d rows have the label %v", rows, c.d.Len(), label),
		Means: fmt.Sprintf("always answering %v is right for %s %% of the rows, so that accuracy says little", 1-label, words.Number(100*(1-share), 3)),
		Do:    "judge by metric.LogLoss or metric.AUC, and choose the threshold of the probability by the cost of errors",
	}}
}

// separable warns where all rows are on the right side of the boundary and latent values are so
// large that nothing but the prior bounds them.
func (c *checked) separable() Findings {
	const far = 10 // prior standard deviations, in log odds or normal quantiles
	sd := c.m.priorSD(c.d)
	if sd < far {
		return nil
	}
	p, err := c.p.Predict(c.d.X)
	if err != nil {
		return nil
	}
	for i, f := range p.MeanY() {
		if (f > 0.5) != (c.d.Y[i] == 1) {
			return nil
		}
	}
	return Findings{{
		Code: "classes-separable", Found: fmt.Sprintf("the model separates the labels of all %d rows, and its latent values have the prior standard deviation %s", c.d.Len(), words.Number(sd, 3)),
		Means: "larger values hardly lower the likelihood, so that probabilities near 0 and 1 are more certain than the data show",
		Do:    "give the variance a prior (Model.WithPrior), or an upper bound (Model.Bound)",
	}}
}

// explained warns of predictions that hardly improve on those of a constant, by the explained part
// of the deviance, and of intervals whose coverage is wrong.
func (c *checked) explained() Findings {
	some := c.d.Subset(Spaced(c.d.Len(), checkRows))
	if fitted, err := c.p.Predict(some.X); err == nil {
		if found := c.judgedLik(some, fitted, "of the rows that it was learned from"); found != nil {
			return found
		}
	}
	left, able := c.p.(LeaveOneOuter)
	if !able || c.d.Len() < 10 {
		return nil
	}
	p, err := left.LeaveOneOut()
	if err != nil {
		return nil
	}
	return c.judgedLik(c.d, p, "of rows left out one by one")
}

// judgedLik does judged for a likelihood. The deviance is twice the sum of how much the log density
// is below its peak: of Gaussian noise, the sum of squared errors over the noise.
func (c *checked) judgedLik(d Data, p Prediction, of string) Findings {
	const (
		poor  = 0.9  // of the deviance of a constant
		least = 0.75 // of the observations in intervals of 95 %
	)
	log, err := p.LogDensityY(d.Y)
	if err != nil {
		return nil
	}
	constant := lik.Constant(c.m.Lik, d.Y)
	prior := make([]float64, d.Len())
	c.m.Cov.Diag(prior, d.X)
	alone, err := NewPrediction(d.X, c.m.MeanAt(d.X), prior, c.m.Lik).LogDensityY(d.Y)
	if err != nil {
		return nil
	}
	deviance, ofConstant, ofPrior := 0.0, 0.0, 0.0
	for i, y := range d.Y {
		peak := c.m.Lik.Peak(y)
		deviance += 2 * (peak - log[i])
		ofConstant += 2 * (peak - c.m.Lik.Log(y, constant).Value)
		ofPrior += 2 * (peak - alone[i])
	}
	held := p.coverage(d.Y, 0.95)
	switch n := float64(d.Len()); {
	case stat.PopVariance(d.Y, nil) > 0 && !(deviance < poor*ofConstant):
		return Findings{{
			Code: "no-better-than-mean",
			Found: fmt.Sprintf("predictions %s are hardly better than one constant for all rows (deviance %.3g a row, %.3g of the constant)",
				of, deviance/n, ofConstant/n),
			Means: "the model takes the observations for chance, because nothing can be learned from the inputs or because the fit ended at a poor optimum",
			Do:    "try further starts (Settings.Restarts), or another covariance function",
		}}
	case stat.PopVariance(d.Y, nil) > 0 && !(deviance < poor*ofPrior):
		return Findings{{
			Code: "no-better-than-mean",
			Found: fmt.Sprintf("predictions %s are hardly better than without any other row (deviance %.3g a row, %.3g of the prior)",
				of, deviance/n, ofPrior/n),
			Means: "the function follows each row alone, as where observations scatter more than the likelihood allows for",
			Do:    c.moreScatter(),
		}}
	case held < least:
		return Findings{{
			Code: "intervals-narrow", Found: fmt.Sprintf("95 %% intervals hold only %.0f %% %s", 100*held, of),
			Means: "the variances are too small", Do: c.moreScatter(),
		}}
	}
	return nil
}

// moreScatter says what lets observations scatter more about the function.
func (c *checked) moreScatter() string {
	const starts = "try further starts (Settings.Restarts), or another covariance function"
	if spec, err := lik.Describe(c.m.Lik); err == nil && spec.Kind == "poisson" {
		return "counts that scatter more than a Poisson distribution need lik.NegativeBinomial; else " + starts
	}
	return starts
}
