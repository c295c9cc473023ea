package export

import (
	"embed"
	"html/template"
	"strings"
	"sync"

	"krigo/internal/nbformat/budget"
	"krigo/internal/nbformat/mathml"
)

// Files holds the styles of formulas and figures, formula.css and figure.css, and the script that
// shows figures more closely, figure.js, for pages that show what a [Renderer] returns.
//
//go:embed formula.css figure.css figure.js
var Files embed.FS

// outputStyle returns the styles of formulas and figures.
var outputStyle = sync.OnceValue(func() string {
	return embedded("formula.css") + embedded("figure.css")
})

// FigureColours returns the rule that gives a page the colours of figures, light and dark, as variables
// of :root. The page has the variable --paper.
func FigureColours() string {
	_, rest, _ := strings.Cut(embedded("figure.css"), "@supports")
	rule, _, _ := strings.Cut(rest, "\n}\n")
	return "@supports" + rule + "\n}\n"
}

// figureScript is the script of pages with figures.
var figureScript = sync.OnceValue(func() string { return string(Slim([]byte(embedded("figure.js")))) })

func embedded(name string) string {
	text, err := Files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// Widths of formulas in em, by mathml's estimate. Every formula in line with text
// that is wider than narrow gets a box that scrolls. A formula that is wider than
// paper might not fit on the smallest pages that are printed; it is written a
// second time, in pieces, for print. The style of the page decides what really
// fits, so these limits cost space in the file if they are too low, never text.
const (
	narrow = 12
	paper  = 24
)

// formula returns a formula as MathML, or its source if that is not known.
func formula(tex string, display bool) template.HTML {
	if over := budget.Formula(tex); over != nil {
		return texSource(tex, over)
	}
	f, err := mathml.Parse(tex)
	if err != nil {
		return texSource(tex, err)
	}
	m, width := f.MathML(display), f.Width()
	if width > paper || !display && width > narrow {
		m += pieces(f.Pieces(display, paper))
	}
	switch {
	case display:
		m = `<span class="formula">` + m + "</span>"
	case width > narrow:
		m = `<span class="inline"><span class="formula">` + m + "</span></span>"
	}
	return template.HTML(m)
}

// texSource returns the source of a formula, with the reason why it is not converted.
func texSource(tex string, reason error) template.HTML {
	return template.HTML(`<code class="tex" title="` + template.HTMLEscapeString(reason.Error()) + `">` + template.HTMLEscapeString(tex) + "</code>")
}

// pieces returns the pieces of a formula for print: see formula.css.
func pieces(all []mathml.Piece) string {
	var b strings.Builder
	b.WriteString(`<span class="pieces">`)
	for i, p := range all {
		if i > 0 {
			b.WriteString("<wbr>")
		}
		if p.Width > paper {
			b.WriteString(`<span class="fit"><span class="measure"><span class="copy-of">` + p.MathML +
				`</span><span class="rest"><span class="fitted">` + p.MathML + "</span></span></span></span>")
			continue
		}
		b.WriteString(p.MathML)
	}
	b.WriteString("</span>")
	return b.String()
}
