package reproduce

import (
	"math"
	"strings"
	"testing"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// TestARowComparesWithTheBestExactFit: the exact fit itself is at least as
// bad, and raw rows of a scale of 1 are about as good.
func TestARowComparesWithTheBestExactFit(t *testing.T) {
	set, err := dataset.UCI(smallSet(t, "servo")+"/uci", "servo")
	if err != nil {
		t.Fatal(err)
	}
	f, err := newRobustFold(t.Context(), Options{}, set, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range forms {
		r := robustRow{robustLearner: robustLearners[0], form: form}
		if err := r.measure(t.Context(), Options{}, f); err != nil {
			t.Fatal(err)
		}
		if len(r.ratios) != 1 || r.ratios[0] > 1.5 || !form.raw && r.ratios[0] < 1 || r.stopped {
			t.Errorf("%s: %+v", form.name, r)
		}
	}
	r := robustRow{robustLearner: robustLearner{learner: panicking{}}}
	if err := r.measure(t.Context(), Options{}, f); err != nil || !strings.Contains(r.failure, "disco") {
		t.Errorf("%+v (%v)", r, err)
	}
}

func TestClaimsOfRows(t *testing.T) {
	exact := robustRow{robustLearner: robustLearners[0], form: forms[0], ratios: []float64{1, 1.2}}
	told, silent, stopped := exact, exact, exact
	told.warned, silent.silent, stopped.stopped = 1, 1, true
	claims := robustSet{"toy", 2}.claims([]robustRow{told, silent, stopped, {failure: "no"}}, 2.2, time.Minute)
	if len(claims) != 5 || !claims[0].Holds || claims[1].Holds || claims[2].Wanted != "" || claims[3].Claim != "error: no" || claims[4].Holds {
		t.Errorf("%+v", claims)
	}
	if math.Abs(claims[0].Measured-1.1) > 1e-12 || claims[0].Data != "toy, standardised, exact, 2 folds, 1 with warnings, 0 bad without" ||
		math.Abs(claims[4].Measured-1.1) > 1e-12 || !strings.HasSuffix(claims[2].Data, "stopped after 1m0s") {
		t.Errorf("%+v", claims)
	}
}

func TestLargeSetsAreCut(t *testing.T) {
	for n, want := range map[int]int{manyRows: manyRows, manyRows + 1: fewRows} {
		d, err := gplib.NewData(cov.Grid(0, 1, n), make([]float64, n))
		if err != nil {
			t.Fatal(err)
		}
		if few, err := fewOf(d, 1); err != nil || few.Len() != want {
			t.Errorf("%d of %d rows (%v)", few.Len(), n, err)
		}
	}
}

func TestMissingSetsArePassedOver(t *testing.T) {
	if claims, err := Robust(t.Context(), Options{Data: t.TempDir(), Sets: []string{"stock", "wine"}}); err != nil || len(claims) > 0 {
		t.Errorf("%v (%v)", claims, err)
	}
}
