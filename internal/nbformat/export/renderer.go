package export

import (
	"errors"
	"fmt"
	"html/template"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/budget"
)

// Renderer makes HTML of single cells and outputs, as pages have them, for front ends
// that show a notebook while it changes. It is for one goroutine.
type Renderer struct{ md *markdown }

// NewRenderer returns a renderer. Images that Markdown names are left as links,
// attachments are taken in.
func NewRenderer() *Renderer { return &Renderer{newMarkdown(nil)} }

// Markdown returns a Markdown cell as HTML that is safe for cells from any source: see [Sanitise].
// Its headings have the ids that Jupyter gives them behind user-, which two cells may share.
func (r *Renderer) Markdown(c *nbformat.Cell) (template.HTML, error) {
	text, err := r.text(c.ID, c.Source, c.Attachments)
	if err != nil {
		return "", fmt.Errorf("export: cell %s: %w", c.ID, err)
	}
	return text, nil
}

// Text returns a Markdown text as HTML that is safe for texts from any source.
func (r *Renderer) Text(source string) (template.HTML, error) {
	text, err := r.text("text", source, nil)
	if err != nil {
		return "", fmt.Errorf("export: %w", err)
	}
	return text, nil
}

func (r *Renderer) text(id, source string, attachments map[string]map[string]any) (template.HTML, error) {
	r.md.headings, r.md.ids, r.md.prefix = nil, headingIDs{}, id+"-"
	text, err := budget.Do(func(meter *budget.Meter) (template.HTML, error) {
		text, err := r.md.text(meter, source, attachments)
		return apart(policy.Sanitize(string(text))), err
	})
	if over := (*budget.Over)(nil); errors.As(err, &over) {
		return asText(source, over), nil
	}
	return text, err
}

// Output returns an output as HTML, with what HTML and SVG it holds as they are: pass that
// of others to [Sanitise].
func (r *Renderer) Output(o *nbformat.Output) (template.HTML, error) {
	r.md.headings, r.md.ids = nil, headingIDs{}
	text, err := renderOutput(o, &figures{}, r.md)
	if err != nil {
		return "", fmt.Errorf("export: %w", err)
	}
	return text, nil
}
