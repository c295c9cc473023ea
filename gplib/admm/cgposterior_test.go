package admm

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// posteriorCases returns models on data for which both posteriors are cheap.
func posteriorCases(t *testing.T) map[string]struct {
	m gplib.Model
	d gplib.Data
	x cov.Inputs
} {
	line := seData(t, 1)
	plane := make([][]float64, 150)
	for i := range plane {
		plane[i] = []float64{math.Sin(float64(i)), math.Cos(float64(i * i))}
	}
	rows, err := cov.Rows(plane)
	if err != nil {
		t.Fatal(err)
	}
	type problem = struct {
		m gplib.Model
		d gplib.Data
		x cov.Inputs
	}
	between := cov.Grid(-1, 11, 70) // two batches of points, some outside the data
	return map[string]problem{
		"SE":   {seModel(), line, between},
		"LP":   {lpModel(), line, between},
		"mean": {gplib.Model{Mean: gplib.ConstantMean(3), Cov: cov.SE(0.4), Noise: gplib.Gaussian(0.01)}, line, between},
		"2-d":  {gplib.Model{Cov: cov.SE(0.5, 2), Noise: gplib.Gaussian(0.1)}, gplib.Data{X: rows, Y: gaussians(150, 3)}, rows.Subset([]int{0, 5, 7})},
	}
}

// conditionCG returns the posterior of m given d by conjugate gradients, with its mean solved for.
func conditionCG(ctx context.Context, m gplib.Model, d gplib.Data) (*CGPosterior, error) {
	p := newCGPosterior(m, d)
	return p, p.reach(ctx)
}

func bothPosteriors(t *testing.T, m gplib.Model, d gplib.Data) (*CGPosterior, *gplib.Exact) {
	t.Helper()
	p, err := conditionCG(ctx, m, d)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	return p, exact
}

func TestCGPosteriorIsTheExactOne(t *testing.T) {
	for name, c := range posteriorCases(t) {
		p, exact := bothPosteriors(t, c.m, c.d)
		got, err := p.Predict(c.x)
		if err != nil {
			t.Fatal(err)
		}
		want, err := exact.Predict(c.x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Mean {
			if math.Abs(got.Mean[i]-want.Mean[i]) > 1e-6 {
				t.Errorf("%s: mean %d is %g, want %g", name, i, got.Mean[i], want.Mean[i])
			}
			if excess := got.Var[i] - want.Var[i]; excess < -1e-9 || excess > 1.1e-3*want.Var[i]+1e-9 {
				t.Errorf("%s: variance %d is %g, want %g", name, i, got.Var[i], want.Var[i])
			}
			if got.VarY[i] <= got.Var[i] {
				t.Errorf("%s: variance %d of y is %g, of f %g", name, i, got.VarY[i], got.Var[i])
			}
		}
	}
}

func TestCGPosteriorHasTheExactCovariance(t *testing.T) {
	for name, c := range posteriorCases(t) {
		p, exact := bothPosteriors(t, c.m, c.d)
		mean, joint, err := p.Covariance(c.x)
		if err != nil {
			t.Fatal(err)
		}
		wantMean, want, err := exact.Covariance(c.x)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(joint, want, 1e-5) || !mat.EqualApprox(vec(mean), vec(wantMean), 1e-6) {
			t.Errorf("%s: mean or covariance differs", name)
		}
	}
}

func TestAFitWithoutMatricesEndsWithoutOne(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := seData(t, 1)
	x := cov.Grid(0, 10, 9)
	stored := mustFit(t, HoldOut{}, seModel(), d, nil)
	for _, scale := range []Scale{ScaleByTraining, ScaleByValidation} {
		free := mustFit(t, HoldOut{Storage: MatrixFree, Scale: scale}, seModel(), d, nil)
		if _, ok := free.Posterior.(*CGPosterior); !ok {
			t.Fatalf("the posterior is a %T", free.Posterior)
		}
		got, err := free.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		want, err := stored.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(vec(got.Mean), vec(want.Mean), 1e-4) {
			t.Errorf("means %v, want %v", got.Mean, want.Mean)
		}
	}
	if !AutoStorage.exact(8192) || AutoStorage.exact(8193) {
		t.Error("the limit of exact posteriors is not 8192 points")
	}
}

func TestAnInterruptedFitSolvesForItsPosteriorLater(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	observe := func(s gplib.Step) error { cancel(); return nil }
	r, err := HoldOut{Storage: MatrixFree}.Fit(ctx, seModel(), seData(t, 1), &gplib.Settings{Observe: observe})
	if err != nil || r.Status != gplib.Cancelled {
		t.Fatal(r.Status, err)
	}
	p := r.Posterior.(*CGPosterior)
	if p.alpha != nil || !strings.Contains(r.Notes.String(), "first prediction") {
		t.Errorf("alpha is known after an interrupt; notes %q", r.Notes)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := p.Predict(cov.Line([]float64{1, 2})); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if p.Data().Len() != 200 || p.Model().Cov == nil {
		t.Error("the posterior does not know its data or model")
	}
}

func TestCGPosteriorNamesWhatIsWrong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := seData(t, 1)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := conditionCG(ended, seModel(), d); !errors.Is(err, context.Canceled) {
		t.Errorf("ended context: %v", err)
	}
	singular := gplib.Model{Cov: cov.Scale(1e6, cov.Matern32(1)), Noise: gplib.FixedGaussian(1e-8)}
	twice := gplib.Data{X: cov.Line(append(grid(300), grid(300)...)), Y: gaussians(600, 1)}
	if _, err := conditionCG(ctx, singular, twice); err == nil || !strings.Contains(err.Error(), "residual") {
		t.Errorf("two observations of one noiseless point: %v", err)
	}
	p, err := conditionCG(ctx, seModel(), d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Predict(cov.Strings{"a"}); err == nil {
		t.Error("strings are accepted as inputs")
	}
}
