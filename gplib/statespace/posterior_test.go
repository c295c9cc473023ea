package statespace_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/posteriortest"
	"krigo/gplib/statespace"
)

// near compares relative to the largest of want.
func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if off, scale := floats.Distance(got, want, math.Inf(1)), floats.Norm(want, math.Inf(1)); !(off <= tol*math.Max(scale, 1e-3)) {
		t.Errorf("%s: off by %.3g, the largest is %.3g", what, off, scale)
	}
}

// The tolerance is that of the acceptance.
func TestPredictionsAreThoseOfTheExactProcess(t *testing.T) {
	const tol = 1e-8
	models, largest := 50, 2000
	if testing.Short() {
		models, largest = 20, 100
	}
	rng := rand.New(rand.NewPCG(51, 2))
	at := make([]float64, 40)
	for number := range models {
		n := 2 + rng.IntN(largest-1)
		if number%5 != 0 { // most are small, for the time of the exact process
			n = 2 + n/10
		}
		d := drawnData(rng, n)
		for i := range at {
			at[i] = 30*rng.Float64() - 5
		}
		times := d.X.(*cov.Matrix).Column(0)
		copy(at, times[:min(n, 5)])
		at[6] = at[7]
		x := cov.Line(at)
		m := gplib.Model{Mean: gplib.LinearMean(0.3, 0.1), Cov: drawnFunction(rng), Noise: gplib.Gaussian(0.05 + rng.Float64())}
		exact, err := gplib.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := statespace.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		want, err := exact.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		near(t, m.Cov.(interface{ String() string }).String()+": means", got.Mean, want.Mean, tol)
		near(t, "variances", got.Var, want.Var, tol)
		near(t, "variances of y", got.VarY, want.VarY, tol)
		_, wantJoint, err := exact.Covariance(x)
		if err != nil {
			t.Fatal(err)
		}
		_, joint, err := p.Covariance(x)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "covariances", mat.DenseCopyOf(joint).RawMatrix().Data, mat.DenseCopyOf(wantJoint).RawMatrix().Data, tol)
		left, err := p.LeaveOneOut()
		if err != nil {
			t.Fatal(err)
		}
		wantLeft, err := exact.LeaveOneOut()
		if err != nil {
			t.Fatal(err)
		}
		near(t, "means without the row", left.Mean, wantLeft.Mean, tol)
		near(t, "variances without the row", left.VarY, wantLeft.VarY, tol)
		if t.Failed() {
			t.Fatalf("%d rows, %v", n, m)
		}
	}
}

func from(lo, hi int) []int {
	var index []int
	for i := lo; i < hi; i++ {
		index = append(index, i)
	}
	return index
}

func TestPosteriorsKeepTheContract(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 3))
	at := cov.Line([]float64{-1.3, 4.21, 9.74, 23})
	for _, k := range []cov.Func{
		cov.Scale(2, cov.Matern32(4)),
		cov.Sum(cov.Scale(2, cov.Matern52(4)), cov.Constant(1), cov.Scale(0.5, cov.Product(cov.Periodic(1, 6), cov.Matern32(30)))),
		cov.Sum(cov.Scale(1.5, cov.SHO(3, 4)), cov.Linear(10)),
	} {
		m := gplib.Model{Mean: gplib.ConstantMean(0.4), Cov: k, Noise: gplib.Gaussian(0.2)}
		d := drawnData(rng, 60)
		condition := func(all gplib.Data) (gplib.Posterior, error) { return statespace.Condition(m, all) }
		p, err := condition(d.Subset(from(0, 45)))
		if err != nil {
			t.Fatal(err)
		}
		posteriortest.Check(t, posteriortest.Case{Posterior: p, At: at, More: d.Subset(from(45, 60)), Anew: condition})
		later := gplib.Data{X: cov.Line([]float64{20, 20, 21, 24}), Y: []float64{1, 2, 3, 1}}
		posteriortest.Check(t, posteriortest.Case{Posterior: p, At: at, More: later, Anew: condition})
	}
}

// A second input holds the variance of the noise of each row.
func TestTheTimeMayBeOneOfSeveralInputs(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 4))
	x, y := mat.NewDense(50, 2, nil), make([]float64, 50)
	for i := range y {
		x.SetRow(i, []float64{0.1 + rng.Float64(), 10 * rng.Float64()})
		y[i] = rng.NormFloat64()
	}
	m := gplib.Model{Cov: cov.Sum(cov.On(cov.Scale(1, cov.Matern32(2)), 1), cov.Constant(1)), Noise: gplib.PointNoise(0, 0.5)}
	d := gplib.Data{X: cov.Points(x), Y: y}
	compare(t, m, d)
	compareTied(t, d)
	p, err := statespace.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	want, err := exact.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "means", got.Mean, want.Mean, 1e-8)
	near(t, "variances of y", got.VarY, want.VarY, 1e-8)
}

// compareTied compares functions that are written by Tie, Power, Fix and bases.
func compareTied(t *testing.T, d gplib.Data) {
	t.Helper()
	line := func(k cov.Func) cov.Func { return cov.On(k, 1) }
	for _, k := range []cov.Func{
		line(cov.Tie(cov.Sum(cov.Scale(2, cov.Matern12(0.7)), cov.Scale(1, cov.Matern32(0.7))), "lengthscale")),
		line(cov.Power(cov.Sum(cov.Constant(0.4), cov.Matern52(3)), 3)),
		line(cov.Polynomial(2, 1, 5)),
		cov.Sum(line(cov.Fix(cov.PolynomialBasis(2, 0.01))), line(cov.Linear())),
		cov.Tie(cov.Sum(line(cov.Product(cov.Matern32(2), cov.SHO(3, 2), cov.Periodic(1, 4), cov.Cosine(2))), line(cov.Cosine(2))), "period"),
	} {
		compare(t, gplib.Model{Cov: k, Noise: gplib.PointNoise(0, 0.5)}, d)
	}
}

// Sample draws what gplib.Sample does: the moments are those of Predict and Covariance, up to five standard errors.
func TestSamplesHaveTheMomentsOfThePosterior(t *testing.T) {
	const draws, errors = 4000, 5
	at := cov.Line([]float64{4.21, -1.3, 9.74, 23, 9.75, 4.21})
	for number, k := range []cov.Func{
		cov.Scale(2, cov.Matern52(4)),
		cov.Sum(cov.Scale(0.5, cov.Product(cov.Periodic(1, 6), cov.Matern12(30), cov.SHO(5, 3))), cov.Linear(10)),
	} {
		m := gplib.Model{Mean: gplib.ConstantMean(0.4), Cov: k, Noise: gplib.Gaussian(0.2)}
		p, err := statespace.Condition(m, drawnData(rand.New(rand.NewPCG(51, 11)), 25))
		if err != nil {
			t.Fatal(err)
		}
		mean, joint, err := p.Covariance(at)
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.Sample(at, draws, rand.NewPCG(1, uint64(number)))
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range mean {
			for j := range i + 1 {
				sum, product := 0.0, 0.0
				for r := range draws {
					sum += s.At(r, i) - a
					product += (s.At(r, i) - a) * (s.At(r, j) - mean[j])
				}
				vi, vj, c := joint.At(i, i), joint.At(j, j), joint.At(i, j)
				if off := math.Abs(sum) / draws; !(off <= errors*math.Sqrt(vi/draws)) {
					t.Errorf("%v: the mean at point %d is off by %v, the variance is %v", k, i, off, vi)
				}
				if off := math.Abs(product/draws - c); !(off <= errors*math.Sqrt((vi*vj+c*c)/draws)) {
					t.Errorf("%v: the covariance of points %d and %d is off by %v from %v", k, i, j, off, c)
				}
			}
		}
		if _, err := p.Sample(at, 0, nil); err == nil {
			t.Error("no draws: there is no error")
		}
	}
}

// Far from the observations there is the prior.
func TestPredictionsAtHugeTimesAreThePrior(t *testing.T) {
	for _, k := range []cov.Func{
		cov.Matern12(1e-9), cov.Matern32(1e-9), cov.Matern52(1e-9), cov.SHO(1e-9, 3), cov.SHO(1e-9, 0.1), cov.Product(cov.Matern52(3), cov.Matern32(1e-9)),
	} {
		m := gplib.Model{Mean: gplib.ConstantMean(0.4), Cov: cov.Scale(2, k), Noise: gplib.Gaussian(0.2)}
		p, err := statespace.Condition(m, drawnData(rand.New(rand.NewPCG(51, 18)), 20))
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Predict(cov.Line([]float64{-1e300, 1e300, math.MaxFloat64}))
		if err != nil {
			t.Fatal(err)
		}
		near(t, k.(fmt.Stringer).String()+": means", q.Mean, []float64{0.4, 0.4, 0.4}, 1e-12)
		near(t, "variances", q.Var, []float64{2, 2, 2}, 1e-12)
	}
}
