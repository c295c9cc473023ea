package statespace_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/normal/normaltest"
	"krigo/gplib/laplace"
	"krigo/gplib/learntest"
	"krigo/gplib/lik"
	"krigo/gplib/posteriortest"
	"krigo/gplib/statespace"
)

// likelihoods are log-concave and smooth.
func likelihoods() []lik.Func {
	return []lik.Func{lik.Poisson(), lik.Bernoulli(), lik.BernoulliProbit(), lik.NegativeBinomial(3), lik.Ordinal(0.8), lik.Gaussian(0.3)}
}

// observedBy returns rows in any order, some at equal times, with observations of a likelihood about a wave.
func observedBy(t *testing.T, l lik.Func, n int) gplib.Data {
	t.Helper()
	rng := rand.New(rand.NewPCG(51, 60))
	x, y := make([]float64, n), make([]float64, n)
	for i := range y {
		x[i] = 10 * rng.Float64()
		if i%9 == 8 {
			x[i] = x[i-4]
		}
		y[i] = l.Sample(1.5*math.Sin(x[i])+0.3, rng)
	}
	return gplib.Data{X: cov.Line(x), Y: y}
}

func modelOf(l lik.Func) gplib.Model {
	k := cov.Sum(cov.Scale(1.3, cov.Matern52(1.5)), cov.Product(cov.Scale(0.4, cov.Matern32(4)), cov.Cosine(2.5)), cov.Linear(0.1))
	return gplib.Model{Mean: gplib.LinearMean(0.2, 0.05), Cov: k, Lik: l}
}

// The dense approximation finds the same mode by other steps.
func TestTheApproximationIsLaplaces(t *testing.T) {
	at := cov.Line([]float64{-1, 0.4, 3.3, 9.9, 12})
	for _, l := range likelihoods() {
		d, m := observedBy(t, l, 60), modelOf(l)
		grad, want := make([]float64, len(m.Params())), make([]float64, len(m.Params()))
		value, err := statespace.Laplace{}.Eval(m, d, grad)
		if err != nil {
			t.Fatal(err)
		}
		dense, err := laplace.LML{}.Eval(m, d, want)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("%v: value", l), []float64{value}, []float64{dense}, 1e-8)
		near(t, fmt.Sprintf("%v: gradient", l), grad, want, 1e-6)
		p, err := statespace.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := laplace.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		for what, predict := range map[string]func(p gplib.Posterior) (gplib.Prediction, error){
			"prediction": func(p gplib.Posterior) (gplib.Prediction, error) { return p.Predict(at) },
			"left out":   func(p gplib.Posterior) (gplib.Prediction, error) { return p.(gplib.LeaveOneOuter).LeaveOneOut() },
		} {
			got, err := predict(p)
			if err != nil {
				t.Fatal(err)
			}
			want, err := predict(exact)
			if err != nil {
				t.Fatal(err)
			}
			near(t, fmt.Sprintf("%v, %s: mean", l, what), got.Mean, want.Mean, 1e-6)
			near(t, fmt.Sprintf("%v, %s: variance", l, what), got.Var, want.Var, 1e-6)
			near(t, fmt.Sprintf("%v, %s: mean of y", l, what), got.MeanY(), want.MeanY(), 1e-6)
		}
	}
}

func TestTheGradientHoldsThatTheModeMoves(t *testing.T) {
	for _, l := range likelihoods() {
		d := observedBy(t, l, 30)
		normaltest.Gradient(t, fmt.Sprint(l), modelOf(l), func(m gplib.Model, grad []float64) float64 {
			value, err := statespace.Laplace{}.Eval(m, d, grad)
			if err != nil {
				t.Fatal(err)
			}
			return value
		})
	}
}

func TestAPosteriorOfCountsKeepsTheContract(t *testing.T) {
	d := observedBy(t, lik.Poisson(), 40)
	m := modelOf(lik.Poisson())
	more := gplib.Data{X: cov.Line([]float64{10.5, 11, 3.2}), Y: []float64{2, 0, 4}}
	p, err := statespace.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	anew := func(all gplib.Data) (gplib.Posterior, error) { return statespace.Condition(m, all) }
	posteriortest.Check(t, posteriortest.Case{Posterior: p, At: cov.Line([]float64{-0.5, 4.4, 11}), More: more, Anew: anew})
}

func TestTheLearnerOfCountsKeepsTheContract(t *testing.T) {
	m := gplib.Model{Cov: cov.Scale(1, cov.Matern32(1)), Lik: lik.Poisson()}
	d := observedBy(t, lik.Poisson(), 30)
	learntest.Check(t, statespace.Learner{}, m, d)
	got, err := statespace.Learner{}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := laplace.Learner{}.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !(math.Abs(got.Value-want.Value) <= 1e-6*math.Abs(want.Value)) {
		t.Errorf("%s ends at %v, the dense fit at %v", got.Method, got.Value, want.Value)
	}
}

// Counts that are nearly certain have next to no curvature.
func TestLatentValuesFarFromDataAreNoFault(t *testing.T) {
	x, y := make([]float64, 300), make([]float64, 300)
	for i := range x {
		x[i] = float64(i) / 10
		if i > 150 && i < 160 {
			y[i] = 40
		}
	}
	d := gplib.Data{X: cov.Line(x), Y: y}
	for _, mean := range []float64{-12, -30} {
		m := gplib.Model{Mean: gplib.ConstantMean(mean), Cov: cov.Scale(60, cov.Matern32(3)), Lik: lik.Poisson()}
		value, err := statespace.Laplace{}.Eval(m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		dense, err := laplace.LML{}.Eval(m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "value", []float64{value}, []float64{dense}, 1e-6)
		p, err := statespace.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		left, err := p.LeaveOneOut()
		if err != nil {
			t.Fatal(err)
		}
		exact, err := laplace.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		want, err := exact.LeaveOneOut()
		if err != nil {
			t.Fatal(err)
		}
		near(t, "mean left out", left.Mean, want.Mean, 1e-4)
		near(t, "variance left out", left.Var, want.Var, 1e-4)
	}
}

// A model with a likelihood has no noise to enlarge, and no variance at all is none at one row either.
func TestFaultsOfALikelihoodDoNotNameNoise(t *testing.T) {
	at0 := gplib.Data{X: cov.Line([]float64{0, 0}), Y: []float64{1, 2}}
	if _, err := statespace.Condition(gplib.Model{Cov: cov.Linear(1), Lik: lik.Poisson()}, at0); err == nil || !strings.Contains(err.Error(), "prior variance") {
		t.Errorf("no variance: the error is %v", err)
	}
	many := gplib.Data{X: cov.Line([]float64{1, 1, 2}), Y: []float64{1e15, 1e15, 1e15}}
	_, err := statespace.Condition(gplib.Model{Mean: gplib.ConstantMean(34), Cov: cov.Scale(10, cov.Matern12(1)), Lik: lik.Poisson()}, many)
	if err == nil || !strings.Contains(err.Error(), "Poisson") || !strings.Contains(err.Error(), "laplace.Condition") {
		t.Errorf("large counts: the error is %v", err)
	}
	p, err := statespace.Condition(modelOf(lik.Poisson()), observedBy(t, lik.Poisson(), 20))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Extend(gplib.Data{X: cov.Line([]float64{11}), Y: []float64{-1}}); err == nil || !strings.Contains(err.Error(), "y[0] is -1") {
		t.Errorf("a count below 0: the error is %v", err)
	}
}

func TestLikelihoodsWithoutAModeAreRefused(t *testing.T) {
	d := observedBy(t, lik.Poisson(), 20)
	for want, c := range map[string]struct {
		l lik.Func
		d gplib.Data
	}{
		"not log-concave": {lik.StudentT(1, 4), d},
		"has a kink":      {lik.Laplace(1), d},
		"softmax":         {lik.Categorical("a", "b", "c"), d},
		"y[1] is -1":      {lik.Poisson(), gplib.Data{X: cov.Line([]float64{1, 2}), Y: []float64{0, -1}}},
		"has no points":   {lik.Poisson(), gplib.Data{X: cov.Line(nil)}},
		"y[2] is 1.5":     {lik.Poisson(), gplib.Data{X: cov.Line([]float64{1, 2, 3}), Y: []float64{0, 1, 1.5}}},
	} {
		m := modelOf(c.l)
		for by, f := range map[string]func() error{
			"Laplace":   func() error { _, err := statespace.Laplace{}.Eval(m, c.d, nil); return err },
			"Condition": func() error { _, err := statespace.Condition(m, c.d); return err },
			"Fit":       func() error { _, err := statespace.Learner{}.Fit(t.Context(), m, c.d, nil); return err },
		} {
			if err := f(); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %v: the error is %v, want %q in it", by, c.l, err, want)
			}
		}
	}
	noise := gplib.Model{Cov: cov.Matern32(1), Noise: gplib.Gaussian(1)}
	if _, err := (statespace.Laplace{}).Eval(noise, d, nil); err == nil || !strings.Contains(err.Error(), "statespace.LML") {
		t.Errorf("a model without a likelihood: the error is %v", err)
	}
}
