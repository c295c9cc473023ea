package display

import (
	"slices"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// A figure of a part of the inputs is as high as what that part shows.
func TestBetweenLeavesOutTheObservationsOutside(t *testing.T) {
	d := gplib.Data{X: cov.Line([]float64{0, 1, 2, 3}), Y: []float64{-100, 0, 0, 100}}
	f := Fit(fitOf("A", posterior{data: sineData(5), l: 1, s: 1})).Between(0.5, 2.5).Test(d)
	panels, err := f.draw()
	if err != nil {
		t.Fatal(err)
	}
	if y := panels[0].Y; y.Min < -50 || y.Max > 50 {
		t.Errorf("y runs from %g to %g, though what lies outside is not shown", y.Min, y.Max)
	}
}

func TestATraceDrawsResidualsAndGapsUnlessToldOtherwise(t *testing.T) {
	step := gplib.Step{GradNorm: 1, Monitors: []gplib.Monitor{
		{Name: "primal residual", Value: 1}, {Name: "constraint gap", Value: 1}, {Name: "norm of z", Value: 5},
	}}
	f := Trace(gplib.Trace{Steps: []gplib.Step{step}})
	if got, want := f.monitorNames(), []string{"gradient norm", "primal residual", "constraint gap"}; !slices.Equal(got, want) {
		t.Errorf("draws %q, want %q", got, want)
	}
	if got, want := f.Monitors("norm of z").monitorNames(), []string{"norm of z"}; !slices.Equal(got, want) {
		t.Errorf("draws %q, want %q", got, want)
	}
}

func TestATraceDrawsCountsFromZero(t *testing.T) {
	step := func(rounds, residual float64) gplib.Step {
		return gplib.Step{Monitors: []gplib.Monitor{{Name: "round", Value: rounds}, {Name: "primal residual", Value: residual}}}
	}
	f := Trace(gplib.Trace{Steps: []gplib.Step{step(0, 1), step(1, 0)}}).Monitors("round", "primal residual")
	logarithmic, linear := f.monitors()
	if !slices.Equal(logarithmic, []string{"primal residual"}) || !slices.Equal(linear, []string{"round"}) {
		t.Errorf("logarithmic %q, linear %q", logarithmic, linear)
	}
}

func TestAxesBearTheNamesOfInputAndTarget(t *testing.T) {
	plain := cov.Grid(0, 1, 3)
	named, err := plain.Named("year")
	if err != nil {
		t.Fatal(err)
	}
	scaled, err := named.Standardised([]float64{0}, []float64{2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		d    gplib.Data
		x, y string
	}{
		{gplib.Data{X: plain}, "x", "y"},
		{gplib.Data{X: named, Target: "ppm"}, "year", "ppm"},
		{gplib.Data{X: scaled}, "year, standardised", "y"},
	} {
		if x, y := axisNames(c.d); x != c.x || y != c.y {
			t.Errorf("the axes are %q and %q, want %q and %q", x, y, c.x, c.y)
		}
	}
}
