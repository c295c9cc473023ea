package interp_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"krigo/cell"
	"krigo/interp"
)

// TestScriptsUnraced runs every session of testdata: files "cell N" are evaluated,
// and "out N" is what the cell emits, its value and its error.
func TestScriptsUnraced(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many scripts")
	}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			if file == filepath.Join("testdata", "commands.txtar") {
				skipOnWindows(t, "its shell and its errors of files are others")
			}
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			runScript(t, archive)
		})
	}
}

func runScript(t *testing.T, archive *txtar.Archive) {
	s := start(t, options(t))
	r := newRecord("Ann", "secret")
	got, label := "", ""
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "cell ") {
			label = f.Name
			got = evalText(t, s, cell.Cell{Label: label, Source: string(f.Data)}, r)
			continue
		}
		if want := string(f.Data); got != want {
			t.Errorf("%s: got\n%swant\n%s", label, got, want)
		}
	}
}

// evalText evaluates a cell and returns what it emits, one "kind: text" a line.
func evalText(t *testing.T, s *interp.Session, c cell.Cell, r *record) string {
	t.Helper()
	r.reset()
	b, err := s.Eval(t.Context(), c, r)
	lines := strings.Split(strings.Join(r.perLine(), "\n"), "\n")
	if b != nil {
		lines = append(lines, "value: "+plainText(b))
	}
	if err != nil {
		e, ok := errors.AsType[*cell.Error](err)
		if !ok {
			t.Fatalf("%s: %T is no *cell.Error", c.Label, err)
		}
		for _, line := range e.Traceback(false) {
			lines = append(lines, "error: "+line)
		}
	}
	text := strings.TrimLeft(strings.Join(lines, "\n"), "\n")
	if text != "" {
		text += "\n"
	}
	return text
}
