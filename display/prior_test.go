package display

import (
	"math"
	"testing"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// bandOf returns the first band of a panel.
func bandOf(t *testing.T, p *PriorFigure) (*section, []float64, []float64) {
	t.Helper()
	s, err := p.section()
	if err != nil {
		t.Fatal(err)
	}
	mean, covariance, err := priorAt(p.model, s.inputs(p.data.X))
	if err != nil {
		t.Fatal(err)
	}
	variances := make([]float64, len(mean))
	for i := range variances {
		variances[i] = covariance.At(i, i)
	}
	return s, mean, variances
}

func TestAPriorHasItsMeanAndItsVariance(t *testing.T) {
	m := gplib.Model{Mean: gplib.LinearMean(1, 2), Cov: cov.Scale(3, cov.Linear(2))}
	s, mean, variances := bandOf(t, Prior(m).Between(-1, 4))
	for i, x := range s.at {
		// cov.Linear is x·x'/l².
		if math.Abs(mean[i]-(1+2*x)) > 1e-12 || math.Abs(variances[i]-3*x*x/4) > 1e-12 {
			t.Fatalf("at %v the mean is %v, the variance %v", x, mean[i], variances[i])
		}
	}
}

func TestThePriorsRangeComesFromItsLengths(t *testing.T) {
	for name, c := range map[string]struct {
		figure *PriorFigure
		lo, hi float64
	}{
		"a lengthscale":                {Prior(gplib.Model{Cov: cov.SE(2)}), -8, 8},
		"a short and a long one":       {Prior(gplib.Model{Cov: cov.Sum(cov.SE(1), cov.SE(100))}), -6, 6},
		"none":                         {Prior(gplib.Model{Cov: cov.Constant(1)}), -4, 4},
		"only inputs that are not < 0": {Prior(gplib.Model{Cov: cov.HistogramIntersection()}), 0, 8},
		"data":                         {Prior(sineModel()).Data(gplib.Data{X: cov.Line([]float64{0, 10}), Y: []float64{0, 0}}), -0.5, 10.5},
		"data, along the second input": {Prior(housesModel()).Data(twoHouses(t)).Along("rooms"), 1.95, 3.05},
	} {
		s, err := c.figure.section()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if lo, hi := s.at[0], s.at[len(s.at)-1]; math.Abs(lo-c.lo) > 1e-9 || math.Abs(hi-c.hi) > 1e-9 {
			t.Errorf("%s: from %v to %v, want %v to %v", name, lo, hi, c.lo, c.hi)
		}
	}
}

func twoHouses(t *testing.T) gplib.Data {
	t.Helper()
	x, err := cov.Rows([][]float64{{50, 2, 10, 1}, {90, 3, 30, 2}})
	if err == nil {
		x, err = x.Named("area", "rooms", "age", "distance")
	}
	if err != nil {
		t.Fatal(err)
	}
	return gplib.Data{X: x, Y: []float64{100, 200}}
}

func TestAPriorTellsWhereOtherInputsStand(t *testing.T) {
	f := Prior(housesModel()).Data(twoHouses(t)).Along("age")
	s, err := f.section()
	if err != nil {
		t.Fatal(err)
	}
	row := s.inputs(f.data.X).Row(0)
	if row[0] != 70 || row[1] != 2.5 || row[2] != s.at[0] || row[3] != 1.5 {
		t.Errorf("the first point is %v", row)
	}
	if got := s.rest(); got != "the other 3 inputs at their medians" {
		t.Errorf("said %q", got)
	}
}

func TestAPriorThatIsDrawnTooCoarselySaysSo(t *testing.T) {
	panels, err := Prior(gplib.Model{Cov: cov.SE(0.001)}).Between(0, 100).draw()
	if err != nil {
		t.Fatal(err)
	}
	if !hasKey(panels[0], "drawn every 0.1: too coarse for the lengthscale 0.001") {
		t.Errorf("the legend is %v", panels[0].Keys)
	}
}

func hasKey(p *draw.Panel, name string) bool {
	for _, k := range p.Keys {
		if k.Name == name {
			return true
		}
	}
	return false
}

// A model that knows the names of its inputs has them on the axis.
func TestAPriorHasTheNamesOfItsModel(t *testing.T) {
	m, err := housesModel().Named("area", "rooms", "age", "distance")
	if err != nil {
		t.Fatal(err)
	}
	panels, err := Prior(m).Along("age").draw()
	if err != nil {
		t.Fatal(err)
	}
	if got := panels[0].X.Label.Text; got != "age" || !hasKey(panels[0], "the other 3 inputs at 0") {
		t.Errorf("drawn along %q, the legend is %v", got, panels[0].Keys)
	}
}
