package grief

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// leastSquares returns (HᵀC⁻¹H)⁻¹HᵀC⁻¹y with the columns 1 and x.
func leastSquares(t *testing.T, m gplib.Model, x *cov.Matrix, y []float64) []float64 {
	t.Helper()
	n := x.Len()
	h, c := mat.NewDense(n, 1+x.Dim(), nil), gramOf(m.Cov, x, x)
	for i := range n {
		h.SetRow(i, append([]float64{1}, x.Row(i)...))
		c.Set(i, i, c.At(i, i)+noiseOf(m))
	}
	var inverse, normal, right, b mat.Dense
	if err := inverse.Inverse(c); err != nil {
		t.Fatal(err)
	}
	normal.Product(h.T(), &inverse, h)
	right.Product(h.T(), &inverse, mat.NewDense(n, 1, y))
	if err := b.Solve(&normal, &right); err != nil {
		t.Fatal(err)
	}
	return mat.Col(nil, 0, &b)
}

// TestALinearMeanIsThatOfGeneralisedLeastSquares, at the parameters of the model
// where no exact start is wanted, and at its own otherwise. Nothing is warned of,
// and the mean is as free as it was.
func TestALinearMeanIsThatOfGeneralisedLeastSquares(t *testing.T) {
	x, y := someData(t, 80, 2, 50)
	for i := range y {
		y[i] += 700 - 30*x.At(i, 0)
	}
	m := someModel(2)
	m.Mean = gplib.LinearMean(0, 0, 0)
	for name, l := range map[string]gplib.Learner{
		"type II": TypeII{Functions: 60, Exact: -1}, "type I": TypeI{Functions: 60, Exact: -1, Steps: 400},
		"quadrature": Quadrature{Functions: 60}, "rows": TypeII{Functions: 60},
	} {
		fit, err := l.Fit(t.Context(), m, gplib.Data{X: x, Y: y}, nil)
		if err != nil {
			t.Fatal(err)
		}
		at := m
		if name == "quadrature" || name == "rows" {
			p, err := newProblem(fitting(t, m), localRows{rowsOf(t, x, y)}, options{functions: 60})
			if err != nil {
				t.Fatal(err)
			}
			at = p.model
		}
		got := fit.Model.Theta()[:3]
		for i, want := range leastSquares(t, at, x, y) {
			if !near(got[i], want, 2e-3) || fit.Model.Params()[i].Fixed {
				t.Errorf("%s: coefficient %d is %v, want %v", name, i, got[i], want)
			}
		}
		if strings.Contains(fit.Warnings.String(), "mean") {
			t.Errorf("%s: %q", name, fit.Warnings)
		}
		p, _ := fit.Predict(x)
		for i, v := range y {
			if math.Abs(p.Mean[i]-v) > 0.5 {
				t.Fatalf("%s: row %d: %v, want %v", name, i, p.Mean[i], v)
			}
		}
	}
}

// TestAMeanThatIsNotLearnedIsTold: of a fit that was cancelled.
func TestAMeanThatIsNotLearnedIsTold(t *testing.T) {
	x, y := someData(t, 30, 1, 51)
	m := someModel(1)
	m.Mean = gplib.ConstantMean(0)
	f := fitting(t, m)
	f.Ctx = cancelled(t)
	if _, err := newProblem(f, localRows{rowsOf(t, x, y)}, options{}); err != nil {
		t.Fatal(err)
	}
	if len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0].String(), "mean is not learned") {
		t.Errorf("%q", f.Warnings)
	}
}

// TestAShortLengthscaleGetsMorePoints where their number is not the user's and the
// functions suffice, and predictions come near the exact ones.
func TestAShortLengthscaleGetsMorePoints(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	x, y := someData(t, 400, 2, 52)
	for i := range y {
		y[i] += math.Sin(40 * x.At(i, 0))
	}
	d := gplib.Data{X: x, Y: y}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(0.05, 1)), Noise: gplib.Gaussian(0.01)}
	for _, c := range []struct {
		learner TypeII
		fine    bool
	}{{TypeII{Functions: 300}, true}, {TypeII{Functions: 300, Points: 10}, false}, {TypeII{Functions: 4}, false}} {
		p, err := newProblem(fitting(t, m), localRows{rowsOf(t, x, y)}, options{points: c.learner.Points, functions: c.learner.Functions})
		if err != nil {
			t.Fatal(err)
		}
		length := p.model.Theta()[1]
		if more := len(p.grid.Points(0)) > 10 && p.grid.Spacing(0) <= length && len(p.grid.Points(1)) == 10; more != c.fine {
			t.Errorf("%+v: %d and %d points, lengthscale %v", c.learner, len(p.grid.Points(0)), len(p.grid.Points(1)), length)
		}
		if !c.fine {
			continue
		}
		fit, err := c.learner.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		q, _ := fit.Predict(x)
		square := 0.0
		for i, v := range y {
			square += (q.Mean[i] - v) * (q.Mean[i] - v) / 400
		}
		if square > 0.012 { // the noise has 0.01
			t.Errorf("mean squared error %v", square)
		}
	}
}

// TestAnOffsetDoesNotRaiseTheNoise: its floor is relative to how y varies, also
// without a mean function.
func TestAnOffsetDoesNotRaiseTheNoise(t *testing.T) {
	x, y := someData(t, 80, 2, 53)
	for i := range y {
		y[i] += 1000
	}
	p, err := newProblem(fitting(t, someModel(2)), localRows{rowsOf(t, x, y)}, options{})
	if err != nil {
		t.Fatal(err)
	}
	if q := p.model.Noise.Params()[0]; q.Min > 0.1 || q.Value > 0.1 {
		t.Errorf("the noise is %v, at least %v", q.Value, q.Min)
	}
}

// TestTheTraceHoldsTheExactPhase: where the exact start is on all rows, its steps come
// first, fall, and can be visited again.
func TestTheTraceHoldsTheExactPhase(t *testing.T) {
	x, y := someData(t, 80, 2, 7)
	fit, err := TypeII{Functions: 60}.Fit(t.Context(), someModel(2), gplib.Data{X: x, Y: y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	steps, exact := fit.Trace.Steps, 0
	for exact < len(steps) && steps[exact].Monitors[0].Value == -1 {
		exact++
	}
	if exact < 3 || exact == len(steps) || !(steps[exact-1].Value < steps[0].Value-1) {
		t.Fatalf("%d of %d steps are of the exact start, from %v to %v", exact, len(steps), steps[0].Value, steps[exact-1].Value)
	}
	want, err := gplib.LML{}.Eval(someModel(2).With(steps[1].Theta), gplib.Data{X: x, Y: y}, nil)
	if err != nil || !near(steps[1].Value, want, 1e-9) {
		t.Errorf("step 1 has the value %v, the exact likelihood is %v (%v)", steps[1].Value, want, err)
	}
	for i := 1; i < len(steps); i++ {
		if steps[i].Elapsed < steps[i-1].Elapsed {
			t.Errorf("step %d is at %v, the one before at %v", i, steps[i].Elapsed, steps[i-1].Elapsed)
		}
	}
	at, err := fit.At(0)
	if _, ok := at.Posterior.(*gplib.Exact); err != nil || !ok {
		t.Errorf("at step 0: %T (%v)", at.Posterior, err)
	}
}
