package static

import (
	"strings"
	"testing"

	"krigo/cell"
)

// What a session declares with generic packages is saved as it was written.
func TestSourceHasNoInstances(t *testing.T) {
	s := New(world)
	p, faults := s.Check(cell.Cell{Label: "cell 1", Source: `type T struct{ n int }
func sorted(ts []T) []T { slices.SortFunc(ts, func(a, b T) int { return a.n - b.n }); return ts }
var all iter.Seq[string]
func first[E any](s []E) E { return s[0] }
t := first(sorted([]T{{1}}))`})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s.Commit(p)
	text, _, err := s.Source()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"var all iter.Seq[string]", "slices.SortFunc(ts", "func first[E any]", `"slices"`, `"iter"`} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%q is not once in\n%s", want, text)
		}
	}
}

// What has neither a compiled instance nor a source is refused before it runs.
func TestUnavailableInstance(t *testing.T) {
	_, faults := New(world).Check(cell.Cell{Label: "cell 1", Source: "type T struct{}\nvar n sql.Null[T]"})
	if len(faults) == 0 || !strings.Contains(faults.Error(), "sql.Null") {
		t.Errorf("faults: %v", faults)
	}
}
