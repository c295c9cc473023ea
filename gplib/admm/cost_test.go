package admm

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// counted is a covariance function that counts evaluated pairs of points.
type counted struct {
	cov.Func
	pairs *float64
}

func (c counted) With(theta []float64) cov.Func { return counted{c.Func.With(theta), c.pairs} }

func (c counted) Gram(dst *mat.Dense, a, b cov.Inputs) {
	*c.pairs += float64(a.Len() * b.Len())
	c.Func.Gram(dst, a, b)
}

func (c counted) MulVec(dst []float64, dgrad [][]float64, a, b cov.Inputs, v []float64) {
	*c.pairs += float64(a.Len() * b.Len() * (1 + len(dgrad)))
	c.Func.MulVec(dst, dgrad, a, b, v)
}

// pairs counts the evaluated pairs of one iteration with fixed caps, and the steps
// of its solves with C.
func pairs(t *testing.T, n int, columns int) (count, steps float64) {
	m := gplib.Model{Cov: counted{cov.SE(0.9), &count}, Noise: gplib.FixedGaussian(0.25)}
	d := gplib.Data{X: cov.Line(grid(n)), Y: gaussians(n, 1)}
	l := lagrangianOf(t, m, d, problem{storage: MatrixFree, columns: columns})
	l.rho = 1
	count = 0
	l.gradient(make([]float64, 1), l.phiOf(l.start))
	l.value([]float64{-0.2})
	l.zStep(1e-300, 10)
	l.dualStep(1)
	return count, float64(l.cg.steps)
}

func TestAnIterationEvaluatesOfTheOrderOfNSquaredPairs(t *testing.T) {
	few, fewSteps := pairs(t, 200, -1)
	many, manySteps := pairs(t, 800, -1)
	if exponent := math.Log(many/manySteps/(few/fewSteps)) / math.Log(4); math.Abs(exponent-2) > 0.02 {
		t.Errorf("exponent %g a step: %g pairs at n = 200, %g at 800", exponent, few, many)
	}
	if manySteps > 1.5*fewSteps {
		t.Errorf("%g steps at n = 200, %g at 800", fewSteps, manySteps)
	}
	// The gradient (K and ∂K), a value, the z-step, and the residuals of the dual
	// step. The z-step begins at 0, so that its solves have a product a step: one
	// with K_VTᵀ for its right-hand side and two in each of 10 steps.
	n, nT, nV := 200.0, 100.0, 100.0
	want := 2*n*nT + n*nT + fewSteps*nT*nT + 21*nV*nT + n*nT
	if few != want {
		t.Errorf("%g pairs at n = 200, want %g", few, want)
	}
}

func TestMatrixFreeAndStoredAgree(t *testing.T) {
	d := seData(t, 1)
	free := mustFit(t, HoldOut{Storage: MatrixFree}, seModel(), d, &gplib.Settings{MaxIter: 10})
	stored := mustFit(t, HoldOut{Storage: Stored}, seModel(), d, &gplib.Settings{MaxIter: 10})
	if relative(free.Value, stored.Value) > 1e-6 {
		t.Errorf("F %.10g matrix-free, %.10g stored", free.Value, stored.Value)
	}
}

// BenchmarkIteration is one iteration of the default settings: θ-, z- and
// dual step and all monitors.
func BenchmarkIteration(b *testing.B) {
	for _, storage := range []Storage{Stored, MatrixFree} {
		name := map[Storage]string{Stored: "stored", MatrixFree: "matrix-free"}[storage]
		for _, n := range []int{500, 1000, 2000, 4000} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				d := smooth(n)
				h := HoldOut{Storage: storage, NoPolish: true}
				b.ResetTimer()
				r := mustFit(b, h, gplib.Model{Cov: cov.SE(0.9), Noise: gplib.FixedGaussian(0.25)}, d,
					&gplib.Settings{MaxIter: b.N, Tol: 1e-300, Observe: timer(b)})
				b.ReportMetric(monitor(r.Trace.Steps[len(r.Trace.Steps)-1], "CG steps"), "CGsteps")
			})
		}
	}
}

// timer starts the benchmark's clock at the first iteration and stops it at
// the last one, so that the exact posterior is not counted.
func timer(b *testing.B) func(gplib.Step) error {
	return func(s gplib.Step) error {
		switch s.Iter {
		case 0:
			b.ResetTimer()
		case b.N:
			b.StopTimer()
		}
		return nil
	}
}

// smooth returns a curve with noise that needs no draw from a process.
func smooth(n int) gplib.Data {
	x, e := grid(n), gaussians(n, 2)
	y := make([]float64, n)
	for i, v := range x {
		y[i] = math.Sin(3*v) + 0.6*math.Cos(5*v+1) + 0.5*e[i]
	}
	return gplib.Data{X: cov.Line(x), Y: y}
}
