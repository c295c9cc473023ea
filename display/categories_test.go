package display

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// sited is a fit of a number and of a category, encoded from a table; B is its most frequent level.
func sited(t *testing.T) *gplib.Result {
	t.Helper()
	text := "temp,site,n\n"
	for i := range 24 {
		site := []string{"A", "B", "B", "C"}[i%4]
		text += fmt.Sprintf("%d,%s,%.3f\n", i, site, math.Sin(float64(i)/3)+map[string]float64{"A": 0, "B": 2, "C": -1}[site])
	}
	table, err := dataset.ParseCSV("n.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.Encode("n", dataset.OneHot("site"), "temp")
	if err != nil {
		t.Fatal(err)
	}
	d, err := e.Data(table)
	if err != nil {
		t.Fatal(err)
	}
	return conditioned("A", gplib.Model{Cov: cov.Scale(2, cov.SE(1, 1, 1, 3)), Noise: gplib.Gaussian(0.1)}, d)
}

func TestEffectsDrawACategoryAtItsLevels(t *testing.T) {
	f := Effects(sited(t))
	panels, err := f.draw()
	if err != nil {
		t.Fatal(err)
	}
	if len(panels) != 2 || panels[0].X.Label.Text != "site" || panels[1].X.Label.Text != "temp" {
		t.Fatalf("%d panels, the first one of %q", len(panels), panels[0].X.Label.Text)
	}
	var levels []string
	for _, tick := range panels[0].X.Tick.Marker.Ticks(panels[0].X.Min, panels[0].X.Max) {
		levels = append(levels, tick.Label)
	}
	if strings.Join(levels, "") != "ABC" {
		t.Errorf("the levels are %q", levels)
	}
	alt := f.Alt()
	if !strings.Contains(alt, "The effect of site runs from ") || !strings.Contains(alt, " at C to ") || !strings.Contains(alt, " at B.") {
		t.Errorf("it says %q", alt)
	}
	for _, names := range [][]string{{"site"}, {"site=B", "site=A"}} {
		if panels, err := Effects(sited(t)).Inputs(names...).draw(); err != nil || len(panels) != 1 || panels[0].X.Label.Text != "site" {
			t.Errorf("%q: %d panels, %v", names, len(panels), err)
		}
	}
	if _, err := Effects(sited(t)).Pair("temp", "site=A").draw(); err == nil || !strings.Contains(err.Error(), `"site=A" is a 0/1 column of the category site`) {
		t.Errorf("a pair with a level: %v", err)
	}
}

func TestASliceTellsTheLevelOfACategory(t *testing.T) {
	for want, at := range map[string]map[string]float64{
		"at site = B:": nil, "at site = C:": {"site=C": 1}, "at site=A = 0.5, site=B = 0.5, site=C = 0:": {"site=A": 0.5, "site=B": 0.5},
	} {
		if alt := Slice(sited(t), "temp", at).Alt(); !strings.Contains(alt, want) {
			t.Errorf("it says %q, want %q", alt, want)
		}
	}
}

// Figures over two inputs have the others at their medians, and a category at a level that exists.
func TestMediansAreAtALevelOfACategory(t *testing.T) {
	x := sited(t).Posterior.Data().X.(*cov.Matrix)
	if got := medians(x); !slices.Equal(got, []float64{0, 1, 0, 11.5}) {
		t.Errorf("the medians are %v", got)
	}
}
