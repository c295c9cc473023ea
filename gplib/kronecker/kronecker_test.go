package kronecker_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/kronecker"
	"krigo/gplib/learntest"
	"krigo/gplib/lik"
	"krigo/gplib/posteriortest"
)

// models returns models of inputs with the coordinates time and output.
func models() map[string]gplib.Model {
	tasks := cov.On(cov.Tasks(3, 2), 1)
	return map[string]gplib.Model{
		"one noise":       {Cov: cov.Product(cov.On(cov.SE(0.8), 0), tasks), Noise: gplib.Gaussian(0.1)},
		"noise by output": {Mean: gplib.GroupMean(1, 1, -2, 0.5), Cov: cov.Product(tasks, cov.Scale(1.5, cov.On(cov.Matern52(1.1), 0))), Noise: gplib.GroupNoise(1, 0.05, 0.2, 0.6)},
		"a linear factor": {Mean: gplib.ConstantMean(0.3), Cov: cov.Product(cov.On(cov.Sum(cov.Linear(0.5), cov.Periodic(1, 1.3)), 0), tasks), Noise: gplib.Gaussian(0.2)},
		"no tasks":        {Cov: cov.Scale(2, cov.SE(0.9, 1.4)), Noise: gplib.GroupNoise(1, 0.3, 0.1, 0.2)},
		"tied":            {Cov: cov.Tie(cov.Product(cov.On(cov.Matern32(1), 0), cov.On(cov.Matern32(1), 1)), "lengthscale"), Noise: gplib.Gaussian(0.1)},
	}
}

// drawn returns data of all outputs at n times, in any order of the rows.
func drawn(seed uint64, n, outputs int) gplib.Data {
	rng := rand.New(rand.NewPCG(52, seed))
	x, y := mat.NewDense(n*outputs, 2, nil), make([]float64, n*outputs)
	order := rng.Perm(n * outputs)
	for i := range n {
		at := 6 * rng.Float64()
		for j := range outputs {
			row := order[i*outputs+j]
			x.SetRow(row, []float64{at, float64(j)})
			y[row] = math.Sin(at+float64(j)) + float64(j)/2 + 0.3*rng.NormFloat64()
		}
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

// near compares relative to the largest of want.
func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if off, scale := floats.Distance(got, want, math.Inf(1)), floats.Norm(want, math.Inf(1)); !(off <= tol*scale) {
		t.Errorf("%s: off by %.3g, the largest is %.3g", what, off, scale)
	}
}

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestTheLikelihoodIsThatOfTheDenseProcess(t *testing.T) {
	d := drawn(1, 17, 3)
	for name, m := range models() {
		grad, want := make([]float64, len(m.Params())), make([]float64, len(m.Params()))
		value := must[float64](t)(kronecker.LML{}.Eval(m, d, grad))
		dense := must[float64](t)(gplib.LML{}.Eval(m, d, want))
		near(t, name+": value", []float64{value}, []float64{dense}, 1e-10)
		near(t, name+": gradient", grad, want, 1e-9)
	}
}

func TestPredictionsAreThoseOfTheDenseProcess(t *testing.T) {
	d := drawn(2, 15, 3)
	x := must[*cov.Matrix](t)(cov.Rows([][]float64{{0.3, 0}, {2.2, 2}, {7, 1}, {-1, 1}, {0.3, 1}}))
	for name, m := range models() {
		p := must[*kronecker.Posterior](t)(kronecker.Condition(m, d))
		exact := must[*gplib.Exact](t)(gplib.Condition(m, d))
		got, want := must[gplib.Prediction](t)(p.Predict(x)), must[gplib.Prediction](t)(exact.Predict(x))
		near(t, name+": mean", got.Mean, want.Mean, 1e-9)
		near(t, name+": variance", got.Var, want.Var, 1e-9)
		near(t, name+": variance of y", got.VarY, want.VarY, 1e-9)
		mean, joint, err := p.Covariance(x)
		wantMean, wantJoint, failed := exact.Covariance(x)
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		near(t, name+": joint mean", mean, wantMean, 1e-9)
		near(t, name+": covariance", joint.RawSymmetric().Data, wantJoint.RawSymmetric().Data, 1e-9)
		left, wantLeft := must[gplib.Prediction](t)(p.LeaveOneOut()), must[gplib.Prediction](t)(exact.LeaveOneOut())
		near(t, name+": left out", left.Mean, wantLeft.Mean, 1e-9)
		near(t, name+": variance left out", left.VarY, wantLeft.VarY, 1e-9)
	}
}

// The times and the outputs are any inputs: here four stations in the plane, at points of two coordinates.
func TestBlocksOfInputsAreFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 3))
	var rows [][]float64
	var y []float64
	stations := [][]float64{{0, 1}, {2, 0.5}, {1, 3}, {4, 4}}
	for range 9 {
		time, depth := rng.Float64(), rng.Float64()
		for _, s := range stations {
			rows = append(rows, []float64{s[0], time, s[1], depth})
			y = append(y, rng.NormFloat64())
		}
	}
	d := gplib.Data{X: must[*cov.Matrix](t)(cov.Rows(rows)), Y: y}
	m := gplib.Model{Cov: cov.Product(cov.On(cov.Matern52(1, 1), 1, 3), cov.On(cov.Sum(cov.Matern32(2), cov.Constant(0.1)), 2, 0)), Noise: gplib.Gaussian(0.2)}
	p := must[*kronecker.Posterior](t)(kronecker.Condition(m, d))
	if got, want := p.String(), "Gaussian process on a grid of 4 × 9 observations"; got != want {
		t.Errorf("the posterior is a %s, want a %s", got, want)
	}
	value, dense := must[float64](t)(kronecker.LML{}.Eval(m, d, nil)), must[float64](t)(gplib.LML{}.Eval(m, d, nil))
	near(t, "value", []float64{value}, []float64{dense}, 1e-10)
}

func TestThePosteriorKeepsTheContract(t *testing.T) {
	m := models()["tied"]
	d := drawn(4, 12, 3)
	at := must[*cov.Matrix](t)(cov.Rows([][]float64{{0.31, 0}, {2.2, 2}, {7, 1}}))
	posteriortest.Check(t, posteriortest.Case{Posterior: must[*kronecker.Posterior](t)(kronecker.Condition(m, d)), At: at})
}

func TestTheOptimumIsThatOfTheDenseFit(t *testing.T) {
	for _, n := range []int{20, 70} { // the starts for 210 rows are compared by some of them
		d := drawn(uint64(n), n, 3)
		m := models()["noise by output"]
		want := must[*gplib.Result](t)(gplib.Fit(t.Context(), m, d, nil))
		got := must[*gplib.Result](t)(kronecker.Learner{}.Fit(t.Context(), m, d, nil))
		if !(math.Abs(got.Value-want.Value) <= 1e-6*math.Abs(want.Value)) || !strings.Contains(got.Method, "Kronecker") {
			t.Errorf("n = %d: %s ends at %v, the dense fit at %v", n, got.Method, got.Value, want.Value)
		}
	}
}

func TestTheLearnerKeepsTheContract(t *testing.T) {
	learntest.Check(t, kronecker.Learner{}, models()["one noise"], drawn(5, 14, 3))
}

func TestModelsAndDataThatAreNoGridAreRefused(t *testing.T) {
	d := drawn(6, 5, 3)
	m := models()["one noise"]
	changed := func(row int, to ...float64) gplib.Data {
		x := mat.DenseCopyOf(d.X.(*cov.Matrix))
		x.SetRow(row, to)
		return gplib.Data{X: cov.Points(x), Y: d.Y}
	}
	noisy := func() gplib.Data { // the third coordinate is the noise of the row
		x := mat.NewDense(d.Len(), 3, nil)
		x.Slice(0, d.Len(), 0, 2).(*mat.Dense).Copy(d.X.(*cov.Matrix))
		for row := range d.Len() {
			x.Set(row, 2, float64(row+1))
		}
		return gplib.Data{X: cov.Points(x), Y: d.Y}
	}
	noon := gplib.Data{X: must[*cov.Matrix](t)(cov.Rows([][]float64{{0, 0}, {0, 1}, {0, 2}})), Y: []float64{1, 2, 3}}
	with := func(k cov.Func, noise gplib.Noise) gplib.Model { return gplib.Model{Cov: k, Noise: noise} }
	for what, c := range map[string]struct {
		m    gplib.Model
		d    gplib.Data
		want string
	}{
		"a point less":  {m, d.Subset([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}), "not every output is observed once at every point"},
		"another point": {m, changed(3, 9, 1), "there is no row of inputs"},
		"a row twice":   {m, changed(3, d.X.(*cov.Matrix).Row(4)...), "rows 3 and 4"},
		"a sum":         {with(cov.Sum(cov.On(cov.SE(1), 0), cov.On(cov.Tasks(3, 1), 1)), m.Noise), d, "is not a product"},
		"no split":      {with(cov.Matern32(1, 1), m.Noise), d, "gplib.Fit takes all functions"},
		"noise of rows": {with(m.Cov, gplib.PointNoise(2, 1)), noisy(), "two points of one output"},
		"no noise":      {with(m.Cov, gplib.Gaussian(0)), d, "it must be positive"},
		"no variance":   {with(cov.Product(cov.On(cov.Linear(1), 0), cov.On(cov.Tasks(3, 1), 1)), m.Noise), noon, "largest prior variance"},
		"a likelihood":  {gplib.Model{Cov: m.Cov, Lik: lik.StudentT(1, 4)}, d, "laplace.Learner"},
		"no data":       {m, gplib.Data{}, "gplib"},
	} {
		for by, f := range map[string]func() error{
			"LML":       func() error { _, err := kronecker.LML{}.Eval(c.m, c.d, nil); return err },
			"Condition": func() error { _, err := kronecker.Condition(c.m, c.d); return err },
			"Fit":       func() error { _, err := kronecker.Learner{}.Fit(t.Context(), c.m, c.d, nil); return err },
		} {
			if err := f(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: the error is %v, want %q in it", what, by, err, c.want)
			}
		}
	}
	if _, err := gplib.AutoFor(kronecker.Learner{}, d); err == nil || !strings.Contains(err.Error(), "cov.Tasks") {
		t.Errorf("AutoFor: the error is %v", err)
	}
}

// Functionals are points of no grid, and scattered points are refused without t × n numbers.
func TestOtherInputsAreRefused(t *testing.T) {
	p := must[*kronecker.Posterior](t)(kronecker.Condition(models()["tied"], drawn(8, 5, 3)))
	slope := cov.Functionals(cov.Derivative([]float64{1, 0}, 1, 0))
	if _, err := p.Predict(slope); err == nil || !strings.Contains(err.Error(), "functionals") {
		t.Errorf("Predict of a slope: the error is %v", err)
	}
	if _, _, err := p.Covariance(slope); err == nil || !strings.Contains(err.Error(), "functionals") {
		t.Errorf("Covariance of a slope: the error is %v", err)
	}
	rng := rand.New(rand.NewPCG(52, 9))
	x := mat.NewDense(200000, 2, nil)
	for i := range 200000 {
		x.SetRow(i, []float64{rng.Float64(), rng.Float64()})
	}
	if err := kronecker.Check(models()["tied"], cov.Points(x)); err == nil || !strings.Contains(err.Error(), "there is no row") {
		t.Errorf("scattered points: the error is %v", err)
	}
}

// The time of one likelihood with its gradient next to that of the dense process.
func BenchmarkLikelihood(b *testing.B) {
	d := drawn(7, 200, 5)
	m := gplib.Model{Cov: cov.Product(cov.On(cov.SE(0.8), 0), cov.On(cov.Tasks(5, 2), 1)), Noise: gplib.Gaussian(0.1)}
	grad := make([]float64, len(m.Params()))
	for _, o := range []gplib.Objective{kronecker.LML{}, gplib.LML{}} {
		b.Run(fmt.Sprintf("%T", o), func(b *testing.B) {
			for b.Loop() {
				if _, err := o.Eval(m, d, grad); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
