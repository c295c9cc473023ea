package rkhs

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/rkhs/feature"
)

// small returns a problem of 24 rows in 3 dimensions.
func small() gplib.Data { return noisy(24, 3, 1) }

func noisy(n, p int, seed uint64) gplib.Data {
	rng := rand.New(rand.NewPCG(seed, 9))
	x, y := mat.NewDense(n, p, nil), make([]float64, n)
	for i := range n {
		for k := range p {
			x.Set(i, k, rng.NormFloat64())
		}
		y[i] = math.Sin(2*x.At(i, 0)) + 0.3*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

// smooth returns a map of 5 differentiable features.
func smooth() feature.Map {
	return feature.MLP{Inputs: 3, Widths: []int{6, 5}, Activation: feature.Tanh}
}

// problem is a state of a method at the start of a run, moved a little.
type problem struct {
	*state
	rows   *rows
	method method
}

func newProblem(t testing.TB, m method, k *Kernel, v float64) problem {
	t.Helper()
	d := small()
	rows := inMemory(gplib.Model{}, d)
	weights, own := m.sizes(k)
	s := newState(k, rows.n, v, weights, own)
	at := s.momentsOf(rows)
	rng := rand.New(rand.NewPCG(5, 5))
	if err := m.begin(s, at, rows, rng); err != nil {
		t.Fatal(err)
	}
	for j := range s.u {
		s.u[j] += 0.01 * rng.NormFloat64()
	}
	return problem{s, rows, m}
}

func (s *state) momentsOf(r *rows) *moments {
	e := s.evaluation()
	m := newMoments(e.d)
	m.add(e.pass.Forward(r.x), r.y)
	linalg.MirrorLower(m.g)
	return m
}

// gradientOf returns the method's gradient at the given rows, all where index
// is nil, wherever u was put.
func (p problem) gradientOf(t testing.TB, index []int) []float64 {
	t.Helper()
	x, y := p.rows.x, p.rows.y
	if index != nil {
		x, y = new(batch).gather(x, y, index)
	}
	clear(p.g)
	if err := p.method.restored(p.state); err != nil {
		t.Fatal(err)
	}
	if err := p.method.gradient(p.state, x, y); err != nil {
		t.Fatal(err)
	}
	return append([]float64(nil), p.g...)
}

// differentiated checks grad, at u, against central differences of f.
func differentiated(t *testing.T, u, grad []float64, tol float64, f func() float64) {
	t.Helper()
	const h = 1e-5
	scale := floats.Norm(grad, math.Inf(1))
	for j, at := range u {
		u[j] = at + h
		up := f()
		u[j] = at - h
		down := f()
		u[j] = at
		if got := (up - down) / (2 * h); math.Abs(got-grad[j]) > tol*(math.Abs(grad[j])+1e-2*scale)+1e-11 {
			t.Errorf("derivative %d is %.9g, want %.9g", j, grad[j], got)
		}
	}
}

// z returns the features of all rows.
func (p problem) z() *mat.Dense {
	return mat.DenseCopyOf(p.kernel.features.Pass(p.theta, nil).Forward(p.rows.x))
}

// denseF returns F = ZᵀZ + vI.
func (p problem) denseF() *mat.SymDense {
	f := mat.NewSymDense(p.d, nil)
	f.SymOuterK(1, p.z().T())
	for j := range p.d {
		f.SetSym(j, j, f.At(j, j)+p.noise())
	}
	return f
}

// fitPart returns ‖Zw-y‖²/v + ‖w‖² + (n-d) log v.
func (p problem) fitPart(w []float64) float64 {
	var r mat.VecDense
	r.MulVec(p.z(), mat.NewVecDense(p.d, w))
	r.SubVec(&r, mat.NewVecDense(p.n, p.rows.y))
	return mat.Dot(&r, &r)/p.noise() + floats.Dot(w, w) + float64(p.n-p.d)*p.u[p.tau]
}

func logDet(a mat.Symmetric) float64 {
	var c mat.Cholesky
	if !c.Factorize(a) {
		return math.NaN()
	}
	return c.LogDet()
}

// loss returns l/(2n) by dense formulas.
func (p problem) loss() float64 {
	return (p.fitPart(p.w) + logDet(p.denseF())) / float64(2*p.n)
}

// near checks relative agreement.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		t.Errorf("%s is %.15g, want %.15g", what, got, want)
	}
}
