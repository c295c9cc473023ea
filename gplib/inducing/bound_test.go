package inducing

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
)

func someProblem() (gplib.Model, gplib.Data, Sparse) {
	rng := rand.New(rand.NewPCG(4, 4))
	x, y := mat.NewDense(30, 2, nil), make([]float64, 30)
	for i := range y {
		x.SetRow(i, []float64{3 * rng.Float64(), 3 * rng.Float64()})
		y[i] = math.Sin(2*x.At(i, 0)) + x.At(i, 1) + 0.1*rng.NormFloat64()
	}
	m := gplib.Model{Mean: gplib.LinearMean(0.2, 0.1, 0.5), Cov: cov.Scale(1.2, cov.Matern52(0.8, 1.3)), Noise: gplib.Gaussian(0.05)}
	z := cov.Points(x.Slice(0, 6, 0, 2))
	return m, gplib.Data{X: cov.Points(x), Y: y}, Sparse{Points: z, Jitter: 1e-5}
}

// TestOneNaturalStepOnAllDataIsTheBoundOfTitsias: with q at its optimum the
// value is that of [Sparse], and so is the gradient at that q held.
func TestOneNaturalStepOnAllDataIsTheBoundOfTitsias(t *testing.T) {
	m, d, s := someProblem()
	wantGrad, wantPoints := make([]float64, len(m.Params())), mat.NewDense(6, 2, nil)
	want, err := s.EvalPoints(m, d, wantGrad, wantPoints)
	if err != nil {
		t.Fatal(err)
	}
	p, value, _, err := s.optimum(m, d)
	if err != nil || math.Abs(value-want) > 1e-9*math.Abs(want) {
		t.Errorf("the bound is %v, not %v (%v)", value, want, err)
	}
	kzz, err := s.factorizePoints(m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.projected(m, d, kzz)
	if err != nil {
		t.Fatal(err)
	}
	q := p.gaussian()
	q.decay(1)
	precision, shift := f.gaussianSites()
	q.add(1, f.v, precision, shift)
	if !mat.EqualApprox(q.precision, p.gaussian().precision, 1e-9) {
		t.Error("a natural step of length 1 on all data does not lead to the optimum")
	}
	mean, covariance, _, err := q.moments()
	if err != nil {
		t.Fatal(err)
	}
	g := f.bound(mean, covariance, 1)
	grad, points := make([]float64, len(wantGrad)), mat.NewDense(6, 2, nil)
	g.params(grad)
	if err := g.points(points); err != nil {
		t.Fatal(err)
	}
	for i, v := range wantGrad {
		if math.Abs(grad[i]-v) > 1e-7*math.Max(1, math.Abs(v)) {
			t.Errorf("%s: %v, not %v", m.Params()[i].Name, grad[i], v)
		}
	}
	if !mat.EqualApprox(points, wantPoints, 1e-6) {
		t.Errorf("by the points: %v, not %v", mat.Formatted(points), mat.Formatted(wantPoints))
	}
}

// TestTheBoundsGradientAgreesWithDifferences at any q, of a minibatch, with noise and with likelihoods.
func TestTheBoundsGradientAgreesWithDifferences(t *testing.T) {
	for _, l := range []lik.Func{nil, lik.StudentT(0.3, 4), lik.Laplace(0.4), lik.Gaussian(0.2)} {
		m, d, s := someProblem()
		if l != nil {
			m.Noise, m.Lik = nil, l
		}
		agreesWithDifferences(t, m, d.Subset([]int{3, 9, 12, 20}), s)
	}
}

func agreesWithDifferences(t *testing.T, m gplib.Model, d gplib.Data, s Sparse) {
	t.Helper()
	mean, q := []float64{1, -0.5, 0.3, 0, 2, 0.7}, mat.NewDense(6, 6, nil)
	for i := range 6 {
		for j := range 6 {
			q.Set(i, j, 0.3*math.Exp(-math.Abs(float64(i-j))))
		}
	}
	const weight = 7.5
	value := func(m gplib.Model, s Sparse) float64 {
		kzz, err := s.factorizePoints(m)
		if err != nil {
			t.Fatal(err)
		}
		f, err := s.projected(m, d, kzz)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, y := range d.Y {
			v := f.v.ColView(i)
			e, variance := f.prior[i]+mat.Dot(v, mat.NewVecDense(6, mean)), f.rest[i]+mat.Inner(v, q, v)
			if m.Lik != nil {
				sum -= weight * lik.Observed{Lik: m.Lik, Mean: e, Var: variance}.Expected(y).Value
				continue
			}
			noise := f.noise[i]
			sum += weight * (math.Log(2*math.Pi*noise) + ((y-e)*(y-e)+variance)/noise) / 2
		}
		return sum
	}
	kzz, err := s.factorizePoints(m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.projected(m, d, kzz)
	if err != nil {
		t.Fatal(err)
	}
	g := f.bound(mean, q, weight)
	grad, points := make([]float64, len(m.Params())), mat.NewDense(6, 2, nil)
	g.params(grad)
	if err := g.points(points); err != nil {
		t.Fatal(err)
	}
	const h = 1e-5
	for i, p := range m.Params() {
		at := func(by float64) float64 {
			theta := m.Theta()
			theta[i] += by
			return value(m.With(theta), s)
		}
		if want := (at(h) - at(-h)) / (2 * h); math.Abs(grad[i]-want) > 1e-5*math.Max(1, math.Abs(want)) {
			t.Errorf("%s: %v, not %v", p.Name, grad[i], want)
		}
	}
	for a := range 6 {
		for k := range 2 {
			at := func(by float64) float64 {
				z := mat.DenseCopyOf(s.Points.(*cov.Matrix))
				z.Set(a, k, z.At(a, k)+by)
				return value(m, Sparse{Points: cov.Points(z), Jitter: s.Jitter})
			}
			if want := (at(h) - at(-h)) / (2 * h); math.Abs(points.At(a, k)-want) > 1e-5*math.Max(1, math.Abs(want)) {
				t.Errorf("point %d, coordinate %d: %v, not %v", a, k, points.At(a, k), want)
			}
		}
	}
}
