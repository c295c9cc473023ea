package export

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// pageOf returns the page of a notebook with the given cells of Markdown.
func pageOf(t *testing.T, o Options, texts ...string) string {
	t.Helper()
	nb := nbformat.New()
	for _, text := range texts {
		nb.Add(nbformat.Markdown, text)
	}
	return render(t, nb, o)
}

func render(t *testing.T, nb *nbformat.Notebook, o Options) string {
	t.Helper()
	page, err := HTML(nb, o)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

var link = regexp.MustCompile(`<li class="(level-\d)"><a href="([^"]*)">(.*?)</a></li>`)

func TestContentsListTheHeadingsBelowTheTitle(t *testing.T) {
	page := pageOf(t, Options{}, "# The *title*", "text\n\n## Data & `code`\n\n### What $\\rho$ does\n\n#### too deep", "## [Data](x) & `code`", "# ")
	var got [][]string
	for _, m := range link.FindAllStringSubmatch(page, -1) {
		got = append(got, []string{m[1], m[2], regexp.MustCompile(`(?s)<math.*</math>`).ReplaceAllString(m[3], "MATH")})
	}
	want := [][]string{
		{"level-2", "#Data-%26-code", "Data &amp; <code>code</code>"},
		{"level-3", "#What-%5crho-does", "What MATH does"},
		{"level-2", "#Data-%26-code-2", "Data &amp; <code>code</code>"},
	}
	if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if !strings.Contains(page, "<title>The title</title>") {
		t.Error("the title is not the first heading")
	}
}

func TestAPageWithOneHeadingHasNoContents(t *testing.T) {
	for _, texts := range [][]string{{"no heading"}, {"# Title"}, {"# Title", "## One"}} {
		if page := pageOf(t, Options{}, texts...); strings.Contains(page, "<nav") {
			t.Errorf("%q: the page has a list of contents", texts)
		}
	}
}

var id = regexp.MustCompile(` id="([^"]*)"`)

func TestNoTwoElementsOfAPageHaveOneID(t *testing.T) {
	note := "a[^1]\n\n[^1]: note"
	page := pageOf(t, Options{}, "# content\n\n"+note, "# content\n\n"+note, "## fold", "## fold")
	seen := map[string]bool{}
	for _, m := range id.FindAllStringSubmatch(page, -1) {
		if seen[m[1]] {
			t.Errorf("%s is there twice", m[1])
		}
		seen[m[1]] = true
	}
	for _, want := range []string{"content", "content-2", "content-3"} {
		if !seen[want] {
			t.Errorf("there is no %s among %v", want, seen)
		}
	}
}

// A page has what readers of screens and of keyboards need: its language,
// landmarks, a way past the head, and text for what a colour or a place says.
func TestAPageCanBeReadWithoutSight(t *testing.T) {
	nb := nbformat.New()
	nb.Metadata["lang"] = "de"
	nb.Add(nbformat.Markdown, "# A\n\n## B\n\n## C")
	nb.Add(nbformat.Code, "x := 1\nx").ExecutionCount = 7
	page := render(t, nb, Options{Notebook: "a b.ipynb"})
	at := 0
	for _, want := range []string{
		`<html lang="de">`, `<a class="skip" href="#content">`, `<header class="bar">`, `<nav aria-label="Contents">`,
		`<a href="a%20b.ipynb" download>Notebook</a>`, `<main id="content" tabindex="-1">`, `<h1 id="A">`,
		`<span class="count">7</span> <span class="lines">2 lines of code</span></summary>`,
	} {
		next := strings.Index(page[at:], want)
		if next < 0 {
			t.Fatalf("there is no %s after the one before in\n%s", want, page)
		}
		at += next
	}
	for _, want := range []string{":focus-visible {", "prefers-reduced-motion: no-preference"} {
		if !strings.Contains(pageStyle, want) {
			t.Errorf("page.css has no %s", want)
		}
	}
	if page := pageOf(t, Options{}, "text"); !strings.Contains(page, `<html lang="en">`) || strings.Contains(page, "download") {
		t.Errorf("a page of a notebook that names no language, from no file:\n%s", page)
	}
}

func TestCodeIsFoldedWhereItsAuthorHidIt(t *testing.T) {
	nb := nbformat.New()
	nb.Add(nbformat.Code, "shown()")
	nb.Add(nbformat.Code, "hidden()").Metadata = map[string]any{"jupyter": map[string]any{"source_hidden": true}}
	page := render(t, nb, Options{})
	if n := strings.Count(page, `<details class="in" open>`); n != 1 {
		t.Errorf("%d cells show their code, want 1", n)
	}
	if n := strings.Count(page, `<details class="in">`); n != 1 {
		t.Errorf("%d cells hide their code, want 1", n)
	}
}

func TestADrawingStandsOnWhiteUnlessItFollowsThePage(t *testing.T) {
	for svg, card := range map[string]bool{
		`<svg stroke="black"/>`:        true,
		`<svg stroke="currentColor"/>`: false,
		`<svg><style>@media (prefers-color-scheme: dark) {}</style></svg>`: false,
	} {
		if got := strings.Contains(string(drawing(svg)), `class="card"`); got != card {
			t.Errorf("%s: on a card %v, want %v", svg, got, card)
		}
	}
}

func TestWideTablesAndFormulasScrollInBoxesOfTheirOwn(t *testing.T) {
	page := pageOf(t, Options{}, "| a | b |\n|---|--:|\n| 1 | 2 |", "$$x$$", "in a line $a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7$", "short $x$")
	for _, want := range []string{
		"<div class=\"scroll\"><table>\n<thead>", "</tbody>\n</table></div>", `<span class="formula"><math display="block">`,
		`<span class="inline"><span class="formula"><math>`, "<p>short <math>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s in\n%s", want, page)
		}
	}
}

// Formulas that may be wider than paper are there in pieces, for print; those that
// cannot break have a copy that measures them.
func TestWideFormulasHavePiecesForPrint(t *testing.T) {
	long := strings.Repeat("a_1 + ", 20) + "a"
	for source, want := range map[string]struct{ pieces, fits int }{
		"$$a + b$$":                        {0, 0},
		"$a + b$":                          {0, 0},
		"$$" + long + "$$":                 {1, 0},
		"see $" + long + "$ there":         {1, 0},
		`$$\sqrt{` + long + `}$$`:          {1, 1},
		`$$x = \sqrt{` + long + `} + y$$`:  {1, 1},
		`see $\frac{` + long + `}{2}$ too`: {1, 1},
	} {
		got, err := newMarkdown(nil).render(source, nil)
		if err != nil {
			t.Fatal(err)
		}
		pieces, fits := strings.Count(string(got), `class="pieces"`), strings.Count(string(got), `class="fit"`)
		if pieces != want.pieces || fits != want.fits || strings.Count(string(got), `class="copy-of"`) != want.fits {
			t.Errorf("%s: %d times in pieces, of which %d shrink; want %d and %d:\n%s", source, pieces, fits, want.pieces, want.fits, got)
		}
	}
}

// The script of figures is on pages that have figures, is small, and the sanitiser leaves what it reads.
func TestScriptOfFigures(t *testing.T) {
	figure := `<div class="figure" role="img" aria-label="a"><svg width="640" viewBox="0 0 9 9" fill="none">` +
		`<g class="panel" data-panel="1 2 3 4 -0.5 1e-06 0 1 n l" data-x="time (s)" data-y="y"><g></g><g></g><g>` +
		`<path d="m1 2h0m3-1h0" data-rows="0-1" stroke="#000" data-name="data &lt; 3" paint-order="stroke"></path>` +
		`<image image-rendering="pixelated" href="data:image/png;base64,iVBORw0KGgo=" width="1"></image></g></g></svg></div>`
	clean, whole := Sanitise(figure)
	if !whole || !strings.EqualFold(string(clean), figure) {
		t.Errorf("the figure became %s", clean)
	}
	if clean, _ := Sanitise(`<g data-panel="x" data-rows="a" data-other="b"></g>`); string(clean) != "<g></g>" {
		t.Errorf("other values are left: %s", clean)
	}
	for _, c := range []struct {
		data map[string]any
		want bool
	}{{map[string]any{FigureType: figure}, true}, {map[string]any{"text/plain": "a"}, false}} {
		cell := &nbformat.Cell{ID: "c", Type: nbformat.Code, Outputs: []*nbformat.Output{{Type: nbformat.DisplayData, Data: c.data}}}
		page, err := HTML(&nbformat.Notebook{Cells: []*nbformat.Cell{cell}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(page), "figure-tip\""); got != c.want {
			t.Errorf("%v: the script is there: %v", c.data, got)
		}
	}
	if n := len(figureScript()); n > 10<<10 {
		t.Errorf("the script has %d bytes, want at most 10 kB", n)
	}
}
