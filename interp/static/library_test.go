package static

import (
	"fmt"
	"go/types"
	"strings"
	"testing"
)

// withoutSource are generic, and have no source: the first two are what the
// interpreter knows by itself, the others are refused.
var withoutSource = map[string]bool{"iter.Seq": true, "iter.Seq2": true, "database/sql.Null": true, "runtime.AddCleanup": true}

// All sources of generic packages check, and have what their packages export.
func TestLibraryIsComplete(t *testing.T) {
	s := New(world)
	for _, path := range world.Paths() {
		if strings.Contains(path, ".") || strings.HasPrefix(path, "krigo/") {
			continue
		}
		pkg, err := world.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range exported(pkg) {
			if !generic(o) || withoutSource[path+"."+o.Name()] {
				continue
			}
			if lib := s.library(path); lib == nil || lib.decls[o.Name()] == nil {
				t.Errorf("%s.%s has no source", path, o.Name())
			}
		}
	}
}

// Instances of library functions are forgotten with the types that they are
// for.
func TestLibraryInstancesAreForgotten(t *testing.T) {
	s := New(world)
	for i := range 20 {
		p, faults := s.Check(Cell{fmt.Sprint("cell ", i), fmt.Sprintf("type T struct { a%d int }\nts := []T{{1}}\nslices.Reverse(ts)", i)})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		s.Commit(p)
	}
	count := 0
	for _, d := range s.now.live {
		if d.generic != nil && d.generic.kind == libraryPiece {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%d instances are kept, want that of the latest type", count)
	}
}

// What a session declares with generic packages is saved as it was written.
func TestSourceHasNoInstances(t *testing.T) {
	s := New(world)
	p, faults := s.Check(Cell{"cell 1", `type T struct{ n int }
func sorted(ts []T) []T { slices.SortFunc(ts, func(a, b T) int { return a.n - b.n }); return ts }
var all iter.Seq[string]
func first[E any](s []E) E { return s[0] }
t := first(sorted([]T{{1}}))`})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s.Commit(p)
	text, err := s.Source()
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
	_, faults := New(world).Check(Cell{"cell 1", "type T struct{}\nvar n sql.Null[T]"})
	if len(faults) == 0 || !strings.Contains(faults.Error(), "sql.Null") {
		t.Errorf("faults: %v", faults)
	}
}

// generic tells whether o has type parameters.
func generic(o types.Object) bool {
	switch t := o.Type().(type) {
	case *types.Signature:
		return t.TypeParams().Len() > 0
	case *types.Named:
		return t.TypeParams().Len() > 0
	}
	return false
}
