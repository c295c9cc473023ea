package laplace_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
)

// A step goes to the mean of Gaussian-process regression on its targets, solved here by the dense
// formula m + K (K + W⁻¹)⁻¹(z - m), ends at the mode of the posterior, and never descends.
func TestNewtonsStepsAreRegressionsOnTargets(t *testing.T) {
	for _, l := range []lik.Func{lik.Bernoulli(), lik.BernoulliProbit(), lik.Poisson(), lik.Ordinal(0.8, 1.5), lik.StudentT(0.1, 2.5)} {
		m, d := modelOf(l), drawn(t, 25, l, 12)
		path, err := laplace.Newton(t.Context(), m, d)
		if err != nil {
			t.Fatal(err)
		}
		compared, prior := 0, m.MeanAt(d.X)
		for i, s := range path.Steps {
			want, whole := regressed(t, m, d, path, i)
			if whole {
				compared++
			}
			for row := range want {
				if whole && math.Abs(s.To[row]-want[row]) > 1e-7*(1+math.Abs(want[row])) {
					t.Errorf("%v: step %d goes to %v in row %d, the regression on the targets to %v", l, i, s.To[row], row, want[row])
				}
				if i == 0 && s.F[row] != prior[row] {
					t.Errorf("%v: the start is %v in row %d, not the prior mean %v", l, s.F[row], row, prior[row])
				}
				if i > 0 {
					before := path.Steps[i-1]
					if at := before.F[row] + before.Size*(before.To[row]-before.F[row]); math.Abs(s.F[row]-at) > 1e-9*(1+math.Abs(at)) {
						t.Errorf("%v: step %d begins at %v in row %d, not at %v", l, i, s.F[row], row, at)
					}
				}
			}
			if last := len(path.Steps) - 1; i > 0 && i < last && s.Size == 1 && path.Steps[i-1].Size == 1 && s.Move() > 10*path.Steps[i-1].Move() {
				t.Errorf("%v: step %d moves by up to %v, the one before by %v", l, i, s.Move(), path.Steps[i-1].Move())
			}
			if i > 0 && s.Psi < path.Steps[i-1].Psi-1e-10*math.Abs(s.Psi) {
				t.Errorf("%v: the objective falls from %v to %v at step %d", l, path.Steps[i-1].Psi, s.Psi, i)
			}
		}
		if compared == 0 {
			t.Errorf("%v: no step of %d has a target in each row", l, len(path.Steps))
		}
		if lik.LogConcave(l) {
			endsAtTheMode(t, path)
		}
	}
}

// regressed returns the mean of a Gaussian process given the targets of a step, and whether each row has one.
func regressed(t *testing.T, m gplib.Model, d gplib.Data, path *laplace.NewtonPath, i int) (mean []float64, whole bool) {
	t.Helper()
	target, deviation, err := path.Targets(i)
	if err != nil {
		t.Fatal(err)
	}
	n, prior := d.Len(), m.MeanAt(d.X)
	k, c, z := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	m.Cov.Gram(k, d.X, d.X)
	c.Copy(k)
	for row, v := range target {
		if math.IsNaN(v) {
			return make([]float64, n), false
		}
		c.Set(row, row, c.At(row, row)+deviation[row]*deviation[row])
		z.SetVec(row, v-prior[row])
	}
	var weights, f mat.VecDense
	if err := weights.SolveVec(c, z); err != nil {
		t.Fatal(err)
	}
	f.MulVec(k, &weights)
	for row, v := range prior {
		mean = append(mean, f.AtVec(row)+v)
	}
	return mean, true
}

// endsAtTheMode compares the last step with the posterior.
func endsAtTheMode(t *testing.T, path *laplace.NewtonPath) {
	t.Helper()
	p, err := laplace.Condition(path.Model, path.Data)
	if err != nil {
		t.Fatal(err)
	}
	at := cov.Points(mat.NewDense(2, 2, []float64{1, 2, 4, 3}))
	want, err := p.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	from, to, err := path.Curves(len(path.Steps)-1, at)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range want.Mean {
		if math.Abs(from[i]-v) > 1e-5 || math.Abs(to[i]-v) > 1e-5 {
			t.Errorf("%v: the path ends at %v and %v at point %d, the posterior has %v", path.Model.Lik, from[i], to[i], i, v)
		}
	}
}

func TestWhatNewtonRefuses(t *testing.T) {
	m, d := modelOf(lik.Bernoulli()), drawn(t, 6, lik.Bernoulli(), 1)
	path, err := laplace.Newton(t.Context(), m, d)
	if err != nil {
		t.Fatal(err)
	}
	if text := path.String(); !strings.Contains(text, "6 latent values") || strings.Count(text, "objective") != len(path.Steps) {
		t.Errorf("the path is written %q", text)
	}
	two, _, targets := path.Targets(99)
	_, _, below := path.Curves(-1, d.X)
	_, _, line := path.Curves(0, cov.Line([]float64{1}))
	_, none := laplace.Newton(t.Context(), gplib.Model{Cov: cov.SE(1)}, d)
	_, kink := laplace.Newton(t.Context(), modelOf(lik.Laplace(1)), drawn(t, 6, lik.Laplace(1), 1))
	bad := gplib.Data{X: d.X, Y: []float64{0, 1, 2, 0, 1, 0}}
	_, labels := laplace.Newton(t.Context(), m, bad)
	if two != nil {
		t.Errorf("step 99 has targets %v", two)
	}
	for want, err := range map[string]error{
		"there is no step 99": targets, "there is no step -1": below, "laplace: Curves: ": line,
		"the model has no likelihood": none, "has a kink": kink, "y[2] is 2": labels,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}
