package cholqr

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

// regression returns a model with a mean and data of n points in d dimensions.
func regression(n, d int, seed uint64) (gplib.Model, gplib.Data) {
	rng := rand.New(rand.NewPCG(seed, 3))
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for k := range d {
			x.Set(i, k, 3*rng.Float64())
			y[i] += math.Sin(2*x.At(i, k) + float64(k))
		}
		y[i] += 0.4 + 0.2*rng.NormFloat64()
	}
	return gplib.Model{
		Mean:  gplib.ConstantMean(0.3),
		Cov:   cov.Scale(1.4, cov.SE(0.7)),
		Noise: gplib.Gaussian(0.05),
	}, gplib.Data{X: cov.Points(x), Y: y}
}

const jitter = 1e-6

// factorsOf returns the factors of k random points, with room for room more.
func factorsOf(t testing.TB, m gplib.Model, d gplib.Data, o Objective, k, room int) *factors {
	t.Helper()
	p, err := newProblem(m, d, o, jitter)
	if err != nil {
		t.Fatal(err)
	}
	f := newFactors(p, k, room)
	if err := f.build(rand.New(rand.NewPCG(9, 9)).Perm(d.Len())[:k]); err != nil {
		t.Fatal(err)
	}
	return f
}

// rebuilt returns the factors of the same inducing and information pivots, made
// afresh.
func rebuilt(t testing.TB, f *factors) *factors {
	t.Helper()
	g := newFactors(f.problem, f.k, f.capacity()-f.k)
	if err := g.build(f.index()); err != nil {
		t.Fatal(err)
	}
	for _, j := range f.pivots[f.k:] {
		g.addInformation([]int{j})
	}
	if g.w != f.w {
		t.Fatalf("%d information pivots, rebuilt %d", f.w, g.w)
	}
	return g
}

// reference returns the objective by package inducing.
func reference(t testing.TB, m gplib.Model, d gplib.Data, o Objective, points []int) float64 {
	t.Helper()
	s := inducing.Sparse{Approximation: o.approximation(), Points: d.X.Subset(points), Jitter: jitter}
	v, err := s.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Errorf("%s: %.15g, want %.15g", what, got, want)
	}
}

// nearAll compares the leading parts of two matrices.
func nearAll(t testing.TB, what string, got, want *mat.Dense, r, c int, tol float64) {
	t.Helper()
	for i := range r {
		for j := range c {
			g, w := got.At(i, j), want.At(i, j)
			if !(math.Abs(g-w) <= tol*(1+math.Abs(w))) {
				t.Errorf("%s[%d, %d]: %.15g, want %.15g", what, i, j, g, w)
				return
			}
		}
	}
}

func nearSlice(t testing.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	nearAll(t, what, mat.NewDense(len(got), 1, got), mat.NewDense(len(want), 1, want), len(want), 1, tol)
}

// nearFactors compares everything that factors hold.
func nearFactors(t testing.TB, got, want *factors, tol float64) {
	t.Helper()
	n, k, all := len(got.y), got.k, got.k+got.w
	nearAll(t, "C", got.c, want.c, all, all, tol)
	nearAll(t, "R", got.r, want.r, k, k, tol)
	nearAll(t, "Q_a", got.qa, want.qa, k, k, tol)
	nearAll(t, "L", got.l, want.l, n, k, tol)
	nearAll(t, "Q", got.q, want.q, n, k, tol)
	for b := range got.w {
		nearSlice(t, "W", got.info[b], want.info[b], tol)
		nearSlice(t, "V", got.image[b], want.image[b], tol)
	}
	nearSlice(t, "c", got.fit[:k], want.fit[:k], tol)
	nearSlice(t, "r", got.res, want.res, tol)
	nearSlice(t, "d", got.rest, want.rest, tol)
	nearSlice(t, "leverage", got.lev, want.lev, tol)
	nearSlice(t, "d ahead", got.ahead, want.ahead, tol)
	nearSlice(t, "ζ", got.zeta, want.zeta, tol)
	nearSlice(t, "η", got.eta, want.eta, tol)
}

// matrixOf has the rows that it is given.
func matrixOf(rows [][]float64) *mat.Dense {
	a := mat.NewDense(len(rows), len(rows[0]), nil)
	for b, row := range rows {
		a.SetRow(b, row)
	}
	return a
}

var objectives = []Objective{VAR, MLE}
