package inducing_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

var approximations = []inducing.Approximation{inducing.VFE, inducing.DTC, inducing.FITC}

// regression returns a model with a mean, ARD and noise that grows along x, and
// data of it.
func regression(t *testing.T, n int) (gplib.Model, gplib.Data) {
	t.Helper()
	x := points(n)
	rng := rand.New(rand.NewPCG(5, 6))
	y := make([]float64, n)
	for i := range y {
		y[i] = 0.4 + math.Sin(2*x.At(i, 0))*math.Cos(x.At(i, 1)) + 0.2*rng.NormFloat64()
	}
	d, err := gplib.NewData(x, y)
	if err != nil {
		t.Fatal(err)
	}
	return gplib.Model{
		Mean:  gplib.ConstantMean(0.3),
		Cov:   cov.Sum(cov.Scale(1.4, cov.SE(0.9, 1.2)), cov.Scale(0.1, cov.Linear(2))),
		Noise: gplib.PointNoise(0, 0.05),
	}, d
}

// shifted returns m points that are not among the data.
func shifted(m int) *cov.Matrix {
	z := mat.DenseCopyOf(points(m))
	for i := range m {
		z.Set(i, 0, z.At(i, 0)+0.1)
	}
	return cov.Points(z)
}

// reference is the objective and the posterior at x by dense formulas.
type reference struct {
	value      float64
	mean       []float64
	covariance *mat.Dense
}

func dense(t *testing.T, s inducing.Sparse, m gplib.Model, d gplib.Data, x cov.Inputs) reference {
	t.Helper()
	n, size := d.Len(), s.Points.Len()
	kzz := gram(m.Cov, s.Points)
	jitter := s.Jitter
	if jitter == 0 {
		jitter = 1e-6 * mat.Trace(kzz) / float64(size)
	}
	for a := range size {
		kzz.Set(a, a, kzz.At(a, a)+jitter)
	}
	cross := func(b cov.Inputs) *mat.Dense {
		k := mat.NewDense(size, b.Len(), nil)
		m.Cov.Gram(k, s.Points, b)
		return k
	}
	q := func(a, b cov.Inputs) *mat.Dense {
		var solved, product mat.Dense
		if err := solved.Solve(kzz, cross(b)); err != nil {
			t.Fatal(err)
		}
		product.Mul(cross(a).T(), &solved)
		return &product
	}
	noise, k := make([]float64, n), gram(m.Cov, d.X)
	m.Noise.Var(noise, d.X)
	c := q(d.X, d.X)
	trace := 0.0
	for i := range n {
		rest := k.At(i, i) - c.At(i, i)
		trace += rest / noise[i]
		c.Set(i, i, c.At(i, i)+noise[i])
		if s.Approximation == inducing.FITC {
			c.Set(i, i, c.At(i, i)+rest)
		}
	}
	r := make([]float64, n)
	m.Mean.Eval(r, d.X)
	floats.SubTo(r, d.Y, r)
	out := reference{value: n2(n)/2 - logDensity(t, c, r, 0)}
	if s.Approximation == inducing.VFE {
		out.value += trace / 2
	}
	out.posterior(t, c, q(x, d.X), q(x, x), r)
	prior := make([]float64, x.Len())
	m.Mean.Eval(prior, x)
	floats.Add(out.mean, prior)
	out.covariance.Add(out.covariance, gram(m.Cov, x))
	out.covariance.Sub(out.covariance, q(x, x))
	return out
}

func n2(n int) float64 { return float64(n) * math.Log(2*math.Pi) }

// posterior sets the mean and covariance of f ~ N(0, Q) given data.
func (o *reference) posterior(t *testing.T, c, cross, prior *mat.Dense, r []float64) {
	t.Helper()
	var solved, gain mat.Dense
	var mean mat.VecDense
	var inverse mat.Dense
	if err := inverse.Inverse(c); err != nil {
		t.Fatal(err)
	}
	solved.Mul(cross, &inverse)
	mean.MulVec(&solved, mat.NewVecDense(len(r), r))
	gain.Mul(&solved, cross.T())
	o.mean = mean.RawVector().Data
	o.covariance = mat.NewDense(len(o.mean), len(o.mean), nil)
	o.covariance.Sub(prior, &gain)
}

func close(got, want, tol float64) bool { return math.Abs(got-want) <= tol*(1+math.Abs(want)) }

func TestSparseObjectivesAndPosteriorsAreTheDenseFormulas(t *testing.T) {
	m, d := regression(t, 40)
	x := points(47).Subset([]int{40, 41, 42, 43, 44, 45, 46})
	for _, a := range approximations {
		for _, jitter := range []float64{0, 1e-3} {
			s := inducing.Sparse{Approximation: a, Points: shifted(9), Jitter: jitter}
			want := dense(t, s, m, d, x)
			got, err := s.Eval(m, d, nil)
			if err != nil || !close(got, want.value, 1e-9) {
				t.Errorf("%v: %v, want %v (%v)", a, got, want.value, err)
			}
			p, err := s.Condition(m, d)
			if err != nil {
				t.Fatal(err)
			}
			q, err := p.Predict(x)
			if err != nil {
				t.Fatal(err)
			}
			mean, c, err := p.Covariance(x)
			if err != nil {
				t.Fatal(err)
			}
			for i := range want.mean {
				if !close(q.Mean[i], want.mean[i], 1e-8) || !close(q.Var[i], want.covariance.At(i, i), 1e-8) || mean[i] != q.Mean[i] {
					t.Errorf("%v at %d: %v ± %v, want %v ± %v", a, i, q.Mean[i], q.Var[i], want.mean[i], want.covariance.At(i, i))
				}
			}
			if !mat.EqualApprox(c, want.covariance, 1e-8) {
				t.Errorf("%v: covariance\n%v\nwant\n%v", a, mat.Formatted(c), mat.Formatted(want.covariance))
			}
		}
	}
}

func TestSparseGradientsAreCentralDifferences(t *testing.T) {
	m, d := regression(t, 40)
	for _, a := range approximations {
		for _, jitter := range []float64{0, 1e-3} {
			s := inducing.Sparse{Approximation: a, Points: shifted(8), Jitter: jitter}
			grad, dz := make([]float64, len(m.Params())), mat.NewDense(8, 2, nil)
			if _, err := s.EvalPoints(m, d, grad, dz); err != nil {
				t.Fatal(err)
			}
			theta := m.Theta()
			for p, param := range m.Params() {
				want := slope(t, theta[p], func(v float64) (float64, error) {
					moved := m.Theta()
					moved[p] = v
					return s.Eval(m.With(moved), d, nil)
				})
				if !close(grad[p], want, 1e-6) {
					t.Errorf("%v, jitter %v, ∂/∂%s = %v, want %v", a, jitter, param.Name, grad[p], want)
				}
			}
			z := mat.DenseCopyOf(shifted(8))
			for i := range 8 {
				for k := range 2 {
					want := slope(t, z.At(i, k), func(v float64) (float64, error) {
						moved := mat.DenseCopyOf(z)
						moved.Set(i, k, v)
						at := s
						at.Points = cov.Points(moved)
						return at.Eval(m, d, nil)
					})
					if !close(dz.At(i, k), want, 1e-6) {
						t.Errorf("%v, jitter %v, ∂/∂z[%d, %d] = %v, want %v", a, jitter, i, k, dz.At(i, k), want)
					}
				}
			}
		}
	}
}

// slope returns Richardson's extrapolation of central differences.
func slope(t *testing.T, v float64, f func(float64) (float64, error)) float64 {
	t.Helper()
	h := 1e-3 * math.Max(math.Abs(v), 0.1)
	at := func(step float64) float64 {
		y, err := f(v + step)
		if err != nil {
			t.Fatal(err)
		}
		return y
	}
	return (8*(at(h/2)-at(-h/2)) - (at(h) - at(-h))) / (6 * h)
}

func TestAllPointsInducingAreExactInference(t *testing.T) {
	m, d := regression(t, 25)
	m.Cov = cov.Scale(1.4, cov.Matern12(0.5))
	want, err := gplib.LML{}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	x := points(60)
	q, err := exact.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range approximations {
		s := inducing.Sparse{Approximation: a, Points: d.X, Jitter: 1e-300}
		got, err := s.Eval(m, d, nil)
		if err != nil || !close(got, want, 1e-8) {
			t.Errorf("%v: %v, want %v (%v)", a, got, want, err)
		}
		p, err := s.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		if !floats.EqualApprox(r.Mean, q.Mean, 1e-9) || !floats.EqualApprox(r.Var, q.Var, 1e-9) || !floats.EqualApprox(r.VarY, q.VarY, 1e-9) {
			t.Errorf("%v: predictions differ from exact ones", a)
		}
		if c := p.Certificate(); c.Gap() > 1e-8 || c.Trace > 1e-9 {
			t.Errorf("%v: %v", a, c)
		}
	}
}

func TestCertificatesHoldTheExactMarginalLikelihood(t *testing.T) {
	m, d := regression(t, 60)
	exact, err := gplib.LML{}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range approximations {
		last := math.Inf(1)
		for _, size := range []int{2, 5, 10, 20, 40} {
			p, err := inducing.Sparse{Approximation: a, Points: points(size)}.Condition(m, d)
			if err != nil {
				t.Fatal(err)
			}
			c := p.Certificate()
			if !(c.Lower <= -exact+1e-9 && -exact <= c.Upper+1e-9) || c.Gap() > last {
				t.Errorf("%v, %d points: %v, exact %v, gap before %v", a, size, c, -exact, last)
			}
			last = c.Gap()
		}
	}
	vfe, err := inducing.Sparse{Points: points(5)}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := inducing.Sparse{Approximation: inducing.FITC, Points: points(5)}.Condition(m, d)
	if err != nil || !close(p.Certificate().Lower, -vfe, 1e-10) {
		t.Errorf("FITC's lower bound is %v, VFE %v (%v)", p.Certificate().Lower, -vfe, err)
	}
}

func TestMorePointsNeverRaiseTheVariationalFreeEnergy(t *testing.T) {
	m, d := regression(t, 40)
	last := math.Inf(1)
	for size := 1; size <= 40; size++ {
		value, err := inducing.Sparse{Points: points(40).Subset(rand.New(rand.NewPCG(2, 2)).Perm(40)[:size]), Jitter: 1e-9}.Eval(m, d, nil)
		if err != nil || value > last+1e-7 {
			t.Errorf("%d points: %v after %v (%v)", size, value, last, err)
		}
		last = value
	}
}

func TestDuplicateInducingPointsChangeNothingButTheJitter(t *testing.T) {
	m, d := regression(t, 30)
	single, err := inducing.Sparse{Points: points(5)}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	twice := points(5).Subset([]int{0, 0, 1, 1, 2, 3, 4, 4})
	double, err := inducing.Sparse{Points: twice}.Eval(m, d, nil)
	if err != nil || !close(double, single, 1e-4) {
		t.Errorf("%v with duplicates, %v without (%v)", double, single, err)
	}
}

func TestSparseNamesBadArguments(t *testing.T) {
	m, d := regression(t, 10)
	z := points(3)
	noiseless := m
	noiseless.Noise = gplib.PointNoise(1, 0)
	for name, c := range map[string]struct {
		s     inducing.Sparse
		m     gplib.Model
		d     gplib.Data
		grad  []float64
		wants string
	}{
		"no points":     {inducing.Sparse{}, m, d, nil, "inducing points"},
		"approximation": {inducing.Sparse{Approximation: 7, Points: z}, m, d, nil, "Approximation(7)"},
		"jitter":        {inducing.Sparse{Points: z, Jitter: -1}, m, d, nil, "Jitter is -1"},
		"NaN jitter":    {inducing.Sparse{Points: z, Jitter: math.NaN()}, m, d, nil, "Jitter is NaN"},
		"dimension":     {inducing.Sparse{Points: cov.Line([]float64{1})}, m, d, nil, "dimension"},
		"NaN point":     {inducing.Sparse{Points: cov.Points(mat.NewDense(1, 2, []float64{0, math.NaN()}))}, m, d, nil, "x[0, 1]"},
		"model":         {inducing.Sparse{Points: z}, gplib.Model{}, d, nil, "Cov is nil"},
		"data":          {inducing.Sparse{Points: z}, m, gplib.Data{}, nil, "x is nil"},
		"grad":          {inducing.Sparse{Points: z}, m, d, []float64{1}, "length 1"},
		"noise":         {inducing.Sparse{Points: z}, noiseless, d, nil, "noise"},
	} {
		if _, err := c.s.Eval(c.m, c.d, c.grad); err == nil || !strings.Contains(err.Error(), c.wants) {
			t.Errorf("%s: %v", name, err)
		}
	}
	hamming := m
	hamming.Cov = cov.Hamming(1)
	if _, err := (inducing.Sparse{Points: z}).EvalPoints(hamming, d, nil, mat.NewDense(3, 2, nil)); err == nil {
		t.Error("no error for the derivative of Hamming by its inputs")
	}
}
