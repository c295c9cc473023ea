package ep_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/ep"
	"krigo/gplib/internal/normal/normaltest"
	"krigo/gplib/lik"
	"krigo/gplib/param"
)

var drawn, modelOf = normaltest.Drawn, normaltest.ModelOf

var likelihoods = []lik.Func{
	lik.Bernoulli(), lik.BernoulliProbit(), lik.Poisson(), lik.StudentT(0.4, 4), lik.Gaussian(0.3),
	lik.NegativeBinomial(1.5), lik.Binomial(6),
}

func value(t testing.TB, m gplib.Model, d gplib.Data, grad []float64) float64 {
	t.Helper()
	v, err := ep.LML{}.Eval(m, d, grad)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The gradient is that of differences of the value, although the sites move with the parameters.
func TestTheGradientIsThatOfDifferences(t *testing.T) {
	for _, l := range likelihoods {
		d := drawn(t, 40, l, 2)
		normaltest.Gradient(t, fmt.Sprint(l), modelOf(l), func(m gplib.Model, grad []float64) float64 { return value(t, m, d, grad) })
	}
}

// For Gaussian noise expectation propagation is exact.
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
	p, err := ep.Condition(m, d)
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

// The marginal likelihood of two rows, ∫∫ p(y₁|f₁) p(y₂|f₂) N(f; m, K) df by a grid over whitened latent
// values, is close to its approximation: for labels and counts by less than a thousandth of a nat, where
// Laplace's has errors of hundredths.
func TestTheIntegralIsCloseToItsApproximation(t *testing.T) {
	for _, c := range []struct {
		l   lik.Func
		tol float64
	}{
		{lik.Bernoulli(), 1e-3}, {lik.BernoulliProbit(), 1e-3}, {lik.Poisson(), 1e-3}, {lik.StudentT(0.4, 4), 0.02}, {lik.Gaussian(0.3), 1e-8},
		{lik.NegativeBinomial(1.5), 1e-3}, {lik.Binomial(6), 1e-3},
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
		if !lik.LogConcave(l) {
			continue
		}
		o := ep.LML{}.Successive()
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

// Sweeps of a likelihood with heavy tails that go round are an error that names the model, not a value.
func TestSweepsThatDoNotConvergeAreAnError(t *testing.T) {
	l := lik.StudentT(0.1, 2.5)
	m, d := modelOf(l), drawn(t, 40, l, 2)
	if _, err := (ep.LML{}).Eval(m, d, nil); !errors.Is(err, ep.ErrNotConverged) || !strings.Contains(err.Error(), "StudentT") {
		t.Errorf("the error is %v", err)
	}
	if _, err := ep.Condition(m, d); !errors.Is(err, ep.ErrNotConverged) {
		t.Errorf("the error is %v", err)
	}
}
