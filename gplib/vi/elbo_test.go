package vi_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/normal/normaltest"
	"krigo/gplib/lik"
	"krigo/gplib/param"
	"krigo/gplib/vi"
)

var drawn, modelOf = normaltest.Drawn, normaltest.ModelOf

var likelihoods = []lik.Func{
	lik.Bernoulli(), lik.BernoulliProbit(), lik.Poisson(), lik.StudentT(0.4, 4), lik.Gaussian(0.3),
	lik.NegativeBinomial(1.5), lik.Binomial(6), lik.Laplace(0.4),
}

func value(t testing.TB, m gplib.Model, d gplib.Data, grad []float64) float64 {
	t.Helper()
	v, err := vi.ELBO{}.Eval(m, d, grad)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The gradient is that of differences of the value, although the best q moves with the parameters.
func TestTheGradientIsThatOfDifferences(t *testing.T) {
	for _, l := range likelihoods {
		d := drawn(t, 40, l, 2)
		normaltest.Gradient(t, fmt.Sprint(l), modelOf(l), func(m gplib.Model, grad []float64) float64 { return value(t, m, d, grad) })
	}
}

// For Gaussian noise the bound is the log marginal likelihood.
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
	p, err := vi.Condition(m, d)
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

// The bound of two rows is below their log marginal likelihood, ∫∫ p(y₁|f₁) p(y₂|f₂) N(f; m, K) df by a grid over
// whitened latent values, and close to it.
func TestTheBoundIsBelowTheIntegral(t *testing.T) {
	for _, l := range likelihoods {
		for seed := range uint64(2) {
			m, d := modelOf(l), drawn(t, 2, l, 20+seed)
			prior, gram := m.MeanAt(d.X), mat.NewDense(2, 2, nil)
			m.Cov.Gram(gram, d.X, d.X)
			a := math.Sqrt(gram.At(0, 0))
			b := gram.At(0, 1) / a
			e := math.Sqrt(gram.At(1, 1) - b*b)
			const step, ends = 0.1, 7.0
			sum := 0.0
			for u := -ends; u <= ends; u += step {
				first := l.Log(d.Y[0], prior[0]+a*u).Value - u*u/2
				for v := -ends; v <= ends; v += step {
					sum += math.Exp(first + l.Log(d.Y[1], prior[1]+b*u+e*v).Value - v*v/2)
				}
			}
			want, got := math.Log(sum*step*step/(2*math.Pi)), -value(t, m, d, nil)
			const rounding, far = 1e-6, 0.3 // that of the kink of a Laplace distribution on the grid, in nats
			if got > want+rounding || got < want-far {
				t.Errorf("%v, seed %d: the bound is %v, the log marginal likelihood %v", l, seed, got, want)
			}
		}
	}
}

// No normal distribution near q has a higher bound, where q is moved by its mean and its covariance factor,
// also off the diagonal, and the bound is computed from its definition by matrices.
func TestNoOtherNormalDistributionHasAHigherBound(t *testing.T) {
	for _, l := range likelihoods {
		m, d := modelOf(l), drawn(t, 12, l, 5)
		n := d.Len()
		p, err := vi.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		mean, sigma, err := p.Covariance(d.X)
		if err != nil {
			t.Fatal(err)
		}
		gram := mat.NewDense(n, n, nil)
		m.Cov.Gram(gram, d.X, d.X)
		var prior, own mat.Cholesky
		if !prior.Factorize(mat.NewSymDense(n, gram.RawMatrix().Data)) || !own.Factorize(sigma) {
			t.Fatal("no Cholesky factor")
		}
		var lower mat.TriDense
		own.LTo(&lower)
		bound := func(mean []float64, l mat.Matrix) float64 {
			var s, solved mat.Dense
			s.Mul(l, l.T())
			if err := prior.SolveTo(&solved, &s); err != nil {
				t.Fatal(err)
			}
			away := mat.NewVecDense(n, nil)
			for i, v := range m.MeanAt(d.X) {
				away.SetVec(i, mean[i]-v)
			}
			var back mat.VecDense
			if err := prior.SolveVecTo(&back, away); err != nil {
				t.Fatal(err)
			}
			sum := -(mat.Trace(&solved) - float64(n) + mat.Dot(away, &back) + prior.LogDet()) / 2
			for i := range n {
				sum += math.Log(math.Abs(l.At(i, i)))
				sum += lik.Observed{Lik: m.Lik, Mean: mean[i], Var: s.At(i, i)}.Expected(d.Y[i]).Value
			}
			return sum
		}
		best := bound(mean, &lower)
		near(t, fmt.Sprintf("%v: the bound", l), -value(t, m, d, nil), best, 1e-8)
		rng := rand.New(rand.NewPCG(3, 4))
		for range 20 {
			mu, moved := slices.Clone(mean), mat.DenseCopyOf(&lower)
			for i := range n {
				mu[i] += 0.02 * rng.NormFloat64()
				for j := range i + 1 {
					moved.Set(i, j, moved.At(i, j)+0.01*rng.NormFloat64())
				}
			}
			if other := bound(mu, moved); other > best+1e-9 {
				t.Errorf("%v: another q has the bound %v, not %v", l, other, best)
			}
		}
	}
}

// Evaluations one after another, at parameters near each other and far apart, have the values and gradients of
// single ones, and so do those of other data in between.
func TestSuccessiveEvaluationsAreThoseOfSingleOnes(t *testing.T) {
	for _, l := range likelihoods {
		m, d, other := modelOf(l), drawn(t, 60, l, 4), drawn(t, 50, l, 6)
		if !lik.LogConcave(l) {
			continue
		}
		o := vi.ELBO{}.Successive()
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

// A likelihood with heavy tails, for which the sweeps of expectation propagation go round, has a maximum of the bound.
func TestHeavyTailsHaveABound(t *testing.T) {
	l := lik.StudentT(0.1, 2.5)
	m, d := modelOf(l), drawn(t, 40, l, 2)
	p, err := vi.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	if q, err := p.Predict(d.X); err != nil || floats.HasNaN(q.Mean) || floats.HasNaN(q.Var) {
		t.Errorf("the prediction is %v (%v)", q, err)
	}
}
