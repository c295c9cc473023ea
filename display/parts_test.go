package display

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg/recorder"

	"krigo/display/draw"
	"krigo/gplib/cov"
)

// curvesOf returns the series of a figure with that many points, panel by panel.
func curvesOf(t *testing.T, f *draw.Figure, points int) []draw.Series {
	t.Helper()
	all, err := f.Series()
	if err != nil {
		t.Fatal(err)
	}
	var curves []draw.Series
	for _, s := range all {
		if len(s.X) == points {
			curves = append(curves, s)
		}
	}
	return curves
}

// The curves of parts and the number of the mean function add up to the mean of f.
func TestPartsDrawWhatAddsUp(t *testing.T) {
	r := seasonal()
	f := Parts(r).Between(1960, 1970)
	curves := curvesOf(t, f.Figure, partPoints)
	if len(curves) != 3 {
		t.Fatalf("%d curves, want 3", len(curves))
	}
	sum := make([]float64, partPoints)
	floats.AddConst(330, sum)
	for _, c := range curves {
		floats.Add(sum, c.Y)
	}
	q, err := r.Predict(cov.Line(curves[0].X).Like(r.Posterior.Data().X))
	if err != nil {
		t.Fatal(err)
	}
	// Numbers are up to 350; the condition number of the covariance matrix is about 1e6.
	if gap := floats.Distance(sum, q.Mean, math.Inf(1)); !(gap <= 1e-8) {
		t.Errorf("the curves differ from the mean of f by %g", gap)
	}
	panels, err := f.draw()
	if err != nil {
		t.Fatal(err)
	}
	if got := legendOf(panels); !strings.Contains(got, "mean function 330") {
		t.Errorf("the legend is %q", got)
	}
}

// legendOf returns the names in the legend.
func legendOf(panels []*draw.Panel) string {
	var names []string
	for _, p := range panels {
		for _, k := range p.Keys {
			names = append(names, k.Name)
		}
	}
	return strings.Join(names, "; ")
}

// Of several inputs the parts of single ones have panels, and the legend names the others.
func TestPartsOfSingleInputs(t *testing.T) {
	panels, err := Parts(additive()).draw()
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for _, p := range panels {
		labels = append(labels, p.X.Label.Text)
	}
	if got := strings.Join(labels, "; "); got != "area (m²); age (years); distance (km)" {
		t.Errorf("the panels are over %s", got)
	}
	got := legendOf(panels)
	for _, want := range []string{"not drawn, of several inputs: se(rooms, distance (km))", "constant ", "mean function 300"} {
		if !strings.Contains(got, want) {
			t.Errorf("the legend %q has no %q", got, want)
		}
	}
}

// Of a model with a likelihood the parts are those of the latent f, without observations.
func TestPartsOfALikelihoodAreLatent(t *testing.T) {
	for name, draws := range map[string]func() ([]*draw.Panel, error){"latent f": Parts(counts()).draw, "effect on latent f": Effects(counts()).draw} {
		panels, err := draws()
		if err != nil {
			t.Fatal(err)
		}
		if got := panels[0].Y.Label.Text; got != name {
			t.Errorf("the axis is %q, not %q", got, name)
		}
		if got := legendOf(panels); strings.Contains(got, "residuals") || strings.Contains(got, "less") {
			t.Errorf("the legend is %q", got)
		}
	}
}

// The curve of an effect is the average of predictions at the rows with the input changed.
func TestEffectsDrawAverages(t *testing.T) {
	r := interacting()
	f := Effects(r).Inputs("water")
	curves := curvesOf(t, f.Figure, 41)
	if len(curves) != 1 {
		t.Fatalf("%d curves, want 1", len(curves))
	}
	x := r.Posterior.Data().X.(*cov.Matrix)
	for _, k := range []int{0, 13, 40} {
		changed := mat.DenseCopyOf(x)
		for i := range x.Len() {
			changed.Set(i, 2, curves[0].X[k])
		}
		q, err := r.Predict(cov.Points(changed).Like(x))
		if err != nil {
			t.Fatal(err)
		}
		// Rounding errors of weights that are the condition number, 1e5, times as large as f.
		if want := floats.Sum(q.Mean) / float64(x.Len()); math.Abs(curves[0].Y[k]-want) > 1e-9 {
			t.Errorf("the effect of water at %v is %v, not %v", curves[0].X[k], curves[0].Y[k], want)
		}
	}
}

// Labels names the unit of all parts.
func TestLabelsOfPartsAreOnEachPanel(t *testing.T) {
	panels, err := Parts(seasonal()).Size(640, 640).Labels("", "ppm").DrawOn(new(recorder.Canvas))
	if err != nil || len(panels) != 3 {
		t.Fatalf("%d panels (%v)", len(panels), err)
	}
	for i, p := range panels {
		if p.Y.Label.Text != "ppm" {
			t.Errorf("the vertical axis of panel %d is %q", i, p.Y.Label.Text)
		}
	}
}

func TestInterpolationIsLinear(t *testing.T) {
	x, y := []float64{1, 2, 4}, []float64{3, 5, 1}
	for at, want := range map[float64]float64{1: 3, 1.5: 4, 2: 5, 3: 3, 4: 1} {
		if got := interpolated(x, y, at); got != want {
			t.Errorf("at %v: %v, not %v", at, got, want)
		}
	}
}

func TestSharesArePercent(t *testing.T) {
	for share, want := range map[float64]string{0.3244: "32.4 %", 1: "100 %", 0: "0 %", 1e-5: "< 0.1 %", -0.02: "−2 %"} {
		if got := percent(share); got != want {
			t.Errorf("%v is %q, not %q", share, got, want)
		}
	}
}
