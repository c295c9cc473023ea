package gplib_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func condition(t testing.TB, m gplib.Model, d gplib.Data) *gplib.Exact {
	t.Helper()
	e, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestConditioningInTwoStepsIsConditioningAtOnce(t *testing.T) {
	d, x := sample(t, 30, 1), cov.Grid(-1, 4, 20)
	first, rest := make([]int, 0, 30), make([]int, 0, 30)
	for i := range 30 {
		if i < 22 {
			first = append(first, i)
		} else {
			rest = append(rest, i)
		}
	}
	for _, k := range kernels {
		m := model(k)
		e := condition(t, m, d.Subset(first))
		updated, err := e.Condition(d.Subset(rest))
		if err != nil {
			t.Fatal(err)
		}
		got, err := updated.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		want, err := condition(t, m, d).Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Mean {
			near(t, "mean", got.Mean[i], want.Mean[i], 1e-8)
			near(t, "variance", got.Var[i], want.Var[i], 1e-8)
		}
		if updated.Data().Len() != 30 || e.Data().Len() != 22 {
			t.Errorf("%d and %d observations", updated.Data().Len(), e.Data().Len())
		}
	}
	bad := gplib.Data{X: cov.Line([]float64{1}), Y: []float64{math.NaN()}}
	if _, err := condition(t, model(cov.SE(1)), d).Condition(bad); err == nil || !strings.Contains(err.Error(), "y[0] is NaN") {
		t.Errorf("error %v", err)
	}
}

func TestMeanGradientAgreesWithDifferences(t *testing.T) {
	d := sample(t, 20, 2)
	m := gplib.Model{Mean: gplib.PolynomialMean(2, 1, 2, 0.5, -1, 3), Cov: cov.Scale(1.3, cov.Matern52(0.7, 1.2)), Noise: gplib.Gaussian(0.05)}
	e := condition(t, m, d)
	at := [][]float64{{0.4, 1.1}, {2.2, 0.3}}
	grad, err := e.MeanGradient(mustRows(t, at))
	if err != nil {
		t.Fatal(err)
	}
	const h = 1e-4
	for i, x := range at {
		for k := range x {
			mean := func(step float64) float64 {
				y := slices.Clone(x)
				y[k] += step
				p, err := e.Predict(mustRows(t, [][]float64{y}))
				if err != nil {
					t.Fatal(err)
				}
				return p.Mean[0]
			}
			near(t, "derivative", grad.At(i, k), (8*(mean(h/2)-mean(-h/2))-(mean(h)-mean(-h)))/(6*h), 1e-6)
		}
	}
	labels := gplib.Data{X: cov.Strings{"a", "b"}, Y: []float64{1, 2}}
	if _, err := condition(t, gplib.Model{Cov: cov.Hamming(1), Noise: gplib.Gaussian(1)}, labels).MeanGradient(labels.X); err == nil {
		t.Error("a gradient by labels")
	}
}

// moments compares draws with the exact mean and covariance, within five
// standard errors.
func moments(t *testing.T, e *gplib.Exact, x cov.Inputs, draws *mat.Dense) {
	t.Helper()
	mean, c, err := e.Covariance(x)
	if err != nil {
		t.Fatal(err)
	}
	s, m := draws.Dims()
	for i := range m {
		for j := range i + 1 {
			sum, product := 0.0, 0.0
			for r := range s {
				sum += draws.At(r, i)
				product += (draws.At(r, i) - mean[i]) * (draws.At(r, j) - mean[j])
			}
			n := float64(s)
			if dev := math.Abs(sum/n - mean[i]); dev > 5*math.Sqrt(c.At(i, i)/n) {
				t.Errorf("mean %d of the draws is off by %v", i, dev)
			}
			se := math.Sqrt((c.At(i, i)*c.At(j, j) + c.At(i, j)*c.At(i, j)) / n)
			if dev := math.Abs(product/n - c.At(i, j)); dev > 5*se {
				t.Errorf("covariance [%d, %d] of the draws is off by %v, standard error %v", i, j, dev, se)
			}
		}
	}
}

func TestDrawsHaveThePosteriorsMoments(t *testing.T) {
	e := condition(t, model(cov.Scale(1.3, cov.Matern32(0.7))), sample(t, 8, 1))
	x := cov.Line([]float64{-0.5, 0.7, 1.2, 4})
	draws, err := e.Sample(x, 2000, rand.NewPCG(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	moments(t, e, x, draws)
	paths := mat.NewDense(2000, 4, nil)
	src := rand.NewPCG(2, 2)
	for s := range 2000 {
		path, err := e.Draw(src)
		if err != nil {
			t.Fatal(err)
		}
		for half := range 2 { // in two calls
			f, err := path.At(x.Subset([]int{2 * half, 2*half + 1}))
			if err != nil {
				t.Fatal(err)
			}
			copy(paths.RawRowView(s)[2*half:], f)
		}
	}
	moments(t, e, x, paths)
}

func TestADrawIsOneFunction(t *testing.T) {
	e := condition(t, model(cov.Scale(1.3, cov.SE(0.7))), sample(t, 10, 1))
	path, err := e.Draw(nil)
	if err != nil {
		t.Fatal(err)
	}
	x := cov.Grid(0, 3, 7)
	a, err := path.At(x)
	if err != nil {
		t.Fatal(err)
	}
	b, err := path.At(x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-3 {
			t.Errorf("f(%v) is %v, then %v", x.At(i, 0), a[i], b[i])
		}
	}
}
