package metric

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// Confusion counts the answers of a threshold by the labels: an answer is 1, or positive, where
// the score is at least the threshold.
type Confusion struct {
	Threshold                     float64
	TruePositives, FalsePositives int // answers 1, of rows with the label 1 and 0
	FalseNegatives, TrueNegatives int // answers 0, of rows with the label 1 and 0
}

// Precision returns the part of the positive answers that are right, 1 where there are none.
func (c Confusion) Precision() float64 {
	if c.TruePositives+c.FalsePositives == 0 {
		return 1
	}
	return float64(c.TruePositives) / float64(c.TruePositives+c.FalsePositives)
}

// Recall returns the part of the rows with the label 1 that are answered so, the true positive rate.
func (c Confusion) Recall() float64 {
	return float64(c.TruePositives) / float64(c.TruePositives+c.FalseNegatives)
}

// FalsePositiveRate returns the part of the rows with the label 0 that are answered by 1.
func (c Confusion) FalsePositiveRate() float64 {
	return float64(c.FalsePositives) / float64(c.FalsePositives+c.TrueNegatives)
}

// Accuracy returns the part of right answers.
func (c Confusion) Accuracy() float64 {
	right := float64(c.TruePositives + c.TrueNegatives)
	return right / (right + float64(c.FalsePositives+c.FalseNegatives))
}

// ConfusionAt counts the answers of one threshold: 1 where score >= threshold. The n labels y are 0
// and 1; score, one for each, may be a probability or a latent value. It fails for other labels, and
// where the lengths differ or are 0.
func ConfusionAt(y, score []float64, threshold float64) (Confusion, error) {
	if err := checkLabels(y, score); err != nil {
		return Confusion{}, err
	}
	c := Confusion{Threshold: threshold}
	for i, v := range y {
		switch positive := score[i] >= threshold; {
		case positive && v == 1:
			c.TruePositives++
		case positive:
			c.FalsePositives++
		case v == 1:
			c.FalseNegatives++
		default:
			c.TrueNegatives++
		}
	}
	return c, nil
}

// Thresholds returns the answers of all thresholds that differ, from +Inf, where all answers are
// 0, down through the scores to the least one, where all are 1. The false positive rates and the
// recalls are the receiver operating characteristic, the recalls and precisions the
// precision-recall curve. It fails where y has only one label.
func Thresholds(y, score []float64) ([]Confusion, error) {
	if err := checkLabels(y, score); err != nil {
		return nil, err
	}
	order := byScore(score)
	c := Confusion{Threshold: math.Inf(1)}
	for _, v := range y {
		if v == 1 {
			c.FalseNegatives++
		} else {
			c.TrueNegatives++
		}
	}
	if c.FalseNegatives == 0 || c.TrueNegatives == 0 {
		return nil, errors.New("metric: Thresholds: y has only one label")
	}
	all := []Confusion{c}
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		if y[i] == 1 {
			c.TruePositives, c.FalseNegatives = c.TruePositives+1, c.FalseNegatives-1
		} else {
			c.FalsePositives, c.TrueNegatives = c.FalsePositives+1, c.TrueNegatives-1
		}
		if k == 0 || score[order[k-1]] < score[i] {
			c.Threshold = score[i]
			all = append(all, c)
		}
	}
	return all, nil
}

// byScore returns the rows in ascending order of their scores.
func byScore(score []float64) []int {
	order := make([]int, len(score))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(score[i], score[j]) })
	return order
}

// AveragePrecision returns the mean of the precisions of all thresholds, weighted by the increase
// of recall at each: the area under the precision-recall curve by steps, without the interpolation
// that makes it too large. A score by chance has the share of labels 1. It fails where y has only
// one label.
func AveragePrecision(y, score []float64) (float64, error) {
	all, err := Thresholds(y, score)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for k, c := range all[1:] {
		sum += (c.Recall() - all[k].Recall()) * c.Precision()
	}
	return sum, nil
}
