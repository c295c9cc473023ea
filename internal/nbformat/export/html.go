package export

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// Options configure a page. The zero value is ready to use.
type Options struct {
	// Title is the page's; by default the notebook's first heading, or else Name.
	Title, Name string
	// Files has the notebook's folder: images that its Markdown names are taken from it into the
	// page; without Files they are left as links.
	Files fs.FS
	// Notebook is the address of the notebook's file, seen from the page, to
	// which the page then has a link.
	Notebook string
	// Link gives the address that a link or an image of Markdown has on the page;
	// without it they stay as they are.
	Link func(address string) string
	// HeadingID makes the id of a heading of its text; by default it is Jupyter's.
	HeadingID func(text string) string
	// Frame surrounds the notebook if the page is one of many.
	Frame Frame
	// Slides makes slides of the page, which fill the screen and are printed on a page each. A cell
	// with the tag "slide" begins one, one with the tag "skip" or "notes" is left out; so do and are
	// cells of Jupyter's slide types. Without any tag a slide begins at each Markdown cell that begins
	// with a heading of the first or the second level.
	Slides bool
	// Live makes explorable figures compute in the page, by WebAssembly; without it pages show them as
	// pictures. Figures that are drawn from recorded numbers need no module. Module is the address of a
	// script with the module ([LiveModule]) for pages that share it; without one the page has it.
	Live   bool
	Module string
}

// Frame is HTML of pages that belong together.
type Frame struct {
	Head  template.HTML // at the end of the head, such as a link to a style
	Above template.HTML // before the list of contents
	Below template.HTML // behind the last cell
	Last  template.HTML // behind the page's script, such as another one
}

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// page is the input of the template.
type page struct {
	Title, Lang string
	Notebook    string // a link, or ""
	Style       template.CSS
	Script      template.JS
	Contents    []heading
	HasCode     bool
	Cells       []pageCell
	Slides      [][]pageCell  // instead of Cells
	Module      template.HTML // of explorable figures, or ""
	Frame       Frame
}

// pageCell is one cell as HTML.
type pageCell struct {
	ID      string
	Count   int // of a code cell that was run
	Code    template.HTML
	Lines   int  // of the code
	Folded  bool // whether only a click shows the code
	Text    template.HTML
	Outputs []template.HTML
}

// HTML returns a notebook as a page.
func HTML(nb *nbformat.Notebook, o Options) ([]byte, error) {
	p := page{Title: o.Title, Lang: language(nb), Notebook: o.Notebook, Style: template.CSS(pageStyle + outputStyle()), Script: template.JS(pageScript), Frame: o.Frame}
	md := newMarkdown(o.Files)
	md.link = o.Link
	if o.HeadingID != nil {
		md.slug = o.HeadingID
	}
	deck, figures := deckOf(nb), &figures{models: nb.WidgetModels(), live: o.Live}
	for i, c := range nb.Cells {
		if o.Slides && deck.skips(c) {
			continue
		}
		shown, err := exportCell(c, figures, md)
		if err != nil {
			return nil, fmt.Errorf("export: cell %d: %w", i+1, err)
		}
		if o.Slides && (len(p.Slides) == 0 || deck.begins(c)) {
			p.Slides = append(p.Slides, nil)
		}
		if o.Slides {
			last := len(p.Slides) - 1
			p.Slides[last] = append(p.Slides[last], shown)
		} else {
			p.Cells = append(p.Cells, shown)
		}
		p.HasCode = p.HasCode || shown.Code != ""
	}
	if o.Slides {
		p.Style += template.CSS(slidesStyle)
		p.Script += template.JS(slidesScript)
	}
	if len(figures.kinds) > 0 {
		if err := p.addFigures(figures.kinds, o.Module); err != nil {
			return nil, err
		}
	}
	if p.hasPanels() {
		p.Script += template.JS(figureScript())
	}
	p.Contents = contents(md.headings)
	if p.Title == "" {
		p.Title = firstHeading(md.headings, o.Name)
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return b.Bytes(), nil
}

// hasPanels reports whether a figure of the page can be looked at more closely.
func (p *page) hasPanels() bool {
	for _, c := range slices.Concat(p.Cells, slices.Concat(p.Slides...)) {
		for _, o := range c.Outputs {
			if strings.Contains(string(o), `<g class="panel"`) {
				return true
			}
		}
	}
	return false
}

func exportCell(c *nbformat.Cell, figures *figures, md *markdown) (pageCell, error) {
	shown := pageCell{ID: c.ID, Count: c.ExecutionCount}
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
		shown.Lines = strings.Count(source, "\n") + 1
		shown.Folded = sourceHidden(c)
	}
	for _, o := range c.Outputs {
		text, err := renderOutput(o, figures, md)
		if err != nil {
			return shown, err
		}
		shown.Outputs = append(shown.Outputs, text)
	}
	return shown, nil
}

// sourceHidden reports whether a cell is to show its outputs only, as Jupyter's
// front ends keep it.
func sourceHidden(c *nbformat.Cell) bool {
	section, _ := c.Metadata["jupyter"].(map[string]any)
	hidden, _ := section["source_hidden"].(bool)
	return hidden
}

// language returns the tag of the language that the notebook is written in, which
// its metadata may have as "lang", where pandoc looks for it too.
func language(nb *nbformat.Notebook) string {
	if lang, _ := nb.Metadata["lang"].(string); lang != "" {
		return lang
	}
	return "en"
}

// firstHeading returns the text of the notebook's first heading, or else its name.
func firstHeading(headings []heading, name string) string {
	if len(headings) == 0 {
		return cmp.Or(name, "Notebook")
	}
	return headings[0].Text
}
