package metric_test

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"testing"

	"krigo/gplib/metric"
	"krigo/internal/peer"
)

// labelled is one set of testdata/labels.py.
type labelled struct {
	Name                                                              string
	Y, P                                                              []float64
	Accuracy, LogLoss, Brier, AUC, AveragePrecision, CalibrationError float64
	Share, Mean                                                       []float64
	Rows, Confusion                                                   []int
	FPR, TPR, Thresholds, Precision, Recall                           []float64
}

func sameScores(t *testing.T, text []byte) {
	t.Helper()
	var sets []labelled
	if err := json.Unmarshal(text, &sets); err != nil {
		t.Fatal(err)
	}
	if len(sets) < 5 {
		t.Fatalf("%d sets", len(sets))
	}
	for _, c := range sets {
		near := func(what string, got, want float64, err error) {
			t.Helper()
			if err != nil || !(math.Abs(got-want) <= 1e-12*math.Max(1, math.Abs(want))) {
				t.Errorf("%s: %s is %v, that of scikit-learn %v (%v)", c.Name, what, got, want, err)
			}
		}
		const bins = 10
		for what, of := range map[string]struct {
			f    func(y, p []float64) (float64, error)
			want float64
		}{
			"the accuracy": {metric.Accuracy, c.Accuracy}, "the log loss": {metric.LogLoss, c.LogLoss}, "the Brier score": {metric.Brier, c.Brier},
			"AUC": {metric.AUC, c.AUC}, "the average precision": {metric.AveragePrecision, c.AveragePrecision},
			"the calibration error": {func(y, p []float64) (float64, error) { return metric.CalibrationError(y, p, bins) }, c.CalibrationError},
		} {
			got, err := of.f(c.Y, c.P)
			near(what, got, of.want, err)
		}
		found, err := metric.Reliability(c.Y, c.P, bins)
		if err != nil || len(found) != len(c.Share) {
			t.Fatalf("%s: %d bins, %d of scikit-learn (%v)", c.Name, len(found), len(c.Share), err)
		}
		for k, b := range found {
			near("a mean probability", b.Mean, c.Mean[k], nil)
			near("a share", b.Share, c.Share[k], nil)
			near("a number of rows", float64(b.Rows), float64(c.Rows[k]), nil)
		}
		all, err := metric.Thresholds(c.Y, c.P)
		if err != nil || len(all) != len(c.FPR) || len(all) > len(c.Precision) {
			t.Fatalf("%s: %d thresholds, %d of scikit-learn (%v)", c.Name, len(all), len(c.FPR), err)
		}
		for k, of := range all {
			near("a false positive rate", of.FalsePositiveRate(), c.FPR[k], nil)
			near("a recall", of.Recall(), c.TPR[k], nil)
			near("a precision", of.Precision(), c.Precision[k], nil)
			near("a recall of the precisions", of.Recall(), c.Recall[k], nil)
			if k > 0 {
				near("a threshold", of.Threshold, c.Thresholds[k-1], nil)
			}
			one, err := metric.ConfusionAt(c.Y, c.P, of.Threshold)
			if one != of {
				t.Errorf("%s: the answers at %v are %+v, not %+v (%v)", c.Name, of.Threshold, one, of, err)
			}
		}
		half, err := metric.ConfusionAt(c.Y, c.P, 0.5)
		want := metric.Confusion{Threshold: 0.5, TruePositives: c.Confusion[0], FalsePositives: c.Confusion[1], FalseNegatives: c.Confusion[2], TrueNegatives: c.Confusion[3]}
		if err != nil || half != want {
			t.Errorf("%s: the answers at 1/2 are %+v, not %+v (%v)", c.Name, half, want, err)
		}
		near("the accuracy at 1/2", half.Accuracy(), c.Accuracy, nil)
	}
}

func TestScoresOfLabelsAreThoseOfScikitLearn(t *testing.T) {
	text, err := os.ReadFile("testdata/labels.json")
	if err != nil {
		t.Fatal(err)
	}
	sameScores(t, text)
}

func TestScikitLearnInThisRunAgrees(t *testing.T) {
	text, err := exec.Command(peer.Python(t, "sklearn"), "testdata/labels.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	sameScores(t, text)
}

func TestBadArgumentsOfScoresOfLabels(t *testing.T) {
	y, p := []float64{0, 1, 1}, []float64{0.2, 0.4, 0.9}
	for name, err := range map[string]error{
		"no bins":          second(metric.Reliability(y, p, 0)),
		"a probability":    second(metric.CalibrationError(y, []float64{0.2, 0.4, 1.2}, 5)),
		"one label":        second(metric.Thresholds([]float64{1, 1, 1}, p)),
		"a label 2":        second(metric.AveragePrecision([]float64{0, 1, 2}, p)),
		"lengths":          second(metric.ConfusionAt(y, p[:2], 0.5)),
		"NaN of the score": second(metric.Thresholds(y, []float64{0.2, math.NaN(), 0.4})),
	} {
		if err == nil {
			t.Errorf("%s: there is no error", name)
		}
	}
	if none := (metric.Confusion{TrueNegatives: 2, FalseNegatives: 1}); none.Precision() != 1 || none.Recall() != 0 {
		t.Errorf("without positive answers the precision is %v and the recall %v", none.Precision(), none.Recall())
	}
}

func second[T any](_ T, err error) error { return err }
