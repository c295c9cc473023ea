package inducing_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

func points(n int) *cov.Matrix {
	rng := rand.New(rand.NewPCG(3, 4))
	m := mat.NewDense(n, 2, nil)
	for i := range n {
		m.SetRow(i, []float64{4 * rng.Float64(), 4 * rng.Float64()})
	}
	return cov.Points(m)
}

func gram(k cov.Func, x cov.Inputs) *mat.Dense {
	g := mat.NewDense(x.Len(), x.Len(), nil)
	k.Gram(g, x, x)
	return g
}

// rest returns K - K_xz K_zz⁻¹ K_zx by a dense solve.
func rest(t *testing.T, k cov.Func, x, z cov.Inputs) *mat.Dense {
	t.Helper()
	kzx, kzz := mat.NewDense(z.Len(), x.Len(), nil), gram(k, z)
	k.Gram(kzx, z, x)
	var solved, q mat.Dense
	if err := solved.Solve(kzz, kzx); err != nil {
		t.Fatal(err)
	}
	q.Mul(kzx.T(), &solved)
	r := gram(k, x)
	r.Sub(r, &q)
	return r
}

func TestGreedyTakesTheLargestConditionalVarianceEachTime(t *testing.T) {
	x, k := points(60), cov.Scale(2, cov.SE(0.8))
	s, err := inducing.Greedy(k, x, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Index) != 8 || math.Abs(s.Trace[0]-120) > 1e-12 {
		t.Fatalf("%+v", s)
	}
	for m := 1; m <= 8; m++ {
		r := rest(t, k, x, x.Subset(s.Index[:m]))
		if math.Abs(s.Trace[m]-mat.Trace(r)) > 1e-8 {
			t.Errorf("%d points leave %v, want %v", m, s.Trace[m], mat.Trace(r))
		}
		if m < 8 {
			variances := make([]float64, 60)
			for i := range variances {
				variances[i] = r.At(i, i)
			}
			if best := floats.Max(variances); variances[s.Index[m]] < best-1e-8 {
				t.Errorf("point %d has the conditional variance %v, another %v", m, variances[s.Index[m]], best)
			}
		}
	}
	if s.Points(x).Len() != 8 || s.Rest() != s.Trace[8] {
		t.Error("Points or Rest are not those of the selection")
	}
}

func TestGreedyStopsAtItsToleranceAndPassesDuplicatesBy(t *testing.T) {
	x := cov.Line([]float64{0, 0, 0, 1, 1, 2})
	s, err := inducing.Greedy(cov.SE(0.3), x, 6, 1e-9)
	if err != nil {
		t.Fatal(err)
	}
	chosen := slices.Sorted(slices.Values(s.Points(x).(*cov.Matrix).Column(0)))
	if !slices.Equal(chosen, []float64{0, 1, 2}) {
		t.Errorf("chose %v", chosen)
	}
	if s.Rest() > 1e-9*6 {
		t.Errorf("stopped with %v left", s.Rest())
	}
}

func TestGapBoundsThatOfTheEvidenceLowerBound(t *testing.T) {
	const noise = 0.1
	x, k := points(50), cov.SE(1)
	y := make([]float64, 50)
	for i := range y {
		y[i] = math.Sin(float64(i))
	}
	for _, m := range []int{3, 10, 25} {
		s, err := inducing.Greedy(k, x, m, 0)
		if err != nil {
			t.Fatal(err)
		}
		r := rest(t, k, x, s.Points(x))
		q := gram(k, x)
		q.Sub(q, r)
		gap := logDensity(t, gram(k, x), y, noise) - logDensity(t, q, y, noise) + mat.Trace(r)/(2*noise)
		bound, err := s.Gap(y, noise)
		if err != nil || !(gap >= -1e-9 && gap <= bound) {
			t.Errorf("m = %d: the gap is %v, the bound %v (%v)", m, gap, bound, err)
		}
	}
}

// logDensity is log N(y; 0, K + sI) without its constant.
func logDensity(t *testing.T, k *mat.Dense, y []float64, s float64) float64 {
	t.Helper()
	n := len(y)
	c := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			c.SetSym(i, j, (k.At(i, j)+k.At(j, i))/2)
		}
		c.SetSym(i, i, k.At(i, i)+s)
	}
	var chol mat.Cholesky
	if !chol.Factorize(c) {
		t.Fatal("no factor")
	}
	var alpha mat.VecDense
	v := mat.NewVecDense(n, y)
	if err := chol.SolveVecTo(&alpha, v); err != nil {
		t.Fatal(err)
	}
	return -(chol.LogDet() + mat.Dot(v, &alpha)) / 2
}

func TestGreedyNamesBadArguments(t *testing.T) {
	x, k := points(5), cov.SE(1)
	for name, run := range map[string]func() error{
		"nil function": func() error { _, err := inducing.Greedy(nil, x, 1, 0); return err },
		"nil points":   func() error { _, err := inducing.Greedy(k, nil, 1, 0); return err },
		"no points":    func() error { _, err := inducing.Greedy(k, cov.Line(nil), 1, 0); return err },
		"m":            func() error { _, err := inducing.Greedy(k, x, 0, 0); return err },
		"tol":          func() error { _, err := inducing.Greedy(k, x, 1, math.NaN()); return err },
		"dimension":    func() error { _, err := inducing.Greedy(cov.SE(1, 2, 3), x, 1, 0); return err },
		"noise":        func() error { _, err := (&inducing.Selection{Trace: []float64{1}}).Gap(nil, 0); return err },
	} {
		if run() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
