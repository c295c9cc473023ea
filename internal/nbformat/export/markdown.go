package export

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown renders the Markdown that notebooks hold: GitHub's, with formulas
// and attachments.
type markdown struct {
	engine   goldmark.Markdown
	files    fs.FS  // of the notebook's folder, or nil
	prefix   string // of the ids of footnotes, which are the text's own
	texts    int    // rendered so far
	headings []heading
	ids      map[string]bool // those taken
	slug     func(text string) string
	link     func(address string) string // or nil
}

func newMarkdown(files fs.FS) *markdown {
	m := &markdown{files: files, ids: map[string]bool{"content": true, "fold": true}, slug: jupyterID}
	footnotes := extension.NewFootnote(extension.WithFootnoteIDPrefixFunction(func(ast.Node) []byte {
		return []byte(m.prefix)
	}))
	m.engine = goldmark.New(
		goldmark.WithExtensions(extension.GFM, footnotes, mathExtension{}),
		goldmark.WithRendererOptions(
			gmhtml.WithUnsafe(), // a notebook's HTML is its author's
			renderer.WithNodeRenderers(util.Prioritized(fencedCode{}, 100), util.Prioritized(scrolledTable{}, 100)),
		),
	)
	return m
}

// render returns Markdown as HTML.
func (m *markdown) render(source string, attachments map[string]map[string]any) (template.HTML, error) {
	m.texts++
	m.prefix = fmt.Sprintf("%d-", m.texts)
	return m.text(source, attachments)
}

// text is render for a text whose footnotes have a prefix.
func (m *markdown) text(source string, attachments map[string]map[string]any) (template.HTML, error) {
	raw := []byte(source)
	doc := m.engine.Parser().Parse(text.NewReader(raw))
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image:
			n.Destination = m.lead(m.embed(n.Destination, attachments))
		case *ast.Link:
			n.Destination = m.lead(n.Destination)
		case *ast.Heading:
			m.note(n, raw)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := m.engine.Renderer().Render(&b, raw, doc); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil
}

// lead returns the destination of a link on this page.
func (m *markdown) lead(destination []byte) []byte {
	if m.link == nil || bytes.HasPrefix(destination, []byte("data:")) {
		return destination
	}
	return []byte(m.link(string(destination)))
}

// embed takes an attachment or a file of the notebook's folder into the page.
func (m *markdown) embed(destination []byte, attachments map[string]map[string]any) []byte {
	name, err := url.PathUnescape(string(destination))
	if err != nil {
		return destination
	}
	if file, ok := strings.CutPrefix(name, "attachment:"); ok {
		for mimetype, v := range attachments[file] {
			if data, ok := v.(string); ok {
				return []byte("data:" + mimetype + ";base64," + strings.Join(strings.Fields(data), ""))
			}
		}
		return destination
	}
	mimetype := mime.TypeByExtension(path.Ext(name))
	if m.files == nil || !strings.HasPrefix(mimetype, "image/") {
		return destination
	}
	raw, err := fs.ReadFile(m.files, path.Clean(name)) // which refuses what leads out of the folder
	if err != nil {
		return destination
	}
	return []byte("data:" + mimetype + ";base64," + base64.StdEncoding.EncodeToString(raw))
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
