package hetero_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/hetero"
	"krigo/gplib/learntest"
	"krigo/gplib/linalg"
	"krigo/gplib/posteriortest"
)

// growing returns observations of sin x whose noise grows with x: its logarithm is linear.
func growing(n int, seed uint64) gplib.Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 6 * rng.Float64()
		y[i] = math.Sin(x[i]) + 0.03*math.Exp(0.6*x[i])*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Line(x), Y: y}
}

func model() gplib.Model {
	return gplib.Model{
		Mean: gplib.ConstantMean(0.1), Cov: cov.Scale(1.3, cov.SE(1.1)),
		Noise: gplib.NoiseProcess(0.05, cov.Sum(cov.Scale(1.5, cov.SE(2)), cov.Constant(0.3))),
	}
}

func TestTheBoundHasExactDerivatives(t *testing.T) {
	d, m := growing(15, 1), model()
	grad := make([]float64, len(m.Params()))
	if _, err := (hetero.Bound{}).Eval(m, d, grad); err != nil {
		t.Fatal(err)
	}
	for i, p := range m.Params() {
		at := func(factor float64) float64 {
			theta := m.Theta()
			theta[i] *= factor
			v, err := hetero.Bound{}.Eval(m.With(theta), d, nil)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		const h = 1e-3
		want := (8*(at(1+h)-at(1-h)) - (at(1+2*h) - at(1-2*h))) / (12 * h * p.Value)
		if !(math.Abs(grad[i]-want) <= 1e-6*math.Max(1, math.Abs(want))) {
			t.Errorf("∂/∂%s is %v, want %v", p.Name, grad[i], want)
		}
	}
}

// TestTheBoundIsTheBestOfAllNormalDistributions: of q = N(μ, Σ), with the formula of the paper evaluated by dense
// matrices. Random q nearby are not better.
func TestTheBoundIsTheBestOfAllNormalDistributions(t *testing.T) {
	d, m := growing(6, 2), model()
	n := d.Len()
	p, err := hetero.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	mean, _, err := p.LogNoise(d.X)
	if err != nil {
		t.Fatal(err)
	}
	x := d.X.(*cov.Matrix)
	prior := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			u := (x.At(i, 0) - x.At(j, 0)) / 2
			prior.SetSym(i, j, 1.5*math.Exp(-u*u/2)+0.3)
		}
	}
	var inverse mat.Dense
	if err := inverse.Inverse(prior); err != nil {
		t.Fatal(err)
	}
	bound := func(mu []float64, sigma *mat.SymDense) float64 {
		a, r, delta := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				u := (x.At(i, 0) - x.At(j, 0)) / 1.1
				a.SetSym(i, j, 1.3*math.Exp(-u*u/2))
			}
			a.SetSym(i, i, a.At(i, i)+math.Exp(mu[i]-sigma.At(i, i)/2))
			r.SetVec(i, d.Y[i]-0.1)
			delta.SetVec(i, mu[i]-math.Log(0.05))
		}
		var solved, product mat.Dense
		if err := solved.Solve(a, r); err != nil {
			t.Fatal(err)
		}
		product.Mul(&inverse, sigma)
		logA, _ := mat.LogDet(a)
		logPrior, _ := mat.LogDet(prior)
		logSigma, sign := mat.LogDet(sigma)
		if sign < 0 {
			return math.Inf(-1)
		}
		kl := (mat.Trace(&product) - float64(n) + logPrior - logSigma + mat.Inner(delta, &inverse, delta)) / 2
		density := -(mat.Dot(r, solved.ColView(0)) + logA + float64(n)*math.Log(2*math.Pi)) / 2
		return density - mat.Trace(sigma)/4 - kl
	}
	// Σ of the best q from its equations: Σ⁻¹ = L⁻¹ + Λ, with λ - 1/2 = L⁻¹(μ - log c).
	precision := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			precision.SetSym(i, j, (inverse.At(i, j)+inverse.At(j, i))/2)
		}
		lambda := 0.5
		for j := range n {
			lambda += inverse.At(i, j) * (mean[j] - math.Log(0.05))
		}
		precision.SetSym(i, i, precision.At(i, i)+lambda)
	}
	var chol mat.Cholesky
	sigma := mat.NewSymDense(n, nil)
	if !chol.Factorize(precision) {
		t.Fatal("Σ⁻¹ has no factor")
	}
	if err := chol.InverseTo(sigma); err != nil {
		t.Fatal(err)
	}
	best := bound(mean, sigma)
	if !(math.Abs(best-p.Bound()) <= 1e-6) {
		t.Errorf("the bound is %v, by the formula %v", p.Bound(), best)
	}
	rng := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		mu, s := append([]float64(nil), mean...), mat.NewSymDense(n, nil)
		s.CopySym(sigma)
		v := make([]float64, n)
		for i := range mu {
			mu[i] += 0.02 * rng.NormFloat64()
			v[i] = rng.NormFloat64()
		}
		s.SymRankOne(s, 0.01*rng.NormFloat64(), mat.NewVecDense(n, v))
		if other := bound(mu, s); !(other <= best+1e-9) {
			t.Fatalf("another q has the bound %v, above %v", other, best)
		}
	}
}

func TestWithoutAProcessTheBoundIsTheLikelihood(t *testing.T) {
	d := growing(20, 4)
	m := gplib.Model{Cov: cov.Scale(1.3, cov.SE(1.1)), Noise: gplib.NoiseProcess(0.05, cov.Scale(1e-8, cov.SE(2)))}
	got, err := hetero.Bound{}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Noise = gplib.Gaussian(0.05)
	want, err := gplib.LML{}.Eval(m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !(math.Abs(got-want) <= 1e-6*math.Abs(want)) { // of the order of the variance of h times n
		t.Errorf("the bound is %v, the likelihood %v", got, want)
	}
}

func TestTheNoiseIsFoundAndPredictsBetter(t *testing.T) {
	d, test := growing(70, 5), growing(400, 6)
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.NoiseProcess(0.1, cov.Scale(1, cov.SE(1)))}
	fit, err := hetero.Learner{}.Fit(t.Context(), m, d, &gplib.Settings{OwnStart: true})
	if err != nil {
		t.Fatal(err)
	}
	at := cov.Line([]float64{1, 3, 5})
	mean, variance, err := fit.Posterior.(*hetero.Posterior).LogNoise(at)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range mean {
		truth := 2 * (math.Log(0.03) + 0.6*at.At(i, 0))
		if !(math.Abs(v-truth) <= 3*math.Sqrt(variance[i]) && variance[i] <= 1) {
			t.Errorf("the logarithm of the noise at %v is %v ± %v, in truth %v", at.At(i, 0), v, math.Sqrt(variance[i]), truth)
		}
	}
	m.Noise = gplib.Gaussian(0.1)
	same, err := gplib.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	has := func(r *gplib.Result) bool {
		return slices.ContainsFunc(r.Warnings, func(f gplib.Finding) bool {
			return f.Code == "noise-uneven" && strings.Contains(f.Do, "hetero.Learner")
		})
	}
	if has(fit) || !has(same) {
		t.Errorf("the warnings are %v, with one variance %v", fit.Warnings, same.Warnings)
	}
	own, other := score(t, fit, test), score(t, same, test)
	t.Logf("the mean log density of test data is %.3f, with one variance %.3f", own, other)
	// The mean advantage of the true noise over one variance is about 0.4 for this growth; half of it is more than
	// chance over 400 rows, with a standard deviation near 0.03.
	if !(own-other >= 0.2) {
		t.Errorf("the log density of test data is %v, with one variance %v", own, other)
	}
}

// score returns the mean log density of the observations.
func score(t *testing.T, r *gplib.Result, d gplib.Data) float64 {
	t.Helper()
	q, err := r.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	each, err := q.LogDensityY(d.Y)
	if err != nil {
		t.Fatal(err)
	}
	return stat.Mean(each, nil)
}

// TestNoiseBelowRoundingIsAnError: the equations of q are of K + R without jitter, which a Cholesky factor would need.
func TestNoiseBelowRoundingIsAnError(t *testing.T) {
	d := growing(30, 2)
	m := gplib.Model{Cov: cov.SE(20), Noise: gplib.NoiseProcess(1e-25, cov.SE(1))}
	_, eval := hetero.Bound{}.Eval(m, d, nil)
	_, condition := hetero.Condition(m, d)
	for _, err := range []error{eval, condition} {
		if !errors.Is(err, linalg.ErrNotPositiveDefinite) || !strings.Contains(err.Error(), "give the noise a lower bound (Model.Bound)") {
			t.Errorf("the error is %v", err)
		}
	}
}

func TestHeteroKeepsTheContracts(t *testing.T) {
	learntest.Check(t, hetero.Learner{}, model(), growing(25, 8))
	p, err := hetero.Condition(model(), growing(12, 9))
	if err != nil {
		t.Fatal(err)
	}
	posteriortest.Check(t, posteriortest.Case{Posterior: p, At: cov.Line([]float64{0.4, 2.1, 5.2})})
}

func TestWhatTakesNoNoiseProcessIsNamed(t *testing.T) {
	d, m := growing(10, 1), model()
	constant := m
	constant.Noise = gplib.Gaussian(1)
	nothing := m
	nothing.Noise = gplib.NoiseProcess(1, nil)
	fitted := func(l gplib.Learner, m gplib.Model) error {
		_, err := l.Fit(t.Context(), m, d, nil)
		return err
	}
	_, condition := gplib.Condition(m, d)
	for want, err := range map[string]error{
		"hetero.Learner takes it":                fitted(gplib.LBFGS{}, m),
		"hetero.Condition conditions it":         condition,
		"not a process; gplib.NoiseProcess(0.1,": fitted(hetero.Learner{}, constant),
		"no covariance function (k is nil)":      fitted(hetero.Learner{}, nothing),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

func ExampleLearner() {
	data := growing(60, 3)
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.NoiseProcess(0.1, cov.Scale(1, cov.SE(1)))}
	p, err := hetero.Condition(m, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	q, err := p.Predict(cov.Line([]float64{1, 3, 5}))
	if err != nil {
		fmt.Println(err)
		return
	}
	noise := floats.SubTo(make([]float64, 3), q.VarY, q.Var)
	fmt.Println("the noise grows:", noise[0] < noise[1] && noise[1] < noise[2])
	// Output:
	// the noise grows: true
}
