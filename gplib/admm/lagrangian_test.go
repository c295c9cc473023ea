package admm

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// models returns the covariance functions of the paper, with learned noise.
func models() map[string]gplib.Model {
	noise := gplib.Gaussian(0.25)
	return map[string]gplib.Model{
		"SE":    {Cov: cov.Scale(1.3, cov.SE(0.9)), Noise: noise},
		"LP":    {Cov: cov.Scale(0.8, cov.LocallyPeriodic(0.9, 1.5)), Noise: noise},
		"SE+LP": {Cov: cov.Sum(cov.Scale(1.1, cov.SE(3.5)), cov.Scale(0.7, cov.LocallyPeriodic(1.5, 2.5))), Noise: noise},
	}
}

// unscaled leaves every parameter of m to be learned, the common scale too.
func unscaled(m gplib.Model, d gplib.Data) *lagrangian {
	parts, _ := Interleaved().partition()(d.X.Len(), nil)
	train, valid := parts[0].train, parts[0].valid
	dT, dV := d.Subset(train), d.Subset(valid)
	return newLagrangian(newSpace(m, m.Params(), false, -1), newOperator(dT.X, dV.X, true, 0), dT.Y, dV.Y)
}

// somewhere puts l at an infeasible point.
func somewhere(l *lagrangian) []float64 {
	copy(l.z, gaussians(len(l.z), 3))
	copy(l.lambda, gaussians(len(l.lambda), 4))
	l.rho = 1.7
	phi := l.phiOf(l.start)
	l.move(phi)
	l.touch()
	return phi
}

// centralDifference returns df/dφ_j by a symmetric step of h.
func centralDifference(f func([]float64) float64, phi []float64, j int, h float64) float64 {
	up, down := append([]float64(nil), phi...), append([]float64(nil), phi...)
	up[j] += h
	down[j] -= h
	return (f(up) - f(down)) / (2 * h)
}

func TestGradientAgreesWithCentralDifferences(t *testing.T) {
	for name, m := range models() {
		m.Mean = gplib.ConstantMean(0.4)
		d := draw(t, cov.SE(0.5), grid(60), 0.25, 1)
		l := unscaled(m, d)
		phi := somewhere(l)
		g := make([]float64, l.dim())
		l.gradient(g, phi)
		for j, i := range l.free {
			want := centralDifference(l.value, phi, j, 1e-5)
			if relative(g[j], want) > 1e-6 {
				t.Errorf("%s: ∂L/∂%s is %.10g, differences say %.10g", name, l.params[i].Name, g[j], want)
			}
		}
	}
}

func TestGradientAtTheFeasiblePointIsThatOfTheHoldOutError(t *testing.T) {
	for name, m := range models() {
		d := draw(t, cov.SE(0.5), grid(60), 0.25, 1)
		l := unscaled(m, d)
		phi := somewhere(l)
		explicit := denseOf(l)
		copy(l.z, explicit.z(t))
		copy(l.lambda, explicit.dual(t))
		l.touch()
		g := make([]float64, l.dim())
		l.gradient(g, phi)
		for j, i := range l.free {
			want := centralDifference(func(p []float64) float64 { return denseError(t, l, p) }, phi, j, 1e-4)
			if math.Abs(g[j]-want) > 1e-5*floats.Norm(g, math.Inf(1)) {
				t.Errorf("%s: ∂L/∂%s is %.8g, ∂F %.8g", name, l.params[i].Name, g[j], want)
			}
		}
	}
}

func TestRawGradientAgreesWithCentralDifferences(t *testing.T) {
	d := draw(t, cov.SE(0.5), grid(60), 0.25, 1)
	l := unscaled(models()["LP"], d)
	l.space = newSpace(l.model, l.model.Params(), true, -1)
	phi := somewhere(l)
	g := make([]float64, l.dim())
	l.gradient(g, phi)
	for j := range g {
		if want := centralDifference(l.value, phi, j, 1e-5*phi[j]); relative(g[j], want) > 1e-6 {
			t.Errorf("∂L/∂%s is %.10g, differences say %.10g", l.params[j].Name, g[j], want)
		}
	}
}

func TestProductsAgreeWithExplicitMatrices(t *testing.T) {
	for name, m := range models() {
		for _, storage := range []Storage{Stored, MatrixFree} {
			d := draw(t, cov.SE(0.5), grid(50), 0.25, 1)
			l := lagrangianOf(t, m, d, problem{storage: storage})
			somewhere(l)
			explicit := denseOf(l)
			l.derivatives()
			compare(t, name+" r_T", l.rT, residualT(l, explicit), 1e-12)
			compare(t, name+" r_V", l.rV, explicit.residual(l.z).RawVector().Data, 1e-12)

			var inner, want mat.VecDense
			inner.MulVec(explicit.kvt, vec(l.z))
			want.MulVec(explicit.kvt.T(), &inner)
			got := make([]float64, len(l.z))
			l.op.mulVT(l.op.bufV, l.z)
			l.op.mulTV(got, l.op.bufV)
			compare(t, name+" K_VTᵀK_VT z", got, want.RawVector().Data, 1e-12)
		}
	}
}

func residualT(l *lagrangian, d dense) []float64 {
	var r mat.VecDense
	r.MulVec(d.c, vec(l.z))
	r.SubVec(&r, vec(l.yT))
	return r.RawVector().Data
}

// quadratic returns A = 2K_VTᵀK_VT + ρC² as an explicit matrix.
func quadratic(d dense, rho float64) *mat.Dense {
	var a, c2 mat.Dense
	a.Mul(d.kvt.T(), d.kvt)
	a.Scale(2, &a)
	c2.Mul(d.c, d.c)
	c2.Scale(rho, &c2)
	a.Add(&a, &c2)
	return &a
}

// compare fails where got differs from want by more than tol of want's norm.
func compare(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if d := floats.Distance(got, want, 2) / floats.Norm(want, 2); !(d <= tol) {
		t.Errorf("%s differs by %.3g, more than %.3g", what, d, tol)
	}
}

func TestHoldOutErrorDoesNotChangeWithTheScale(t *testing.T) {
	for name, m := range models() {
		d := draw(t, cov.SE(0.5), grid(50), 0.25, 1)
		l := unscaled(m, d)
		scaling := findScaling(m, d.X)
		if scaling == nil {
			t.Fatalf("%s: no scaling found", name)
		}
		before := denseError(t, l, l.phiOf(l.start))
		after := denseError(t, l, l.phiOf(scaling.apply(l.start, 7.5)))
		if relative(before, after) > 1e-10 {
			t.Errorf("%s: F is %.15g, scaled %.15g", name, before, after)
		}
	}
}
