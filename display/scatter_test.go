package display

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"krigo/display/draw"
	"krigo/gplib"
)

// Where inputs have several dimensions each observation is predicted from the others:
// a short lengthscale, which goes through all observations, does not look exact.
func TestScatterPredictsEachObservationFromTheOthers(t *testing.T) {
	d := houses(25)
	m, err := housesModel().Set("lengthscale[0]", 0.5)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i := range d.Len() {
		p, err := gplib.Condition(m, d.Subset(gplib.Rest([]int{i}, d.Len())))
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Predict(d.Subset([]int{i}).X)
		if err != nil {
			t.Fatal(err)
		}
		sum += (q.Mean[0] - d.Y[i]) * (q.Mean[0] - d.Y[i])
	}
	p, err := gplib.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("A, leave-one-out: the root mean square error is %s.", draw.Value(math.Sqrt(sum/float64(d.Len()))))
	if alt := Fit(&gplib.Result{Name: "A", Model: m, Posterior: p}).Alt(); !strings.Contains(alt, want) {
		t.Errorf("there is %s\nwant %s", alt, want)
	}
}

// Predictions of test data, and those of a posterior that leaves nothing out, are
// labelled as such.
func TestScatterTellsWhatIsPredicted(t *testing.T) {
	whole := posterior{data: houses(20), l: 1, s: 1}
	for want, f := range map[string]*FitFigure{
		"of fitted observations":                   Fit(fitOf("A", whole)),
		"of test data":                             Fit(fitOf("A", whole)).Test(houses(9)),
		"leave-one-out and of fitted observations": Fit(sparseHouses(), fitOf("A", whole)),
	} {
		panels, err := f.scatter()
		if err != nil {
			t.Fatal(err)
		}
		keys := panels[0].Keys
		if got := keys[len(keys)-1].Name; got != want {
			t.Errorf("the legend says %q, want %q", got, want)
		}
	}
}

// forgetful is a posterior that keeps no observations, as those of rows are.
type forgetful struct{ posterior }

func (forgetful) Data() gplib.Data { return gplib.Data{} }

func TestScatterWantsObservations(t *testing.T) {
	none := &gplib.Result{Name: "A", Posterior: forgetful{posterior{data: houses(20), l: 1, s: 1}}}
	if _, err := Fit(none).scatter(); err == nil || !strings.Contains(err.Error(), "pass some with Test") {
		t.Errorf("the error is %v", err)
	}
	if _, err := Fit(none).Test(houses(9)).scatter(); err != nil {
		t.Error(err)
	}
}

// Of several inputs there are no curves, and options that are for them say so.
func TestAScatterRefusesTheOptionsOfCurves(t *testing.T) {
	fit := conditioned("A", housesModel(), houses(25))
	for want, f := range map[string]*FitFigure{
		"Samples is for inputs of one dimension": Fit(fit).Samples(3), "Between is for inputs of one dimension": Fit(fit).Between(0, 1),
	} {
		if _, err := f.draw(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
