package export

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"krigo/internal/nbformat/budget"
)

// markdown renders the Markdown that notebooks hold: GitHub's, with formulas
// and attachments.
type markdown struct {
	engine   goldmark.Markdown
	prefix   string // of the ids of footnotes, which are the text's own
	texts    int    // rendered so far
	headings []heading
	ids      headingIDs
	pictures pictures
	meter    *budget.Meter // of the text that is rendered
	slug     func(text string) string
	link     func(address string) string // or nil
}

func newMarkdown(files fs.FS) *markdown {
	m := &markdown{pictures: pictures{files: files}, ids: headingIDs{"content": 1, "fold": 1}, slug: jupyterID}
	footnotes := extension.NewFootnote(extension.WithFootnoteIDPrefixFunction(func(ast.Node) []byte {
		return []byte(m.prefix)
	}))
	m.engine = goldmark.New(
		goldmark.WithExtensions(extension.GFM, footnotes, mathExtension{}, metering{m}),
		goldmark.WithRendererOptions(
			gmhtml.WithUnsafe(), // a notebook's HTML is its author's
			renderer.WithNodeRenderers(util.Prioritized(fencedCode{}, 100), util.Prioritized(scrolledTable{}, 100)),
		),
	)
	return m
}

// render returns Markdown as HTML, or as text with the reason if it is over the budget.
func (m *markdown) render(source string, attachments map[string]map[string]any) (template.HTML, error) {
	m.texts++
	m.prefix = fmt.Sprintf("%d-", m.texts)
	known, taken := len(m.headings), m.pictures.copy()
	text, err := budget.Do(func(meter *budget.Meter) (template.HTML, error) { return m.text(meter, source, attachments) })
	if over := (*budget.Over)(nil); errors.As(err, &over) {
		m.headings, m.pictures = m.headings[:known], taken
		return asText(source, over), nil
	}
	return text, err
}

// text is render for a text whose footnotes have a prefix. It fails if the text is over the budget.
func (m *markdown) text(meter *budget.Meter, source string, attachments map[string]map[string]any) (template.HTML, error) {
	if err := budget.Markdown(source); err != nil {
		return "", err
	}
	m.meter = meter
	for _, attachment := range attachments {
		meter.Allow(2 * attachedBytes(attachment)) // as they are read and as they are written
	}
	raw := []byte(source)
	doc := m.engine.Parser().Parse(meteredReader{text.NewReader(raw), meter})
	depth := 0
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		depth++
		meter.Node(depth)
		switch n := n.(type) {
		case *ast.Image:
			m.embed(n, attachments)
			n.Destination = m.lead(n.Destination)
		case *ast.Link:
			meter.Output(len(n.Destination))
			n.Destination = m.lead(n.Destination)
		case *ast.Heading:
			m.note(n, raw)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	b := meteredWriter{meter: meter}
	if err := m.engine.Renderer().Render(&b, raw, doc); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil
}

// asText returns a source as text, with the reason why it is not rendered.
func asText(source string, reason *budget.Over) template.HTML {
	shown, left := source, ""
	if len(source) > budget.SourceBytes {
		shown = strings.ToValidUTF8(source[:budget.SourceBytes], "")
		left = fmt.Sprintf("\n… %d kB left out", (len(source)-len(shown)+1023)>>10)
	}
	return template.HTML(`<p class="note">This text is shown as it is written: ` + template.HTMLEscapeString(reason.Reason) + `.</p>` +
		`<pre class="plain">` + template.HTMLEscapeString(shown+left) + "</pre>")
}

// lead returns the destination of a link on this page.
func (m *markdown) lead(destination []byte) []byte {
	if m.link == nil || len(destination) == 0 || bytes.HasPrefix(destination, []byte("data:")) {
		return destination
	}
	return []byte(m.link(string(destination)))
}

// fencedCode highlights code blocks of Go, and shows those of GitHub's language math
// as formulas.
type fencedCode struct{}

func (f fencedCode) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, f.render)
}

func (fencedCode) render(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.FencedCodeBlock)
	code := string(block.Lines().Value(source))
	html := template.HTML("<pre><code>" + template.HTMLEscapeString(code) + "</code></pre>")
	switch string(block.Language(source)) {
	case "go":
		html = goCode(code)
	case "math":
		html = formula(strings.TrimSpace(code), true)
	}
	_, err := w.WriteString(string(html) + "\n")
	return ast.WalkSkipChildren, err
}

// scrolledTable puts a table into a box that scrolls where the table is wider
// than the text.
type scrolledTable struct{}

func (s scrolledTable) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(extast.KindTable, s.render)
}

func (scrolledTable) render(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	text := "</table></div>\n"
	if entering {
		text = "<div class=\"scroll\"><table>\n"
	}
	_, err := w.WriteString(text)
	return ast.WalkContinue, err
}
