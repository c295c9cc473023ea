package export

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/budget"
)

// numbered joins n values of a format of the number.
func numbered(n int, format, separator string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)) + separator)
	}
	return b.String()
}

// bombs are texts that cost a renderer without a budget seconds to hours, or gigabytes: by name a
// beginning, what is repeated up to the largest source, and an end.
var bombs = map[string][3]string{
	"quotes": {"", ">", " a"}, "lists": {"", "- ", "a"}, "numbered lists": {"", "1. ", "a"}, "quoted lists": {"", "> - ", "a"},
	"brackets": {"", "[", ""}, "pictures": {"", "![", "](a)"}, "links": {"[[[[", "](a)", ""}, "emphasis": {"", "*a **a ", ""},
	"marks": {"", "*", ""}, "mixed marks": {"", "_a__", ""}, "paragraphs of marks": {"", strings.Repeat("*a_b ", 4900) + "\n\n", ""},
	"filled tables": {"|" + strings.Repeat("a|", 1200) + "\n|" + strings.Repeat("-|", 1200) + "\n", "|a\n", ""},
	"elements":      {"", "<div>", ""}, "attributes": {"<div ", "a ", ">"}, "less": {"", "<", ""}, "entities": {"", "&", ""}, "unclosed": {"", "<a\n", ""},
	"groups": {"$", "{", "$"}, "fractions": {"$", `\frac{`, "$"}, "powers": {"$", "a^{", "$"}, "fences": {"$", `\left(`, "$"},
	"roots": {"$$", `\sqrt `, "x$$"}, "environments": {"$$", `\begin{matrix}`, "$$"}, "dollars": {"", "$", ""}, "open dollars": {"", "$a ", ""},
	"lines of dollars": {"", "$\n", ""}, "subscripts": {"$", "x_", "x$"}, "primes": {"$f", "'", "$"}, "backslashes": {"$", `\`, "$"},
	"definition": {`$\def\a{\a\a}\a$`, "", ""}, "small formulas": {"", "$a$ ", ""}, "large formulas": {"", "$" + strings.Repeat("x+", 4000) + "$\n\n", ""},
	"parentheses": {"", "$" + strings.Repeat("(", 4000) + strings.Repeat(")", 4000) + "$\n\n", ""},
	"references":  {numbered(20_000, "[#]: a", "\n"), "[7] ", ""}, "long reference": {"[a]: " + strings.Repeat("b", 100_000) + "\n\n", "[a] ", ""},
	"footnotes": {numbered(5000, "[^#]: a", "\n\n"), "[^7] ", ""}, "one footnote": {"[^a]: [^a] [^a]\n\n", "[^a] ", ""},
	"900 footnotes": {numbered(900, "[^#]: a", "\n\n"), numbered(900, "[^#]", " "), ""},
	"headings":      {"", "# a\n", ""}, "underlined headings": {"", "a\n===\n", ""}, "code": {"```go\n", "func(){", "\n```"}, "formula block": {"```math\n", "{", "\n```"},
	"strikes": {"", "~~a", ""}, "sections": {"", "<![CDATA[", ""}, "comments": {"", "<!--", ""}, "instructions": {"", "<?", ""},
	"tabs": {"", "\t", "a"}, "zeros": {"", "\x00", ""}, "hosts": {"", "www.", ""}, "addresses": {"", "a@", ""}, "links of text": {"", "http://", ""},
	"breaks": {"", "a  \n", ""}, "escapes": {"", `\`, ""}, "colons": {"", ":a:", ""}, "destination": {"[a](", "(", ""}, "title": {`[a](b "`, `"`, ""},
	"style": {`<p style="`, "color:red;", `">a</p>`}, "functions": {`<p style="`, "color:a(", `">a</p>`}, "colours": {`<p style="`, "color:rgb(1,", `">a</p>`},
	"drawing": {`<svg><path d="`, "(", `"/></svg>`}, "drawing of pairs": {`<svg><path d="`, "(a)", `@"/></svg>`}, "pictures in text": {"", "![](data:image/png;base64,AAAA) ", ""},
	"rows": {"", "<math><mrow>", ""}, "ticks": {"", "`a ``b ", ""}, "lazy lines": {"> a\n", "b\n", ""}, "indented code": {"", "    a\n\n", ""},
	"deep lists": {"", strings.Repeat("- ", 99) + "a\n", ""}, "deep quotes": {"", strings.Repeat(">", 99) + " a\n", ""},
	"indented lists": {numbered(700, "#", "\n"), strings.Repeat(" ", 400) + "- a\n", ""},
}

// A text costs bounded memory and makes bounded HTML, however it is made.
func TestNoTextCostsMoreThanTheBudget(t *testing.T) {
	some := map[string]bool{"quotes": true, "filled tables": true, "dollars": true, "long reference": true, "headings": true, "roots": true}
	for name, b := range bombs {
		if testing.Short() && !some[name] {
			continue
		}
		n := (budget.SourceBytes - len(b[0]) - len(b[2])) / max(1, len(b[1]))
		source := b[0] + strings.Repeat(b[1], max(n, 0)) + b[2]
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		html, err := NewRenderer().Text(source)
		runtime.ReadMemStats(&after)
		if made := after.TotalAlloc - before.TotalAlloc; err != nil || len(html) > budget.OutputBytes || made > 500<<20 {
			t.Errorf("%s: %d bytes of source made %d bytes of HTML and allocated %d MB, error %v", name, len(source), len(html), made>>20, err)
		}
	}
}

// The reason is shown with the source, whose elements are text.
func TestATextOverTheBudgetIsShownAsText(t *testing.T) {
	for name, c := range map[string]struct{ source, reason string }{
		"long":       {strings.Repeat("<b>a</b> ", 40_000), "it has 352 kB; the limit is 256 kB"},
		"nested":     {strings.Repeat("> ", 200) + "<b>a</b>", "it is nested more than 100 deep"},
		"table":      {"<b>a</b>\n\n|" + strings.Repeat("a|", 300) + "\n|" + strings.Repeat("-|", 300) + "\n" + strings.Repeat("|a\n", 100), "its tables have more than 20000 cells"},
		"references": {"<b>a</b>\n\n" + numbered(1001, "[#]: a", "\n"), "it defines more than 1000 links and footnotes"},
		"marks":      {"<b>a</b> " + strings.Repeat("*a_", 5001), "it has more than 10000 marks of emphasis in one paragraph"},
		"parts":      {"<b>a</b>\n" + strings.Repeat("# a\n", 60_000), "it has more than 100000 parts"},
		"output":     {"<b>a</b>\n\n[a]: " + strings.Repeat("b", 10_000) + "\n\n" + strings.Repeat("[a] ", 500), "it makes more than 4 MB of HTML"},
	} {
		for where, render := range map[string]func() (string, error){
			"page": func() (string, error) {
				html, err := NewRenderer().Markdown(&nbformat.Cell{ID: "a", Type: nbformat.Markdown, Source: c.source})
				return string(html), err
			},
			"export": func() (string, error) {
				nb := nbformat.New()
				nb.Add(nbformat.Markdown, c.source)
				html, err := HTML(nb, Options{})
				return string(html), err
			},
		} {
			html, err := render()
			if want := "This text is shown as it is written: " + c.reason; err != nil || !strings.Contains(html, want) || !strings.Contains(html, "&lt;b&gt;a&lt;/b&gt;") || strings.Contains(html, "<b>a") {
				t.Errorf("%s, %s: it says not %q, or shows elements of the source, error %v: %.300s", name, where, want, err, html)
			}
		}
	}
}

// Text that people write is far below the limits.
func TestALongTextIsRendered(t *testing.T) {
	paragraph := "Some *emphasis*, `code`, $x^2 + y_i$, a [link](http://example.org) and more words.\n\n"
	html, err := NewRenderer().Text("# Title\n\n" + strings.Repeat(paragraph, 1000))
	if err != nil || strings.Count(string(html), "<math>") != 1000 {
		t.Errorf("%d formulas of 1000, error %v", strings.Count(string(html), "<math>"), err)
	}
}

// A JSON value that its indentation would blow up is on one line.
func TestNestedJSONIsNotBlownUp(t *testing.T) {
	var v any = "x"
	for range 5000 {
		v = []any{v}
	}
	o := &nbformat.Output{Type: nbformat.DisplayData, Data: map[string]any{"application/json": v}}
	html, err := NewRenderer().Output(o)
	if err != nil || len(html) > 20_000 {
		t.Errorf("%d bytes, error %v", len(html), err)
	}
}

// picturesOf returns a page of a text, with the pictures of a folder.
func picturesOf(t *testing.T, text string, files fs.FS) string {
	t.Helper()
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, text)
	page, err := HTML(nb, Options{Files: files})
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

func TestAPictureIsInAPageOnce(t *testing.T) {
	files := fstest.MapFS{"a.png": {Data: []byte(strings.Repeat("picture", 1000))}}
	page := picturesOf(t, strings.Repeat("![a](a.png)\n\n", 200), files)
	if n := strings.Count(page, "base64,"); n != 1 || !strings.Contains(page, `id="picture-1"`) || strings.Count(page, `data-picture="picture-1"`) != 199 {
		t.Errorf("the picture is in the page %d times, or not shown again", n)
	}
	if html := picturesOf(t, "![a](a.png)", nil); !strings.Contains(html, `src="a.png"`) {
		t.Error("without files a picture is not a link")
	}
}

// A picture whose text is shown as it is written is in no page, and so the next one has it.
func TestAPictureOfAnUnrenderedTextIsInThePageLater(t *testing.T) {
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, "![a](a.png)\n\n"+strings.Repeat("# a\n", 60_000))
	nb.Add(nbformat.Markdown, "![a](a.png)")
	page, err := HTML(nb, Options{Files: fstest.MapFS{"a.png": {Data: []byte("picture")}}})
	if err != nil || strings.Count(string(page), "base64,") != 1 {
		t.Errorf("%d pictures, error %v", strings.Count(string(page), "base64,"), err)
	}
}

// large is a folder with files of a size, which cannot be read.
type large struct{ size int64 }

func (large) Open(string) (fs.File, error)            { return nil, errors.New("it is read") }
func (l large) Stat(name string) (fs.FileInfo, error) { return sized{name: name, size: l.size}, nil }
func (large) ReadFile(string) ([]byte, error)         { return nil, errors.New("it is read") }

type sized struct {
	fs.FileInfo
	name string
	size int64
}

func (s sized) Size() int64     { return s.size }
func (sized) Mode() fs.FileMode { return 0o644 }

func TestALargePictureIsNotRead(t *testing.T) {
	page := picturesOf(t, "![a](a.png)", large{pictureBytes + 1})
	if !strings.Contains(page, "(a.png is not in this page: it has 32 MB; a page takes in files of 32 MB, 128 MB together)") {
		t.Error("the page does not say that the picture is too large")
	}
}
