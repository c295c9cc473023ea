package display

import (
	"math"
	"slices"
	"strings"
	"testing"

	"krigo/display/draw"
	"krigo/gplib/bo"
)

// tuned returns a run over dimensions of all kinds, with n evaluations that have a constraint; some fail. Its
// least feasible values are at a rate of 0.01, three layers and the covariance function SE.
func tuned(n int) *bo.Optimiser {
	space, err := bo.NewSpace(bo.Log("rate", 1e-4, 1), bo.Integer("layers", 1, 6), bo.Real("momentum", 0, 1), bo.Categorical("kernel", "SE", "Matérn", "periodic"))
	if err != nil {
		panic(err)
	}
	run, err := bo.New(space, &bo.Settings{Constraints: 1, Noiseless: true})
	if err != nil {
		panic(err)
	}
	for i := range n {
		spread := func(k float64) float64 { return math.Mod(0.5+k*float64(i), 1) } // of Kronecker's sequence
		x := []float64{math.Pow(10, -4*spread(0.618)), 1 + math.Floor(6*spread(0.755)), spread(0.57), math.Floor(3 * spread(0.437))}
		y := math.Pow(math.Log10(x[0])+2, 2) + math.Abs(x[1]-3)/2 + x[2] + x[3]/2
		if x[1] == 6 && x[2] > 0.5 {
			err = run.TellFailed(x)
		} else {
			err = run.Tell(x, y, x[2]-0.85)
		}
		if err != nil {
			panic(err)
		}
	}
	return run
}

// Each line is that of an evaluation: at the height of its value, logarithm or level on each axis.
func TestParallelCoordinatesDrawEachEvaluationOnce(t *testing.T) {
	run := tuned(30)
	series, err := ParallelCoordinates(run).Series()
	if err != nil {
		t.Fatal(err)
	}
	lines := map[[4]float64]int{}
	for _, s := range series {
		if s.Kind != draw.PointsSeries {
			continue
		}
		for i := 0; i < len(s.X); i += 4 {
			if !slices.Equal(s.X[i:i+4], []float64{0, 1, 2, 3}) {
				t.Fatalf("a line is at %v", s.X[i:i+4])
			}
			lines[[4]float64(s.Y[i:i+4])]++
		}
	}
	for i, e := range run.Evaluations() {
		want := [4]float64{(math.Log10(e.X[0]) + 4) / 4, (e.X[1] - 1) / 5, e.X[2], e.X[3] / 2}
		found := 0
		for at, n := range lines {
			far := 0.0
			for k := range at {
				far = max(far, math.Abs(at[k]-want[k]))
			}
			if far < 1e-12 {
				found += n
			}
		}
		if found != 1 {
			t.Errorf("evaluation %d at %v is drawn %d times", i, e.X, found)
		}
	}
	if len(lines) != 30 {
		t.Errorf("%d lines, want 30", len(lines))
	}
}

// The last lines are those of the best evaluation, and colours get fainter with the value.
func TestParallelCoordinatesShowWhatIsBest(t *testing.T) {
	run := tuned(30)
	f := ParallelCoordinates(run)
	series, err := f.Series()
	if err != nil {
		t.Fatal(err)
	}
	best, row := math.Inf(1), -1
	feasible, failed := 0, 0
	for i, e := range run.Evaluations() {
		if e.Failed {
			failed++
		}
		if !e.Failed && e.Constraints[0] <= 0 {
			feasible++
			if e.Y < best {
				best, row = e.Y, i
			}
		}
	}
	e := run.Evaluations()[row]
	last := series[len(series)-1]
	if len(last.X) != 4 || last.Y[2] != e.X[2] {
		t.Errorf("the last line is %+v, want evaluation %d at %v", last, row, e.X)
	}
	if failed == 0 || feasible+failed == 30 {
		t.Fatalf("%d feasible, %d failed of 30", feasible, failed)
	}
	alt := f.Alt()
	for _, want := range []string{
		"30 evaluations over the parallel axes rate, layers, momentum, kernel.",
		"The best is evaluation " + draw.Value(float64(row)) + ", with the value " + draw.Value(best) + " at rate = ",
		"Not feasible: " + draw.Value(float64(30-feasible-failed)) + "; failed: " + draw.Value(float64(failed)) + ".",
	} {
		if !strings.Contains(alt, want) {
			t.Errorf("%q is not in %q", want, alt)
		}
	}
}

// One enormous value does not take all colours, and the legend says so.
func TestColoursOfParallelCoordinatesEndAtWhatIsUsual(t *testing.T) {
	space, err := bo.NewSpace(bo.Real("x", 0, 10))
	if err != nil {
		t.Fatal(err)
	}
	run, err := bo.New(space, &bo.Settings{Noiseless: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, y := range []float64{1, 2, 3, 4, 5, 6, 7, 8, 1e6} {
		if err := run.Tell([]float64{float64(i)}, y); err != nil {
			t.Fatal(err)
		}
	}
	p, err := ParallelCoordinates(run).panel()
	if err != nil {
		t.Fatal(err)
	}
	keys := p.Keys
	if got := keys[len(keys)-1].Name; !strings.HasPrefix(got, "1 value above 1") || len(got) > len("1 value above 13.5") {
		t.Errorf("the last key is %q", got)
	}
	shades := 0
	for _, s := range must(ParallelCoordinates(run).Series()) {
		if s.Kind == draw.PointsSeries {
			shades++
		}
	}
	if shades < 5 {
		t.Errorf("nine evaluations have %d styles, want most of them apart", shades)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestParallelCoordinatesOverSomeDimensions(t *testing.T) {
	f := ParallelCoordinates(tuned(10)).Over("kernel", "rate")
	if alt := f.Alt(); !strings.Contains(alt, "the parallel axes kernel, rate.") {
		t.Errorf("told as %q", alt)
	}
	names := make([]bo.Dimension, 30)
	for i := range names {
		names[i] = bo.Real(strings.Repeat("x", i+1), 0, 1)
	}
	run := must(bo.New(must(bo.NewSpace(names...)), nil))
	if err := run.Tell(make([]float64, 30), 1); err != nil {
		t.Fatal(err)
	}
	p, err := ParallelCoordinates(run).panel()
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Keys[len(p.Keys)-1].Name; got != "the first 14 of 30 dimensions" {
		t.Errorf("the last key is %q", got)
	}
}

func TestWhatParallelCoordinatesRefuse(t *testing.T) {
	run := tuned(10)
	for want, f := range map[string]*ParallelCoordinatesFigure{
		"the run is nil":               ParallelCoordinates(nil),
		"the run has no evaluation":    ParallelCoordinates(tuned(0)),
		`there is no dimension "size"`: ParallelCoordinates(run).Over("rate", "size"),
		`"rate" is there twice`:        ParallelCoordinates(run).Over("rate", "rate"),
	} {
		if _, err := f.Series(); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "display: ParallelCoordinates: ") {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// A run that has failures only is drawn without a bar.
func TestParallelCoordinatesOfFailures(t *testing.T) {
	run := must(bo.New(must(bo.NewSpace(bo.Real("x", 0, 1), bo.Real("y", 0, 1))), nil))
	for i := range 3 {
		if err := run.TellFailed([]float64{float64(i) / 3, 0.5}); err != nil {
			t.Fatal(err)
		}
	}
	p, err := ParallelCoordinates(run).panel()
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Keys) != 1 || p.Keys[0].Name != "failed" {
		t.Errorf("the legend is %+v", p.Keys)
	}
}
