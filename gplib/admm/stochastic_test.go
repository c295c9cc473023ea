package admm

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestBatchesAreUnbiasedForTheHoldOutErrorAndItsGradient(t *testing.T) {
	for _, storage := range []Storage{Stored, MatrixFree} {
		for name, m := range models() {
			f := begun(t, problem{storage: storage}, m, seData(t, 1))
			l := f.folds[0]
			phi := l.phiOf(l.start)
			exact := make([]float64, len(phi))
			value := f.exact().value(phi)
			f.exact().gradient(exact, phi)
			b := newBatched(l, f.Data.Subset(f.layout[0].valid))
			order := rand.New(rand.NewPCG(3, 4)).Perm(len(l.yV))
			mean, grad, sum := make([]float64, len(phi)), make([]float64, len(phi)), 0.0
			const batches = 5 // of 20 among the 100
			for k := range batches {
				sum += b.gradient(grad, phi, order[20*k:20*(k+1)]) / batches
				floats.AddScaled(mean, 1./batches, grad)
			}
			if relative(sum, value) > 1e-9 {
				t.Errorf("%s: mean over batches %.12g, F %.12g", name, sum, value)
			}
			if !floats.EqualApprox(mean, exact, 1e-4*largest(exact)) {
				t.Errorf("%s: mean gradient %v, ∇F %v", name, mean, exact)
			}
			if b.all(); relative(b.solveError(phi), value) > 1e-9 {
				t.Errorf("%s: F %g after the batches, before %g", name, b.sumSquares(), value)
			}
		}
	}
}

func TestStochasticComesNearTheMinimum(t *testing.T) {
	d := seData(t, 1)
	_, lowest := bruteForceSE(t, lagrangianOf(t, seModel(), d, problem{}))
	r := mustFit(t, Stochastic{}, seModel(), d, nil)
	if r.Value > 1.005*lowest || r.Value < lowest*(1-1e-9) {
		t.Errorf("F %g after %d epochs, brute force %g", r.Value, len(r.Trace.Steps)-1, lowest)
	}
	again := mustFit(t, Stochastic{}, seModel(), d, nil)
	other := mustFit(t, Stochastic{}, seModel(), d, &gplib.Settings{Src: rand.NewPCG(8, 8)})
	if again.Value != r.Value || other.Value == r.Value {
		t.Errorf("values %g and %g of one seed, %g of another", r.Value, again.Value, other.Value)
	}
	scaled := gplib.Data{X: d.X, Y: floats.ScaleTo(make([]float64, d.Len()), 1e-6, d.Y)}
	if tiny := mustFit(t, Stochastic{}, seModel(), scaled, nil); relative(tiny.Value, 1e-12*r.Value) > 1e-4 {
		t.Errorf("F %g on y, %g on 1e-6 y", r.Value, tiny.Value)
	}
}

func TestStochasticChecksItsOptionsAndEndsWithTheContext(t *testing.T) {
	d := seData(t, 1)
	for name, o := range map[string]Stochastic{
		"Batch": {Batch: -1}, "Rate": {Rate: math.NaN()}, "NoiseFloor": {NoiseFloor: -1},
	} {
		if _, err := o.Fit(ctx, seModel(), d, nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	observe := func(s gplib.Step) error {
		if s.Iter == 2 {
			cancel()
		}
		return nil
	}
	r, err := Stochastic{}.Fit(ended, lpModel(), d, &gplib.Settings{Observe: observe, Tol: 1e-9})
	if err != nil || r.Status != gplib.Cancelled || len(r.Trace.Steps) != 3 {
		t.Errorf("cancelled: %v, %d steps, %v", r.Status, len(r.Trace.Steps), err)
	}
	if _, err := r.Predict(cov.Line([]float64{1})); err != nil {
		t.Error(err)
	}
}
