package metric

import (
	"errors"
	"fmt"
	"math"
)

// Accuracy returns the part of the labels y, 0 or 1, that are the likelier one by the probability p
// of the label 1. A probability of exactly 1/2 counts half. It fails for other labels, probabilities
// outside [0, 1], and lengths that differ or are 0, as LogLoss and Brier do.
func Accuracy(y, p []float64) (float64, error) {
	return averageOfLabels(y, p, func(y, p float64) float64 {
		switch {
		case p == 0.5:
			return 0.5
		case (p > 0.5) == (y == 1):
			return 1
		}
		return 0
	})
}

// LogLoss returns the mean negative logarithm of the probability of each label, in nats: p is that of
// the label 1. It is log 2 for p = 1/2, and infinite where a label had the probability 0.
func LogLoss(y, p []float64) (float64, error) {
	return averageOfLabels(y, p, func(y, p float64) float64 {
		if y == 1 {
			return -math.Log(p)
		}
		return -math.Log1p(-p)
	})
}

// Brier returns the mean squared difference of labels y, 0 or 1, and the probability p of the label
// 1 (Brier 1950, Monthly Weather Review 78, 1-3, halved for two labels): from 0, the best, to 1.
func Brier(y, p []float64) (float64, error) {
	return averageOfLabels(y, p, func(y, p float64) float64 { return (y - p) * (y - p) })
}

// AUC returns the area under the receiver operating characteristic: the probability that a row with
// the label 1 has a larger score than one with the label 0, ties counting half (Hanley and McNeil
// 1982, Radiology 143, 29-36). score may be a probability or a latent value. It fails where y has only one
// label.
func AUC(y, score []float64) (float64, error) {
	if err := checkLabels(y, score); err != nil {
		return 0, err
	}
	order := byScore(score)
	ones, ranks := 0.0, 0.0 // the number of labels 1, and the sum of their ranks from 1
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && score[order[to]] == score[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ones += y[i]
			ranks += y[i] * float64(from+to+1) / 2
		}
		from = to
	}
	zeros := float64(len(y)) - ones
	if ones == 0 || zeros == 0 {
		return 0, errors.New("metric: AUC: y has only one label")
	}
	return (ranks - ones*(ones+1)/2) / (ones * zeros), nil
}

func averageOfLabels(y, p []float64, loss func(y, p float64) float64) (float64, error) {
	if err := checkLabels(y, p); err != nil {
		return 0, err
	}
	sum := 0.0
	for i, v := range y {
		if p[i] < 0 || p[i] > 1 {
			return 0, fmt.Errorf("metric: p[%d] is %v; a probability is from 0 to 1", i, p[i])
		}
		sum += loss(v, p[i])
	}
	return sum / float64(len(y)), nil
}

func checkLabels(y, p []float64) error {
	if err := check("y", y); err != nil {
		return err
	}
	for i, v := range y {
		if v != 0 && v != 1 {
			return fmt.Errorf("metric: y[%d] is %v; labels are 0 and 1", i, v)
		}
	}
	if len(p) != len(y) {
		return fmt.Errorf("metric: %d labels but %d probabilities", len(y), len(p))
	}
	return check("p", p)
}
