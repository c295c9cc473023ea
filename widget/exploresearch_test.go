package widget

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/gplib/bo"
)

func waveOf(x []float64) float64 { return math.Sin(x[0]) + x[0]/10 }

// searchedWave returns a run of n evaluations of a wave over [0, 10].
func searchedWave(t *testing.T, n int) *bo.Optimiser {
	t.Helper()
	space, err := bo.NewSpace(bo.Real("x", 0, 10))
	if err != nil {
		t.Fatal(err)
	}
	run, err := bo.New(space, &bo.Settings{Seed: 3, Initial: 4, Noiseless: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Minimise(t.Context(), func(x []float64) (float64, error) { return waveOf(x), nil }, n); err != nil {
		t.Fatal(err)
	}
	return run
}

// searchedPlane returns a run over dimensions of three kinds with a constraint, whose points were not asked for.
func searchedPlane(t *testing.T) *bo.Optimiser {
	t.Helper()
	space, err := bo.NewSpace(bo.Log("rate", 0.01, 1), bo.Categorical("kind", "flat", "steep"), bo.Integer("size", 1, 9))
	if err != nil {
		t.Fatal(err)
	}
	run, err := bo.New(space, &bo.Settings{Initial: 3, Constraints: 1, Noiseless: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		x := []float64{0.01 * math.Pow(2, float64(i)), float64(i % 2), float64(1 + i)}
		if i == 4 {
			err = run.TellFailed(x)
		} else {
			err = run.Tell(x, math.Abs(math.Log(x[0]/0.1))+x[1], map[bool]float64{true: 1, false: -1}[i == 3])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return run
}

// Each step asks for the point that was evaluated next, and its curves are those of the run at that time.
func TestASearchIsReplayedAsItWas(t *testing.T) {
	run := searchedWave(t, 8)
	s, err := ExploreSearch(t.Context(), run).Truth(waveOf).record()
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Steps) != 5 || s.Steps[0].Rows != 4 || s.Steps[4].Rows != 8 {
		t.Fatalf("%d steps, the first after %d evaluations", len(s.Steps), s.Steps[0].Rows)
	}
	all := run.Evaluations()
	for _, step := range s.Steps[:4] {
		if got, want := step.Next[0], all[step.Rows].X[0]; math.Abs(got-want) > 1e-4 {
			t.Errorf("after %d evaluations the next point is %v, want %v", step.Rows, got, want)
		}
	}
	for i, e := range all {
		if s.Y[i] != waveOf(e.X) || s.X[0][i] != mustShort(e.X[0]) {
			t.Errorf("row %d has %v at %v, want %v at %v", i, s.Y[i], s.X[0][i], waveOf(e.X), e.X[0])
		}
	}
	last := s.Steps[4]
	at := slices.IndexFunc(s.Grids[0], func(v float64) bool { return v == 4.3 })
	mean, sd, err := run.Predict(t.Context(), [][]float64{{4.3}, last.Next})
	if err != nil {
		t.Fatal(err)
	}
	values, err := run.Acquisition(t.Context(), [][]float64{{4.3}, last.Next})
	if err != nil {
		t.Fatal(err)
	}
	curve := last.At[0]
	for what, pair := range map[string][2]float64{
		"mean": {curve.Mean[at], mean[0]}, "sd": {curve.SD[at], sd[0]}, "acquisition": {curve.Acquisition[at], values[0]},
		"mean at the next point": {last.Mean, mean[1]}, "top": {*last.Top, values[1]}, "truth": {curve.Truth[at], math.Sin(4.3) + 0.43},
	} {
		// Places of the next point are recorded in six digits, and values in four.
		if math.Abs(pair[0]-pair[1]) > 1e-3*max(1, math.Abs(pair[1])) {
			t.Errorf("the %s is %v, want %v", what, pair[0], pair[1])
		}
	}
	if s.Y[last.Best] != slices.Min(s.Y) {
		t.Errorf("the best row is %d of %v", last.Best, s.Y)
	}
}

func mustShort(v float64) float64 { return shortened([]float64{v}, 6)[0] }

// What docs/display.md says of its size.
func TestASearchTakesSomeKilobytesAStep(t *testing.T) {
	names := make([]bo.Dimension, 6)
	for k := range names {
		names[k] = bo.Real(string(rune('a'+k)), 0, 1)
	}
	space, err := bo.NewSpace(names...)
	if err != nil {
		t.Fatal(err)
	}
	wide, err := bo.New(space, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		x := make([]float64, 6)
		for k := range x {
			x[k] = math.Mod(0.5+0.618*float64(i*(k+1)), 1)
		}
		if err := wide.Tell(x, waveOf(x)+x[3]); err != nil {
			t.Fatal(err)
		}
	}
	for name, f := range map[string]*SearchFigure{
		"one dimension": ExploreSearch(t.Context(), searchedWave(t, 8)).Truth(waveOf), "six": ExploreSearch(t.Context(), wide),
	} {
		s, err := f.record()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if each := len(raw) / len(s.Steps); each < 2000 || each > 6000 {
			t.Errorf("%s: %d bytes a step", name, each)
		}
	}
}

// Slices go through the best evaluation along the dimensions of numbers; failures have no value.
func TestASearchOfSeveralDimensionsHasSlices(t *testing.T) {
	run := searchedPlane(t)
	s, err := ExploreSearch(t.Context(), run).record()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Slices, []int{0, 2}) || len(s.Grids) != 2 || s.Dims[1].Levels[1] != "steep" {
		t.Fatalf("slices along %v of %+v", s.Slices, s.Dims)
	}
	if !math.IsNaN(s.Y[4]) || !slices.Equal(s.Infeasible, []int{3}) {
		t.Errorf("values %v, infeasible %v", s.Y, s.Infeasible)
	}
	last := s.Steps[len(s.Steps)-1]
	best, err := run.Best()
	if err != nil {
		t.Fatal(err)
	}
	x := slices.Clone(best.X)
	x[2] = s.Grids[1][7]
	mean, _, err := run.Predict(t.Context(), [][]float64{x})
	if err != nil {
		t.Fatal(err)
	}
	if last.Best != best.Row || math.Abs(last.At[1].Mean[7]-mean[0]) > 1e-3 || last.At[1].Truth != nil {
		t.Errorf("the mean along size is %v at %v, want %v; the best row %d", last.At[1].Mean[7], x, mean[0], last.Best)
	}
	if len(run.Pending()) != 0 || len(run.Evaluations()) != 6 {
		t.Error("the replay has changed the run")
	}
}

// Pages get the numbers, others a picture with the same words.
func TestASearchIsDrawnByPages(t *testing.T) {
	f := startPage(t)
	data := mime.Of(ExploreSearch(context.Background(), searchedWave(t, 6))).Data
	view, ok := data[cell.ExploreType].(map[string]any)
	if !ok || data["image/png"] == nil {
		t.Fatalf("the output has %v", data)
	}
	found := false
	for _, m := range f.comms {
		if m.Kind == "open" && m.ID == view["model_id"] {
			state := m.Data["state"].(map[string]any)
			found = state["_krigo"] == "search" && len(state["steps"].([]any)) == 3 && strings.Count(state["y"].(string), " ") == 5
		}
	}
	if !found {
		t.Error("no model has the steps of the search")
	}
	if text := data[mime.TypePlain].(string); !strings.HasPrefix(text, "A Bayesian optimisation of 1 dimension: after 6 evaluations the best value is ") {
		t.Errorf("told as %q", text)
	}
}

func TestWhatASearchRefuses(t *testing.T) {
	space, err := bo.NewSpace(bo.Real("x", 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	short, err := bo.New(space, nil)
	if err != nil {
		t.Fatal(err)
	}
	failing, err := bo.New(space, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		if err := failing.TellFailed([]float64{float64(i) / 8}); err != nil {
			t.Fatal(err)
		}
	}
	var none context.Context
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for want, f := range map[string]*SearchFigure{
		"ctx is nil; pass context.Background()":                                 ExploreSearch(none, short),
		"the run is nil":                                                        ExploreSearch(t.Context(), nil),
		"the run has no model: it has 0 evaluations, and needs 5":               ExploreSearch(t.Context(), short),
		"the run has no model: it has 8 evaluations, and needs 5, with a value": ExploreSearch(t.Context(), failing),
		"after 4 evaluations: context canceled":                                 ExploreSearch(ended, searchedWave(t, 5)),
	} {
		_, err := mime.Check(f)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "widget: ExploreSearch: ") {
			t.Errorf("the error is %v, not %s", err, want)
		}
	}
}

// A run whose trust region has begun again has no acquisition for a while, and is drawn all the same.
func TestASearchWithATrustRegionHasGaps(t *testing.T) {
	space, err := bo.NewSpace(bo.Real("x", 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	run, err := bo.New(space, &bo.Settings{Initial: 2, Region: bo.Trust, Noiseless: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 36 { // never better: seven halvings of four each end the region
		if err := run.Tell([]float64{math.Mod(0.618*float64(i), 1)}, float64(i)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := ExploreSearch(t.Context(), run).record()
	if err != nil {
		t.Fatal(err)
	}
	gaps := 0
	for _, step := range s.Steps {
		if step.Top == nil {
			gaps++
			if !math.IsNaN(step.At[0].Acquisition[0]) || math.IsNaN(step.At[0].Mean[0]) {
				t.Errorf("after %d evaluations the curves begin with %v and %v", step.Rows, step.At[0].Mean[0], step.At[0].Acquisition[0])
			}
		}
	}
	if gaps == 0 || gaps > 4 {
		t.Errorf("%d of %d steps have no acquisition", gaps, len(s.Steps))
	}
}
