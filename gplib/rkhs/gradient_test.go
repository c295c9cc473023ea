package rkhs

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/optim"
)

// fixedF returns SCGD whose average stays the exact F: b is 0.
func fixedF() *compositional {
	return &compositional{rate: optim.ConstantRate(0), stale: true, average: average{inverse: newInverse(false)}}
}

// atF puts the exact F of the present point into c.
func (p problem) atF(t testing.TB, c *compositional) {
	t.Helper()
	if err := c.start(p.scaledF(p.momentsOf(p.rows))); err != nil {
		t.Fatal(err)
	}
}

// docs/methods/rkhs.md, check 3, l by w, φ and v: SCGD at the exact F.
func TestGradientOfTheLossByDifferences(t *testing.T) {
	c := fixedF()
	p := newProblem(t, c, Linear(smooth(), 1), 0.3)
	p.atF(t, c)
	differentiated(t, p.u, p.gradientOf(t, nil), 1e-6, p.loss)
}

// psi returns Ψ/(2n) of MINIMAX by dense formulas, with A/n from a.
func (p problem) psi(m *minimax, a *mat.Dense) float64 {
	n := float64(p.n)
	full := mat.NewSymDense(p.d, nil)
	for i := range p.d {
		for j := range i + 1 {
			full.SetSym(j, i, n*a.At(i, j))
		}
	}
	var gap mat.Dense
	gap.Sub(full, p.denseF())
	penalty := m.weight() * inner(m.b, &gap) / mat.Norm(full, 2)
	return (p.fitPart(p.w) + logDet(full) + penalty) / (2 * n)
}

// randomB sets B to a symmetric matrix of norm 0.8.
func (p problem) randomB(m *minimax) {
	for i := range p.d {
		for j := range i + 1 {
			v := math.Sin(float64(3*i + 7*j + 1))
			m.b.Set(i, j, v)
			m.b.Set(j, i, v)
		}
	}
	m.b.Scale(0.8/mat.Norm(m.b, 2), m.b)
}

// docs/methods/rkhs.md, check 3, Ψ by w, φ, v and A, and the form A = LLᵀ + vI.
func TestGradientOfPsiByDifferences(t *testing.T) {
	for _, cholesky := range []bool{false, true} {
		t.Run(fmt.Sprint("cholesky ", cholesky), func(t *testing.T) {
			m := &minimax{mu: 3000, cholesky: cholesky, stepB: optim.ConstantRate(0)}
			p := newProblem(t, m, Linear(smooth(), 1), 0.3)
			p.randomB(m)
			symmetrise(m.own)
			grad := p.gradientOf(t, nil)
			if cholesky {
				differentiated(t, p.u, grad, 1e-6, func() float64 { m.expand(p.state); return p.psi(m, m.a) })
				return
			}
			// An element of A moves with its twin.
			rest := p.tau + 1 + p.d
			differentiated(t, p.u[:rest], grad[:rest], 1e-6, func() float64 { return p.psi(m, m.a) })
			for i := range p.d {
				for j := range i + 1 {
					at := m.a.At(i, j)
					set := func(v float64) float64 { m.a.Set(i, j, v); m.a.Set(j, i, v); return p.psi(m, m.a) }
					const h = 1e-5
					want := (set(at+h) - set(at-h)) / (2 * h)
					set(at)
					got := m.grad.At(i, j)
					if i != j {
						got += m.grad.At(j, i)
					}
					near(t, fmt.Sprintf("derivative by A[%d,%d]", i, j), got, want, 1e-6)
				}
			}
		})
	}
}

// docs/methods/rkhs.md, check 3, Ψ by B: G_B is linear in B, so one difference is exact.
func TestGradientByTheDual(t *testing.T) {
	m := &minimax{mu: 3000, stepB: optim.ConstantRate(0)}
	p := newProblem(t, m, Linear(smooth(), 1), 0.3)
	symmetrise(m.own)
	m.project.lo = 1e-10
	if err := m.after(p.state, func() (*mat.Dense, []float64) { return p.rows.x, p.rows.y }); err != nil {
		t.Fatal(err)
	}
	before := p.psi(m, m.a)
	p.randomB(m)
	near(t, "Ψ(B) - Ψ(0)", p.psi(m, m.a)-before, inner(m.b, m.lastB)/float64(2*p.n), 1e-9)
}

// docs/methods/rkhs.md, check 4: Ψ(A = F) = l, and the greatest Ψ over ‖B‖ <= 1 is the penalty.
func TestPsiAtFIsTheLossAndItsMaximumThePenalty(t *testing.T) {
	m := &minimax{mu: 7, stepB: optim.ConstantRate(0)}
	p := newProblem(t, m, Linear(smooth(), 1), 0.3)
	p.randomB(m)
	f := p.scaledF(p.momentsOf(p.rows))
	near(t, "Ψ at A = F", p.psi(m, f), p.loss(), 1e-10)
	symmetrise(m.own)
	base := p.psi(&minimax{counters: []float64{0, 0}, b: square(p.d)}, m.a)
	f.Sub(m.a, f)
	penalty := m.mu * mat.Norm(f, 2) / mat.Norm(m.a, 2)
	m.b.Scale(1/mat.Norm(f, 2), f)
	near(t, "the greatest Ψ", p.psi(m, m.a)-base, penalty/float64(2*p.n), 1e-12)
}

// docs/methods/rkhs.md, check 5: at μ* and B = -‖F‖F⁻¹/μ, A = F is stationary and the seeds are
// those of l.
func TestTheExactSaddlePoint(t *testing.T) {
	c := fixedF()
	loss := newProblem(t, c, Linear(smooth(), 1), 0.3)
	loss.atF(t, c)
	want := loss.gradientOf(t, nil)
	m := &minimax{stepB: optim.ConstantRate(0)}
	p := newProblem(t, m, Linear(smooth(), 1), 0.3)
	copy(p.u[:len(want)], loss.u)
	m.a.Copy(c.f)
	var inverse mat.Dense
	if err := inverse.Inverse(c.f); err != nil {
		t.Fatal(err)
	}
	bound := mat.Norm(c.f, 2) * mat.Norm(&inverse, 2)
	m.counters[1] = bound
	m.b.Scale(-mat.Norm(c.f, 2)/bound, &inverse)
	near(t, "‖B‖", mat.Norm(m.b, 2), 1, 1e-9)
	got := p.gradientOf(t, nil)
	scale := floats.Norm(want, math.Inf(1))
	for j, v := range got {
		if j >= len(want) {
			near(t, "G_A", v*m.a.At(0, 0), 0, 1e-9)
		} else {
			near(t, "seeds' gradient", v/scale, want[j]/scale, 1e-9)
		}
	}
}

// partition returns an exact partition of the rows in batches of four.
func partition(n int) [][]int {
	var parts [][]int
	for lo := 0; lo < n; lo += 4 {
		part := []int{lo, lo + 1, lo + 2, lo + 3}
		parts = append(parts, part)
	}
	return parts
}

// meanOver returns the mean of the batches' gradients, each at the same point.
func (p problem) meanOver(t *testing.T) []float64 {
	mean := make([]float64, len(p.g))
	parts := partition(p.n)
	for _, index := range parts {
		floats.AddScaled(mean, 1/float64(len(parts)), p.gradientOf(t, index))
	}
	return mean
}

// docs/methods/rkhs.md, check 6: unbiased over an exact partition, and BSGD is not.
func TestEstimatorsAreUnbiasedAndBSGDIsNot(t *testing.T) {
	for name, m := range map[string]method{
		"SCGD":    fixedF(),
		"MINIMAX": &minimax{mu: 5, stepB: optim.ConstantRate(0)},
		"LLᵀ":     &minimax{mu: 5, stepB: optim.ConstantRate(0), cholesky: true},
		"min-min": &minmin{},
		"NOLD":    nold{},
	} {
		p := newProblem(t, m, Linear(smooth(), 1), 0.3)
		if mm, ok := m.(*minimax); ok {
			p.randomB(mm)
			symmetrise(mm.own)
		}
		full, mean := p.gradientOf(t, nil), p.meanOver(t)
		scale := floats.Norm(full, math.Inf(1))
		for j := range full {
			near(t, name, mean[j]/scale, full[j]/scale, 1e-10)
		}
	}
	p := newProblem(t, &biased{}, Linear(smooth(), 1), 0.3)
	full, mean := p.gradientOf(t, nil), p.meanOver(t)
	if bias := floats.Distance(full, mean, 2) / floats.Norm(full, 2); bias < 0.5 {
		t.Errorf("BSGD's bias is %g of the gradient; it should not vanish", bias)
	}
}

// docs/methods/rkhs.md, check 8: both forms of BSGD agree; with all rows it is the gradient of l at
// ŵ, by differences of the dense likelihood.
func TestBSGDsFormsAgreeAndHaveTheLikelihoodsGradient(t *testing.T) {
	b := &biased{}
	p := newProblem(t, b, Linear(smooth(), 1), 0.3)
	phi := p.z()
	seeds := [2]*mat.Dense{zeros(phi), zeros(phi)}
	var byNoise [2]float64
	for i, form := range []func(*state, *mat.Dense, *mat.Dense, []float64) error{b.kernelForm, b.featureForm} {
		clear(p.g)
		if err := form(p.state, phi, seeds[i], p.rows.y); err != nil {
			t.Fatal(err)
		}
		byNoise[i] = p.g[p.tau]
	}
	near(t, "derivative by τ", byNoise[0], byNoise[1], 1e-10)
	if !mat.EqualApprox(seeds[0], seeds[1], 1e-10) {
		t.Error("the seeds of the kernel's and the features' form differ")
	}
	differentiated(t, p.u, p.gradientOf(t, nil), 1e-6, func() float64 {
		solved, err := p.momentsOf(p.rows).at(p.noise())
		if err != nil {
			t.Fatal(err)
		}
		return solved.perPoint(p.n)
	})
}

// BSGD of a Gaussian kernel, against the dense likelihood.
func TestBSGDOfTheGaussianKernel(t *testing.T) {
	p := newProblem(t, &biased{}, Gaussian(smooth(), 1), 0.3)
	y := mat.NewVecDense(p.n, p.rows.y)
	differentiated(t, p.u, p.gradientOf(t, nil), 1e-6, func() float64 {
		c := mat.NewDense(p.n, p.n, nil)
		gaussianHead{}.gram(c, p.z(), p.z(), p.headTheta)
		addDiagonal(c, p.noise())
		var chol mat.Cholesky
		chol.Factorize(mat.NewSymDense(p.n, c.RawMatrix().Data))
		var alpha mat.VecDense
		if err := chol.SolveVecTo(&alpha, y); err != nil {
			t.Fatal(err)
		}
		return (mat.Dot(y, &alpha) + chol.LogDet()) / float64(2*p.n)
	})
}

// docs/methods/rkhs.md, check 15, and the gradient by P.
func TestMinMinIsTheLogDeterminantAtTheInverse(t *testing.T) {
	m := &minmin{}
	p := newProblem(t, m, Linear(smooth(), 1), 0.3)
	bound := func() float64 {
		l := m.lower(p.d)
		var np mat.Dense
		np.Mul(l, l.T())
		n, f := float64(p.n), p.denseF()
		logs := 0.0
		for j := range p.d {
			logs += 2 * math.Log(l.At(j, j))
		}
		trace := inner(&np, mat.DenseCopyOf(f)) / n
		return (p.fitPart(p.w) + trace - logs + float64(p.d)*math.Log(n) - float64(p.d)) / (2 * n)
	}
	differentiated(t, p.u, p.gradientOf(t, nil), 1e-6, bound)
	copyOf := append([]float64(nil), p.u[:p.tau+1+p.d]...)
	if err := m.begin(p.state, p.momentsOf(p.rows), p.rows, nil); err != nil {
		t.Fatal(err)
	}
	copy(p.u, copyOf)
	near(t, "<P, F> - log|P| - d at P = F⁻¹", bound(), p.loss(), 1e-10)
}
