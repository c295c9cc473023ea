package gplib_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestPolynomialMeansAndTheirGradients(t *testing.T) {
	x := mustRows(t, [][]float64{{2, 3}, {-1, 0.5}})
	for _, c := range []struct {
		m    gplib.Mean
		want []float64
	}{
		{gplib.LinearMean(1, 2, -1), []float64{2, -1.5}},
		{gplib.PolynomialMean(2, 1, 2, 0.5, -1, 3), []float64{31, -0.25}},
	} {
		if err := c.m.Check(x); err != nil {
			t.Fatal(err)
		}
		got := make([]float64, 2)
		c.m.Eval(got, x)
		near(t, "m(x_0)", got[0], c.want[0], 1e-14)
		near(t, "m(x_1)", got[1], c.want[1], 1e-14)
		d := sample(t, 25, 2)
		for _, o := range []gplib.Objective{gplib.LML{}, gplib.KFold{K: 4}} {
			checkGradient(t, o, gplib.Model{Mean: c.m, Cov: cov.Scale(1.3, cov.SE(0.7)), Noise: gplib.Gaussian(0.05)}, d)
		}
	}
}

// TestUncertainMeanIsTheVaguePriorsLimit: equations 2.41 and 2.42 of
// Rasmussen and Williams, by dense formulas.
func TestUncertainMeanIsTheVaguePriorsLimit(t *testing.T) {
	d := sample(t, 15, 1)
	m := gplib.Model{Mean: gplib.LinearMean(0, 0), Cov: cov.Scale(1.3, cov.SE(0.7)), Noise: gplib.Gaussian(0.05)}
	u, err := gplib.UncertainMean(m, 1e3)
	if err != nil {
		t.Fatal(err)
	}
	e, err := gplib.Condition(u, d)
	if err != nil {
		t.Fatal(err)
	}
	at := cov.Line([]float64{-1, 0.4, 5})
	p, err := e.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	flat, c := brutePosterior(m, d, at)
	h, hs := basisOf(d.X.(*cov.Matrix)), basisOf(at)
	var inverse, hc, a, ai, cross, r, moment, beta, half, add mat.Dense
	if err := inverse.Inverse(dense(m, d.X)); err != nil {
		t.Fatal(err)
	}
	hc.Mul(h, &inverse)
	a.Mul(&hc, h.T())
	if err := ai.Inverse(&a); err != nil {
		t.Fatal(err)
	}
	k := mat.NewDense(d.Len(), 3, nil)
	m.Cov.Gram(k, d.X, at)
	cross.Mul(&hc, k)
	r.Sub(hs, &cross)
	moment.Mul(&hc, mat.NewDense(d.Len(), 1, d.Y))
	beta.Mul(&ai, &moment)
	half.Mul(r.T(), &ai)
	add.Mul(&half, &r)
	for i := range 3 {
		mean := flat[i] + r.At(0, i)*beta.At(0, 0) + r.At(1, i)*beta.At(1, 0)
		near(t, "mean", p.Mean[i], mean, 1e-4)
		near(t, "variance", p.Var[i], c.At(i, i)+add.At(i, i), 1e-4)
	}
}

func basisOf(x *cov.Matrix) *mat.Dense {
	h := mat.NewDense(2, x.Len(), nil)
	for i := range x.Len() {
		h.Set(0, i, 1)
		h.Set(1, i, x.At(i, 0))
	}
	return h
}

func TestNoisesOfPointsAndGroups(t *testing.T) {
	one := sample(t, 24, 1)
	rows := make([][]float64, one.Len())
	for i := range rows {
		rows[i] = []float64{one.X.(*cov.Matrix).At(i, 0), float64(i % 3), 0.01 * float64(1+i)}
	}
	d := gplib.Data{X: mustRows(t, rows), Y: one.Y}
	k := cov.On(cov.Scale(1.3, cov.SE(0.7)), 0)
	for _, c := range []struct {
		noise gplib.Noise
		at    func(i int) float64
	}{
		{gplib.PointNoise(2, 1.5), func(i int) float64 { return 1.5 * 0.01 * float64(1+i) }},
		{gplib.GroupNoise(1, 0.1, 0.3, 0.02), func(i int) float64 { return []float64{0.1, 0.3, 0.02}[i%3] }},
	} {
		s := make([]float64, d.Len())
		c.noise.Var(s, d.X)
		for i, v := range s {
			near(t, "variance", v, c.at(i), 1e-14)
		}
		m := gplib.Model{Mean: gplib.ConstantMean(0.3), Cov: k, Noise: c.noise}
		got, err := gplib.LML{}.Eval(m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "likelihood", got, bruteLML(m, d), 1e-10)
		checkGradient(t, gplib.LML{}, m, d)
		checkGradient(t, gplib.HoldOut{Held: []int{1, 4, 9}}, m, d)
	}
}

// own is a covariance function of one's own type.
type own struct{ cov.Func }

func (o own) With(theta []float64) cov.Func { return own{o.Func.With(theta)} }

func TestAdjustingOnePartLeavesTheOthersWhatTheyAre(t *testing.T) {
	m := gplib.Model{Mean: gplib.ConstantMean(1), Cov: own{cov.SE(1)}, Noise: gplib.Gaussian(0.1)}
	for name, adjust := range map[string]func() (gplib.Model, error){
		"Fix":       func() (gplib.Model, error) { return m.Fix("noise.variance") },
		"Bound":     func() (gplib.Model, error) { return m.Bound("noise", 0.01, 1) },
		"WithPrior": func() (gplib.Model, error) { return m.WithPrior("noise", cov.LogNormalPrior(0.1, 1)) },
	} {
		adjusted, err := adjust()
		if err != nil {
			t.Fatal(err)
		}
		if _, same := adjusted.Cov.(own); !same {
			t.Errorf("%s of the noise made the covariance function a %T", name, adjusted.Cov)
		}
	}
}
