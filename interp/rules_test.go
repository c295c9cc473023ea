package interp_test

import (
	"strings"
	"testing"

	"krigo/interp/internal/cases"
	"krigo/interp/static"
)

// Each rule has a transcript in testdata/go/rules.
func TestRulesAreToldAndNothingElseIsUnraced(t *testing.T) {
	byName := map[string]*cases.Transcript{}
	for _, x := range cases.Transcripts(t, "^rules/") {
		byName[x.Name] = x
	}
	for _, r := range static.Rules() {
		name := "rules/" + strings.ToLower(strings.ReplaceAll(r.Name, " ", "_"))
		x := byName[name]
		delete(byName, name)
		if x == nil || !x.Has("contains") || !x.Has("quiet") {
			t.Errorf("%s: want a transcript with a cell that the rule is for, and one that it is not for", name)
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			x.Run(t, func() cases.Session { return startScript(t) })
		})
	}
	for name := range byName {
		t.Errorf("no rule for %s", name)
	}
}
