package nbformat

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// course reads the notebooks of the course, by their paths.
func course(t *testing.T) map[string]*Notebook {
	t.Helper()
	first, _ := filepath.Glob("../../notebooks/*.ipynb")
	methods, _ := filepath.Glob("../../notebooks/*/*.ipynb")
	if len(first) == 0 || len(methods) == 0 {
		t.Fatal("no notebooks found")
	}
	notebooks := map[string]*Notebook{}
	for _, file := range append(first, methods...) {
		nb, err := ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		notebooks[file] = nb
	}
	return notebooks
}

// The notebooks of the course hold no PDF, which would be more than half of them.
func TestTheCourseHasNoPDF(t *testing.T) {
	for file, nb := range course(t) {
		for _, c := range nb.Cells {
			for _, o := range c.Outputs {
				if _, ok := o.Data["application/pdf"]; ok {
					t.Errorf("%s, cell %s, has application/pdf: run it without KRIGO_PDF", file, c.ID)
				}
			}
		}
	}
}

// LaTeX's standard fonts of text and code lack Greek letters and digits above and
// below the line, and nbconvert's documents leave them out in silence; in
// formulas they are there.
func TestTheCourseHasNoSignsThatLaTeXLeavesOut(t *testing.T) {
	left := func(r rune) bool {
		return unicode.Is(unicode.Greek, r) || r >= '\u2070' && r <= '\u209f' || r >= '\u2500' && r <= '\u259f'
	}
	for file, nb := range course(t) {
		for _, c := range nb.Cells {
			if i := strings.IndexFunc(c.Source, left); i >= 0 {
				t.Errorf("%s, cell %s: %q is in no font of LaTeX's; write a word, or a formula in Markdown", file, c.ID, []rune(c.Source[i:])[0])
			}
		}
	}
}

// nbval does not follow outputs that are updated, and would compare the first picture of a live figure with the last.
func TestCellsWithLiveFiguresAreTaggedForNbval(t *testing.T) {
	for file, nb := range course(t) {
		for _, c := range nb.Cells {
			if c.Type == Code && strings.Contains(c.Source, "display.Live()") && !c.HasTag("nbval-ignore-output") {
				t.Errorf("%s, cell %s, has a live figure and not the tag nbval-ignore-output", file, c.ID)
			}
		}
	}
}
