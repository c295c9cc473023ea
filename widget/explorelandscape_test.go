package widget

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"krigo/display"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mean"
)

// threeSliders returns an explorer of a model with three parameters.
func threeSliders(t *testing.T, n int) *explorer {
	t.Helper()
	m := gplib.Model{Cov: cov.Scale(2, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	e, err := newExplorer("Explore", m, exploredData(t, lineOf(n), 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// pictured draws what e shows, and returns it in words.
func pictured(t *testing.T, e *explorer) string {
	t.Helper()
	b, err := mime.Check(e.draw())
	if err != nil {
		t.Fatal(err)
	}
	return b.Plain()
}

func TestALandscapeGoesOverLengthscaleAndNoise(t *testing.T) {
	wave := cov.Product(cov.SE(6), cov.Periodic(1, 3))
	for want, c := range map[string]struct {
		model gplib.Model
		names []string
	}{
		"lengthscale":                         {gplib.Model{Cov: cov.SE(1), Noise: gplib.FixedGaussian(1)}, nil},
		"variance lengthscale":                {gplib.Model{Cov: cov.Scale(2, cov.SE(1)), Noise: gplib.Gaussian(1)}, []string{"variance", "lengthscale"}},
		"lengthscale noise.variance":          {gplib.Model{Mean: mean.Constant(0), Cov: cov.Scale(2, cov.SE(1)), Noise: gplib.Gaussian(1)}, nil},
		"se.lengthscale periodic.lengthscale": {gplib.Model{Cov: wave, Noise: gplib.FixedGaussian(1)}, nil},
	} {
		e, err := newExplorer("Explore", c.model, exploredData(t, lineOf(9), 1), c.names)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, i := range e.landscapes.over {
			names = append(names, e.names[i])
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("of %v the landscape goes over %s, want %s", e.names, got, want)
		}
	}
}

// While the sliders of the landscape move it stays, and its mark moves; a third slider
// gives another one, and the one before is there again when it comes back.
func TestOnlyTheMarkMovesInALandscape(t *testing.T) {
	e := threeSliders(t, 20)
	slider := map[string]*FloatControl{}
	for i, name := range e.names {
		slider[name] = e.sliders[i]
	}
	set := func(name string, v float64) {
		t.Helper()
		if err := slider[name].Set(v); err != nil {
			t.Fatal(err)
		}
	}
	pictured(t, e)
	first := e.landscapes.last.figure
	set("lengthscale", 2)
	set("noise.variance", 0.5)
	if got := pictured(t, e); e.landscapes.last.figure != first || !strings.Contains(got, "Marked: sliders at lengthscale = 2 and noise.variance = 0.5") {
		t.Errorf("the landscape is another one, or its mark is not there: %s", got)
	}
	set("variance", 3)
	pictured(t, e)
	if e.landscapes.last.figure == first {
		t.Error("another variance has the same landscape")
	}
	set("variance", 2)
	pictured(t, e)
	if e.landscapes.last.figure != first {
		t.Error("the landscape was computed again")
	}
}

// A landscape that is computed in steps equals one computed at once, and no point is
// computed twice.
func TestALandscapeInSlicesIsTheWholeOne(t *testing.T) {
	sliced, whole := threeSliders(t, 15), threeSliders(t, 15)
	whole.landscape(whole.model)
	l := sliced.landscapeOf(sliced.model)
	for n := range 120 { // 81 of them for the first grid
		known := len(l.values)
		l.refine(0)
		if more := len(l.values) - known; more < 1 || more > 2 { // at its end a grid has the model's own point, too
			t.Fatalf("slice %d evaluates %d points, want 1", n, more)
		}
		if n < 79 && l.figure != nil {
			t.Fatal("there is a landscape of a part of a grid")
		}
	}
	if l.level != 1 {
		t.Errorf("after 120 slices %d grids are done, want 1", l.level)
	}
	l.refine(time.Hour)
	want, got := whole.landscapes.last.figure.(*display.LandscapeFigure), l.figure.(*display.LandscapeFigure)
	a, err := want.Mark(atSliders, 1, 0.1).Encode("svg")
	if err != nil {
		t.Fatal(err)
	}
	b, err := got.Mark(atSliders, 1, 0.1).Encode("svg")
	if err != nil || string(a) != string(b) {
		t.Errorf("error %v, or the two pictures differ", err)
	}
}

// In a live output the landscape of a third slider's value is refined in tasks.
func TestALandscapeIsRefinedWhenTheSlidersRest(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until sliders rest")
	}
	f := startFront(t, "2")
	m := gplib.Model{Cov: slow{cov.Scale(2, cov.SE(1))}, Noise: gplib.Gaussian(0.1)}
	e, err := newExplorer("Explore", m, exploredData(t, lineOf(5), 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	e.landscapes.task = mime.NewTask("the landscape", e.refine)
	e.landscapes.byRow = map[string]*landscape{} // as after the first picture
	Show(e.draw, e.controls()...)
	if got := f.texts()[1]; !strings.Contains(got, "Part 2: The landscape is computed when the sliders stop.") {
		t.Errorf("at first there is %s", got)
	}
	l := e.landscapes.last
	for range 10000 {
		if l.isFinest() {
			break
		}
		e.landscapes.task.Request()
		f.settle(t)
	}
	drawn := 0
	for _, text := range f.texts() {
		if strings.Contains(text, "Part 2: The negative log marginal likelihood") {
			drawn++
		}
	}
	if !l.isFinest() || drawn < len(finenessOfMap) { // and well, once it rests
		t.Errorf("the landscape was drawn %d times, want one for each of %v", drawn, finenessOfMap)
	}
}

// slow is a covariance function that takes its time.
type slow struct{ cov.Func }

func (s slow) With(theta []float64) cov.Func { return slow{s.Func.With(theta)} }

func (s slow) Gram(dst *mat.Dense, a, b cov.Inputs) {
	time.Sleep(time.Millisecond)
	s.Func.Gram(dst, a, b)
}

// A landscape without a value says why, next to the posterior.
func TestALandscapeThatFailsSaysWhy(t *testing.T) {
	l := &landscape{
		model: gplib.Model{}, names: []string{"lengthscale"}, values: map[string]evaluated{},
		sliders: []*FloatControl{Float("lengthscale", 0.1, 10).Value(1).Log()},
	}
	l.refine(time.Hour)
	if got := fmt.Sprint(mime.Of(l.marked()).Plain()); !l.isFinest() || !strings.Contains(got, "display: ObjectiveCurve: ") {
		t.Errorf("there is %s", got)
	}
}

func TestKeysOfParametersTellThemApart(t *testing.T) {
	points := [][]float64{{0, 1}, {1, 0}, {math.Copysign(0, -1), 1}, {1, 1 + 1e-15}, {1, 1}}
	var keys []string
	for _, p := range points {
		keys = append(keys, keyOf(p))
	}
	slices.Sort(keys)
	if len(slices.Compact(keys)) != len(points) || keyOf(points[4]) != keyOf([]float64{1, 1}) {
		t.Errorf("the keys are %q", keys)
	}
}
