package admm

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// grid returns n inputs evenly spaced on [0, 10].
func grid(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 10 * float64(i) / float64(n-1)
	}
	return x
}

// draw samples a Gaussian process with covariance k and noise variance s.
func draw(t testing.TB, k cov.Func, x []float64, s float64, seed uint64) gplib.Data {
	t.Helper()
	n := len(x)
	in := cov.Line(x)
	g := mat.NewDense(n, n, nil)
	k.Gram(g, in, in)
	c := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			c.SetSym(i, j, g.At(i, j))
		}
		c.SetSym(i, i, g.At(i, i)+1e-8)
	}
	var chol mat.Cholesky
	if !chol.Factorize(c) {
		t.Fatal("the Gram matrix is not positive definite")
	}
	rng := rand.New(rand.NewPCG(seed, 99))
	e := mat.NewVecDense(n, nil)
	for i := range n {
		e.SetVec(i, rng.NormFloat64())
	}
	var l mat.TriDense
	chol.LTo(&l)
	var f mat.VecDense
	f.MulVec(&l, e)
	y := make([]float64, n)
	for i := range y {
		y[i] = f.AtVec(i) + math.Sqrt(s)*rng.NormFloat64()
	}
	return gplib.Data{X: in, Y: y}
}

// lagrangianOf returns the lagrangian of a model on data, interleaved.
func lagrangianOf(t testing.TB, m gplib.Model, d gplib.Data, p problem) *lagrangian {
	t.Helper()
	return begun(t, p, m, d).folds[0]
}

// begun returns a fit before its first start.
func begun(t testing.TB, p problem, m gplib.Model, d gplib.Data) *fit {
	t.Helper()
	f := &fit{problem: p}
	if _, err := gplib.FirstStart(context.Background(), f, m, d, &gplib.Settings{OwnStart: true}); err != nil {
		t.Fatal(err)
	}
	return f
}

// dense holds the explicit matrices of a lagrangian's present point.
type dense struct {
	l      *lagrangian
	c, kvt *mat.Dense
}

func denseOf(l *lagrangian) dense {
	nT, nV := len(l.yT), len(l.yV)
	d := dense{l, mat.NewDense(nT, nT, nil), mat.NewDense(nV, nT, nil)}
	l.at.Cov.Gram(d.c, l.op.xT, l.op.xT)
	l.at.Cov.Gram(d.kvt, l.op.xV, l.op.xT)
	for i, s := range l.op.s {
		d.c.Set(i, i, d.c.At(i, i)+s)
	}
	return d
}

func vec(v []float64) *mat.VecDense { return mat.NewVecDense(len(v), v) }

func solve(t testing.TB, a mat.Matrix, b mat.Vector) []float64 {
	t.Helper()
	var x mat.VecDense
	if err := x.SolveVec(a, b); err != nil {
		if _, ok := err.(mat.Condition); !ok {
			t.Fatal(err)
		}
	}
	return x.RawVector().Data
}

// z returns C⁻¹y_T.
func (d dense) z(t testing.TB) []float64 { return solve(t, d.c, vec(d.l.yT)) }

// residual returns y_V − K_VT z.
func (d dense) residual(z []float64) *mat.VecDense {
	var r mat.VecDense
	r.MulVec(d.kvt, vec(z))
	r.SubVec(vec(d.l.yV), &r)
	return &r
}

// dual returns C⁻¹ 2K_VTᵀ r_V at the feasible z.
func (d dense) dual(t testing.TB) []float64 {
	var b mat.VecDense
	b.MulVec(d.kvt.T(), d.residual(d.z(t)))
	b.ScaleVec(2, &b)
	return solve(t, d.c, &b)
}

// error returns F = ‖y_V − K_VT C⁻¹y_T‖² by explicit matrices.
func (d dense) error(t testing.TB) float64 {
	r := d.residual(d.z(t))
	return mat.Dot(r, r)
}

func denseError(t testing.TB, l *lagrangian, phi []float64) float64 {
	l.move(phi)
	return denseOf(l).error(t)
}

func gaussians(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 5))
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// relative returns |a − b| over the larger size.
func relative(a, b float64) float64 {
	return math.Abs(a-b) / math.Max(math.Abs(a), math.Abs(b))
}
