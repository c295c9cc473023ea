package static

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A room imports only those before it in this list.
func TestRoomsImportOneWay(t *testing.T) {
	rooms := []string{"syntax", "format", "check", "effects", "govet", "rewrite", "compose", "save", "explain", "ask"}
	for i, room := range rooms {
		files, err := filepath.Glob(room + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal("no room", room, err)
		}
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range f.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				if below, ok := strings.CutPrefix(path, "krigo/interp/static"); ok && !slices.Contains(rooms[:i], strings.TrimPrefix(below, "/")) {
					t.Errorf("%s imports %s", file, path)
				}
			}
		}
	}
}
