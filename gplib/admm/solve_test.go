package admm

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestZStepGradientIsThatOfTheLagrangian(t *testing.T) {
	for name, m := range models() {
		l := lagrangianOf(t, m, draw(t, cov.SE(0.5), grid(60), 0.25, 2), problem{})
		somewhere(l)
		l.residuals()
		explicit := denseOf(l)
		var w, got mat.VecDense // C times the residual in w = Cz is 2Σz + b
		w.MulVec(explicit.c, vec(l.z))
		product := make([]float64, len(l.z))
		l.mulW(product, w.RawVector().Data, 0)
		got.MulVec(explicit.c, vec(floats.SubTo(product, product, l.zTarget())))

		var want, byV mat.VecDense
		want.MulVec(explicit.c, vec(floats.AddScaledTo(make([]float64, len(l.z)), l.lambda, l.rho, l.rT)))
		byV.MulVec(explicit.kvt.T(), vec(l.rV))
		want.AddScaledVec(&want, -2, &byV)
		compare(t, name+": gradient in z", got.RawVector().Data, want.RawVector().Data, 1e-7)
	}
}

// denseStep returns the z-step by explicit matrices: the solution of Az = h.
func denseStep(t testing.TB, l *lagrangian) []float64 {
	d := denseOf(l)
	var h, byV mat.VecDense
	byV.MulVec(d.kvt.T(), vec(l.yV))
	h.MulVec(d.c, vec(floats.SubTo(make([]float64, len(l.z)), floats.ScaleTo(make([]float64, len(l.z)), l.rho, l.yT), l.lambda)))
	h.AddScaledVec(&h, 2, &byV)
	return solve(t, quadratic(d, l.rho), &h)
}

// Az = h has a condition of 1e14 here: conjugate gradients on it miss by 5 where
// those in w = Cz miss by .005.
func TestAZStepIsExactWhereThereIsLittleNoise(t *testing.T) {
	m := gplib.Model{Cov: cov.Sum(cov.Scale(2500, cov.SE(5)), cov.Scale(0.5, cov.Matern12(1))), Noise: gplib.Gaussian(0.05)}
	d := draw(t, m.Cov, grid(300), 0.05, 1)
	l := lagrangianOf(t, m, d, problem{})
	l.rho = 0.01
	l.move(l.phiOf(l.start))
	l.zStep(zTol, zSteps)
	l.dualStep(l.rho)
	explicit := denseOf(l)
	var adjoint mat.VecDense
	adjoint.MulVec(explicit.kvt.T(), explicit.residual(l.z))
	adjoint.ScaleVec(2, &adjoint)
	compare(t, "λ", l.lambda, solve(t, explicit.c, &adjoint), 0.02)
}

func TestZStepAgreesWithADenseSolve(t *testing.T) {
	for name, m := range models() {
		for _, columns := range []int{-1, 0} {
			l := lagrangianOf(t, m, draw(t, cov.SE(0.5), grid(80), 0.25, 2), problem{columns: columns})
			somewhere(l)
			l.zStep(1e-10, 1000)
			want := denseStep(t, l)
			compare(t, name+": z", l.z, want, 1e-6)
		}
	}
}

func TestAnExactZStepMakesTheDualSolveTheAdjointEquation(t *testing.T) {
	for name, m := range models() {
		l := lagrangianOf(t, m, draw(t, cov.SE(0.5), grid(60), 0.25, 2), problem{})
		somewhere(l)
		copy(l.z, denseStep(t, l))
		l.touch()
		l.dualStep(l.rho)
		var left, right mat.VecDense
		left.MulVec(denseOf(l).c, vec(l.lambda))
		right.MulVec(denseOf(l).kvt.T(), denseOf(l).residual(l.z))
		right.ScaleVec(2, &right)
		compare(t, name+": Cλ", left.RawVector().Data, right.RawVector().Data, 1e-8)
	}
}

func TestConstraintGapAgreesWithCholesky(t *testing.T) {
	for name, m := range models() {
		l := lagrangianOf(t, m, draw(t, cov.SE(0.5), grid(80), 0.25, 2), problem{})
		somewhere(l)
		var s state
		l.exact(&s)
		f, gap := s.error, s.gap
		explicit := denseOf(l)
		e := floats.SubTo(make([]float64, len(l.z)), l.z, explicit.z(t))
		want := floats.Dot(e, e)
		if relative(gap, want) > 1e-5 {
			t.Errorf("%s: gap %.10g, want %.10g", name, gap, want)
		}
		if want := explicit.error(t); relative(f, want) > 1e-5 {
			t.Errorf("%s: F %.10g, want %.10g", name, f, want)
		}
		var svd mat.SVD
		svd.Factorize(explicit.c, mat.SVDNone)
		largest := svd.Values(nil)[0]
		r, g := floats.Norm(l.rT, 2), floats.Norm(e, 2)
		if g < r/largest || g > r/l.op.s[0] {
			t.Errorf("%s: gap %g outside its bounds [%g, %g]", name, g, r/largest, r/l.op.s[0])
		}
	}
}

// The first two solves find the directions on which K is larger than the noise.
func TestSolvesOfAZStepShareTheirDirections(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(0.5), Noise: gplib.Gaussian(0.25)}
	l := lagrangianOf(t, m, draw(t, m.Cov, grid(400), 0.25, 2), problem{columns: -1})
	somewhere(l)
	l.solveZ(innerTol)
	alone := l.cg.steps
	somewhere(l)
	l.cg.steps = 0
	l.zStep(1e-10, 1000)
	compare(t, "z", l.z, denseStep(t, l), 1e-6)
	if l.cg.steps > 4*alone {
		t.Errorf("%d steps, one solve takes %d", l.cg.steps, alone)
	}
}

func TestPreconditionerSavesStepsAndChangesNothing(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(0.5), Noise: gplib.Gaussian(0.25)}
	for _, n := range []int{250, 1000} {
		d := gplib.Data{X: cov.Line(grid(n)), Y: gaussians(n, 8)}
		var z [2][]float64
		var steps [2]int
		for i, columns := range []int{-1, 100} {
			l := lagrangianOf(t, m, d, problem{columns: columns})
			l.rho = 1
			l.move(l.phiOf(l.start))
			l.solveZ(1e-6) // alone: solves that share directions need no preconditioner here
			z[i], steps[i] = l.z, l.cg.steps
		}
		// The low-rank form leaves a trace of 1e-3 of the noise, so that the preconditioned matrix has a condition
		// κ ≤ 1.001: a step of conjugate gradients takes (√κ-1)/(√κ+1) = 2.5e-4 of the error, two take it below
		// 1e-6, and rounding may ask for a third. Without, there is a step for each of some ten eigenvalues, or more.
		if steps[1] > 3 || 3*steps[1] > steps[0] {
			t.Errorf("n=%d: %d steps with, %d without the preconditioner", n, steps[1], steps[0])
		}
		compare(t, "preconditioned z", z[1], z[0], 1e-4)
	}
}

func TestPreconditionerServesAKernelWithAWhitePart(t *testing.T) {
	k := cov.Sum(cov.SE(0.5), cov.White(0.3))
	m := gplib.Model{Cov: k, Noise: gplib.Gaussian(0.01)}
	l := lagrangianOf(t, m, draw(t, cov.SE(0.5), grid(200), 0.25, 2), problem{columns: 40})
	l.move(l.phiOf(l.start))
	l.solveZ(1e-8)
	compare(t, "z", l.z, denseOf(l).z(t), 1e-6)
	if l.cg.steps > 20 {
		t.Errorf("%d steps", l.cg.steps)
	}
}

func TestLowRankFactorIsOrthonormal(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(0.5), Noise: gplib.Gaussian(0.01)}
	l := lagrangianOf(t, m, draw(t, cov.SE(0.5), grid(200), 0.25, 2), problem{columns: 40})
	l.move(l.phiOf(l.start))
	low := l.op.preconditioner()
	var gram mat.Dense
	gram.Mul(low.u.T(), low.u)
	for i := range low.e {
		for j := range low.e {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(gram.At(i, j)-want) > 1e-6 {
				t.Fatalf("UᵀU is %g at (%d, %d)", gram.At(i, j), i, j)
			}
		}
	}
}

func TestAWholeFactorSolvesInTwoSteps(t *testing.T) {
	for name, m := range models() {
		l := lagrangianOf(t, m, draw(t, cov.SE(0.5), grid(100), 0.25, 2), problem{})
		if l.op.columns != whole {
			t.Fatalf("%s: %d columns", name, l.op.columns)
		}
		somewhere(l)
		l.cg.steps = 0
		l.solveZ(1e-10)
		compare(t, name+": z", l.z, denseOf(l).z(t), 1e-8)
		if l.cg.steps > 2 {
			t.Errorf("%s: %d steps", name, l.cg.steps)
		}
	}
}

func TestAFactorTakesOverWhereStepsAreMany(t *testing.T) {
	m := gplib.Model{Cov: cov.Matern12(0.2), Noise: gplib.Gaussian(0.001)}
	l := lagrangianOf(t, m, gplib.Data{X: cov.Line(grid(2*wholeLimit + 20)), Y: gaussians(2*wholeLimit+20, 8)}, problem{})
	for at, phi := range [][]float64{l.phiOf(l.start), l.phiOf([]float64{0.3, 0.002})} {
		l.move(phi)
		clear(l.z)
		l.cg.steps = 0
		l.solveZ(1e-10)
		compare(t, "z", l.z, denseOf(l).z(t), 1e-7)
		l.solveDual(1e-10)
		compare(t, "λ", l.lambda, denseOf(l).dual(t), 1e-7)
		if l.cg.steps <= worthFactor || l.cg.steps > worthFactor+5 {
			t.Errorf("θ number %d: %d steps, want %d and few more", at, l.cg.steps, worthFactor)
		}
	}
}
