package grief

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// TestPreconditionerIsTheInverseOfItsMatrix, and CG with it reaches the plain
// solution in fewer steps (docs/methods/grief.md, check 14).
func TestPreconditionerIsTheInverseOfItsMatrix(t *testing.T) {
	const n, noise = 200, 1e-3
	x, y := someData(t, n, 3, 30)
	k := cov.SE(0.8, 0.7, 0.9)
	b := someBasis(t, k, someGrid(t, x, 6), 60)
	m, err := NewPreconditioner(b, x, noise)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]float64, n)
	m.Apply(got, y)
	var inverse mat.Dense
	var want mat.VecDense
	if err := inverse.Inverse(weighted(evalOf(t, b, x), ones(60), noise)); err != nil {
		t.Fatal(err)
	}
	want.MulVec(&inverse, mat.NewVecDense(n, y))
	for i := range got {
		if !near(got[i], want.AtVec(i), 1e-6) {
			t.Fatalf("element %d: %v, want %v", i, got[i], want.AtVec(i))
		}
	}
	mul := func(dst, v []float64) {
		k.MulVec(dst, nil, x, x, v)
		for i := range dst {
			dst[i] += noise * v[i]
		}
	}
	plain, preconditioned := make([]float64, n), make([]float64, n)
	before := linalg.CG{Tol: 1e-8, MaxIter: 2000}.Solve(plain, y, mul)
	after := linalg.CG{Tol: 1e-8, MaxIter: 2000, Precondition: m.Apply}.Solve(preconditioned, y, mul)
	if !before.Converged || !after.Converged || after.Iter*4 > before.Iter {
		t.Errorf("%d steps plain, %d preconditioned", before.Iter, after.Iter)
	}
	for i := range plain {
		if !near(plain[i], preconditioned[i], 1e-4) {
			t.Fatalf("element %d: %v plain, %v preconditioned", i, plain[i], preconditioned[i])
		}
	}
	if _, err := NewPreconditioner(b, x, 0); err == nil || !strings.Contains(err.Error(), "noise is 0") {
		t.Errorf("no noise: %v", err)
	}
}

// TestSKIEqualsTheExplicitProduct (docs/methods/grief.md, check 14): E K_UU Eᵀ with E written out.
func TestSKIEqualsTheExplicitProduct(t *testing.T) {
	x, y := someData(t, 40, 3, 31)
	k := cov.Scale(1.6, cov.SE(0.5, 0.6, 0.4))
	g := someGrid(t, x, 5)
	s, err := NewSKI(k, g, x)
	if err != nil {
		t.Fatal(err)
	}
	nodes := nodesOf(g)
	e := mat.NewDense(40, nodes.Len(), nil)
	for r := range 40 {
		row := []float64{1}
		for l := range 3 {
			weights := make([]float64, 5)
			first := nearest(g.Points(l), x.At(r, l), stencil)
			lagrange(weights[first:first+stencil], g.Points(l)[first:first+stencil], x.At(r, l))
			row = kronecker(row, weights)
		}
		e.SetRow(r, row)
	}
	var want mat.Dense
	want.Product(e, gramOf(k, nodes, nodes), e.T())
	if !mat.EqualApprox(s.Gram(), &want, 1e-12) {
		t.Error("the kernel matrix differs")
	}
	var product mat.VecDense
	product.MulVec(&want, mat.NewVecDense(40, y))
	got := make([]float64, 40)
	if err := s.MulVec(got, y); err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if !near(got[i], product.AtVec(i), 1e-12) {
			t.Errorf("element %d: %v, want %v", i, got[i], product.AtVec(i))
		}
	}
	if err := s.MulVec(got, y[:3]); err == nil {
		t.Error("a short vector was accepted")
	}
}

// TestSKIInterpolatesTheKernel: between grid points near enough to each other,
// and exactly at grid points, in ten dimensions.
func TestSKIInterpolatesTheKernel(t *testing.T) {
	x, _ := someData(t, 30, 10, 32)
	k := cov.SE(2)
	s, err := NewSKI(k, someGrid(t, x, 12), x)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.EqualApprox(s.Gram(), gramOf(k, x, x), 1e-4) {
		t.Error("the interpolated kernel is far from the kernel")
	}
}

// TestFeaturesReconstruct: Nyström with all points is the kernel, random
// Fourier features tend to it, and both are as documented.
func TestFeaturesReconstruct(t *testing.T) {
	x, _ := someData(t, 25, 2, 33)
	k := cov.Scale(2, cov.SE(0.9, 0.7))
	want := gramOf(k, x, x)
	nystrom, err := NewNystrom(k, x, 25, nil)
	if err != nil {
		t.Fatal(err)
	}
	fourier, err := NewFourier(k, 2, 40000, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		f   Features
		tol float64
	}{"Nyström": {nystrom, 1e-6}, "Fourier": {fourier, 0.06}} {
		phi, err := c.f.Eval(x)
		if err != nil {
			t.Fatal(err)
		}
		var got mat.Dense
		got.Mul(phi, phi.T())
		if !mat.EqualApprox(&got, want, c.tol) {
			t.Errorf("%s: another kernel", name)
		}
		if c.f == Features(fourier) && math.Abs(got.At(0, 0)-2) > 1e-12 {
			t.Errorf("%s: the variance is %v", name, got.At(0, 0))
		}
	}
	for want, f := range map[string]func() error{
		"p is 26":     func() error { _, err := NewNystrom(k, x, 26, nil); return err },
		"p is 3":      func() error { _, err := NewFourier(k, 2, 3, nil); return err },
		"the only":    func() error { _, err := NewFourier(cov.On(cov.Periodic(1, 1), 0), 2, 4, nil); return err },
		"dimension 2": func() error { _, err := fourier.Eval(cov.Line([]float64{1})); return err },
		"x is nil":    func() error { _, err := nystrom.Eval(nil); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one with %q", err, want)
		}
	}
}
