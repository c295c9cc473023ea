package export

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"krigo/nbformat"
)

// Options say how to write a page. The zero value works.
type Options struct {
	// Title is the page's; by default the notebook's first heading.
	Title string
	// Dir is the notebook's folder, from which images that its Markdown names
	// are taken into the page; without one they are left as links.
	Dir string
}

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// page is what the template shows.
type page struct {
	Title string
	Style template.CSS
	Cells []cell
}

// cell is one cell as HTML.
type cell struct {
	ID      string
	Count   int // of a code cell that was run
	Code    template.HTML
	Text    template.HTML
	Outputs []template.HTML
}

// HTML returns a notebook as a page.
func HTML(nb *nbformat.Notebook, o Options) ([]byte, error) {
	p := page{Title: o.Title, Style: template.CSS(pageStyle)}
	if p.Title == "" {
		p.Title = firstHeading(nb)
	}
	md := newMarkdown(o.Dir)
	for i, c := range nb.Cells {
		shown, err := exportCell(c, md)
		if err != nil {
			return nil, fmt.Errorf("export: cell %d: %w", i+1, err)
		}
		p.Cells = append(p.Cells, shown)
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return b.Bytes(), nil
}

func exportCell(c *nbformat.Cell, md *markdown) (cell, error) {
	shown := cell{ID: c.ID, Count: c.ExecutionCount}
	switch c.Type {
	case nbformat.Markdown:
		var err error
		shown.Text, err = md.render(c.Source, c.Attachments)
		return shown, err
	case nbformat.Raw:
		shown.Text = template.HTML("<pre>" + template.HTMLEscapeString(c.Source) + "</pre>")
		return shown, nil
	}
	if source := strings.TrimRight(c.Source, "\n"); strings.TrimSpace(source) != "" {
		shown.Code = goCode(source)
	}
	for _, o := range c.Outputs {
		text, err := renderOutput(o, md)
		if err != nil {
			return shown, err
		}
		shown.Outputs = append(shown.Outputs, text)
	}
	return shown, nil
}

// firstHeading is the text of the notebook's first Markdown heading.
func firstHeading(nb *nbformat.Notebook) string {
	for _, c := range nb.Cells {
		if c.Type != nbformat.Markdown {
			continue
		}
		for line := range strings.Lines(c.Source) {
			if text := strings.TrimLeft(line, "#"); text != line && strings.HasPrefix(text, " ") {
				return strings.TrimSpace(text)
			}
		}
	}
	return "Notebook"
}
