package display

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"krigo/gplib"
)

// Objectives in different units have panels of their own, with one x axis.
func TestEachObjectiveHasAPanel(t *testing.T) {
	panels, err := Trace(learners()...).Names("ML", "ADMM", "GRIEF", "SCGD").Monitors().draw()
	if err != nil || len(panels) != 3 {
		t.Fatalf("%d panels (%v)", len(panels), err)
	}
	want := []string{"negative log marginal likelihood (nats)", "hold-out squared error", "negative log marginal likelihood per row (nats)"}
	names := [][]string{{"ML", "GRIEF"}, {"ADMM"}, {"SCGD"}}
	for i, p := range panels {
		var keys []string
		for _, k := range p.Keys {
			keys = append(keys, k.Name)
		}
		if p.Heading != want[i] || !slices.Equal(keys, names[i]) || p.X.Max != panels[0].X.Max {
			t.Errorf("panel %d: %q of %q up to %v", i, p.Heading, keys, p.X.Max)
		}
	}
}

// Where a trace has the best value it lies on the lower edge: the line has no gap.
func TestTheBestValueLiesOnTheFloor(t *testing.T) {
	var down gplib.Trace
	for i, v := range []float64{100, 10, 0, 0, 1} {
		down.Steps = append(down.Steps, gplib.Step{Iter: i, Value: 5 + v})
	}
	series, err := Trace(down).Monitors().Series()
	if err != nil || len(series) == 0 {
		t.Fatal(err)
	}
	if got := series[0].Y; !slices.Equal(got, []float64{2, 1, 0, 0, 0}) {
		t.Errorf("the logarithms are %v", got)
	}
}

// A residual of rounding error at a start that is a solution does not stretch the axis.
func TestAFirstResidualDoesNotStretchTheAxis(t *testing.T) {
	panels, err := Trace(learners()[1]).draw()
	if err != nil {
		t.Fatal(err)
	}
	if p := panels[1]; p.Y.Min < -8 || p.Y.Max > 3 {
		t.Errorf("residuals from 1e%.0f to 1e%.0f", p.Y.Min, p.Y.Max)
	}
}

// No two monitors of a figure are drawn alike.
func TestMonitorsDifferInTheirLines(t *testing.T) {
	a, b := learners()[1], traceOf(40, 1)
	for i := range a.Steps {
		sign := math.Cos(float64(i))
		a.Steps[i].Monitors = append(a.Steps[i].Monitors, gplib.Monitor{Name: "signed residual", Value: sign}, gplib.Monitor{Name: "signed gap", Value: 2 * sign})
	}
	panels, err := Trace(a, b).Monitors("primal residual", "dual residual", "signed residual", "signed gap").draw()
	if err != nil {
		t.Fatal(err)
	}
	var dashed []string
	for _, p := range panels[2:] {
		for _, k := range p.Keys {
			dashed = append(dashed, fmt.Sprint(k.Line.Dashes))
		}
	}
	if slices.Sort(dashed); len(dashed) != 4 || len(slices.Compact(dashed)) != 4 {
		t.Errorf("the dashes are %q", dashed)
	}
}
