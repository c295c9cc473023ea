package main

import (
	"math"
	"path/filepath"
	"reflect"
	"testing"
)

// NumPy's quantile of the same values.
func TestQuantileInterpolatesBetweenOrderStatistics(t *testing.T) {
	for _, c := range []struct {
		values  []float64
		p, want float64
	}{
		{[]float64{4, 1, 3, 2}, 0.25, 1.75},
		{[]float64{4, 1, 3, 2}, 0.5, 2.5},
		{[]float64{5, 1, 3}, 0.75, 4},
		{[]float64{7}, 0.25, 7},
		{[]float64{1, 2}, 1, 2},
	} {
		if got := quantile(c.values, c.p); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("quantile(%v, %v) = %v, want %v", c.values, c.p, got, c.want)
		}
	}
}

// A machine that is slow in the last turn only changes the medians, not the ratio.
func TestRatioIsOfEachTurnByItself(t *testing.T) {
	var got Row
	got.measure([]float64{1, 3, 20}, []float64{2, 4, 40})
	want := Row{Ours: 3, Theirs: 4, Ratio: 0.5, Low: 0.5, High: 0.625, Turns: 3}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestRowWithoutTheOtherHasNoRatio(t *testing.T) {
	r := Row{Limit: 1}
	r.measure([]float64{1, 2}, nil)
	if r.Missing == "" || r.Ratio != 0 || r.Ours != 1.5 || r.holds() != "–" {
		t.Errorf("got %+v, holds %s", r, r.holds())
	}
}

func TestReportIsReadAsItWasWritten(t *testing.T) {
	want := Report{
		Facts: Facts{Krigo: "0.1.0", Cores: 2, Settings: []string{"GOGC=50"}},
		Rows:  []Row{{Name: "a", Unit: "s", Ours: 1, Theirs: 2, Ratio: 0.5, Low: 0.25, High: 1, Turns: 3, Limit: 2, Values: []float64{1, 2}}, {Name: "b", Missing: "no b"}},
	}
	path := filepath.Join(t.TempDir(), "report.json")
	if err := want.write(path); err != nil {
		t.Fatal(err)
	}
	got, err := readReport(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
