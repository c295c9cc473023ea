package widget

import (
	"math"
	"strings"
	"testing"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mean"
	"krigo/gplib/rkhs"
	"krigo/gplib/rkhs/feature"
)

func exploredData(t *testing.T, x cov.Inputs, scale float64) gplib.Data {
	t.Helper()
	ys := make([]float64, x.Len())
	for i := range ys {
		ys[i] = scale * math.Sin(float64(i))
	}
	d, err := gplib.NewData(x, ys)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// lineOf returns n inputs on a line.
func lineOf(n int) cov.Inputs {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = float64(i) / 4
	}
	return cov.Line(xs)
}

func TestExploreHasASliderForEachFreeParameter(t *testing.T) {
	d := exploredData(t, lineOf(20), 100)
	m := gplib.Model{Mean: mean.Constant(0), Cov: cov.Scale(2, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fixed, err := m.Fix("variance", "noise")
	if err != nil {
		t.Fatal(err)
	}
	bounded, err := m.Bound("lengthscale", 0.5, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		model gplib.Model
		names []string
		want  string
	}{
		{m, []string{"lengthscale"}, "lengthscale = 1 (0.0333 to 30, logarithmic)"},
		{bounded, []string{"lengthscale"}, "lengthscale = 1 (0.5 to 4, logarithmic)"},
		{m, []string{"noise", "variance"}, "noise.variance = 0.1 (0.00333 to 3, logarithmic); variance = 2 (0.0667 to 60, logarithmic)"},
		{fixed, nil, "mean = 0 (-199 to 199); lengthscale = 1 (0.0333 to 30, logarithmic)"},
	} {
		e, err := newExplorer("Explore", c.model, d, c.names)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range e.sliders {
			got = append(got, s.String())
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("sliders are\n%s\nwant\n%s", g, c.want)
		}
	}
}

// The title has the terms of the model with the sliders' values.
func TestExploreDrawsTheModelOfTheSliders(t *testing.T) {
	f := startFront(t, "2")
	d := exploredData(t, lineOf(20), 1)
	m := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	mime.Show(Explore(m, d, "lengthscale"))
	f.shows = nil
	f.deliver(t, change(f.idOf(t, "FloatLogSliderModel"), map[string]any{"value": 0.25}))
	f.settle(t)
	moved, err := m.Set("lengthscale", 0.25)
	if err != nil {
		t.Fatal(err)
	}
	terms, err := gplib.LML{}.Terms(moved, d)
	if err != nil {
		t.Fatal(err)
	}
	want := (&explorer{data: d, rows: 20}).title(terms)
	if len(f.shows) != 1 || !strings.Contains(f.shows[0].Plain(), want) {
		t.Errorf("there is %q, want %q", f.texts(), want)
	}
}

func TestWhatExploreDraws(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	plane := func(dim int) cov.Inputs {
		rows := make([][]float64, 30)
		for i := range rows {
			for k := range dim {
				rows[i] = append(rows[i], math.Sin(float64(7*i*(k+1))))
			}
		}
		x, err := cov.Rows(rows)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for want, x := range map[string]cov.Inputs{
		"Part 1: at the sliders, 20 obser":                   lineOf(20),
		"Part 1: The posterior mean of f over x[0] and x[1]": plane(2),
		"Predicted against observed values":                  plane(3),
		"(500 of 700 rows)":                                  lineOf(700),
	} {
		o := ExploreFrames(m, exploredData(t, x, 1), "noise").Count(2)
		if got := mime.Of(o).Plain(); !strings.Contains(got, want) {
			t.Errorf("there is %q, want %s", got, want)
		}
	}
}

func TestWhatExploreRefuses(t *testing.T) {
	d := exploredData(t, lineOf(20), 1)
	m := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	fixed, err := m.Fix()
	if err != nil {
		t.Fatal(err)
	}
	network := gplib.Model{Cov: rkhs.Linear(feature.MLP{Inputs: 1, Widths: []int{12, 8}}, 1), Noise: gplib.Gaussian(0.1)}
	indefinite := gplib.Model{Cov: cov.Formula("r2*s", cov.Positive("s", 1)), Noise: gplib.Gaussian(0.1)}
	for want, o := range map[string]*FramesOutput{
		"widget: ExploreFrames: the model has no parameters that are not fixed": ExploreFrames(fixed, d),
		`"period"`:                     ExploreFrames(m, d, "period"),
		"widget: ExploreFrames":        ExploreFrames(gplib.Model{}, d),
		"widget: ExploreFrames: gplib": ExploreFrames(m, gplib.Data{}),
		`widget: ExploreFrames: noise.variance is named twice, as "noise" and "noise.variance"`:                                         ExploreFrames(m, d, "noise", "noise.variance"),
		"widget: ExploreFrames: at s = 1: gplib: covariance matrix":                                                                     ExploreFrames(indefinite, d, "s"),
		`ExploreFrames: the model has 129 parameters that are not fixed, more than 20: name those to explore, such as "noise.variance"`: ExploreFrames(network, d),
		", name fewer to go over, or Budget(":                                                                                           ExploreFrames(m, d).Budget(1000),
	} {
		if _, err := mime.Check(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
}

// A failure while Explore draws is reported as Explore's, and not as that of a function
// of Show, since the user has not written one.
func TestExploreFailsByItsName(t *testing.T) {
	f := startFront(t, "2")
	m := gplib.Model{Cov: cov.Formula("r2*s", cov.Positive("s", 1)), Noise: gplib.Gaussian(0.1)}
	mime.Show(Explore(m, exploredData(t, lineOf(20), 1)))
	if got := f.texts(); !strings.Contains(strings.Join(got, "\n"), "Explore: gplib: covariance matrix of 20 points") {
		t.Errorf("there is %q", got)
	}
}
