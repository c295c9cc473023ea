package gplib_test

import (
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
)

func TestMonitorsByName(t *testing.T) {
	fit := gplib.Result{Trace: gplib.Trace{Steps: []gplib.Step{
		{Monitors: []gplib.Monitor{{Name: "gap", Value: 3}, {Name: "rows", Value: 10}}},
		{Monitors: []gplib.Monitor{{Name: "rows", Value: 20}}},
		{Monitors: []gplib.Monitor{{Name: "gap", Value: 1}}},
	}}}
	for name, want := range map[string][]float64{"gap": {3, 1}, "rows": {10, 20}} {
		if got, err := fit.Monitor(name); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %v, %v; want %v", name, got, err, want)
		}
	}
	if _, err := fit.Monitor("mu"); err == nil || !strings.Contains(err.Error(), `"mu"; the trace has ["gap" "rows"]`) {
		t.Errorf("the error of an unknown monitor is %v", err)
	}
}
