package metric_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/metric"
)

// Scores of four rows, by hand.
func TestScoresOfClasses(t *testing.T) {
	y := []float64{0, 1, 2, 2}
	p := mat.NewDense(4, 3, []float64{
		0.7, 0.2, 0.1,
		0.5, 0.5, 0,
		0.6, 0.3, 0.1,
		0.2, 0.2, 0.6,
	})
	for what, c := range map[string]struct {
		score func([]float64, *mat.Dense) (float64, error)
		want  float64
	}{
		"accuracy": {metric.ClassAccuracy, (1 + 0.5 + 0 + 1) / 4},
		"log loss": {metric.ClassLogLoss, -(math.Log(0.7) + math.Log(0.5) + math.Log(0.1) + math.Log(0.6)) / 4},
		"Brier":    {metric.ClassBrier, ((0.09 + 0.04 + 0.01) + (0.25 + 0.25) + (0.36 + 0.09 + 0.81) + (0.04 + 0.04 + 0.16)) / 4},
	} {
		if got, err := c.score(y, p); err != nil || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s is %v (%v), not %v", what, got, err, c.want)
		}
	}
	right, confidence, err := metric.Confidence(y, p)
	if err != nil || !reflect.DeepEqual(right, []float64{1, 0, 0, 1}) || !reflect.DeepEqual(confidence, []float64{0.7, 0.5, 0.6, 0.6}) {
		t.Errorf("the answers are %v with %v (%v)", right, confidence, err)
	}
	counts, err := metric.ClassConfusion(y, p)
	if want := [][]int{{1, 0, 0}, {1, 0, 0}, {1, 0, 1}}; err != nil || !reflect.DeepEqual(counts, want) {
		t.Errorf("the counts are %v (%v), not %v", counts, err, want)
	}
}

// Two classes have the scores of labels.
func TestScoresOfTwoClassesAreThoseOfLabels(t *testing.T) {
	y, one := []float64{0, 1, 1, 0, 1}, []float64{0.2, 0.7, 0.4, 0.6, 0.5}
	p := mat.NewDense(5, 2, nil)
	for i, v := range one {
		p.SetRow(i, []float64{1 - v, v})
	}
	for _, c := range []struct {
		classes func([]float64, *mat.Dense) (float64, error)
		labels  func(y, p []float64) (float64, error)
		factor  float64
	}{{metric.ClassAccuracy, metric.Accuracy, 1}, {metric.ClassLogLoss, metric.LogLoss, 1}, {metric.ClassBrier, metric.Brier, 2}} {
		got, err := c.classes(y, p)
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.labels(y, one)
		if err != nil || math.Abs(got-c.factor*want) > 1e-12 {
			t.Errorf("the score is %v, of labels %v (%v)", got, want, err)
		}
	}
}

func TestBadClassesAreNamed(t *testing.T) {
	even := mat.NewDense(2, 2, []float64{0.5, 0.5, 0.5, 0.5})
	for want, err := range map[string]error{
		"y[1] is 2; labels of 2 classes are 0 to 1": second(metric.ClassLogLoss([]float64{0, 2}, even)),
		"y[0] is 0.5":                    second(metric.ClassAccuracy([]float64{0.5, 1}, even)),
		"1 labels but 2 rows":            second(metric.ClassBrier([]float64{1}, even)),
		"p[1][0] is 1.5":                 second(metric.ClassBrier([]float64{1, 0}, mat.NewDense(2, 2, []float64{0, 1, 1.5, -0.5}))),
		"row 0 sum to 0.9":               second(metric.ClassBrier([]float64{1}, mat.NewDense(1, 2, []float64{0.4, 0.5}))),
		"p has no probabilities":         second(metric.ClassBrier([]float64{1}, nil)),
		"y[0] is NaN":                    second(metric.ClassLogLoss([]float64{math.NaN(), 1}, even)),
		"p[0][0] is NaN; a probability ": second(metric.ClassConfusion([]float64{1}, mat.NewDense(1, 2, []float64{math.NaN(), 1}))),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it should hold %q", err, want)
		}
	}
}
