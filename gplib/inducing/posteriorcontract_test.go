package inducing_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
	"krigo/gplib/posteriortest"
)

// plane returns n noisy observations of a function of two inputs.
func plane(n int) gplib.Data {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range y {
		x.Set(i, 0, 3*rng.Float64())
		x.Set(i, 1, 3*rng.Float64())
		y[i] = math.Sin(2*x.At(i, 0)) + x.At(i, 1) + 0.1*rng.NormFloat64()
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

func from(lo, hi int) []int {
	var index []int
	for i := lo; i < hi; i++ {
		index = append(index, i)
	}
	return index
}

func planeModel() gplib.Model {
	return gplib.Model{Mean: gplib.LinearMean(0.2, 0.1, 0.5), Cov: cov.Scale(1.2, cov.SE(0.8, 1.3)), Noise: gplib.Gaussian(0.02)}
}

func TestPosteriorsKeepTheContract(t *testing.T) {
	d := plane(50)
	at := cov.Points(mat.NewDense(3, 2, []float64{0.3, 0.8, 1.9, 2.6, 3.4, -0.2}))
	for _, a := range []inducing.Approximation{inducing.VFE, inducing.DTC, inducing.FITC} {
		s := inducing.Sparse{Approximation: a, Points: d.X.Subset(from(0, 9))}
		condition := func(all gplib.Data) (gplib.Posterior, error) { return s.Condition(planeModel(), all) }
		p, err := condition(d.Subset(from(0, 40)))
		if err != nil {
			t.Fatal(err)
		}
		posteriortest.Check(t, posteriortest.Case{Posterior: p, At: at, More: d.Subset(from(40, 50)), Anew: condition})
	}
}

// TestTheRidgeRegressionOfCSIKeepsTheContract: its mean function has a constant
// added.
func TestTheRidgeRegressionOfCSIKeepsTheContract(t *testing.T) {
	d := plane(50)
	bare := planeModel()
	bare.Mean = nil
	for _, m := range []gplib.Model{planeModel(), bare} {
		fit, err := inducing.CSIRegression{Size: 8}.Fit(t.Context(), m, d.Subset(from(0, 40)), &gplib.Settings{MaxIter: 2})
		if err != nil {
			t.Fatal(err)
		}
		posteriortest.Check(t, posteriortest.Case{
			Posterior: fit.Posterior, At: cov.Points(mat.NewDense(2, 2, []float64{0.3, 0.8, 1.9, 2.6})), More: d.Subset(from(40, 50)),
		})
	}
}

// TestAnExtendedPosteriorKnowsItsCertificate, which is that of all data.
func TestAnExtendedPosteriorKnowsItsCertificate(t *testing.T) {
	d := plane(50)
	s := inducing.Sparse{Points: d.X.Subset(from(0, 9))}
	p, err := s.Condition(planeModel(), d.Subset(from(0, 40)))
	if err != nil {
		t.Fatal(err)
	}
	extended, err := p.Extend(d.Subset(from(40, 50)))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := s.Condition(planeModel(), d)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := extended.(*inducing.Posterior).Certificate(), whole.Certificate(); got != want {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestAGaussianOfTheInducingValuesIsThePosteriorThatItIs: that of VFE is, with
// V = C⁻¹K_ZX, q(v) = N(Q Vr/s, Q), Q = (I + VVᵀ/s)⁻¹ (Titsias 2009, equation 10).
func TestAGaussianOfTheInducingValuesIsThePosteriorThatItIs(t *testing.T) {
	d, m := plane(50), planeModel()
	s := inducing.Sparse{Points: d.X.Subset(from(0, 9)), Jitter: 1e-6}
	want, err := s.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	k, kzx := mat.NewDense(9, 9, nil), mat.NewDense(9, 50, nil)
	m.Cov.Gram(k, s.Points, s.Points)
	m.Cov.Gram(kzx, s.Points, d.X)
	for i := range 9 {
		k.Set(i, i, k.At(i, i)+1e-6)
	}
	var chol mat.Cholesky
	if !chol.Factorize(mat.NewSymDense(9, k.RawMatrix().Data)) {
		t.Fatal("no factor")
	}
	var c mat.TriDense
	chol.LTo(&c)
	var v, p, q, b, mean mat.Dense
	if err := v.Solve(&c, kzx); err != nil {
		t.Fatal(err)
	}
	p.Mul(&v, v.T())
	p.Scale(1/0.02, &p)
	for i := range 9 {
		p.Set(i, i, p.At(i, i)+1)
	}
	if err := q.Inverse(&p); err != nil {
		t.Fatal(err)
	}
	b.Mul(&v, mat.NewDense(50, 1, m.Residuals(d)))
	b.Scale(1/0.02, &b)
	mean.Mul(&q, &b)
	got, err := s.Gaussian(m, d, mat.Col(nil, 0, &mean), &q)
	if err != nil {
		t.Fatal(err)
	}
	at := plane(7).X
	pg, _ := got.Predict(at)
	pw, _ := want.Predict(at)
	for i := range pw.Mean {
		if math.Abs(pg.Mean[i]-pw.Mean[i]) > 1e-8 || math.Abs(pg.Var[i]-pw.Var[i]) > 1e-8 {
			t.Errorf("point %d: %v and %v, not %v and %v", i, pg.Mean[i], pg.Var[i], pw.Mean[i], pw.Var[i])
		}
	}
}

// TestDrawsHaveThePosteriorsMoments, asked for in two calls.
func TestDrawsHaveThePosteriorsMoments(t *testing.T) {
	d := plane(50)
	p, err := inducing.Sparse{Points: d.X.Subset(from(0, 9))}.Condition(planeModel(), d)
	if err != nil {
		t.Fatal(err)
	}
	const count = 3000
	at, src := cov.Points(mat.NewDense(2, 2, []float64{3.1, 2.9, 3.4, 3.2})), rand.NewPCG(5, 5)
	mean, joint, err := p.Covariance(at)
	if err != nil {
		t.Fatal(err)
	}
	var sum [2]float64
	product := 0.0
	for range count {
		path, err := gplib.Draw(p, src)
		if err != nil {
			t.Fatal(err)
		}
		var f [2]float64
		for i := range f {
			v, err := path.At(at.Subset([]int{i}))
			if err != nil {
				t.Fatal(err)
			}
			f[i] = v[0] - mean[i]
			sum[i] += f[i]
		}
		product += f[0] * f[1]
	}
	for i, s := range sum {
		if math.Abs(s)/count > 5*math.Sqrt(joint.At(i, i)/count) {
			t.Errorf("the mean of the draws at point %d is off by %v", i, s/count)
		}
	}
	c := joint.At(0, 1)
	if off := math.Abs(product/count - c); off > 5*math.Sqrt((joint.At(0, 0)*joint.At(1, 1)+c*c)/count) {
		t.Errorf("the covariance of the draws is off by %v from %v", off, c)
	}
}
