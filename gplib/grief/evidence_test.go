package grief

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// TestEvidenceEqualsDenseFormula (docs/methods/grief.md, check 2): against the n × n matrix, and the
// p-space form with P of the paper, for n above and below p.
func TestEvidenceEqualsDenseFormula(t *testing.T) {
	for _, n := range []int{12, 80} {
		x, y := someData(t, n, 2, 3)
		b := someBasis(t, cov.Scale(2, cov.SE(0.5, 0.7)), someGrid(t, x, 6), 20)
		s := sumsOf(t, b, x, y)
		for _, noise := range []float64{1e-3, 0.1, 3} {
			w := randomWeights(20, uint64(n))
			e, err := newEvidence(s, w, noise)
			if err != nil {
				t.Fatal(err)
			}
			want := denseLML(t, weighted(evalOf(t, b, x), w, noise), y)
			if !near(e.value, want, 1e-8) || !near(paperEvidence(t, s, w, noise), want, 1e-8) {
				t.Errorf("n = %d, σ² = %v: %v, dense %v, by P %v", n, noise, e.value, want, paperEvidence(t, s, w, noise))
			}
		}
	}
}

// paperEvidence returns (18).
func paperEvidence(t *testing.T, s *Sums, w []float64, noise float64) float64 {
	p := s.Len()
	pm := mat.NewSymDense(p, nil)
	logs := 0.0
	for i := range p {
		for j := range i + 1 {
			pm.SetSym(i, j, s.A.At(i, j))
		}
		pm.SetSym(i, i, s.A.At(i, i)+noise/w[i])
		logs += math.Log(w[i])
	}
	var chol mat.Cholesky
	if !chol.Factorize(pm) {
		t.Fatal("P is not positive definite")
	}
	r := mat.NewVecDense(p, s.R)
	var c mat.VecDense
	if err := chol.SolveVecTo(&c, r); err != nil {
		t.Fatal(err)
	}
	n := float64(s.N)
	return -0.5 * ((s.YY-mat.Dot(r, &c))/noise + chol.LogDet() + logs + (n-float64(p))*math.Log(noise) + n*math.Log(2*math.Pi))
}

// TestWeightGradientEqualsDifferences (docs/methods/grief.md, check 3).
func TestWeightGradientEqualsDifferences(t *testing.T) {
	x, y := someData(t, 60, 2, 4)
	b := someBasis(t, cov.SE(0.4, 0.6), someGrid(t, x, 5), 15)
	s := sumsOf(t, b, x, y)
	w := randomWeights(15, 1)
	const noise = 0.05
	e, err := newEvidence(s, w, noise)
	if err != nil {
		t.Fatal(err)
	}
	grad := make([]float64, 15)
	byNoise := e.weightGradient(grad)
	value := func(w []float64, noise float64) float64 {
		e, err := newEvidence(s, w, noise)
		if err != nil {
			t.Fatal(err)
		}
		return e.value
	}
	if want := derivative(func(v float64) float64 { return value(w, v) }, noise, 1e-3*noise); !near(byNoise, want, 1e-6) {
		t.Errorf("by the noise variance: %v, differences %v", byNoise, want)
	}
	for i := range w {
		want := derivative(func(v float64) float64 {
			changed := append([]float64(nil), w...)
			changed[i] = v
			return value(changed, noise)
		}, w[i], 1e-3*w[i])
		if !near(grad[i], want, 1e-6) {
			t.Errorf("by weight %d: %v, differences %v", i, grad[i], want)
		}
	}
}

// frozenLML returns the log marginal likelihood at parameters theta of the
// kernel, with the tuples of b.
func frozenLML(t *testing.T, b *Basis, k cov.Func, g *Grid, x *cov.Matrix, y, theta []float64, noise float64) float64 {
	t.Helper()
	next, err := b.frozen(k.With(theta), g)
	if err != nil {
		t.Fatal(err)
	}
	e, err := newEvidence(sumsOf(t, next, x, y), ones(next.Len()), noise)
	if err != nil {
		t.Fatal(err)
	}
	return e.value
}

// TestKernelGradientEqualsDifferences (docs/methods/grief.md, checks 3 and 4): by the variance and all
// parameters of the factors, at the held tuples, from lengthscales of a tenth
// of the spacing, where the Gram matrices are near the identity, to ten
// ranges, where they are near one of ones.
func TestKernelGradientEqualsDifferences(t *testing.T) {
	x, y := someData(t, 70, 3, 5)
	g := someGrid(t, x, 4)
	cases := []struct {
		name string
		k    cov.Func
		p    int
	}{
		{"a tenth of the spacing", cov.Scale(1.3, cov.SE(0.033, 0.035, 0.03)), 64},
		{"the spacing", cov.Scale(1.3, cov.SE(0.33, 0.4, 0.3)), 17},
		{"the spacing, all functions", cov.Scale(1.3, cov.SE(0.33, 0.4, 0.3)), 64},
		{"the range", cov.Scale(0.7, cov.SE(1, 1.5, 0.8)), 12},
		{"ten ranges", cov.Scale(0.7, cov.SE(10, 8, 12)), 9},
		{"isotropic, tied to one parameter", cov.Scale(2, cov.SE(0.6)), 30},
		{"other factors", cov.Scale(2, cov.Product(cov.On(cov.Matern52(0.5), 0), cov.On(cov.Periodic(0.9, 1.1), 1), cov.On(cov.SE(0.7), 2))), 20},
	}
	for _, c := range cases {
		b := someBasis(t, c.k, g, c.p)
		const noise = 0.02
		e, err := newEvidence(sumsOf(t, b, x, y), ones(b.Len()), noise)
		if err != nil {
			t.Fatal(err)
		}
		theta := param.Values(c.k.Params())
		grad := make([]float64, len(theta))
		byWeight := make([]float64, b.Len())
		e.weightGradient(byWeight)
		b.scaleGradient(grad, byWeight)
		if warnings := b.kernelGradient(grad, slopesOf(t, b, e, x, y)); warnings != nil {
			t.Fatal(warnings)
		}
		for q, v := range theta {
			want := derivative(func(v float64) float64 {
				changed := append([]float64(nil), theta...)
				changed[q] = v
				return frozenLML(t, b, c.k, g, x, y, changed, noise)
			}, v, 2e-3*v)
			if math.Abs(grad[q]-want) > 1e-6*math.Max(1, math.Abs(want)) {
				t.Errorf("%s: by %s: %v, differences %v", c.name, c.k.Params()[q].Name, grad[q], want)
			}
		}
	}
}
