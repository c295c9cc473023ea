package gplib_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// brutePosterior returns equations 2.25 and 2.26 of Rasmussen and Williams with a
// general inverse.
func brutePosterior(m gplib.Model, d gplib.Data, x cov.Inputs) (mean []float64, c *mat.Dense) {
	n, q := d.Len(), x.Len()
	var inverse mat.Dense
	if err := inverse.Inverse(dense(m, d.X)); err != nil {
		panic(err)
	}
	cross, prior := mat.NewDense(q, n, nil), mat.NewDense(q, q, nil)
	m.Cov.Gram(cross, x, d.X)
	m.Cov.Gram(prior, x, x)
	var half, known mat.Dense
	half.Mul(cross, &inverse)
	known.Mul(&half, cross.T())
	prior.Sub(prior, &known)
	at, on := make([]float64, q), make([]float64, n)
	m.Mean.Eval(at, x)
	m.Mean.Eval(on, d.X)
	for i := range at {
		for j := range n {
			at[i] += half.At(i, j) * (d.Y[j] - on[j])
		}
	}
	return at, prior
}

func TestPosteriorIsTheDenseFormula(t *testing.T) {
	d := sample(t, 25, 1)
	x := cov.Grid(-1, 4, 600)
	for _, k := range kernels {
		m := model(k)
		e, err := gplib.Condition(m, d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		mean, c := brutePosterior(m, d, x)
		for i := range mean {
			near(t, "mean", p.Mean[i], mean[i], 1e-8)
			near(t, "variance", p.Var[i], c.At(i, i), 1e-8)
			near(t, "variance of y", p.VarY[i], c.At(i, i)+0.05, 1e-8)
		}
		joint, s, err := e.Covariance(x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range mean {
			near(t, "joint mean", joint[i], mean[i], 1e-8)
			for j := range i {
				if math.Abs(s.At(i, j)-c.At(i, j)) > 1e-8 {
					t.Fatalf("%v: covariance [%d, %d] = %v, want %v", m, i, j, s.At(i, j), c.At(i, j))
				}
			}
		}
	}
}

func TestVarianceIsNeverNegative(t *testing.T) {
	xs := make([]float64, 200)
	for i := range xs {
		xs[i] = float64(i%50) / 1000
	}
	d, err := gplib.NewData(cov.Line(xs), make([]float64, len(xs)))
	if err != nil {
		t.Fatal(err)
	}
	e, err := gplib.Condition(gplib.Model{Cov: cov.Scale(1e4, cov.SE(10)), Noise: gplib.Gaussian(1e-8)}, d)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Predict(cov.Line(xs))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range p.Var {
		if !(v >= 0) || !(p.VarY[i] > 0) {
			t.Fatalf("variance %v and %v of y at %v", v, p.VarY[i], xs[i])
		}
	}
}

func TestIntervals(t *testing.T) {
	p := gplib.Prediction{Mean: []float64{1, 2}, Var: []float64{4, 0}, VarY: []float64{9, 1}}
	lower, upper := p.Interval(0.95)
	near(t, "lower", lower[0], 1-2*1.959963984540054, 1e-12)
	near(t, "upper", upper[0], 1+2*1.959963984540054, 1e-12)
	if lower[1] != 2 || upper[1] != 2 {
		t.Errorf("interval of a certain value: [%v, %v]", lower[1], upper[1])
	}
	lower, upper = p.IntervalY(0.5)
	near(t, "upper - lower", upper[0]-lower[0], 2*3*0.6744897501960817, 1e-12)
	for _, c := range []struct{ p, half float64 }{{0, 0}, {1, math.Inf(1)}} {
		lower, upper = p.IntervalY(c.p)
		if lower[0] != 1-c.half || upper[0] != 1+c.half {
			t.Errorf("IntervalY(%v) = [%v, %v]", c.p, lower[0], upper[0])
		}
	}
}

// TestChainGradientIsTheSumOfBothGradients, weighted by derivatives that depend on the moments.
func TestChainGradientIsTheSumOfBothGradients(t *testing.T) {
	rows := [][]float64{{0.1, 1}, {0.7, -0.4}, {1.9, 0.3}, {-0.8, 0.6}}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{
		Mean: gplib.LinearMean(1, 0.5, -2), Cov: cov.Sum(cov.Scale(2, cov.Matern52(0.7, 1.1)), cov.Linear(0.3, 0.4)), Noise: gplib.Gaussian(0.01),
	}
	e, err := gplib.Condition(m, gplib.Data{X: x, Y: []float64{1, -1, 2, 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	at, err := cov.Rows([][]float64{{0.2, 0.1}, {1.5, -1}, {4, 4}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Predict(at)
	if err != nil {
		t.Fatal(err)
	}
	byMean, byVar := make([]float64, 3), make([]float64, 3)
	got, err := e.ChainGradient(at, func(i int, mean, variance float64) (float64, float64) {
		if math.Abs(mean-p.Mean[i]) > 1e-12 || math.Abs(variance-p.Var[i]) > 1e-12 {
			t.Errorf("moments %v and %v at point %d, want %v and %v", mean, variance, i, p.Mean[i], p.Var[i])
		}
		byMean[i], byVar[i] = math.Sin(mean), 1/(1+variance)
		return byMean[i], byVar[i]
	})
	if err != nil {
		t.Fatal(err)
	}
	ofMean, err := e.MeanGradient(at)
	if err != nil {
		t.Fatal(err)
	}
	ofVar, err := e.VarGradient(at)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		for k := range 2 {
			want := byMean[i]*ofMean.At(i, k) + byVar[i]*ofVar.At(i, k)
			if math.Abs(got.At(i, k)-want) > 1e-11*math.Max(1, math.Abs(want)) {
				t.Errorf("derivative of point %d by %d is %v, want %v", i, k, got.At(i, k), want)
			}
		}
	}
	if _, err := e.ChainGradient(cov.Line([]float64{1}), nil); err == nil {
		t.Error("no error for points of another dimension")
	}
}
