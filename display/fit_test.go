package display

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"krigo/display/draw"
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

// apartData are two fits of different data: of a on 0 to 4, of b on 10 to 14, at another height.
func apartData() (a, b *gplib.Result) {
	of := func(from, level float64) *gplib.Result {
		d := gplib.Data{X: cov.Grid(from, from+4, 5), Y: []float64{level, level + 1, level, level + 1, level}}
		return fitOf("L-BFGS", posterior{data: d, l: 1, s: 0.1, shift: level})
	}
	return of(0, 0).Named("A"), of(10, 50).Named("B")
}

// dotColours returns the number of rows that are drawn in each colour.
func dotColours(t *testing.T, f draw.Drawable) map[string]int {
	_, wide, _ := pageOf(t, f)
	count := map[string]int{}
	for _, e := range elementsOf(t, "<svg "+wide) {
		if e.attributes["data-rows"] != "" {
			count[e.attributes["stroke"]] += strings.Count(e.attributes["d"], "h0")
		}
	}
	return count
}

func TestFitsOfDifferentDataEachDrawTheirs(t *testing.T) {
	a, b := apartData()
	f := Fit(a, b)
	panels, err := f.draw()
	if err != nil {
		t.Fatal(err)
	}
	if p := panels[0]; p.X.Min > 0 || p.X.Max < 14 || p.Y.Min > 0 || p.Y.Max < 51 {
		t.Errorf("the axes are x %g to %g, y %g to %g, and do not cover all data", p.X.Min, p.X.Max, p.Y.Min, p.Y.Max)
	}
	for i, key := range panels[0].Keys[:2] {
		if key.Dot == nil || key.Dot.Color != draw.DotStyle(5, draw.Color(i)).Color {
			t.Errorf("the dot of %s is %v", key.Name, key.Dot)
		}
	}
	for _, want := range []string{"have different data", "A, 5 observations at x from 0 to 4:", "B, 5 observations at x from 10 to 14:"} {
		if alt := f.Alt(); !strings.Contains(alt, want) {
			t.Errorf("no %q in %q", want, alt)
		}
	}
	if count := slices.Sorted(maps.Values(dotColours(t, f))); !slices.Equal(count, []int{5, 5}) {
		t.Errorf("%v dots of each colour, want 5 of two", count)
	}
	if count := slices.Sorted(maps.Values(dotColours(t, Fit(a, a.Named("C"))))); !slices.Equal(count, []int{5}) {
		t.Errorf("%v dots of each colour, want 5 of one", count)
	}
}

func TestPanelsOfDifferentDataCoverTheirOwn(t *testing.T) {
	a, b := apartData()
	panels, err := Fit(a, b).Apart().draw()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range panels {
		lo := 10 * float64(i)
		if p.X.Min > lo || p.X.Min < lo-2 || p.X.Max < lo+4 || p.X.Max > lo+6 || p.Y.Max-p.Y.Min > 10 {
			t.Errorf("panel %d has x from %g to %g, y from %g to %g", i, p.X.Min, p.X.Max, p.Y.Min, p.Y.Max)
		}
	}
	panels, err = Fit(a, b).Apart().Between(0, 14).draw()
	if err != nil {
		t.Fatal(err)
	}
	if panels[0].X.Max != 14 || panels[1].X.Min != 0 {
		t.Errorf("Between is not heard: %g, %g", panels[0].X.Max, panels[1].X.Min)
	}
}
