package rkhs_test

import (
	"math"
	"path/filepath"
	"testing"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/rkhs"
)

// raised returns the curve on a slope of 3x₁ + 20.
func raised(seed uint64) gplib.Data {
	d := curve(seed)
	gplib.LinearMean(20, 0, 3).Eval(d.Y, d.X)
	for i, v := range curve(seed).Y {
		d.Y[i] += v
	}
	return d
}

// The mean function ends where the derivatives of the dense likelihood by its
// parameters are 0, in memory and from a reader.
func TestTheMeanIsLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := raised(1)
	m := model()
	m.Mean = gplib.LinearMean(0, 0, 0)
	for name, l := range learners(training()) {
		r := mustFit(t, l, m, d, nil)
		if e := rmse(t, r.Posterior, raised(2)); e > 0.5 {
			t.Errorf("%s: RMSE %g", name, e)
		}
		rows, err := dataset.Rows(d)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := l.FitRows(t.Context(), m, rows, nil); err != nil || math.Abs(again.Value-r.Value) > 1e-6*math.Abs(r.Value) {
			t.Errorf("%s: %v from a reader (%v), %v from data", name, again.Value, err, r.Value)
		}
		if name == "SVGP" || name == "SVGP, gradient" {
			continue // its bound has another optimum
		}
		grad := make([]float64, len(r.Model.Params()))
		if _, err := (gplib.LML{}).Eval(r.Model, d, grad); err != nil {
			t.Fatal(err)
		}
		for k, g := range grad[:3] {
			if math.Abs(g) > 1e-6*float64(d.Len()) {
				t.Errorf("%s: the derivative by parameter %d of the mean is %g", name, k, g)
			}
		}
	}
}

func TestAFixedMeanAndABoundedOneStay(t *testing.T) {
	m := model()
	m.Mean = gplib.ConstantMean(20)
	fixed, err := m.Fix("mean")
	if err != nil {
		t.Fatal(err)
	}
	if r := mustFit(t, rkhs.NOLD{Training: training()}, fixed, curve(1), nil); r.Model.Params()[0].Value != 20 {
		t.Errorf("the mean moved to %v", r.Model.Params()[0])
	}
	bounded, err := m.Bound("mean", 5, 30)
	if err != nil {
		t.Fatal(err)
	}
	if r := mustFit(t, rkhs.NOLD{Training: training()}, bounded, curve(1), nil); r.Model.Params()[0].Value != 5 {
		t.Errorf("the mean moved to %v", r.Model.Params()[0])
	}
}

func TestACheckpointKeepsTheMean(t *testing.T) {
	m := model()
	m.Mean = gplib.ConstantMean(0)
	whole := mustFit(t, rkhs.NOLD{Training: training()}, m, raised(1), nil)
	saved := training()
	saved.Checkpoint = filepath.Join(t.TempDir(), "run")
	stop := &gplib.Settings{Observe: func(s gplib.Step) error {
		if s.Iter == 7 {
			return errStop
		}
		return nil
	}}
	_, _ = rkhs.NOLD{Training: saved}.Fit(t.Context(), m, raised(1), stop)
	r := mustFit(t, rkhs.NOLD{Training: saved}, m, raised(1), nil)
	if math.Abs(r.Value-whole.Value) > 1e-9 || r.Model.Params()[0].Value != whole.Model.Params()[0].Value {
		t.Errorf("%v at %v after a checkpoint, %v at %v without", r.Value, r.Model.Params()[0], whole.Value, whole.Model.Params()[0])
	}
	if _, err := (rkhs.NOLD{Training: saved}).Fit(t.Context(), model(), raised(1), nil); err == nil {
		t.Error("a model without a mean took the checkpoint")
	}
}
