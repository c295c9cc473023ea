package interp_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"krigo/cell"
	"krigo/interp/static"
)

// Each rule has a session in testdata/rules: what a cell emits and fails with
// holds the text of "tells"; a cell under "quiet" says nothing of the rule.
func TestRulesAreToldAndNothingElseIs(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range static.Rules() {
		file := filepath.Join("testdata/rules", strings.ToLower(strings.ReplaceAll(r.Name, " ", "-"))+".txtar")
		i := slices.Index(files, file)
		if i < 0 {
			t.Errorf("the rule %q has no test %s", r.Name, file)
			continue
		}
		files = slices.Delete(files, i, i+1)
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			testRule(t, r, file)
		})
	}
	if len(files) > 0 {
		t.Errorf("no rules for %v", files)
	}
}

func testRule(t *testing.T, r static.Rule, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, out := start(t, options(t)), newRecord()
	emitted, cells, kinds := "", 0, map[string]bool{}
	for _, f := range archive.Files {
		kinds[f.Name] = true
		switch f.Name {
		case "tells":
			if want := strings.TrimSpace(string(f.Data)); !strings.Contains(emitted, want) {
				t.Errorf("cell %d emits\n%s\nwant %q", cells, emitted, want)
			}
		case "cell", "quiet":
			cells++
			emitted = evalText(t, s, cell.Cell{Label: fmt.Sprint("cell ", cells), Source: string(f.Data)}, out)
			if f.Name == "quiet" && (strings.Contains(emitted, "error: ") || strings.Contains(emitted, "note: ")) {
				t.Errorf("cell %d emits\n%s", cells, emitted)
			}
		default:
			t.Fatalf("unknown section %q", f.Name)
		}
	}
	if !kinds["tells"] || !kinds["quiet"] {
		t.Errorf("%s: want a cell that the rule is for, and one that it is not for", r.Name)
	}
}
