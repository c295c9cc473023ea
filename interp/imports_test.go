package interp_test

import (
	"go/build"
	"path/filepath"
	"strings"
	"testing"
)

// What cells import is given to sessions and workers as symbols, so that a front end
// and the tests of the compiler link none of it.
func TestNothingThatCellsImportIsLinked(t *testing.T) {
	for _, root := range []string{"krigo/interp", "krigo/interp/worker", "krigo/interp/parameters", "krigo/interp/symbols", "krigo/interp/emit/emittest"} {
		seen := map[string]bool{}
		addImports(t, seen, root)
		for path := range seen {
			for _, library := range []string{"krigo/gplib", "krigo/cluster", "krigo/course", "krigo/widget", "krigo/interp/symbols/tables"} {
				if path == library || strings.HasPrefix(path, library+"/") {
					t.Errorf("%s imports %s", root, path)
				}
			}
		}
	}
}

// addImports adds a package of the module and those that it imports, directly or not.
func addImports(t *testing.T, seen map[string]bool, path string) {
	t.Helper()
	folder, own := strings.CutPrefix(path+"/", "krigo/")
	if seen[path] || !own {
		return
	}
	seen[path] = true
	pkg, err := build.ImportDir(filepath.Join("..", folder), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, imported := range pkg.Imports {
		addImports(t, seen, imported)
	}
}
