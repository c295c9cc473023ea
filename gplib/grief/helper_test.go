package grief

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// someData returns n points on [0, 1]^d with a smooth function and noise.
func someData(t testing.TB, n, d int, seed uint64) (*cov.Matrix, []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for l := range d {
			v := rng.Float64()
			x.Set(i, l, v)
			y[i] += math.Sin(3*v + float64(l))
		}
		y[i] += 0.1 * rng.NormFloat64()
	}
	return cov.Points(x), y
}

// fitting returns the argument for a learner's Begin.
func fitting(t testing.TB, m gplib.Model) *gplib.Fitting {
	f := &gplib.Fitting{Ctx: t.Context(), Model: m, RNG: rand.New(rand.NewPCG(1, 2))}
	f.Default(50, 1e-4)
	return f
}

// cancelled returns a context that has ended.
func cancelled(t testing.TB) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func someGrid(t testing.TB, x *cov.Matrix, points int) *Grid {
	t.Helper()
	g, err := NewGrid(x, points, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func someBasis(t testing.TB, k cov.Func, g *Grid, p int) *Basis {
	t.Helper()
	b, err := NewBasis(k, g, p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func rowsOf(t testing.TB, x *cov.Matrix, y []float64) dataset.RowReader {
	t.Helper()
	r, err := dataset.Rows(gplib.Data{X: x, Y: y})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sumsOf(t testing.TB, b *Basis, x *cov.Matrix, y []float64) *Sums {
	t.Helper()
	s, err := Accumulate(t.Context(), b, rowsOf(t, x, y))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func gramOf(k cov.Func, a, b cov.Inputs) *mat.Dense {
	g := mat.NewDense(a.Len(), b.Len(), nil)
	k.Gram(g, a, b)
	return g
}

// nodesOf returns all points of a grid of two or three dimensions.
func nodesOf(g *Grid) *cov.Matrix {
	rows := [][]float64{{}}
	for l := range g.Dim() {
		var next [][]float64
		for _, row := range rows {
			for _, u := range g.Points(l) {
				next = append(next, append(append([]float64(nil), row...), u))
			}
		}
		rows = next
	}
	m, err := cov.Rows(rows)
	if err != nil {
		panic(err)
	}
	return m
}

func evalOf(t testing.TB, b *Basis, x cov.Inputs) *mat.Dense {
	t.Helper()
	phi, err := b.Eval(x)
	if err != nil {
		t.Fatal(err)
	}
	return phi
}

// weighted returns ΦWΦᵀ + σ²I.
func weighted(phi *mat.Dense, w []float64, noise float64) *mat.Dense {
	n, _ := phi.Dims()
	var c mat.Dense
	c.Product(phi, mat.NewDiagDense(len(w), w), phi.T())
	for i := range n {
		c.Set(i, i, c.At(i, i)+noise)
	}
	return &c
}

// denseLML is log N(y; 0, c) by gonum's Cholesky factor.
func denseLML(t testing.TB, c *mat.Dense, y []float64) float64 {
	t.Helper()
	n := len(y)
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			sym.SetSym(i, j, c.At(i, j))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(sym) {
		t.Fatal("the matrix is not positive definite")
	}
	v := mat.NewVecDense(n, y)
	var solved mat.VecDense
	if err := chol.SolveVecTo(&solved, v); err != nil {
		t.Fatal(err)
	}
	return -0.5 * (chol.LogDet() + mat.Dot(v, &solved) + float64(n)*math.Log(2*math.Pi))
}

// derivative returns a central difference of fourth order.
func derivative(f func(x float64) float64, x, h float64) float64 {
	return (8*(f(x+h)-f(x-h)) - (f(x+2*h) - f(x-2*h))) / (12 * h)
}

func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol*math.Max(1, math.Abs(b)) }

func randomWeights(p int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 3))
	w := make([]float64, p)
	for i := range w {
		w[i] = math.Exp(rng.NormFloat64())
	}
	return w
}

func slopesOf(t testing.TB, b *Basis, e *evidence, x *cov.Matrix, y []float64) *Slopes {
	t.Helper()
	s, err := accumulateSlopes(t.Context(), b, e.solution(), rowsOf(t, x, y))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
