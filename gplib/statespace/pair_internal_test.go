package statespace

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// The recursions of two numbers and those of any number are written apart. Both go over several stretches.
func TestPairsAreTapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 12))
	const n, stretches = 500, 7
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = math.Floor(100*rng.Float64())/3, rng.NormFloat64()
	}
	d := gplib.Data{X: cov.Line(x), Y: y}
	for _, k := range []cov.Func{cov.Scale(2, cov.Matern32(3)), cov.Scale(0.3, cov.SHO(5, 2)), cov.SHO(5, 0.3)} {
		m := gplib.Model{Cov: k, Noise: gplib.Gaussian(0.2)}
		run := func(of func(s *space) evaluation) (value float64, numbers []float64) {
			s, o, err := setUp(m, d)
			if err != nil {
				t.Fatal(err)
			}
			p := of(s)
			if value, err = p.value(context.Background(), o, true); err != nil {
				t.Fatal(err)
			}
			byResidual, byNoise, grad := make([]float64, n), make([]float64, n), make([]float64, len(k.Params()))
			if err := p.gradient(context.Background(), o, byResidual, byNoise); err != nil {
				t.Fatal(err)
			}
			s.addGrad(grad)
			return value, append(append(grad, byResidual...), byNoise...)
		}
		want, wantBy := run(func(s *space) evaluation {
			p := newTape(s, n)
			p.length = n / stretches
			return p
		})
		got, by := run(func(s *space) evaluation {
			p := newPair(s, n)
			p.length = n/stretches + 1
			return p
		})
		const tol = 1e-12 // some rounding errors: the noise is a tenth of the variance
		if math.Abs(got-want) > tol*math.Abs(want) {
			t.Errorf("%v: the value is %v, want %v", k, got, want)
		}
		for i, w := range wantBy {
			if math.Abs(by[i]-w) > tol*(10+math.Abs(w)) {
				t.Errorf("%v: derivative %d is %v, want %v", k, i, by[i], w)
			}
		}
	}
}

func TestSumsOfLogarithmsOfAnySize(t *testing.T) {
	l, want := logSum{product: 1}, 0.0
	for _, v := range []float64{2, 1e90, 1e280, 1e-3, 1e-250, 1e-300, 3, 1e300, 1e300, 0.5} {
		l.add(v)
		want += math.Log(v)
	}
	if got := l.sum(); math.Abs(got-want) > 1e-12*math.Abs(want) {
		t.Errorf("%v, want %v", got, want)
	}
}
