package laplace_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/normal/normaltest"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/param"
)

var drawn, modelOf = normaltest.Drawn, normaltest.ModelOf

var likelihoods = []lik.Func{
	lik.Bernoulli(), lik.BernoulliProbit(), lik.Poisson(), lik.StudentT(0.4, 4), lik.StudentT(0.1, 2.5), lik.Gaussian(0.3),
	lik.NegativeBinomial(1.5), lik.Binomial(6), lik.Ordinal(0.8, 1.5), lik.OrdinalProbit(0.8, 1.5), lik.Beta(6), lik.LogNormal(0.3),
}

func value(t testing.TB, m gplib.Model, d gplib.Data, grad []float64) float64 {
	t.Helper()
	v, err := laplace.LML{}.Eval(m, d, grad)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The gradient is that of differences of the value, which hold that the mode moves with the parameters.
func TestTheGradientIsThatOfDifferences(t *testing.T) {
	for _, l := range likelihoods {
		d := drawn(t, 40, l, 2)
		normaltest.Gradient(t, fmt.Sprint(l), modelOf(l), func(m gplib.Model, grad []float64) float64 { return value(t, m, d, grad) })
	}
}

// For Gaussian noise Laplace's approximation is exact.
func TestGaussianNoiseIsExact(t *testing.T) {
	m := modelOf(lik.Gaussian(0.3))
	d := drawn(t, 40, m.Lik, 3)
	exact := m
	exact.Lik, exact.Noise = nil, gplib.Gaussian(0.3)
	grad, want := make([]float64, len(m.Params())), make([]float64, len(m.Params()))
	got := value(t, m, d, grad)
	v, err := gplib.LML{}.Eval(exact, d, want)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the value", got, v, 1e-10)
	for i := range want {
		near(t, "the derivative by "+m.Params()[i].Name, grad[i], want[i], 1e-8)
	}
	p, err := laplace.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	q, err := gplib.Condition(exact, d)
	if err != nil {
		t.Fatal(err)
	}
	at := cov.Points(mat.NewDense(2, 2, []float64{1, 2, 5, 5}))
	a, err := p.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	b, err := q.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	leftA, err := p.LeaveOneOut()
	if err != nil {
		t.Fatal(err)
	}
	leftB, err := q.LeaveOneOut()
	if err != nil {
		t.Fatal(err)
	}
	lowerA, upperA := a.IntervalY(0.9)
	lowerB, upperB := b.IntervalY(0.9)
	for _, c := range []struct {
		what      string
		got, want []float64
	}{
		{"mean", a.Mean, b.Mean}, {"variance", a.Var, b.Var}, {"variance of y", a.VarY, b.VarY},
		{"left-out mean", leftA.Mean, leftB.Mean}, {"left-out variance of y", leftA.VarY, leftB.VarY},
		{"lower bound", lowerA, lowerB}, {"upper bound", upperA, upperB},
	} {
		for i, v := range c.want {
			near(t, c.what, c.got[i], v, 1e-8)
		}
	}
}

func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

// The definition with one and two rows: the mode by a search that uses no derivatives, and the curvature
// there by differences.
func TestTheDefinitionByBruteForce(t *testing.T) {
	for _, l := range likelihoods {
		for n := 1; n <= 2; n++ {
			m, d := modelOf(l), drawn(t, n, l, 5)
			k := mat.NewSymDense(n, nil)
			gram := mat.NewDense(n, n, nil)
			m.Cov.Gram(gram, d.X, d.X)
			for i := range n {
				for j := range n {
					k.SetSym(i, j, gram.At(i, j))
				}
			}
			var inverse mat.Dense
			if err := inverse.Inverse(k); err != nil {
				t.Fatal(err)
			}
			prior := m.MeanAt(d.X)
			psi := func(f []float64) float64 {
				v := 0.0
				for i := range f {
					v += l.Log(d.Y[i], f[i]).Value
					for j := range f {
						v -= (f[i] - prior[i]) * inverse.At(i, j) * (f[j] - prior[j]) / 2
					}
				}
				return v
			}
			f := search(psi, append([]float64(nil), prior...))
			hessian := mat.NewDense(n, n, nil)
			const h = 1e-4
			for i := range n {
				for j := range n {
					at := func(a, b float64) float64 {
						g := append([]float64(nil), f...)
						g[i] += a
						g[j] += b
						return psi(g)
					}
					hessian.Set(i, j, -(at(h, h)-at(h, -h)-at(-h, h)+at(-h, -h))/(4*h*h))
				}
			}
			var product mat.Dense
			product.Mul(gram, hessian) // K(K⁻¹+W) = I + KW
			want := psi(f) - math.Log(mat.Det(&product))/2
			near(t, l.(interface{ String() string }).String(), -value(t, m, d, nil), want, 1e-5)
		}
	}
}

// search maximises along the coordinates and diagonals with shrinking steps.
func search(g func([]float64) float64, at []float64) []float64 {
	best := g(at)
	for step := 1.0; step > 1e-9; {
		moved := false
		for i := range at {
			for j := range at {
				for _, by := range [][2]float64{{step, 0}, {-step, 0}, {step, step}, {-step, -step}, {step, -step}, {-step, step}} {
					next := append([]float64(nil), at...)
					next[i] += by[0]
					if j != i {
						next[j] += by[1]
					}
					if v := g(next); v > best {
						at, best, moved = next, v, true
					}
				}
			}
		}
		if !moved {
			step /= 2
		}
	}
	return at
}

// The marginal likelihood of two rows, ∫∫ p(y₁|f₁) p(y₂|f₂) N(f; m, K) df by a grid over whitened latent
// values, is close to its approximation: the error of each is that of a second-order expansion, some
// hundredths of a nat, and more for the two modes of Student's t.
func TestTheIntegralIsCloseToItsApproximation(t *testing.T) {
	for _, c := range []struct {
		l   lik.Func
		tol float64
	}{
		{lik.Bernoulli(), 0.1}, {lik.BernoulliProbit(), 0.1}, {lik.Poisson(), 0.1}, {lik.StudentT(0.4, 4), 0.3}, {lik.Gaussian(0.3), 1e-8},
		{lik.NegativeBinomial(1.5), 0.15}, {lik.Binomial(6), 0.1}, {lik.Ordinal(0.8, 1.5), 0.1}, {lik.OrdinalProbit(0.8, 1.5), 0.1},
		{lik.Beta(6), 0.15}, {lik.LogNormal(0.3), 1e-8},
	} {
		for seed := range uint64(2) {
			m, d := modelOf(c.l), drawn(t, 2, c.l, 20+seed)
			prior, gram := m.MeanAt(d.X), mat.NewDense(2, 2, nil)
			m.Cov.Gram(gram, d.X, d.X)
			a := math.Sqrt(gram.At(0, 0))
			b := gram.At(0, 1) / a
			e := math.Sqrt(gram.At(1, 1) - b*b)
			const step, ends = 0.05, 8.0
			sum := 0.0
			for u := -ends; u <= ends; u += step {
				first := c.l.Log(d.Y[0], prior[0]+a*u).Value - u*u/2
				for v := -ends; v <= ends; v += step {
					sum += math.Exp(first + c.l.Log(d.Y[1], prior[1]+b*u+e*v).Value - v*v/2)
				}
			}
			want := math.Log(sum * step * step / (2 * math.Pi))
			near(t, fmt.Sprintf("%v, seed %d: the log marginal likelihood", c.l, seed), -value(t, m, d, nil), want, c.tol)
		}
	}
}

// Evaluations one after another, at parameters near each other and far apart, have the values and gradients of
// single ones, and so do those of other data in between.
func TestSuccessiveEvaluationsAreThoseOfSingleOnes(t *testing.T) {
	for _, l := range likelihoods {
		m, d, other := modelOf(l), drawn(t, 60, l, 4), drawn(t, 50, l, 6)
		o := laplace.LML{}.Successive()
		theta := m.Theta()
		for turn, factor := range []float64{1, 1.05, 1.051, 1.051, 4, 0.2} {
			moved := append([]float64(nil), theta...)
			for i, p := range m.Params() {
				if p.Role != param.RoleNoise && p.Role != param.RoleShape {
					moved[i] *= factor
				}
			}
			data := d
			if turn == 3 {
				data = other
			}
			at := m.With(moved)
			grad, want := make([]float64, len(theta)), make([]float64, len(theta))
			got, err := o.EvalWithin(t.Context(), math.Inf(1), at, data, grad)
			if err != nil {
				t.Fatal(err)
			}
			near(t, fmt.Sprintf("%v, turn %d: the value", l, turn), got, value(t, at, data, want), 1e-10)
			for i, v := range want {
				near(t, fmt.Sprintf("%v, turn %d: the derivative by %s", l, turn, m.Params()[i].Name), grad[i], v, 1e-8)
			}
		}
	}
}
