package statespace

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// compareEvaluations compares values, gradients and derivatives by residuals and noise of two evaluations.
func compareEvaluations(t *testing.T, k cov.Func, x []float64, tol float64, one, other func(s *space) evaluation) {
	t.Helper()
	y, rng := make([]float64, len(x)), rand.New(rand.NewPCG(51, 13))
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	d := gplib.Data{X: cov.Line(x), Y: y}
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
		byResidual, byNoise, grad := make([]float64, len(x)), make([]float64, len(x)), make([]float64, len(k.Params()))
		if err := p.gradient(context.Background(), o, byResidual, byNoise); err != nil {
			t.Fatal(err)
		}
		s.addGrad(grad)
		return value, append(append(grad, byResidual...), byNoise...)
	}
	want, wantBy := run(one)
	got, by := run(other)
	if !(math.Abs(got-want) <= tol*math.Abs(want)) {
		t.Errorf("%v: the value is %v, want %v", k, got, want)
	}
	for i, w := range wantBy {
		if !(math.Abs(by[i]-w) <= tol*(10+math.Abs(w))) {
			t.Errorf("%v: derivative %d is %v, want %v", k, i, by[i], w)
		}
	}
}

// tapeOf returns a tape whose stretches have a length at most.
func tapeOf(length int) func(s *space) evaluation {
	return func(s *space) evaluation {
		p := newTape(s, length)
		p.length = min(p.length, length)
		return p
	}
}

// The recursions of two numbers and those of any number are written apart. Both go over several stretches. The
// tolerance is some rounding errors: the noise is a tenth of the variance.
func TestPairsAreTapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 12))
	x := make([]float64, 500)
	for i := range x {
		x[i] = math.Floor(100*rng.Float64()) / 3
	}
	for _, k := range []cov.Func{cov.Scale(2, cov.Matern32(3)), cov.Scale(0.3, cov.SHO(5, 2)), cov.SHO(5, 0.3)} {
		compareEvaluations(t, k, x, 1e-12, tapeOf(71), func(s *space) evaluation {
			p := newPair(s, len(x))
			p.length = 70
			return p
		})
	}
}

// States in frames and states that move are written apart, too. Frames of lengthscales from far below to far above
// the distances of times end at each row or never.
func TestFramesAreTapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 14))
	x := make([]float64, 120)
	for i := range x {
		x[i] = math.Floor(100*rng.Float64()) / 3
		if i > 100 {
			x[i] += 300 // after a gap
		}
	}
	for _, k := range []cov.Func{
		cov.Matern12(0.1), cov.Matern12(2), cov.Matern32(500), cov.Matern52(3), cov.SHO(5, 20), cov.SHO(0.5, 0.3), cov.Constant(2),
		cov.Sum(cov.Scale(2, cov.Matern32(3)), cov.Scale(0.3, cov.Product(cov.Periodic(1, 5), cov.Matern52(40))), cov.Linear(30), cov.Matern12(0.3)),
		cov.Product(cov.Matern52(20), cov.SHO(30, 2), cov.Cosine(7)),
	} {
		compareEvaluations(t, k, x, 1e-11, tapeOf(50), func(s *space) evaluation {
			p := newStill(s, len(x))
			p.length = 17
			return p
		})
	}
}

func TestSumsOfLogarithmsOfAnySize(t *testing.T) {
	l, want := logSum{product: 1}, 0.0
	for _, v := range []float64{2, 1e90, 1e280, 1e-3, 1e-250, 1e-300, 3, 1e300, 1e300, 0.5} {
		l.add(v)
		want += math.Log(v)
	}
	if got := l.sum(); !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Every motion is over after times that overflow in its unit, and its derivatives are 0.
func TestMotionsEndAfterHugeTimes(t *testing.T) {
	for _, m := range []motion{matern12(1e-10), matern32(1e-10), matern52(1e-10), sho{1e-10, 3}, sho{1e-10, 0.5}, sho{1e-10, 1e-3}, matern32(2), matern52(2)} {
		n := m.size() * m.size()
		for _, dt := range []float64{1e10, 1e300, math.MaxFloat64, math.Inf(1)} {
			a, w, grad := make([]float64, n), make([]float64, n), make([]float64, 2)
			for i := range w {
				w[i] = float64(i + 1)
			}
			m.move(a, dt)
			m.addGrad(grad, w, a, dt)
			for _, v := range append(a, grad...) {
				if v != 0 {
					t.Errorf("%T(%v) after %v: there is %v", m, m, dt, v)
				}
			}
		}
	}
}
