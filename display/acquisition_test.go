package display

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"krigo/display/draw"
	"krigo/gplib/bo"
)

// searched returns a run of some evaluations of a wave over a logarithmic input and a second one.
func searched(n int) *bo.Optimiser {
	space, err := bo.NewSpace(bo.Log("rate", 1e-3, 1), bo.Real("momentum", 0, 1))
	if err != nil {
		panic(err)
	}
	run, err := bo.New(space, &bo.Settings{Seed: 4})
	if err != nil {
		panic(err)
	}
	for i := range n {
		x := []float64{math.Pow(10, -3*float64(i*5%n)/float64(n)), float64(i*3%7) / 7}
		if err := run.Tell(x, math.Sin(2*math.Log10(x[0]))+x[1]*x[1]); err != nil {
			panic(err)
		}
	}
	return run
}

func TestAnAcquisitionFigureDrawsWhatTheRunPredicts(t *testing.T) {
	run := searched(8)
	f := Acquisition(context.Background(), run)
	series, err := f.Series()
	if err != nil {
		t.Fatal(err)
	}
	next, err := run.Peek(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := []float64{0.0316227766016838, next[1]}
	mean, _, err := run.Predict(t.Context(), [][]float64{at})
	if err != nil {
		t.Fatal(err)
	}
	if got := series[0].Y[100]; math.Abs(series[0].X[100]+1.5) > 1e-9 || math.Abs(got-mean[0]) > 1e-9 {
		t.Errorf("the mean at 10^%v is %v, want %v", series[0].X[100], got, mean[0])
	}
	last := series[len(series)-1]
	value, err := run.Acquisition(t.Context(), [][]float64{next})
	if err != nil {
		t.Fatal(err)
	}
	if last.Panel != 1 || math.Abs(last.X[0]-math.Log10(next[0])) > 1e-9 || math.Abs(last.Y[0]-value[0]) > 0.1*math.Abs(value[0]) {
		t.Errorf("the star is %+v, want %v with the acquisition %v", last, next, value)
	}
	if len(run.Pending()) != 0 {
		t.Error("the figure asked for a point")
	}
}

// An evaluation with another value of the other input is a ring, and the text counts it apart.
func TestEvaluationsOffTheSliceAreRings(t *testing.T) {
	run := searched(8)
	next, err := run.Peek(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 { // none is next to the slice
		if e := run.Evaluations()[i]; math.Abs(e.X[1]-next[1]) < 0.01 {
			t.Fatalf("evaluation %d is on the slice", i)
		}
	}
	f := Acquisition(t.Context(), run)
	panels, err := f.draw()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, k := range panels[0].Keys {
		names = append(names, k.Name)
	}
	want := "the other dimensions are those of the next point: momentum = " + draw.Value(next[1])
	if !slices.Contains(names, "evaluations off the slice") || slices.Contains(names, "evaluations") || !slices.Contains(names, want) {
		t.Errorf("the legend is %q, want %q", names, want)
	}
	if alt := f.Alt(); !strings.Contains(alt, "with 8 evaluations, 8 of them off the slice.") {
		t.Errorf("told as %q", alt)
	}
	c, err := f.curves()
	if err != nil {
		t.Fatal(err)
	}
	if !f.onSlice([]float64{0.5, next[1] + 0.005}, c) || f.onSlice([]float64{next[0], next[1] - 0.02}, c) {
		t.Error("a point next to the slice is not on it, or one elsewhere is")
	}
}

func TestRegretIsTheLeastValueSoFarAboveTheMinimum(t *testing.T) {
	space, err := bo.NewSpace(bo.Real("x", 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	run, err := bo.New(space, &bo.Settings{Constraints: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, y := range []float64{11, 2, 5, 3, 1.1} {
		if err := run.Tell([]float64{float64(i) / 5}, y, map[bool]float64{true: 1, false: -1}[y == 2]); err != nil {
			t.Fatal(err)
		}
	}
	series, err := Regret(run).Minimum(1).Series()
	if err != nil {
		t.Fatal(err)
	}
	stairs := series[1]
	for i, want := range []float64{10, 10, 4, 4, 2, 2, 0.1} {
		if math.Abs(stairs.Y[i]-math.Log10(want)) > 1e-9 {
			t.Errorf("stair %d is at %v, want the logarithm of %v", i, stairs.Y[i], want)
		}
	}
	if want := []float64{1, 3, 3, 4, 4, 5, 5}; !slices.Equal(stairs.X, want) {
		t.Errorf("stairs at %v, want %v", stairs.X, want)
	}
	if alt := Regret(run).Names("A").Alt(); !strings.Contains(alt, "A: 1.1 after 5 evaluations") {
		t.Errorf("told as %q", alt)
	}
}
