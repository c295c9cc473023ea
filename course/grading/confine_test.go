package grading

import (
	"testing"

	"krigo/interp"
	"krigo/interp/symbols"
)

// Students' sessions have no modules, confined or not.
func TestSessionsOfStudentsHaveNoModules(t *testing.T) {
	for _, means := range []interp.Confinement{{}, {Means: interp.Unconfined}} {
		g := &grader{means: means}
		if _, ok := g.session(t.TempDir(), t.TempDir()).Symbols.(*symbols.World); !ok {
			t.Errorf("with %+v, the session can import %T", means, g.session("", "").Symbols)
		}
	}
}
