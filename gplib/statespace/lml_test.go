package statespace_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/statespace"
)

// drawnFunction returns a random covariance function: a sum of up to three terms, some of them products.
func drawnFunction(rng *rand.Rand) cov.Func {
	between := func(lo, hi float64) float64 { return lo * math.Pow(hi/lo, rng.Float64()) }
	moving := []func() cov.Func{
		func() cov.Func { return cov.Matern12(between(0.3, 30)) },
		func() cov.Func { return cov.Matern32(between(0.3, 30)) },
		func() cov.Func { return cov.Matern52(between(0.3, 30)) },
		func() cov.Func { return cov.SHO(between(0.5, 10), between(0.2, 20)) },
	}
	still := []func() cov.Func{
		func() cov.Func { return cov.Periodic(between(0.7, 3), between(0.5, 5)) },
		func() cov.Func { return cov.Cosine(between(0.5, 5)) },
		func() cov.Func { return cov.Linear(between(3, 30)) },
		func() cov.Func { return cov.Constant(between(0.1, 10)) },
	}
	any := func(of []func() cov.Func) cov.Func { return of[rng.IntN(len(of))]() }
	var terms []cov.Func
	for range 1 + rng.IntN(3) {
		switch rng.IntN(5) {
		case 0, 1:
			terms = append(terms, cov.Scale(between(0.1, 10), any(moving)))
		case 2:
			terms = append(terms, cov.Scale(between(0.1, 10), any(still)))
		case 3:
			terms = append(terms, cov.Scale(between(0.1, 10), cov.Product(any(moving), any(still))))
		case 4:
			terms = append(terms, cov.Product(cov.Sum(cov.Scale(between(0.1, 1), any(moving)), any(still)), any(moving)))
		}
	}
	return cov.Sum(terms...)
}

// drawnData returns n observations at irregular times, some of them equal, in no order.
func drawnData(rng *rand.Rand, n int) gplib.Data {
	t, y := make([]float64, n), make([]float64, n)
	for i := range t {
		t[i] = 20 * rng.Float64()
		if i > 0 && rng.IntN(10) == 0 {
			t[i] = t[rng.IntN(i)]
		}
		y[i] = math.Sin(t[i]) + 0.1*t[i] + 0.3*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Line(t), Y: y}
}

// The tolerance is that of the acceptance; it is relative to the value, and for derivatives to the largest of
// them on the scale of the parameters.
func TestValueAndGradientAreThoseOfTheExactProcess(t *testing.T) {
	models, largest := 50, 2000
	if testing.Short() {
		models, largest = 30, 100
	}
	rng := rand.New(rand.NewPCG(51, 1))
	for number := range models {
		n := 2 + rng.IntN(largest-1)
		if number%5 != 0 { // most are small, for the time of the exact process
			n = 2 + n/10
		}
		d := drawnData(rng, n)
		m := gplib.Model{Mean: gplib.LinearMean(0.3, 0.1), Cov: drawnFunction(rng), Noise: gplib.Gaussian(0.05 + rng.Float64())}
		t.Run(fmt.Sprintf("%d rows, %v", n, m.Cov), func(t *testing.T) { compare(t, m, d) })
	}
}

func compare(t *testing.T, m gplib.Model, d gplib.Data) {
	t.Helper()
	const tol = 1e-8
	ps := m.Params()
	wantGrad, grad := make([]float64, len(ps)), make([]float64, len(ps))
	want, err := gplib.LML{}.Eval(m, d, wantGrad)
	if err != nil {
		t.Fatal(err)
	}
	got, err := statespace.LML{}.Eval(m, d, grad)
	if err != nil {
		t.Fatal(err)
	}
	if !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		t.Errorf("the value is %v, want %v", got, want)
	}
	for i, p := range ps {
		if !(math.Abs(grad[i]-wantGrad[i])*math.Abs(p.Value) <= tol*math.Max(1, math.Abs(want))) {
			t.Errorf("by %s it is %v, want %v", p.Name, grad[i], wantGrad[i])
		}
	}
}
