package display_test

import (
	"go/build"
	"strings"
	"testing"
)

// Imports run one way, from display to draw to mime, so that a program that shows
// values needs no fonts, and one that draws no Gaussian processes.
func TestEachPackageImportsOnlyThoseBelow(t *testing.T) {
	for folder, allowed := range map[string][]string{
		"internal/format":   {"krigo/internal/words"},
		"internal/guard":    nil,
		"internal/panel":    nil,
		"internal/smallpng": nil,
		"mime":              {"krigo/cell", "krigo/display/internal/", "krigo/internal/textwidth", "krigo/internal/words", "gonum.org/v1/gonum/mat"},
		"draw":              {"krigo/cell", "krigo/display/internal/", "krigo/display/mime", "krigo/internal/words", "gonum.org/v1/"},
		"drawtest":          {"krigo/display/draw", "krigo/internal/contrast", "gonum.org/v1/"},
		".": {"krigo/cell", "krigo/display/internal/", "krigo/display/mime", "krigo/display/draw", "krigo/gplib", "krigo/internal/category",
			"krigo/internal/paramlist", "krigo/internal/words", "krigo/internal/textwidth", "gonum.org/v1/"},
	} {
		pkg, err := build.ImportDir(folder, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range pkg.Imports {
			if !isAllowed(path, allowed) {
				t.Errorf("display/%s imports %s", folder, path)
			}
		}
	}
}

// isAllowed reports whether a path is of the project's or gonum's packages only
// where one of the prefixes allows it.
func isAllowed(path string, prefixes []string) bool {
	if !strings.HasPrefix(path, "krigo/") && !strings.HasPrefix(path, "gonum.org/") {
		return true
	}
	for _, p := range prefixes {
		if strings.HasPrefix(path, p) {
			return true
		}
	}
	return false
}
