package metric

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ClassAccuracy returns the part of the labels y that are the likeliest class by the probabilities p, n × C. Of k
// classes that are equally likely each counts 1/k. As all functions of classes it fails where sizes differ, a label
// is no whole number from 0 to C-1, or a row of p does not hold probabilities that sum to 1 (to 1e-6).
func ClassAccuracy(y []float64, p *mat.Dense) (float64, error) {
	return averageOfClasses(y, p, func(label int, p []float64) float64 {
		top, ties := floats.Max(p), 0.0
		for _, v := range p {
			if v == top {
				ties++
			}
		}
		if p[label] < top {
			return 0
		}
		return 1 / ties
	})
}

// ClassLogLoss returns the mean negative logarithm of the probability of each label y, in nats, by the probabilities p
// of the classes, n × C. It is log C for equal probabilities, and infinite where a label had the probability 0. For two
// classes it is [LogLoss].
func ClassLogLoss(y []float64, p *mat.Dense) (float64, error) {
	return averageOfClasses(y, p, func(label int, p []float64) float64 { return -math.Log(p[label]) })
}

// ClassBrier returns the mean over labels y of the sum over classes of the squared difference of the probability of a
// class, in p, n × C, and of 1 for the label or 0 for another class (Brier 1950, Monthly Weather Review 78, 1-3): from
// 0, the best, to 2. For two classes it is twice [Brier].
func ClassBrier(y []float64, p *mat.Dense) (float64, error) {
	return averageOfClasses(y, p, func(label int, p []float64) float64 {
		return floats.Dot(p, p) - 2*p[label] + 1
	})
}

// Confidence returns the probability of the likeliest class at each row of p, n × C, and whether that is the label y: 1
// where it is, 0 where it is not. These are labels and probabilities for [Reliability], [CalibrationError] and [AUC]:
// of calibrated probabilities, among answers of similar confidence a share equal to it is right (Guo, Pleiss, Sun and
// Weinberger 2017, ICML, 1321-1330).
func Confidence(y []float64, p *mat.Dense) (right, confidence []float64, err error) {
	if err := checkClasses(y, p); err != nil {
		return nil, nil, err
	}
	right, confidence = make([]float64, len(y)), make([]float64, len(y))
	for i, v := range y {
		answer := floats.MaxIdx(p.RawRowView(i))
		confidence[i] = min(p.At(i, answer), 1)
		if float64(answer) == v {
			right[i] = 1
		}
	}
	return right, confidence, nil
}

// ClassConfusion counts labels y by class and by answer, the likeliest class by the probabilities p, n × C: a row for
// each class of the labels, a column for each answer.
func ClassConfusion(y []float64, p *mat.Dense) ([][]int, error) {
	if err := checkClasses(y, p); err != nil {
		return nil, err
	}
	_, classes := p.Dims()
	counts := make([][]int, classes)
	for c := range counts {
		counts[c] = make([]int, classes)
	}
	for i, v := range y {
		counts[int(v)][floats.MaxIdx(p.RawRowView(i))]++
	}
	return counts, nil
}

func averageOfClasses(y []float64, p *mat.Dense, loss func(label int, p []float64) float64) (float64, error) {
	if err := checkClasses(y, p); err != nil {
		return 0, err
	}
	sum := 0.0
	for i, v := range y {
		sum += loss(int(v), p.RawRowView(i))
	}
	return sum / float64(len(y)), nil
}

// checkClasses returns an error unless y are labels of the classes of p.
func checkClasses(y []float64, p *mat.Dense) error {
	const rounding = 1e-6
	if err := check("y", y); err != nil {
		return err
	}
	if p == nil || p.IsEmpty() {
		return errors.New("metric: p has no probabilities")
	}
	rows, classes := p.Dims()
	if rows != len(y) {
		return fmt.Errorf("metric: %d labels but %d rows of probabilities", len(y), rows)
	}
	for i, v := range y {
		if !(v >= 0 && v < float64(classes)) || v != math.Trunc(v) {
			return fmt.Errorf("metric: y[%d] is %v; labels of %d classes are 0 to %d", i, v, classes, classes-1)
		}
		for c, q := range p.RawRowView(i) {
			if !(q >= 0 && q <= 1+rounding) {
				return fmt.Errorf("metric: p[%d][%d] is %v; a probability is from 0 to 1", i, c, q)
			}
		}
		if sum := floats.Sum(p.RawRowView(i)); math.Abs(sum-1) > rounding {
			return fmt.Errorf("metric: the probabilities of row %d sum to %v, not 1", i, sum)
		}
	}
	return nil
}
