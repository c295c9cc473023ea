package static

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"krigo/cell"
	"krigo/interp/emit"
)

// Each file of testdata/errors holds a setup and cells, and after each cell
// its faults: line, column, message and, below, the hint. A cell without
// faults is one that a notebook permits. UPDATE=1 writes what comes.
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cells", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { testErrors(t, file) })
	}
}

func testErrors(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, source := New(world), ""
	for i, f := range archive.Files {
		switch f.Name {
		case "setup":
			p, faults := s.Check(cell.Cell{Label: "setup", Source: string(f.Data)})
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			s.Commit(p)
		case "cell":
			source = strings.TrimSuffix(string(f.Data), "\n")
		case "faults":
			got := faultText(t, s, source)
			if want := string(f.Data); got != want && os.Getenv("UPDATE") == "" {
				t.Errorf("%s\nhas the faults\n%swant\n%s", source, got, want)
			}
			archive.Files[i].Data = []byte(got)
		default:
			t.Fatalf("unknown section %q", f.Name)
		}
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func faultText(t *testing.T, s *Session, source string) string {
	t.Helper()
	_, faults := s.Check(cell.Cell{Label: "cell", Source: source})
	var b strings.Builder
	for _, d := range faults {
		fmt.Fprintf(&b, "%s%d:%d: %s\n", strings.TrimPrefix(d.Cell+":", "cell:"), d.Line, d.Column, d.Message)
		if d.Hint != "" {
			fmt.Fprintf(&b, "  %s\n", d.Hint)
		}
		if strings.Contains(d.Message+d.Hint, emit.Mark) {
			t.Errorf("%s\nshows an internal name: %s", source, d.Message)
		}
		if lines := strings.Split(source, "\n"); d.Cell == "cell" && (d.Line > len(lines) || strings.TrimSuffix(lines[d.Line-1], "\r") != d.Source) {
			t.Errorf("%s\nline %d is given as %q", source, d.Line, d.Source)
		}
	}
	return b.String()
}
