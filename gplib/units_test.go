package gplib_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/metric"
)

// What a default fit predicts does not depend on the units of inputs and
// observations, though its model starts at lengthscales and variances of 1.
func TestTheUnitsOfTheDataDoNotMatter(t *testing.T) {
	x, y := sineRows(60, 3)
	testX, testY := sineRows(100, 4)
	var first float64
	for _, unit := range []struct{ x0, x1, y float64 }{
		{1, 1, 1}, {1, 20000, 1}, {1e9, 1e9, 1}, {1e-9, 1e-9, 1}, {1, 1, 1e6}, {1, 1, 1e-6}, {1e-5, 1e3, 1e8}, {1, 1, 1e-3},
	} {
		scaled := func(x [][]float64, y []float64) gplib.Data {
			rows := make([][]float64, len(x))
			for i, row := range x {
				rows[i] = []float64{unit.x0 * row[0], unit.x1 * row[1]}
			}
			return gplib.Data{X: mustRows(t, rows), Y: floats.ScaleTo(make([]float64, len(y)), unit.y, y)}
		}
		d, held := scaled(x, y), scaled(testX, testY)
		fit, err := gplib.Fit(bg, gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}, d, nil)
		if err != nil {
			t.Fatal(unit, err)
		}
		p, err := fit.Predict(held.X)
		if err != nil {
			t.Fatal(unit, err)
		}
		rmse, err := metric.RMSE(held.Y, p.Mean)
		if err != nil {
			t.Fatal(err)
		}
		smse := rmse * rmse / stat.PopVariance(held.Y, nil)
		if first == 0 {
			first = smse
		}
		if smse > 0.2 || math.Abs(smse-first) > 1e-3*first || len(fit.Warnings) > 0 {
			t.Errorf("in units %v the standardised error is %.3g, %v, warnings %q", unit, smse, fit.Model, fit.Warnings)
		}
	}
}

// With a free mean, a constant that is added to the observations changes only the mean, though
// the model starts at the mean 0. The bounds of the noise must not follow that start.
func TestAnOffsetOfTheObservationsDoesNotMatter(t *testing.T) {
	m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(1, cov.Matern52(1)), Noise: gplib.Gaussian(0.1)}
	for _, sd := range []float64{0.1, 0.01, 0.001} {
		var first, noise float64
		for _, offset := range []float64{0, 20, 300, 1000, 5000} {
			rng := rand.New(rand.NewPCG(2, 5))
			x, y := make([]float64, 60), make([]float64, 60)
			for i := range x {
				x[i] = 5 * rng.Float64()
				y[i] = offset + math.Sin(2*x[i]) + sd*rng.NormFloat64()
			}
			fit, err := gplib.Fit(bg, m, gplib.Data{X: cov.Line(x), Y: y}, nil)
			if err != nil {
				t.Fatal(err)
			}
			learned, err := fit.Param("noise")
			if err != nil {
				t.Fatal(err)
			}
			if offset == 0 {
				first, noise = fit.Value, learned.Value
			}
			if math.Abs(fit.Value-first) > 0.1 || math.Abs(learned.Value/noise-1) > 0.05 {
				t.Errorf("noise of %g, offset %g: the value is %.2f and the noise %.3g, without offset %.2f and %.3g", sd, offset, fit.Value, learned.Value, first, noise)
			}
		}
	}
}

// A start from the data has the spread of the inputs and of the observations
// about the mean, and touches nothing that is held.
func TestFromData(t *testing.T) {
	x := mustRows(t, [][]float64{{0, 10, 7}, {1, 30, 7}, {2, 20, 7}, {3, 40, 7}})
	y := []float64{5, 9, 7, 11}
	d := gplib.Data{X: x, Y: y}
	sd := math.Sqrt(3) * math.Sqrt(1.25) // √d times the standard deviation of 0, 1, 2, 3
	for _, c := range []struct {
		name string
		m    gplib.Model
		want []float64
	}{
		{"ARD", gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1, 1)), Noise: gplib.Gaussian(0.1)}, []float64{69, sd, 10 * sd, 1, 6.9}},
		{"one lengthscale", gplib.Model{Cov: cov.Scale(1, cov.On(cov.SE(1), 1)), Noise: gplib.Gaussian(0.1)}, []float64{69, 10 * sd, 6.9}},
		{"a mean", gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(1, cov.On(cov.SE(1), 0)), Noise: gplib.Gaussian(0.1)},
			[]float64{8, 5, sd, 0.5}},
		{"a linear mean", gplib.Model{Mean: gplib.LinearMean(0, 0, 0, 0), Cov: cov.Fix(cov.SE(1)), Noise: gplib.FixedGaussian(0.1)}, nil},
		{"a sum", gplib.Model{Cov: cov.Sum(cov.Scale(1, cov.On(cov.SE(1), 0)), cov.Scale(2, cov.On(cov.SE(1), 1))), Noise: gplib.Gaussian(0.1)},
			[]float64{23, sd, 46, 10 * sd, 6.9}},
		{"a product of variances", gplib.Model{Cov: cov.Scale(1, cov.Scale(1, cov.On(cov.SE(1), 0))), Noise: gplib.Gaussian(0.1)},
			[]float64{math.Sqrt(69), math.Sqrt(69), sd, 6.9}},
		{"no variance", gplib.Model{Cov: cov.On(cov.SE(1), 0), Noise: gplib.FixedGaussian(2)}, []float64{sd, 2}},
		{"bounds and priors", gplib.Model{Cov: cov.WithPrior(cov.Bound(cov.Scale(1, cov.On(cov.SE(1), 0)), "variance", 1, 5), "lengthscale", cov.GammaPrior(2, 1)),
			Noise: gplib.Gaussian(0.1)}, []float64{1, 1, 6.9}},
	} {
		got := c.m.FromData(d)
		if c.want == nil { // a fit of least squares leaves a residual orthogonal to all columns
			if mean := stat.Mean(got.Residuals(d), nil); math.Abs(mean) > 1e-9 {
				t.Errorf("%s: the residuals have the mean %v", c.name, mean)
			}
			continue
		}
		if !floats.EqualApprox(got.Theta(), c.want, 1e-6) {
			t.Errorf("%s: %v, want %v", c.name, got.Theta(), c.want)
		}
	}
}

// Bounds are those of the user if set, else relative to the data, and hold the
// parameter's value.
func TestParamsFor(t *testing.T) {
	d := gplib.Data{X: mustRows(t, [][]float64{{0, 1e6}, {2, 3e6}}), Y: []float64{1e3, -1e3}}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1e12)), Noise: gplib.Gaussian(0.1)}
	bounded := gplib.Model{Cov: cov.Bound(cov.Scale(1, cov.SE(1)), "variance", 0.5, 2), Noise: m.Noise}
	text := func(ps []cov.Param) string {
		var s strings.Builder
		for _, p := range ps {
			fmt.Fprintf(&s, "%.3g to %.3g; ", p.Min, p.Max)
		}
		return s.String()
	}
	if got, want := text(m.ParamsFor(d)), "0.01 to 1e+10; 2e-08 to 2e+03; 0.02 to 1e+14; 0.01 to 1e+10; "; got != want {
		t.Errorf("the bounds are %s, want %s", got, want)
	}
	if got := text(bounded.ParamsFor(d)); !strings.HasPrefix(got, "0.5 to 2; ") {
		t.Errorf("the bounds of the user became %s", got)
	}
}

// A first fit in one line predicts held-out rows of any unit.
func TestAuto(t *testing.T) {
	x, y := sineRows(400, 3)
	for i := range x {
		x[i][1], y[i] = 50000+20000*x[i][1], 1e6+1e4*y[i]
	}
	all := gplib.Data{X: mustRows(t, x), Y: y}
	train, held := all.Subset(spacedFrom(0, 400, 2)), all.Subset(spacedFrom(1, 400, 2))
	fit := autoFit(t, train)
	p, err := fit.Predict(held.X)
	if err != nil {
		t.Fatal(err)
	}
	r2, err := metric.R2(held.Y, p.Mean)
	if err != nil || r2 < 0.9 || len(fit.Warnings) > 0 {
		t.Errorf("R² is %v (%v), the warnings are %q", r2, err, fit.Warnings)
	}
	if _, err := gplib.Auto(gplib.Data{X: cov.Strings{"a"}, Y: []float64{1}}); err == nil || !strings.Contains(err.Error(), "cov.Strings") {
		t.Errorf("of strings the error is %v", err)
	}
}

// Irrelevant inputs are reported in one line.
func TestInputsThatDoNotMatterAreOneWarning(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	x, y := sineRows(80, 5)
	for i := range x {
		for range 4 {
			x[i] = append(x[i], rng.NormFloat64())
		}
	}
	d := gplib.Data{X: mustRows(t, x), Y: y}
	m, err := gplib.Auto(d)
	if err != nil {
		t.Fatal(err)
	}
	m.Mean = nil
	fit, err := gplib.Fit(bg, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(fit.Warnings) > 0 || len(fit.Notes) != 1 || fit.Notes[0].Code != "input-irrelevant" {
		t.Errorf("the findings are %q and %q of %v", fit.Warnings, fit.Notes, fit.Model)
	}
}

// TestALinearInputIsNotSaidNotToMatter: the lengthscale of a steep linear effect is long,
// too, and leaving the input out would lose nine tenths of what there is to learn.
func TestALinearInputIsNotSaidNotToMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	x, y := sineRows(80, 5)
	for i := range x {
		x[i] = append(x[i], rng.NormFloat64())
		y[i] += 10 * x[i][1]
	}
	d := gplib.Data{X: mustRows(t, x), Y: y}
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1, 1)), Noise: gplib.Gaussian(0.1)}
	for _, at := range []int{1, 2} {
		var err error
		if m, err = m.Bound(fmt.Sprintf("lengthscale[%d]", at), 0.1, 100); err != nil {
			t.Fatal(err)
		}
	}
	fit, err := gplib.Fit(bg, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := fit.Param("lengthscale[1]")
	if err != nil || l.Value < 9 {
		t.Fatalf("the lengthscale of the linear input is %v, not long (%v)", l.Value, err)
	}
	for _, f := range fit.Notes.Of("input-irrelevant") {
		if slices.Contains(f.Inputs, "1") {
			t.Errorf("%v: %s", fit.Model, f)
		}
	}
}

func spacedFrom(first, n, step int) []int {
	var index []int
	for i := first; i < n; i += step {
		index = append(index, i)
	}
	return index
}

// Neither do units and origins where a mean function is learned: its coefficients have
// units of their own, and those of a polynomial far from 0 depend on one another.
func TestTheUnitsOfAMeansCoefficientsDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	years, income := make([]float64, 60), make([]float64, 60)
	for i := range years {
		years[i] = 40 * rng.Float64()
		income[i] = 0.05*years[i] + 0.5*math.Sin(years[i]) + 0.1*rng.NormFloat64()
	}
	for _, m := range []gplib.Mean{gplib.ConstantMean(0), gplib.LinearMean(0, 0), gplib.PolynomialMean(2, 0, 0, 0)} {
		want := math.NaN()
		for _, unit := range []struct{ x0, x, y float64 }{{0, 1, 1}, {1985, 1, 1}, {50000, 1000, 1}, {0, 1e8, 1e-7}, {0, 1e-6, 1e7}} {
			rows, y := make([][]float64, len(years)), floats.ScaleTo(make([]float64, len(income)), unit.y, income)
			for i, v := range years {
				rows[i] = []float64{unit.x0 + unit.x*v}
			}
			d := gplib.Data{X: mustRows(t, rows), Y: y}
			fit, err := gplib.Fit(bg, gplib.Model{Mean: m, Cov: cov.Scale(1, cov.Matern52(1)), Noise: gplib.Gaussian(0.1)}, d, nil)
			if err != nil {
				t.Fatal(m, unit, err)
			}
			value := fit.Value - float64(len(y))*math.Log(unit.y)
			if math.IsNaN(want) {
				want = value
			}
			if math.Abs(value-want) > 0.01 || fit.Status != gplib.Converged {
				t.Errorf("%T in units %v: the least value is %.4f (%v), want %.4f", m, unit, value, fit.Status, want)
			}
		}
	}
}

// Further starts of a mean lie as far from the first in any unit.
func TestRestartsOfAMeanDoNotHangOnUnits(t *testing.T) {
	x, y := sineRows(60, 3)
	var ends []float64
	for _, unit := range []float64{1, 1e-6} {
		d := gplib.Data{X: mustRows(t, x), Y: floats.ScaleTo(make([]float64, len(y)), unit, y)}
		fit, err := gplib.Fit(bg, gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}, d, &gplib.Settings{Restarts: 3})
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, fit.Value-float64(len(y))*math.Log(unit))
	}
	near(t, "the least value in another unit", ends[1], ends[0], 1e-4)
}
