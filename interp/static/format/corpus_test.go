package format

import (
	"go/format"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/interp/internal/cases"
	"krigo/interp/static/syntax"
)

// Every cell that the repository has means formatted what it meant, with all its
// comments, and is then formatted as it is; also when its white space was another.
func TestFormattingKeepsWhatCellsMeanUnraced(t *testing.T) {
	if testing.Short() {
		t.Skip("formats the corpus")
	}
	if raceDetector {
		t.Skip("it has one goroutine, and takes a minute with the detector")
	}
	formatted := 0
	for name, source := range corpus(t) {
		sources := []string{source, mangled(source)}
		if testing.Short() {
			sources = sources[1:]
		}
		for _, source := range sources {
			got, faults := Cell(&cell.Cell{Source: source})
			if len(faults) > 0 {
				continue // it is there to be refused
			}
			formatted++
			if again, _ := Cell(&cell.Cell{Source: got}); again != got {
				t.Errorf("%s: formatted again it is\n%s\nand not\n%s", name, again, got)
			}
			if before, after := meaning(source), meaning(got); !slices.Equal(before, after) {
				t.Errorf("%s: it has the tokens\n%q\nand formatted\n%q", name, before, after)
			}
			if before, after := comments(source), comments(got); !slices.Equal(before, after) {
				t.Errorf("%s: it has the comments\n%q\nand formatted\n%q", name, before, after)
			}
		}
	}
	if formatted < 300 {
		t.Errorf("only %d cells were formatted", formatted)
	}
}

// A cell that is a Go file, or statements alone, becomes what gofmt makes of it.
func TestFormattingIsThatOfGofmtUnraced(t *testing.T) {
	if testing.Short() {
		t.Skip("formats the corpus")
	}
	if raceDetector {
		t.Skip("it has one goroutine, and takes a minute with the detector")
	}
	files, fragments := 0, 0
	for name, source := range corpus(t) {
		pieces, _ := syntax.Split(&cell.Cell{Source: source})
		got, faults := Cell(&cell.Cell{Source: source})
		if len(faults) > 0 || len(pieces) == 0 {
			continue
		}
		want, err := format.Source([]byte(strings.TrimSpace(source) + "\n"))
		if err != nil || commentFirst(string(want)) {
			continue // a mixture, or a fragment whose comments gofmt takes for documentation
		}
		if fragments++; pieces[0].Kind == syntax.PackagePiece {
			files++
		} else if strings.Contains(source, "import") {
			continue // gofmt the command, but not go/format, sorts its imports
		}
		if strings.TrimSpace(got) != strings.TrimSpace(string(want)) {
			t.Errorf("%s: it is formatted as\n%s\nand by gofmt\n%s", name, got, want)
		}
	}
	if files < 100 || fragments < 200 {
		t.Errorf("only %d files and %d cells were compared", files, fragments)
	}
}

// commentFirst reports whether a line of a source begins with a comment.
func commentFirst(source string) bool {
	return strings.HasPrefix(source, "//") || strings.Contains(source, "\n//")
}

// corpus returns the cells of the repository, by where they are.
func corpus(t *testing.T) map[string]string {
	t.Helper()
	cells := cases.CellsOf(t, "../testdata/*/*.txtar", "../../testdata/*/*.txtar", "../../../testdata/go/*/*.txtar")
	for _, c := range cases.ForTest(t, "") {
		cells[c.Name] = c.Program
	}
	for _, path := range slices.Concat(glob(t, "../../../notebooks/*.ipynb"), glob(t, "../../../notebooks/*/*.ipynb")) {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range nb.Cells {
			if c.Type == nbformat.Code {
				cells[path+" "+c.ID] = c.Source
			}
		}
	}
	for name, source := range cells {
		if strings.HasPrefix(strings.TrimSpace(source), "%") || strings.HasPrefix(strings.TrimSpace(source), "!") {
			delete(cells, name) // no Go
		}
	}
	return cells
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatal("nothing is at", pattern, err)
	}
	return paths
}

// mangled returns a source without its indentation, and with more space between tokens.
func mangled(source string) string {
	lexemes, faults := syntax.Lex(&cell.Cell{Source: source})
	if len(faults) > 0 {
		return source
	}
	var b strings.Builder
	at := 0
	for _, l := range lexemes {
		space := source[at:l.Offset]
		switch {
		case strings.TrimSpace(space) != "" || l.Tok == token.SEMICOLON && l.Lit == "\n":
		case strings.Contains(space, "\n"):
			space = strings.Repeat("\n", strings.Count(space, "\n"))
		case space != "":
			space = "   "
		}
		b.WriteString(space + source[l.Offset:l.End])
		at = l.End
	}
	return b.String() + source[at:]
}
