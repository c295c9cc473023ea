package linalg

import (
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestSolvesThatShareDirectionsTakeFewerStepsToTheSameEnd(t *testing.T) {
	const n = 60
	a := spd(n, 0.5)
	var chol mat.Cholesky
	chol.Factorize(a)
	shared := NewDirections(n, 40)
	for k, b := range [][]float64{ones(n), alternating(n), ones(n)} {
		var want mat.VecDense
		if err := chol.SolveVecTo(&want, mat.NewVecDense(n, b)); err != nil {
			t.Fatal(err)
		}
		x := make([]float64, n)
		alone := CG{Tol: 1e-10, MaxIter: 1000}.Solve(make([]float64, n), b, product(a))
		res := CG{Tol: 1e-10, MaxIter: 1000, Recycle: shared}.Solve(x, b, product(a))
		if d := floats.Distance(x, want.RawVector().Data, 2); !res.Converged || d > 1e-8 {
			t.Errorf("solve %d: distance %g, converged %v", k, d, res.Converged)
		}
		if k > 0 && res.Iter > alone.Iter/2 {
			t.Errorf("solve %d: %d steps, alone %d", k, res.Iter, alone.Iter)
		}
	}
	if shared.Len() != 40 {
		t.Errorf("%d directions, want all 40", shared.Len())
	}
}

func TestDirectionsAreConjugate(t *testing.T) {
	const n = 30
	a, d := spd(n, 1), NewDirections(n, 20)
	for _, b := range [][]float64{ones(n), alternating(n)} {
		CG{Tol: 1e-3, Recycle: d}.Solve(make([]float64, n), b, product(a))
	}
	var ap, gram mat.Dense
	ap.Mul(d.rows(d.p), a)
	gram.Mul(&ap, d.rows(d.p).T())
	for i, ci := range d.curvature {
		for j, cj := range d.curvature {
			if g := gram.At(i, j); i != j && g*g > 1e-16*ci*cj {
				t.Fatalf("p_%dᵀAp_%d is %g, beside %g and %g", i, j, g, ci, cj)
			}
		}
	}
}

// alternating returns 1, −1, 1, ...
func alternating(n int) []float64 {
	v := ones(n)
	for i := 1; i < n; i += 2 {
		v[i] = -1
	}
	return v
}
