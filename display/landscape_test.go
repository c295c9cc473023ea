package display

import (
	"context"
	"errors"
	"image"
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// bowl is an objective with its minimum where the logarithms of all
// parameters are 0; it fails where the first is above most.
type bowl struct{ most float64 }

func (bowl) Name() string { return "bowl" }

func (b bowl) Eval(m gplib.Model, _ gplib.Data, grad []float64) (float64, error) {
	theta := m.Theta()
	if theta[0] > b.most {
		return 0, errors.New("too large")
	}
	sum := 0.0
	for i, v := range theta {
		sum += math.Log(v) * math.Log(v)
		if grad != nil {
			grad[i] = 2 * math.Log(v) / v
		}
	}
	return sum, nil
}

func bowlModel() gplib.Model {
	return gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(1)}
}

func landscapeOf(most float64) *LandscapeFigure {
	return Landscape(context.Background(), bowl{most}, bowlModel(), gplib.Data{}, "lengthscale", "noise").Resolution(21)
}

func TestALandscapeHoldsTheObjectiveOverTheRange(t *testing.T) {
	f := landscapeOf(math.Inf(1))
	if _, err := f.draw(); err != nil {
		t.Fatal(err)
	}
	if v := f.values[10][10]; math.Abs(v) > 1e-20 {
		t.Errorf("the middle is %v, want 0", v)
	}
	if v, want := f.values[0][20], 2*math.Pow(math.Log(10), 2); math.Abs(v-want) > 1e-12 {
		t.Errorf("the corner is %v, want %v", v, want)
	}
}

// Values are the objective at the natural values of the parameters, and the figure's own stay as they are.
func TestALandscapeReturnsItsValues(t *testing.T) {
	f := landscapeOf(5)
	xs, ys, values, err := f.Values()
	if err != nil || len(xs) != 21 || len(ys) != 21 || len(values) != 21 {
		t.Fatalf("%d and %d values, %d rows: %v", len(xs), len(ys), len(values), err)
	}
	if math.Abs(xs[0]-0.1) > 1e-12 || math.Abs(ys[20]-10) > 1e-12 {
		t.Errorf("the values go from %v and to %v", xs[0], ys[20])
	}
	for j, y := range ys {
		for i, x := range xs {
			want := math.Log(x)*math.Log(x) + math.Log(y)*math.Log(y)
			if v := values[j][i]; math.Abs(v-want) > 1e-9 && x <= 5 || math.IsNaN(v) != (x > 5) {
				t.Errorf("at %v and %v the objective is %v, want %v", x, y, v, want)
			}
		}
	}
	values[3][4] = 99
	if _, _, again, _ := f.Values(); again[3][4] == 99 {
		t.Error("who changes the values changes the figure")
	}
	if _, _, _, err := landscapeOf(0).Values(); err == nil {
		t.Error("an objective without values has some")
	}
}

func TestALandscapeLeavesPointsWithoutAValueWhite(t *testing.T) {
	f := landscapeOf(1.5)
	panels, err := f.draw()
	if err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(f.values[3][20]) || math.IsNaN(f.values[3][0]) {
		t.Errorf("values %v", f.values[3])
	}
	img := drawn(t, f.Figure)
	right, middle := img.Bounds().Dx()-40, img.Bounds().Dy()/2
	if r, g, b, _ := img.At(right, middle).RGBA(); r != 0xFFFF || g != 0xFFFF || b != 0xFFFF {
		t.Errorf("a point without a value has the colour %v", img.At(right, middle))
	}
	if len(panels) != 1 {
		t.Errorf("%d panels", len(panels))
	}
}

// In a profile the parameter that is not drawn is at its best everywhere.
func TestAProfileLearnsTheOtherParametersAtEachPoint(t *testing.T) {
	m := gplib.Model{Cov: cov.Scale(5, cov.SE(1)), Noise: gplib.Gaussian(1)}
	of := func() *LandscapeFigure {
		return Landscape(context.Background(), bowl{math.Inf(1)}, m, sineData(9), "lengthscale", "noise").Resolution(9)
	}
	cut, profile := of(), of().Profile()
	for _, f := range []*LandscapeFigure{cut, profile} {
		if _, err := f.draw(); err != nil {
			t.Fatal(err)
		}
	}
	for j := range 9 {
		for i := range 9 {
			at := func(k int) float64 { return math.Log(10) * (float64(k)/4 - 1) }
			want := at(i)*at(i) + at(j)*at(j)
			if got := profile.values[j][i]; math.Abs(got-want) > 1e-5 {
				t.Errorf("the profile at (%d, %d) is %v, want %v", i, j, got, want)
			}
			if got := cut.values[j][i]; math.Abs(got-want-math.Log(5)*math.Log(5)) > 1e-9 {
				t.Errorf("the cut at (%d, %d) is %v", i, j, got)
			}
		}
	}
}

func TestTheBestPointIsTheModelsWhereThatLiesBetweenTheGrid(t *testing.T) {
	f := landscapeOf(math.Inf(1)).Resolution(8) // no point of the grid is at 1
	if _, err := f.draw(); err != nil {
		t.Fatal(err)
	}
	if f.best != (landscapePoint{0, 0, 0}) {
		t.Errorf("the best point is %v, want the model's at (0, 0)", f.best)
	}
	if alt := f.Alt(); !strings.Contains(alt, "minimum is 0, at lengthscale = 1 and noise.variance = 1") {
		t.Errorf("told as %q", alt)
	}
}

func TestALandscapeReachesAllThatAPathVisited(t *testing.T) {
	trace := gplib.Trace{Steps: []gplib.Step{
		{Theta: []float64{500, 1}, Names: []string{"lengthscale", "noise.variance"}},
		{Theta: []float64{1, 1}, Names: []string{"lengthscale", "noise.variance"}},
	}}
	f := landscapeOf(math.Inf(1)).Path(trace)
	if err := f.prepare(); err != nil {
		t.Fatal(err)
	}
	if f.x.to < 500 || f.x.from > 0.1 {
		t.Errorf("the range is [%v, %v]", f.x.from, f.x.to)
	}
}

// counted counts how often an objective is evaluated.
type counted struct {
	gplib.Objective
	n *int
}

func (c counted) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	*c.n++
	return c.Objective.Eval(m, d, grad)
}

func TestAMarkMovesWithoutAnotherEvaluation(t *testing.T) {
	n := 0
	f := Landscape(context.Background(), counted{bowl{math.Inf(1)}, &n}, bowlModel(), gplib.Data{}, "lengthscale", "noise").Resolution(5)
	if err := f.Evaluate(); err != nil {
		t.Fatal(err)
	}
	if n != 5*5+1 { // and the model's own point
		t.Errorf("%d evaluations of 5 × 5 points", n)
	}
	still := drawn(t, f.Figure)
	first := drawn(t, f.Mark("here", 0.5, 0.5).Figure)
	second := drawn(t, f.Mark("here", 2, 3).Figure)
	if n != 26 {
		t.Errorf("%d evaluations after the mark moved", n)
	}
	if same(still, first) || same(first, second) {
		t.Error("the picture does not change with the mark")
	}
	if alt := f.Alt(); !strings.Contains(alt, "Marked: here at lengthscale = 2 and noise.variance = 3.") || strings.Contains(alt, "0.5") {
		t.Errorf("told as %q", alt)
	}
}

func same(a, b image.Image) bool {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

func TestALandscapeThatCannotBeDrawnSaysWhy(t *testing.T) {
	done, cancel := context.WithCancel(context.Background())
	cancel()
	m, d := bowlModel(), gplib.Data{}
	ok, none := context.Background(), context.Context(nil)
	for want, f := range map[string]*LandscapeFigure{
		"canceled":           Landscape(done, bowl{1}, m, d, "lengthscale", "noise"),
		"ctx is nil":         Landscape(none, bowl{1}, m, d, "lengthscale", "noise"),
		"objective":          Landscape(ok, nil, m, d, "lengthscale", "noise"),
		`"period"`:           Landscape(ok, bowl{1}, m, d, "period", "noise"),
		"both parameters":    Landscape(ok, bowl{1}, m, d, "noise", "noise"),
		"no free parameters": Landscape(ok, bowl{1}, m, d, "lengthscale", "noise").Profile(),
		"result 0 is nil":    Landscape(ok, bowl{1}, m, d, "lengthscale", "noise").Optima(nil),
		"has no lengthscale": Landscape(ok, bowl{1}, m, d, "lengthscale", "noise").Optima(&gplib.Result{}),
		"Resolution(1)":      Landscape(ok, bowl{1}, m, d, "lengthscale", "noise").Resolution(1),
		"from 2 to 1":        Landscape(ok, bowl{1}, m, d, "lengthscale", "noise").Between(2, 1, 1, 2),
		`Mark "here"`:        Landscape(ok, bowl{1}, m, d, "lengthscale", "noise").Mark("here", 11, 1),
		"noise.variance = NaN lies outside the figure, which goes from 0.1 to 10": Landscape(ok, bowl{1}, m, d, "lengthscale", "noise").Mark("here", 1, math.NaN()),
		"too large": Landscape(ok, bowl{0}, m, d, "lengthscale", "noise"),
	} {
		if _, err := f.Encode("png"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}
