package rkhs_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/optim"
	"krigo/gplib/rkhs"
	"krigo/gplib/rkhs/feature"
)

// curve returns sin 2x₀ with noise of standard deviation 0.2, 300 points in two
// dimensions.
func curve(seed uint64) gplib.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := mat.NewDense(300, 2, nil), make([]float64, 300)
	for i := range y {
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64()})
		y[i] = math.Sin(2*x.At(i, 0)) + 0.2*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

func model() gplib.Model {
	m := feature.MLP{Inputs: 2, Widths: []int{16, 12}, Activation: feature.Tanh}
	return gplib.Model{Cov: rkhs.Linear(m, 1), Noise: gplib.Gaussian(0.1)}
}

func training() rkhs.Training {
	return rkhs.Training{Batch: 32, Epochs: 15, Rates: []float64{0.01}, HoldOut: -1}
}

func learners(t rkhs.Training) map[string]rkhs.RowLearner {
	return map[string]rkhs.RowLearner{
		"SCGD":                rkhs.SCGD{Training: t},
		"stale SCGD":          rkhs.SCGD{Training: t, Stale: true},
		"variable projection": rkhs.VariableProjection{Training: t},
		"Woodbury":            rkhs.VariableProjection{Training: t, Woodbury: true},
		"MINIMAX":             rkhs.MINIMAX{Training: t},
		"MINIMAX, LLᵀ":        rkhs.MINIMAX{Training: t, Cholesky: true, Optimistic: true, Smooth: 0.5, Growth: 10},
		"BSGD":                rkhs.BSGD{Training: t},
		"NOLD":                rkhs.NOLD{Training: t},
		"min-min":             rkhs.MinMin{Training: t},
		"SVGP":                rkhs.SVGP{Training: t},
		"SVGP, gradient":      rkhs.SVGP{Training: t, Gradient: true, Inducing: 20},
	}
}

func mustFit(t *testing.T, l gplib.Learner, m gplib.Model, d gplib.Data, s *gplib.Settings) *gplib.Result {
	t.Helper()
	r, err := l.Fit(t.Context(), m, d, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func rmse(t *testing.T, p gplib.Posterior, d gplib.Data) float64 {
	t.Helper()
	q, err := p.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, y := range d.Y {
		sum += (y - q.Mean[i]) * (y - q.Mean[i])
		if !(q.Var[i] >= 0) || !(q.VarY[i] > q.Var[i]) {
			t.Fatalf("variances %g and %g", q.Var[i], q.VarY[i])
		}
	}
	return math.Sqrt(sum / float64(len(d.Y)))
}

func TestEveryLearnerLearnsTheCurveAndChangesNoArgument(t *testing.T) {
	test := curve(2)
	for name, l := range learners(training()) {
		m := model()
		before := m.Theta()
		r := mustFit(t, l, m, curve(1), nil)
		if e := rmse(t, r.Posterior, test); e > 0.5 {
			t.Errorf("%s: RMSE %g; the noise is 0.2 and the mean alone has 0.7", name, e)
		}
		if !slices.Equal(m.Theta(), before) {
			t.Errorf("%s changed the model", name)
		}
		if r.Status != gplib.IterationLimit || len(r.Trace.Steps) != 16 || r.Value > r.Trace.Steps[0].Value {
			t.Errorf("%s: %v after %d steps from %g to %g", name, r.Status, len(r.Trace.Steps), r.Trace.Steps[0].Value, r.Value)
		}
		if again := mustFit(t, l, m, curve(1), nil); again.Value != r.Value {
			t.Errorf("%s: %g and %g from one seed", name, r.Value, again.Value)
		}
	}
}

func TestTheLikelihoodOfTheResultIsTheModels(t *testing.T) {
	d := curve(1)
	r := mustFit(t, rkhs.SCGD{Training: training()}, model(), d, nil)
	dense, err := gplib.LML{}.Eval(r.Model, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Value-dense/300) > 1e-7 {
		t.Errorf("value %.10g, dense likelihood %.10g", r.Value, dense/300)
	}
	polished := training()
	polished.PolishNoise, polished.Epochs = true, 3
	plain := polished
	plain.PolishNoise = false
	p, q := mustFit(t, rkhs.SCGD{Training: polished}, model(), d, nil), mustFit(t, rkhs.SCGD{Training: plain}, model(), d, nil)
	if p.Value >= q.Value {
		t.Errorf("polished %g, not polished %g", p.Value, q.Value)
	}
}

func TestRowsFromAReaderGiveTheSameKindOfFit(t *testing.T) {
	d := curve(1)
	for name, l := range learners(training()) {
		reader, err := dataset.Rows(d)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.FitRows(t.Context(), model(), reader, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if e := rmse(t, r.Posterior, curve(2)); e > 0.5 || r.Posterior.Data().Len() != 0 {
			t.Errorf("%s: RMSE %g, %d rows kept", name, e, r.Posterior.Data().Len())
		}
	}
}

func TestAnInterruptReturnsTheBestSoFar(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := &gplib.Settings{Observe: func(step gplib.Step) error {
		if step.Iter == 2 {
			cancel()
		}
		return nil
	}}
	r, err := rkhs.SCGD{Training: training()}.Fit(ctx, model(), curve(1), s)
	if err != nil || r.Status != gplib.Cancelled || len(r.Trace.Steps) != 3 || r.Posterior == nil {
		t.Fatalf("%v, %v", r, err)
	}
	failure := errors.New("enough")
	s.Observe = func(gplib.Step) error { return failure }
	if r, err := (rkhs.NOLD{Training: training()}).Fit(t.Context(), model(), curve(1), s); !errors.Is(err, failure) || r == nil {
		t.Errorf("Observe's error: %v, %v", r, err)
	}
}

func TestAResumedFitEndsWhereTheWholeOneDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name := range learners(training()) {
		whole := mustFit(t, learners(training())[name], model(), curve(1), nil)
		saved := training()
		saved.Checkpoint = filepath.Join(t.TempDir(), "run")
		ctx, cancel := context.WithCancel(t.Context())
		s := &gplib.Settings{Observe: func(step gplib.Step) error {
			if step.Iter == 9 {
				cancel()
			}
			return nil
		}}
		if _, err := learners(saved)[name].Fit(ctx, model(), curve(1), s); err != nil {
			t.Fatal(err)
		}
		r := mustFit(t, learners(saved)[name], model(), curve(1), nil)
		if math.Abs(r.Value-whole.Value) > 1e-9 {
			t.Errorf("%s: %g after a checkpoint, %g without", name, r.Value, whole.Value)
		}
		sameTrace(t, name, r.Trace.Steps, whole.Trace.Steps)
		other := saved
		other.Batch = 16
		if _, err := learners(other)[name].Fit(t.Context(), model(), curve(1), nil); err == nil || !strings.Contains(err.Error(), "batch") {
			t.Errorf("%s: another training took the checkpoint: %v", name, err)
		}
	}
}

// sameTrace wants the same epochs, values and monitors, and times in order.
func sameTrace(t *testing.T, name string, got, want []gplib.Step) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d steps after a checkpoint, %d without", name, len(got), len(want))
	}
	last := time.Duration(0)
	for i, s := range got {
		w := want[i]
		if s.Iter != w.Iter || math.Abs(s.Value-w.Value) > 1e-9 || len(s.Monitors) != len(w.Monitors) || s.Elapsed < last {
			t.Errorf("%s, step %d: %d: %g, %v, %v; without a checkpoint %d: %g, %v", name, i, s.Iter, s.Value, s.Monitors, s.Elapsed, w.Iter, w.Value, w.Monitors)
			continue
		}
		last = s.Elapsed
		for k, m := range s.Monitors {
			if v := w.Monitors[k].Value; m.Name != w.Monitors[k].Name || m.Value != v && math.Abs(m.Value-v) > 1e-6*math.Abs(v) {
				t.Errorf("%s, step %d: %v, without a checkpoint %v", name, i, m, w.Monitors[k])
			}
		}
	}
}

func TestRatesRestartsPatienceAndValidation(t *testing.T) {
	few := training()
	few.Epochs, few.Rates = 5, []float64{1e-5, 0.01}
	if r := mustFit(t, rkhs.NOLD{Training: few}, model(), curve(1), nil); r.Trace.Steps[0].Restart != 1 {
		t.Error("the lower rate won")
	}
	few.Rates = few.Rates[1:]
	one := mustFit(t, rkhs.NOLD{Training: few}, model(), curve(1), nil)
	if more := mustFit(t, rkhs.NOLD{Training: few}, model(), curve(1), &gplib.Settings{Restarts: 3}); more.Value > one.Value {
		t.Errorf("restarts end at %g, one start at %g", more.Value, one.Value)
	}
	stopped := training()
	stopped.Epochs, stopped.Patience, stopped.Validation, stopped.Rates = 400, 2, curve(3), []float64{0.03}
	stopped.Average, stopped.Clip, stopped.NoiseRate = true, 1, 2
	r := mustFit(t, rkhs.BSGD{Training: stopped}, model(), curve(1), nil)
	if r.Status != gplib.Converged || len(r.Trace.Steps) > 400 {
		t.Errorf("%v after %d epochs", r.Status, len(r.Trace.Steps))
	}
	if name := r.Trace.Steps[0].Monitors[1].Name; name != "held-out NLPD" {
		t.Errorf("the second monitor is %q", name)
	}
}

func TestFixedNoiseStays(t *testing.T) {
	m := model()
	m.Noise = gplib.FixedGaussian(0.07)
	for name, l := range learners(training()) {
		r := mustFit(t, l, m, curve(1), nil)
		if theta := r.Model.Theta(); math.Abs(theta[len(theta)-1]-0.07) > 1e-12 {
			t.Errorf("%s moved fixed noise to %g", name, theta[len(theta)-1])
		}
	}
}

func TestAGaussianKernelIsEvaluatedByFourierFeatures(t *testing.T) {
	m := gplib.Model{Cov: rkhs.Gaussian(feature.MLP{Inputs: 2, Widths: []int{16, 4}, Activation: feature.Tanh}, 1), Noise: gplib.Gaussian(0.1)}
	d := curve(1)
	r := mustFit(t, rkhs.BSGD{Training: rkhs.Training{Batch: 32, Epochs: 5, HoldOut: -1}}, m, d, nil)
	dense, err := gplib.LML{}.Eval(r.Model, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Value-dense/300) > 0.05 || !strings.Contains(r.Notes.String(), "random Fourier features") {
		t.Errorf("%g by features, %g by the kernel; %v", r.Value, dense/300, r.Notes)
	}
	if _, err := (rkhs.SCGD{}).Fit(t.Context(), m, d, nil); err == nil || !strings.Contains(err.Error(), "Linear") {
		t.Errorf("SCGD of a Gaussian kernel: %v", err)
	}
}

// docs/methods/rkhs.md, check 16, on a set of the same kind as tamielectric: y is uniform with
// standard deviation .2894 and has nothing to do with x.
func TestUninformativeRowsHaveTheLikelihoodOfTheirMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	x, y := mat.NewDense(2000, 3, nil), make([]float64, 2000)
	for i := range y {
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
		y[i] = 1.0025 * (rng.Float64() - 0.5)
	}
	sd := stat.StdDev(y, nil)
	want := math.Log(2*math.Pi*sd*sd)/2 + 0.5
	m := gplib.Model{Cov: rkhs.Linear(feature.MLP{Inputs: 3, Widths: []int{8, 4}, Activation: feature.Tanh}, 1), Noise: gplib.Gaussian(0.1)}
	few := training()
	few.Epochs = 8
	for name, l := range learners(few) {
		r := mustFit(t, l, m, gplib.Data{X: cov.Points(x), Y: y}, nil)
		if math.Abs(r.Value-want) > 0.012 {
			t.Errorf("%s: NLML per row %.4f, that of the mean alone %.4f", name, r.Value, want)
		}
	}
}

func TestBadInputIsNamed(t *testing.T) {
	for want, fit := range map[string]func() error{
		"Batch is -1":  func() error { return failure(rkhs.SCGD{Training: rkhs.Training{Batch: -1}}, model()) },
		"Rates[0]":     func() error { return failure(rkhs.NOLD{Training: rkhs.Training{Rates: []float64{-1}}}, model()) },
		"Mu is -2":     func() error { return failure(rkhs.MINIMAX{Mu: -2}, model()) },
		"Natural is 2": func() error { return failure(rkhs.SVGP{Natural: 2}, model()) },
		"the covariance function": func() error {
			return failure(rkhs.SCGD{}, gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(1)})
		},
		"inputs of dimension 3, not 2": func() error {
			return failure(rkhs.SCGD{}, gplib.Model{Cov: rkhs.Linear(feature.Scale{Inputs: 3}, 1), Noise: gplib.Gaussian(1)})
		},
		"feature map is nil": func() error {
			return failure(rkhs.SCGD{}, gplib.Model{Cov: rkhs.Linear(nil, 1), Noise: gplib.Gaussian(1)})
		},
		"the reader is nil": func() error {
			_, err := rkhs.SCGD{}.FitRows(context.Background(), model(), nil, nil)
			return err
		},
	} {
		if err := fit(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one of %q", err, want)
		}
	}
}

func failure(l gplib.Learner, m gplib.Model) error {
	_, err := l.Fit(context.Background(), m, curve(1), nil)
	return err
}

func TestScheduleOfTheTheoryIsAnOption(t *testing.T) {
	r := mustFit(t, rkhs.SCGD{Training: training(), Averaging: optim.PowerDecay(1, 0.5)}, model(), curve(1), nil)
	if last := r.Trace.Steps[15].Monitors; last[1].Name != "average gap" || !(last[1].Value < 0.5) {
		t.Errorf("monitors %v", last)
	}
}

// The bounds of the noise hold to the last bit, so that the result predicts.
func TestNoiseAtItsBoundPredicts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := curve(1)
	for i := range d.Y {
		d.Y[i] = math.Sin(2 * d.X.(*cov.Matrix).At(i, 0))
	}
	for _, lo := range []float64{0.01, 0.03, 0.09} {
		m := model()
		m.Noise = gplib.BoundedGaussian(0.1, lo, 10)
		for name, l := range learners(rkhs.Training{Batch: 64, Epochs: 20, Rates: []float64{0.05}, HoldOut: -1}) {
			r := mustFit(t, l, m, d, nil)
			if _, err := r.Predict(d.X); err != nil {
				t.Errorf("%s, noise of at least %v: %v", name, lo, err)
			}
		}
	}
}

func TestTheAverageOfTheLastHalfIsTriedToo(t *testing.T) {
	l := training()
	l.Constant, l.Rates = true, []float64{0.05}
	plain := mustFit(t, rkhs.NOLD{Training: l}, model(), curve(1), nil)
	l.Average = true
	r := mustFit(t, rkhs.NOLD{Training: l}, model(), curve(1), nil)
	if len(r.Trace.Steps) != len(plain.Trace.Steps)+1 || r.Value > plain.Value {
		t.Errorf("%g after %d evaluations with the average, %g after %d without", r.Value, len(r.Trace.Steps), plain.Value, len(plain.Trace.Steps))
	}
}
