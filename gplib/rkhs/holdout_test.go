package rkhs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/rkhs"
	"krigo/gplib/rkhs/feature"
)

// kinked returns |x₀| - |x₁| + x₂/2, which a network of ramps learns well, with
// noise of standard deviation 0.3.
func kinked(n int, seed uint64) gplib.Data {
	rng := rand.New(rand.NewPCG(seed, 4))
	x, y := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range y {
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
		y[i] = math.Abs(x.At(i, 0)) - math.Abs(x.At(i, 1)) + x.At(i, 2)/2 + 0.3*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

// ramps returns a model of more weights than the data have rows.
func ramps() gplib.Model {
	return gplib.Model{Cov: rkhs.Linear(feature.MLP{Inputs: 3, Widths: []int{32, 32}}, 1), Noise: gplib.Gaussian(0.1)}
}

func covered(t *testing.T, p gplib.Posterior, d gplib.Data) float64 {
	t.Helper()
	q, err := p.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for i, y := range d.Y {
		if math.Abs(y-q.Mean[i]) <= 1.96*math.Sqrt(q.VarY[i]) {
			held++
		}
	}
	return float64(held) / float64(len(d.Y))
}

// By default the intervals of a network of many weights hold on new rows of a
// small set, the fit has converged and nothing warns.
func TestSmallSetsAreNotOverfittedByDefault(t *testing.T) {
	test := kinked(1000, 2)
	for name, l := range learners(rkhs.Training{}) {
		for _, n := range []int{100, 300} {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				if name != "SCGD" && (testing.Short() || n == 100) {
					t.Skip("SCGD stands for the others")
				}
				r := mustFit(t, l, ramps(), kinked(n, 1), nil)
				if c := covered(t, r.Posterior, test); c < 0.85 || c > 0.995 {
					t.Errorf("95 %% intervals hold %.0f %%", 100*c)
				}
				if e := rmse(t, r.Posterior, test); e > 0.65 {
					t.Errorf("RMSE %g; that of the mean is 1", e)
				}
				if r.Status != gplib.Converged && len(r.Warnings) == 0 {
					t.Error("the fit has not converged and says nothing")
				}
				if said := r.Warnings.String(); strings.Contains(said, "parameters were learned") {
					t.Error(said)
				}
			})
		}
	}
}

// The posterior is conditioned on all rows, those held out too, and its value is
// their likelihood.
func TestThePosteriorHasTheRowsHeldOut(t *testing.T) {
	d := kinked(100, 1)
	r := mustFit(t, rkhs.NOLD{}, ramps(), d, nil)
	dense, err := gplib.LML{}.Eval(r.Model, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Value-dense/100) > 1e-7 {
		t.Errorf("value %.10g, dense likelihood of all rows %.10g", r.Value, dense/100)
	}
	e, err := gplib.Condition(r.Model, d)
	if err != nil {
		t.Fatal(err)
	}
	want, err := e.Predict(kinked(20, 2).X)
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Predict(kinked(20, 2).X)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.Mean {
		if math.Abs(got.Mean[i]-want.Mean[i]) > 1e-6 || math.Abs(got.VarY[i]-want.VarY[i]) > 1e-6 {
			t.Errorf("point %d: %g ± %g, want %g ± %g", i, got.Mean[i], got.VarY[i], want.Mean[i], want.VarY[i])
		}
	}
}

// A set on which a network of ramps cannot rival an exact Gaussian process is
// reported, and one on which it can is not.
func TestAnExactProcessThatPredictsBetterIsTold(t *testing.T) {
	smooth := kinked(60, 1)
	for i := range smooth.Y {
		x := smooth.X.(*cov.Matrix).Row(i)
		smooth.Y[i] = math.Sin(x[0]) * math.Cos(x[1]) * math.Exp(x[2]/2)
	}
	told := func(d gplib.Data) bool {
		r := mustFit(t, rkhs.SCGD{}, ramps(), d, nil)
		return strings.Contains(r.Warnings.String(), "exact Gaussian process")
	}
	if !told(smooth) {
		t.Error("60 rows without noise: nothing is said of the exact process")
	}
	if told(kinked(300, 1)) {
		t.Error("an exact process was advised where the network does as well")
	}
}

// A long fit that falls no more has converged; a short one says that it still
// falls.
func TestAFitOfManyEpochsConvergesAndAShortOneSaysSo(t *testing.T) {
	long := training()
	long.Epochs = 400
	r := mustFit(t, rkhs.NOLD{Training: long}, model(), curve(1), &gplib.Settings{Tol: 0.05})
	if r.Status != gplib.Converged {
		t.Errorf("%v: %q", r.Status, r.Warnings)
	}
	short := training()
	short.Epochs = 4
	r = mustFit(t, rkhs.NOLD{Training: short}, model(), curve(1), nil)
	if r.Status != gplib.IterationLimit || !strings.Contains(r.Warnings.String(), "train for more") {
		t.Errorf("%v: %q", r.Status, r.Warnings)
	}
}

func TestAReaderOfManyRowsHoldsNoneOut(t *testing.T) {
	rows, err := dataset.GeneratedRows(20000, 2, func(i int, x []float64) float64 { x[0] = float64(i); return 0 })
	if err != nil {
		t.Fatal(err)
	}
	l := rkhs.NOLD{Training: rkhs.Training{HoldOut: 0.1}}
	if _, err := l.FitRows(t.Context(), model(), rows, nil); err == nil || !strings.Contains(err.Error(), "Validation") {
		t.Errorf("HoldOut of a long reader: %v", err)
	}
}

func TestAResumedFitHoldsTheSameRowsOut(t *testing.T) {
	l := training()
	l.HoldOut = 0.3
	whole := mustFit(t, rkhs.SCGD{Training: l}, model(), curve(1), nil)
	l.Checkpoint = filepath.Join(t.TempDir(), "run")
	stop := &gplib.Settings{Observe: func(s gplib.Step) error {
		if s.Iter == 9 {
			return errStop
		}
		return nil
	}}
	_, _ = rkhs.SCGD{Training: l}.Fit(t.Context(), model(), curve(1), stop)
	r := mustFit(t, rkhs.SCGD{Training: l}, model(), curve(1), nil)
	if math.Abs(r.Value-whole.Value) > 1e-9 {
		t.Errorf("%g after a checkpoint, %g without", r.Value, whole.Value)
	}
	sameTrace(t, "SCGD", r.Trace.Steps, whole.Trace.Steps)
	l.HoldOut = 0.2
	if _, err := (rkhs.SCGD{Training: l}).Fit(t.Context(), model(), curve(1), nil); err == nil || !strings.Contains(err.Error(), "held out") {
		t.Errorf("a fit that holds other rows out took the checkpoint: %v", err)
	}
}

// The trace ends where the result is, and says which step the rows held out have chosen.
func TestTheTraceEndsAtTheResult(t *testing.T) {
	for name, l := range learners(rkhs.Training{Batch: 32, Epochs: 12}) {
		r := mustFit(t, l, model(), curve(1), nil)
		steps := r.Trace.Steps
		last := steps[len(steps)-1]
		if last.Value != r.Value || !slices.Equal(last.Theta, r.Model.Theta()) {
			t.Errorf("%s: the trace ends at %v, the result has %v", name, last.Value, r.Value)
		}
		if last.Monitors[2].Name != "kept step" {
			t.Fatalf("%s: the third monitor is %q", name, last.Monitors[2].Name)
		}
		kept := int(last.Monitors[2].Value)
		for _, s := range steps[:len(steps)-1] {
			if s.Monitors[1].Value < steps[kept].Monitors[1].Value {
				t.Errorf("%s: step %d is kept, step %d has a lower held-out NLPD", name, kept, s.Iter)
			}
		}
		at, err := r.At(len(steps) - 1)
		if err != nil || at.Value != r.Value {
			t.Errorf("%s: at the last step %v (%v), the result has %v", name, at.Value, err, r.Value)
		}
	}
}
