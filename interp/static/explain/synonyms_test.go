package explain

import (
	"go/types"
	"regexp"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp/static/syntax"
	"krigo/interp/symbols"
)

// exists reports whether a package has a name, such as gplib.Model, or its type a
// field or method, such as gplib.Model.Cov.
func exists(t *testing.T, world *symbols.World, name string) bool {
	t.Helper()
	parts := strings.Split(name, ".")
	path, _ := world.Resolve(parts[0])
	pkg, err := world.Import(path)
	if err != nil || len(parts) < 2 {
		return false
	}
	o := pkg.Scope().Lookup(parts[1])
	if o == nil || len(parts) == 2 {
		return o != nil
	}
	member, _, _ := types.LookupFieldOrMethod(o.Type(), true, pkg, parts[2])
	return member != nil
}

// Variables of the sentences, and what they hold.
var variables = map[string]string{
	"fit": "gplib.Result", "model": "gplib.Model", "p": "gplib.Prediction", "data": "gplib.Data",
	"table": "dataset.Table", "scaling": "dataset.Scaling", "k": "cov.Func",
}

// The names that synonyms lead to are in the library, and so are those in their
// sentences.
func TestSynonymsLeadToWhatThereIs(t *testing.T) {
	world := symbols.NewWorld()
	named := regexp.MustCompile(`\b([a-z]\w*)((?:\.[A-Z]\w*)+)`)
	check := func(ours, say string) {
		if !exists(t, world, ours) {
			t.Errorf("there is no %s, to which %q leads; if it is new, run go generate ./interp/symbols", ours, say)
		}
		for _, m := range named.FindAllStringSubmatch(strings.ReplaceAll(say, "%s.", ""), -1) {
			owner, ok := variables[m[1]]
			if !ok {
				owner = m[1]
			}
			if owner != "rand" && !exists(t, world, owner+m[2]) { // rand is a name of several packages
				t.Errorf("there is no %s, which %q names", owner+m[2], say)
			}
		}
	}
	for _, table := range [][]synonym{synonyms, libraries} {
		for _, s := range table {
			check(s.ours, s.say)
			if parts := strings.Split(s.ours, "."); !strings.Contains(s.say, parts[len(parts)-1]) {
				t.Errorf("%q does not name %s", s.say, s.ours)
			}
			for _, of := range s.of {
				if !exists(t, world, of) {
					t.Errorf("there is no type %s, on which %q advises", of, s.say)
				}
			}
		}
	}
	for _, c := range conversions {
		check(c.ours, c.make)
	}
}

// A word leads to one place, and the library has nothing else of that name.
func TestSynonymsAreClear(t *testing.T) {
	world := symbols.NewWorld()
	seen := map[string]string{}
	for _, s := range synonyms {
		for _, word := range s.words {
			places := s.of
			if len(places) == 0 {
				places = []string{"a name"}
			}
			for _, place := range places {
				key := folded(word) + " of " + place
				if seen[key] != "" {
					t.Errorf("%s leads to %q and to %q", key, seen[key], s.say)
				}
				seen[key] = s.say
				if place != "a name" && exists(t, world, place+"."+word) {
					t.Errorf("%s is there, and %q is said of it", key, s.say)
				}
			}
		}
	}
	if len(seen) < 60 {
		t.Errorf("there are %d synonyms", len(seen))
	}
}

// An undeclared add is a function of the user's whose cell has not run, and not another library's operation.
func TestOwnFunctionsAreNoSynonyms(t *testing.T) {
	for _, name := range arithmetic {
		fault := syntax.Fault{Message: "undefined: " + name, Cell: &cell.Cell{Source: name + "(1, 2)"}}
		if got := Advice(name) + hintForeignName(nil, fault); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, want := range map[string]string{"Add": "cov.Sum", "kernels.Add": "cov.Sum", "cov.add": "cov.Sum", "rbf": "cov.SE"} {
		if got := Advice(name); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %s", name, got, want)
		}
	}
}
