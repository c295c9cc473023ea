package export

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// contentsDepth is the lowest level of headings that the list of contents has.
const contentsDepth = 3

// heading is one of the notebook's, for the list of contents.
type heading struct {
	Level int
	ID    string
	Text  string
	Label template.HTML // the text with its formulas and code, without links
}

// note gives a heading an ID that no other of the notebook has, and keeps it.
// An empty one leads nowhere.
func (m *markdown) note(n *ast.Heading, source []byte) {
	h := heading{Level: n.Level}
	h.Text, h.Label = headingText(n, source)
	if h.Text == "" {
		return
	}
	h.ID = m.ids.next(m.slug(h.Text))
	n.SetAttributeString("id", []byte(h.ID))
	m.headings = append(m.headings, h)
}

// headingIDs are the ids that are taken, with the number of headings that asked for each.
type headingIDs map[string]int

// next returns the id of a heading; a second one of the same text gets a number.
func (ids headingIDs) next(first string) string {
	if ids[first]++; ids[first] == 1 {
		return first
	}
	for ; ; ids[first]++ {
		if id := fmt.Sprintf("%s-%d", first, ids[first]); ids[id] == 0 {
			ids[id] = 1
			return id
		}
	}
}

// jupyterID is Jupyter's, the text with hyphens for blanks, so that links within a
// notebook lead to the same place here.
func jupyterID(text string) string { return strings.ReplaceAll(text, " ", "-") }

// headingText returns a heading's text, and the same as HTML for a link.
func headingText(n ast.Node, source []byte) (string, template.HTML) {
	var plain, label strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			text := html.UnescapeString(string(util.UnescapePunctuations(c.Segment.Value(source))))
			plain.WriteString(text)
			label.WriteString(template.HTMLEscapeString(text))
		case *mathInline:
			plain.WriteString(c.tex)
			label.WriteString(string(formula(c.tex, false)))
		case *ast.CodeSpan:
			text, inner := headingText(c, source)
			plain.WriteString(text)
			label.WriteString("<code>" + string(inner) + "</code>")
		default:
			text, inner := headingText(c, source)
			plain.WriteString(text)
			label.WriteString(string(inner))
		}
	}
	return plain.String(), template.HTML(label.String())
}

// contents returns the headings of the list of contents: none where one heading
// says it all. A title, which is the first heading and the only one of its
// level, is left out.
func contents(headings []heading) []heading {
	var shown []heading
	titles := 0
	for _, h := range headings {
		if h.Level == 1 {
			titles++
		}
	}
	for i, h := range headings {
		if h.Level <= contentsDepth && !(i == 0 && h.Level == 1 && titles == 1) {
			shown = append(shown, h)
		}
	}
	if len(shown) < 2 {
		return nil
	}
	return shown
}
