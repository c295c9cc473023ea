package metric_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib/metric"
)

// The values of scikit-learn 1.9.1: accuracy_score of p > 0.5, log_loss, brier_score_loss,
// roc_auc_score.
func TestScoresOfLabelsOfScikitLearn(t *testing.T) {
	y := []float64{0, 0, 1, 1, 0, 1}
	p := []float64{0.1, 0.4, 0.35, 0.8, 0.7, 0.7}
	for name, c := range map[string]struct {
		of   func(y, p []float64) (float64, error)
		want float64
	}{
		"accuracy": {metric.Accuracy, 0.6666666666666666},
		"log loss": {metric.LogLoss, 0.5749665939168955},
		"Brier":    {metric.Brier, 0.20208333333333336},
		"AUC":      {metric.AUC, 0.7222222222222222},
	} {
		got, err := c.of(y, p)
		if err != nil || math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s is %v, not %v (%v)", name, got, c.want, err)
		}
		for what, bad := range map[string][2][]float64{
			"a label 2": {{0, 2}, {0.5, 0.5}}, "lengths": {{0, 1}, {0.5}}, "NaN": {{0, 1}, {math.NaN(), 0.5}}, "nothing": {nil, nil},
		} {
			if _, err := c.of(bad[0], bad[1]); err == nil {
				t.Errorf("%s of %s: there is no error", name, what)
			}
		}
	}
	if _, err := metric.Brier([]float64{0, 1}, []float64{0.5, 1.5}); err == nil {
		t.Error("a probability of 1.5: there is no error")
	}
	if _, err := metric.AUC([]float64{1, 1}, []float64{0.5, 0.6}); err == nil {
		t.Error("AUC of one label: there is no error")
	}
}

// AUC is the part of the pairs that are in order.
func TestAUCCountsPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	y, score := make([]float64, 40), make([]float64, 40)
	for i := range y {
		y[i], score[i] = float64(rng.IntN(2)), float64(rng.IntN(12))
	}
	sum, pairs := 0.0, 0.0
	for i := range y {
		for j := range y {
			if y[i] == 1 && y[j] == 0 {
				pairs++
				switch {
				case score[i] > score[j]:
					sum++
				case score[i] == score[j]:
					sum += 0.5
				}
			}
		}
	}
	if got, err := metric.AUC(y, score); err != nil || math.Abs(got-sum/pairs) > 1e-14 {
		t.Errorf("AUC is %v, not %v (%v)", got, sum/pairs, err)
	}
}
