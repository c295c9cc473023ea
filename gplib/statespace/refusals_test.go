package statespace_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/statespace"
)

// cov.Constant takes inputs of any type and functionals have the dimension of the data, so that the model refuses
// neither itself.
func TestInputsThatAreNotPointsAreErrors(t *testing.T) {
	tried := 0
	for _, k := range []cov.Func{cov.Constant(1), cov.Matern52(2)} {
		m := gplib.Model{Cov: k, Noise: gplib.Gaussian(0.1)}
		p, err := statespace.Condition(m, drawnData(rand.New(rand.NewPCG(51, 15)), 5))
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []cov.Inputs{cov.Strings{"a", "b"}, cov.Functionals(cov.At(1), cov.Derivative([]float64{2}, 1))} {
			if m.Cov.Check(x) == nil {
				refused(t, m, p, x)
				tried++
			}
		}
	}
	if tried < 2 {
		t.Errorf("%d of the inputs reach the state space", tried)
	}
}

// refused checks that inputs of two rows are errors.
func refused(t *testing.T, m gplib.Model, p *statespace.Posterior, x cov.Inputs) {
	t.Helper()
	d := gplib.Data{X: x, Y: []float64{1, 2}}
	for by, f := range map[string]func() error{
		"Check":        func() error { return statespace.Check(m, x) },
		"LML":          func() error { _, err := statespace.LML{}.Eval(m, d, nil); return err },
		"Condition":    func() error { _, err := statespace.Condition(m, d); return err },
		"Fit":          func() error { _, err := statespace.Learner{}.Fit(t.Context(), m, d, nil); return err },
		"Predict":      func() error { _, err := p.Predict(x); return err },
		"Covariance":   func() error { _, _, err := p.Covariance(x); return err },
		"Sample":       func() error { _, err := p.Sample(x, 1, nil); return err },
		"MeanGradient": func() error { _, err := p.MeanGradient(x); return err },
		"VarGradient":  func() error { _, err := p.VarGradient(x); return err },
		"Extend":       func() error { _, err := p.Extend(d); return err },
	} {
		err := f()
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%T", x)) || !strings.Contains(err.Error(), "gplib.Condition") {
			t.Errorf("%T, %s: the error is %v", x, by, err)
		}
	}
}

// Most of the sizes are far above what a machine can hold. A list of 256 terms with 256 factors takes some megabytes.
func TestLargeStatesAreRefusedBeforeTheyAreMade(t *testing.T) {
	x, noise := cov.Line([]float64{0, 1, 2}), gplib.Gaussian(0.1)
	product := make([]cov.Func, 30)
	for i := range product {
		product[i] = cov.Sum(cov.Matern12(1), cov.Linear(2))
	}
	for name, k := range map[string]cov.Func{
		"moving states":       cov.Power(cov.Matern52(1), 40),
		"features":            cov.Power(cov.Periodic(1, 3), 40),
		"terms of a power":    cov.Power(cov.Sum(cov.Matern12(1), cov.Matern12(2), cov.Constant(3), cov.Linear(4)), 200),
		"terms of a product":  cov.Product(product...),
		"factors":             cov.Power(cov.Matern12(1), 1<<40),
		"powers of a power":   cov.Power(cov.Power(cov.Sum(cov.Matern12(1), cov.Constant(1)), 200), 200),
		"a basis":             cov.PolynomialBasis(300, 1),
		"a product of powers": cov.Product(cov.Power(cov.Matern12(1), 200), cov.Power(cov.Matern12(1), 200), cov.Matern52(1), cov.Power(cov.Matern32(2), 8)),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := statespace.Check(gplib.Model{Cov: k, Noise: noise}, x)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "at most 256 are allowed") {
			t.Errorf("%s: the error is %v", name, err)
		}
		if made := after.TotalAlloc - before.TotalAlloc; made > 1<<26 {
			t.Errorf("%s: the check allocates %d bytes", name, made)
		}
	}
}

// The terms of a power that differ in the order of their factors only are one: (c + t²/l²)⁸ has the powers 0 to 8 of t.
func TestPowersHaveEachProductOnce(t *testing.T) {
	d := drawnData(rand.New(rand.NewPCG(51, 16)), 40)
	for _, c := range []struct {
		k    cov.Func
		want int
	}{
		{cov.Polynomial(8, 2, 15), 9},
		{cov.Power(cov.Sum(cov.Scale(0.5, cov.Matern12(3)), cov.Scale(0.4, cov.Matern32(5)), cov.Constant(0.3)), 3), 1 + 1 + 1 + 1 + 2*(1+1+1) + 4*(1+1) + 8},
		{cov.Power(cov.Product(cov.Matern12(30), cov.Sum(cov.Constant(1), cov.Cosine(7))), 2), 1 + 2 + 4},
	} {
		m := gplib.Model{Cov: c.k, Noise: gplib.Gaussian(0.2)}
		compare(t, m, d)
		p, err := statespace.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		if p.States() != c.want {
			t.Errorf("%v has a state of %d numbers, want %d", c.k, p.States(), c.want)
		}
	}
}
