package display

import (
	"math"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestBendingIsInverseLengthscales(t *testing.T) {
	m := gplib.Model{Cov: cov.Sum(cov.Scale(3, cov.SE(1, 2, 4)), cov.LocallyPeriodic(0.5, 5)), Noise: gplib.Gaussian(1)}
	of := bendingOf(&gplib.Result{Model: m})
	values, names := of.values, of.names
	if len(values) < 3 || !slices.Equal(values[:3], []float64{1, 0.5, 0.25}) {
		t.Errorf("values %v of %q", values, names)
	}
	for i, name := range names {
		p, err := m.Param(name)
		if err != nil || math.Abs(1/p.Value-values[i]) > 1e-15 || strings.Contains(name, "variance") {
			t.Errorf("%s has the value %v", name, values[i])
		}
	}
}

func TestBendingIsOfNamedInputs(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(1, 2), Noise: gplib.Gaussian(1), Inputs: []string{"a.b[c]", "rooms"}}
	if names := bendingOf(&gplib.Result{Model: m}).names; !slices.Equal(names, m.Inputs) {
		t.Errorf("the names are %q", names)
	}
	m.Cov = cov.Sum(cov.SE(1, 2), cov.SE(3, 4))
	if names := bendingOf(&gplib.Result{Model: m}).names; len(names) != 4 || names[3] != "se2.lengthscale[rooms]" {
		t.Errorf("the names are %q", names)
	}
}

func TestAModelWithoutLengthscaleIsRefused(t *testing.T) {
	r := &gplib.Result{Model: gplib.Model{Cov: cov.Brownian()}}
	for want, f := range map[string]*LengthscalesFigure{
		"no result":      Lengthscales(),
		"is nil":         Lengthscales(nil),
		"no lengthscale": Lengthscales(r),
	} {
		if _, err := f.Encode("png"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}

// Inputs in metres and in millimetres have the same bars.
func TestLengthscalesDoNotDependOnUnits(t *testing.T) {
	x, err := cov.Rows([][]float64{{1, 1000}, {3, 3000}, {2, 2000}, {6, 6000}})
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.SE(2, 2000), Noise: gplib.Gaussian(1)}
	p, err := gplib.Condition(m, gplib.Data{X: x, Y: []float64{1, 2, 3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	of := bendingOf(&gplib.Result{Model: m, Posterior: p})
	want := math.Sqrt(14.0/4) / 2 // of 1, 3, 2 and 6, over the lengthscale
	if !of.unitless || len(of.values) != 2 || math.Abs(of.values[0]-want) > 1e-12 || math.Abs(of.values[1]-want) > 1e-12 {
		t.Errorf("got %+v, want %v twice", of, want)
	}
}
