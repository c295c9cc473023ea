package metric

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// SNLP returns the standardised negative log probability in nats, another name of [MSLL], with its errors.
func SNLP(y, mean, variance, train []float64) (float64, error) {
	return MSLL(y, mean, variance, train)
}

// CRPS returns the mean continuous ranked probability score of normal predictive
// distributions, in the unit of y: with z = (y - mean)/sd,
//
//	sd·(z(2Φ(z) - 1) + 2φ(z) - 1/√π)
//
// (Gneiting and Raftery 2007, Journal of the American Statistical Association
// 102, 359-378, equation 21). It is the absolute error where sd is 0.
func CRPS(y, mean, variance []float64) (float64, error) {
	if err := checkVariances(y, mean, variance); err != nil {
		return 0, err
	}
	sum := 0.0
	for i, v := range variance {
		if v == 0 {
			sum += math.Abs(y[i] - mean[i])
			continue
		}
		sd := math.Sqrt(v)
		z := (y[i] - mean[i]) / sd
		sum += sd * (z*(2*distuv.UnitNormal.CDF(z)-1) + 2*distuv.UnitNormal.Prob(z) - 1/math.SqrtPi)
	}
	return sum / float64(len(y)), nil
}

// PIT returns the probability integral transform, the probability of a smaller
// observation than y_i under its normal predictive distribution, in [0, 1].
// It is uniform where the predictions are calibrated (Gneiting, Balabdaoui
// and Raftery 2007, section 3.1).
func PIT(y, mean, variance []float64) ([]float64, error) {
	if err := checkAll(y, mean, variance); err != nil {
		return nil, err
	}
	pit := make([]float64, len(y))
	for i, v := range variance {
		pit[i] = distuv.UnitNormal.CDF((y[i] - mean[i]) / math.Sqrt(v))
	}
	return pit, nil
}

// Calibration returns, for each level in (0, 1), the part of the observations
// inside the central predictive interval of that probability: the levels
// themselves where the predictions are calibrated.
func Calibration(y, mean, variance, levels []float64) ([]float64, error) {
	pit, err := PIT(y, mean, variance)
	if err != nil {
		return nil, err
	}
	if len(levels) == 0 {
		return nil, errors.New("metric: levels is empty")
	}
	// An observation lies inside the interval of level |2·PIT - 1| and more.
	for i, p := range pit {
		pit[i] = math.Abs(2*p - 1)
	}
	slices.Sort(pit)
	curve := make([]float64, len(levels))
	for j, level := range levels {
		if !(level > 0 && level < 1) {
			return nil, fmt.Errorf("metric: levels[%d] is %v; it must lie between 0 and 1", j, level)
		}
		inside, _ := slices.BinarySearch(pit, math.Nextafter(level, 1))
		curve[j] = float64(inside) / float64(len(pit))
	}
	return curve, nil
}
