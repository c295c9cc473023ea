package display

import (
	"fmt"

	"krigo/gplib"
	"krigo/gplib/lik"
	"krigo/gplib/metric"
)

// forecast is a prediction on a grid of one dimension. With a likelihood the curve and the bands are
// those of the mean of y given f: of the probability, or of the expected count.
type forecast struct {
	x, mean    []float64
	half, most band      // that hold 50 and 95 % of f, or of the mean of y
	observed   band      // that holds 95 % of y; empty for labels
	widths     []float64 // half those of most
	of         string    // what has the bands: "f", or the mean of y
	likelihood gplib.Likelihood
	baseColor  int
}

// band has bounds at each point.
type band struct{ lower, upper []float64 }

func boundsOf(lower, upper []float64) band { return band{lower, upper} }

// forecastOf returns the forecast of a prediction at x.
func forecastOf(x []float64, q gplib.Prediction, color int) forecast {
	f := forecast{x: x, mean: q.MeanY(), half: boundsOf(q.Interval(0.5)), most: boundsOf(q.Interval(0.95)), of: "f", likelihood: q.Lik, baseColor: color}
	if q.Lik != nil {
		f.of = meanName(q.Lik)
		for _, bound := range [][]float64{f.half.lower, f.half.upper, f.most.lower, f.most.upper} {
			toMeans(q.Lik, bound)
		}
	}
	if !labelled(q.Lik) {
		f.observed = boundsOf(q.IntervalY(0.95))
	}
	for i, upper := range f.most.upper {
		f.widths = append(f.widths, (upper-f.most.lower[i])/2)
	}
	return f
}

// meanOf returns the means to draw over inputs: those of f, or of y where there is a likelihood.
func meanOf(q gplib.Prediction) (of string, mean []float64) {
	if q.Lik == nil {
		return "f", q.Mean
	}
	return "y", q.MeanY()
}

// labelled reports whether observations are one of two labels, whose intervals say nothing.
func labelled(l gplib.Likelihood) bool {
	if l == nil {
		return false
	}
	s := l.Support()
	return s.Whole && s.Max-s.Min == 1
}

// meanName names the mean of an observation given f.
func meanName(l gplib.Likelihood) string {
	if labelled(l) {
		return "the probability"
	}
	return "the mean of y"
}

// toMeans replaces values of f by the means of an observation given them, which ascend with f.
func toMeans(l gplib.Likelihood, f []float64) {
	if l == nil {
		return
	}
	for i, v := range f {
		f[i], _ = l.Moments(v)
	}
}

// pitOf returns the probability integral transform of a prediction of y.
func pitOf(y []float64, q gplib.Prediction) ([]float64, error) {
	switch {
	case q.Lik == nil:
		return metric.PIT(y, q.Mean, q.VarY)
	case q.Lik.Support().Whole:
		return nil, fmt.Errorf("observations of %v are whole numbers, which have no uniform transform; display.Scores and display.Residuals assess them", q.Lik)
	case len(y) != len(q.Mean):
		return nil, fmt.Errorf("%d observations but %d predictions", len(y), len(q.Mean))
	}
	if err := lik.CheckTargets(q.Lik, y); err != nil {
		return nil, err
	}
	pit := make([]float64, len(y))
	for i, v := range y {
		pit[i] = lik.Observed{Lik: q.Lik, Mean: q.Mean[i], Var: q.Var[i]}.CDF(v)
	}
	return pit, nil
}

// coverageOf returns the part of y inside the central interval of each probability.
func coverageOf(y []float64, q gplib.Prediction, levels []float64) ([]float64, error) {
	if q.Lik == nil {
		return metric.Calibration(y, q.Mean, q.VarY, levels)
	}
	pit, err := pitOf(y, q)
	if err != nil {
		return nil, err
	}
	inside := make([]float64, len(levels))
	for k, level := range levels {
		for _, u := range pit {
			if 2*u-1 <= level && 1-2*u <= level {
				inside[k] += 1 / float64(len(y))
			}
		}
	}
	return inside, nil
}
