package metric

import (
	"fmt"
	"math"
)

// Bin holds the rows whose probabilities are near one another: their number, their mean
// probability of the label 1, and the share of them that have it.
type Bin struct {
	Rows        int
	Mean, Share float64
}

// Reliability returns the bins of probabilities p of the label 1 next to the labels y, 0 or 1, by
// intervals of [0, 1] of equal width, in ascending order and without empty ones. The shares of
// calibrated probabilities are their means (Murphy and Winkler 1977, Journal of the Royal
// Statistical Society C 26, 41-47). bins is the number of intervals.
func Reliability(y, p []float64, bins int) ([]Bin, error) {
	if _, err := Brier(y, p); err != nil { // the checks
		return nil, err
	}
	if bins < 1 {
		return nil, fmt.Errorf("metric: Reliability: bins is %d; it must be positive", bins)
	}
	sums := make([]Bin, bins)
	for i, v := range p {
		b := &sums[binOf(v, bins)]
		b.Rows++
		b.Mean += v
		b.Share += y[i]
	}
	filled := sums[:0]
	for _, b := range sums {
		if n := float64(b.Rows); n > 0 {
			filled = append(filled, Bin{b.Rows, b.Mean / n, b.Share / n})
		}
	}
	return filled, nil
}

// binOf returns the interval (k/bins, (k+1)/bins] of p; the first one includes 0.
func binOf(p float64, bins int) int {
	k := min(max(int(math.Ceil(p*float64(bins)))-1, 0), bins-1)
	// A product may round across an end.
	for k > 0 && p <= float64(k)/float64(bins) {
		k--
	}
	for k < bins-1 && p > float64(k+1)/float64(bins) {
		k++
	}
	return k
}

// CalibrationError returns the mean distance of the share of labels 1 from the mean probability
// over the bins of [Reliability], weighted by their rows: the expected calibration error (Naeini,
// Cooper and Hauskrecht 2015, AAAI 29). It is 0 to 1; with few rows per bin, calibrated
// probabilities have one of the order of the standard error of a share.
func CalibrationError(y, p []float64, bins int) (float64, error) {
	found, err := Reliability(y, p, bins)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, b := range found {
		sum += float64(b.Rows) * math.Abs(b.Share-b.Mean)
	}
	return sum / float64(len(y)), nil
}
