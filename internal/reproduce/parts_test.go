package reproduce

import (
	"context"
	"testing"
)

// A quick run judges what it measures in full, shows what it measures in part,
// and leaves out the rest.
func TestQuickRunsJudgeOnlyWhatTheyCan(t *testing.T) {
	run := func(name string) func(context.Context, Options) ([]Claim, error) {
		return func(context.Context, Options) ([]Claim, error) {
			return []Claim{{Claim: name, Measured: 2, Wanted: "<= 1"}}, nil
		}
	}
	parts := []part{{"whole", run("whole"), withVerdict}, {"some", run("some"), onlyShown}, {"large", run("large"), skipped}}
	quick, err := runParts(t.Context(), Options{Quick: true}, parts)
	if err != nil || len(quick) != 2 || quick[0].Wanted != "<= 1" || quick[1].Wanted != "" {
		t.Errorf("a quick run has %+v (%v)", quick, err)
	}
	full, err := runParts(t.Context(), Options{}, parts)
	if err != nil || len(full) != 3 || full[1].Wanted == "" || full[2].Wanted == "" {
		t.Errorf("a full run has %+v (%v)", full, err)
	}
}
