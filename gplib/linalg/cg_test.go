package linalg

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// spd returns a random symmetric positive definite matrix with the given
// eigenvalue floor.
func spd(n int, floor float64) *mat.SymDense {
	rng := rand.New(rand.NewPCG(1, 7))
	g := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			g.Set(i, j, rng.NormFloat64())
		}
	}
	a := mat.NewSymDense(n, nil)
	a.SymOuterK(1, g)
	for i := range n {
		a.SetSym(i, i, a.At(i, i)+floor)
	}
	return a
}

func product(a mat.Matrix) func(dst, v []float64) {
	return func(dst, v []float64) {
		mat.NewVecDense(len(dst), dst).MulVec(a, mat.NewVecDense(len(v), v))
	}
}

func ones(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 1
	}
	return v
}

func TestCGAgreesWithCholesky(t *testing.T) {
	const n = 40
	a, b := spd(n, 5), ones(n)
	var chol mat.Cholesky
	chol.Factorize(a)
	var want mat.VecDense
	if err := chol.SolveVecTo(&want, mat.NewVecDense(n, b)); err != nil {
		t.Fatal(err)
	}
	diagonal := func(dst, r []float64) {
		for i := range dst {
			dst[i] = r[i] / a.At(i, i)
		}
	}
	for name, o := range map[string]CG{
		"plain":          {Tol: 1e-12, MaxIter: 200},
		"preconditioned": {Tol: 1e-12, MaxIter: 200, Precondition: diagonal},
	} {
		x := make([]float64, n)
		res := o.Solve(x, b, product(a))
		if !res.Converged {
			t.Errorf("%s: no convergence: %+v", name, res)
		}
		if d := floats.Distance(x, want.RawVector().Data, math.Inf(1)); d > 1e-10 {
			t.Errorf("%s: differs from Cholesky by %g", name, d)
		}
	}
}

func TestCGSolvesInOneStepWithTheExactPreconditioner(t *testing.T) {
	const n = 30
	a := spd(n, 1)
	var inverse mat.Dense
	if err := inverse.Inverse(a); err != nil {
		t.Fatal(err)
	}
	res := CG{Tol: 1e-8, Precondition: product(&inverse)}.Solve(make([]float64, n), ones(n), product(a))
	if res.Iter != 1 || !res.Converged {
		t.Errorf("got %+v, want convergence in one step", res)
	}
}

func TestCGStartsWarm(t *testing.T) {
	const n = 30
	a, b := spd(n, 5), ones(n)
	x := make([]float64, n)
	CG{Tol: 1e-10, MaxIter: 200}.Solve(x, b, product(a))
	if res := (CG{Tol: 1e-9}).Solve(x, b, product(a)); res.Iter != 0 {
		t.Errorf("%d steps from the solution, want 0", res.Iter)
	}
}

func TestCGWithoutRightHandSideIsZero(t *testing.T) {
	x := ones(3)
	res := CG{}.Solve(x, make([]float64, 3), product(spd(3, 1)))
	if !res.Converged || floats.Norm(x, 2) != 0 {
		t.Errorf("got %v, %+v", x, res)
	}
}

func TestCGEndsAtNonPositiveCurvature(t *testing.T) {
	negate := func(dst, v []float64) { floats.ScaleTo(dst, -1, v) }
	x := make([]float64, 3)
	res := CG{}.Solve(x, ones(3), negate)
	if res.Converged || res.Iter != 0 || floats.HasNaN(x) {
		t.Errorf("got %v, %+v", x, res)
	}
}

func TestCGStopsWhenTold(t *testing.T) {
	calls := 0
	stop := func() bool { calls++; return calls > 2 }
	res := CG{Tol: 1e-14, Stop: stop}.Solve(make([]float64, 30), ones(30), product(spd(30, 0.1)))
	if res.Iter != 2 || res.Converged {
		t.Errorf("got %+v, want two steps", res)
	}
}

func TestCGFromZeroTakesAProductAStep(t *testing.T) {
	const n = 40
	a, products := spd(n, 5), 0
	mul := func(dst, v []float64) {
		products++
		product(a)(dst, v)
	}
	if res := (CG{Tol: 1e-8}).Solve(make([]float64, n), ones(n), mul); products != res.Iter || !res.Converged {
		t.Errorf("%d products in %d steps, converged %v", products, res.Iter, res.Converged)
	}
}

// With M = sI, where s is at most the least eigenvalue, A − M is positive
// semi-definite.
func TestCGEndsWhereTheEnergyOfItsErrorIsSmallEnough(t *testing.T) {
	const n, floor = 40, 5.0
	a, b := spd(n, floor), ones(n)
	part := func(dst, r []float64) { floats.ScaleTo(dst, 1/floor, r) }
	for _, energy := range []float64{1e-2, 1e-5} {
		x := make([]float64, n)
		res := CG{Tol: 1e-14, Energy: energy, MaxIter: 200, Precondition: part}.Solve(x, b, product(a))
		var rest mat.VecDense
		rest.MulVec(a, mat.NewVecDense(n, x))
		rest.SubVec(mat.NewVecDense(n, b), &rest)
		var chol mat.Cholesky
		chol.Factorize(a)
		var e mat.VecDense
		if err := chol.SolveVecTo(&e, &rest); err != nil {
			t.Fatal(err)
		}
		if got := math.Sqrt(mat.Dot(&rest, &e)); !res.Converged || got > energy || res.Residual < 1e-12 {
			t.Errorf("energy %g: error %g, residual %g, converged %v", energy, got, res.Residual, res.Converged)
		}
	}
}
