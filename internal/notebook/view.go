package notebook

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/export"
)

// cellView is a cell as pages have it.
type cellView struct {
	ID      string    `json:"id"`
	Type    string    `json:"type"`
	Source  string    `json:"source"`
	Rev     int       `json:"rev"`
	Ran     *int      `json:"ran"`
	Status  string    `json:"status"`
	Count   int       `json:"count"`
	MS      int64     `json:"ms"`
	HTML    *htmlView `json:"html,omitempty"`
	Outputs []*view   `json:"outputs"`
	Folded  folded    `json:"folded"`
	Tags    []string  `json:"tags"`
}

type folded struct {
	Source  bool `json:"source"`
	Outputs bool `json:"outputs"`
}

// Out is an output as pages show it: HTML that is safe or our own, a widget, a document to be
// framed, or an image. HTML next to a frame is the safe part of it.
type Out struct {
	HTML   string `json:"html,omitempty"`
	Widget string `json:"widget,omitempty"` // the id of a model, with Text next to it
	Text   string `json:"text,omitempty"`
	Frame  string `json:"frame,omitempty"` // "/frame/" and the hash
	Image  string `json:"image,omitempty"` // "/blob/" and the hash
	Alt    string `json:"alt,omitempty"`
	Width  any    `json:"width,omitempty"`
	Height any    `json:"height,omitempty"`
	// Note says what is left out.
	Note   string `json:"note,omitempty"`
	Error  bool   `json:"error,omitempty"`
	Stream string `json:"stream,omitempty"`
}

// markdown returns the view of a Markdown cell.
func (v *viewer) markdown(c *cell) *htmlView {
	if c.shown == nil {
		file := c.file
		c.shown = v.later(func(*view) Out { return Out{HTML: htmlOr(v.render.Markdown(&file))} })
	}
	return &htmlView{c.shown}
}

// htmlOr returns HTML, or the reason why there is none.
func htmlOr(html template.HTML, err error) string {
	if err != nil {
		html = failed(err)
	}
	return string(html)
}

func failed(err error) template.HTML {
	return template.HTML(`<pre class="error">` + template.HTMLEscapeString(err.Error()) + "</pre>")
}

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func foldedOf(c *nbformat.Cell) folded {
	section, _ := c.Metadata["jupyter"].(map[string]any)
	source, _ := section["source_hidden"].(bool)
	outputs, _ := section["outputs_hidden"].(bool)
	collapsed, _ := c.Metadata["collapsed"].(bool)
	return folded{source, outputs || collapsed}
}

const (
	scriptType = "application/javascript"
	htmlType   = "text/html"
	svgType    = "image/svg+xml"
)

// out returns the view of an output that is no stream.
func (v *viewer) out(o *output, models map[string]map[string]any) *view {
	if id := o.file.ViewedModel(); id != "" && o.file.Type != nbformat.Error {
		return ready(widgetOut(id, &o.file, models))
	}
	file, trusted := o.file, o.trusted
	return v.later(func(v *view) Out { return rendered{v, file, trusted}.out() })
}

// rendered is an output as it was when its view was asked for.
type rendered struct {
	*view
	file    nbformat.Output
	trusted bool
}

func (r rendered) out() Out {
	if r.file.Type == nbformat.Error {
		return Out{HTML: r.html(&r.file), Error: true}
	}
	mimetype := export.Richest(&r.file)
	data, _ := r.file.Data[mimetype].(string)
	switch {
	case mimetype == scriptType:
		return r.script(data)
	case mimetype == htmlType:
		return r.foreign(data)
	case mimetype == export.FigureType:
		return Out{HTML: r.html(&r.file)}
	case mimetype == svgType && (!r.trusted || export.Runs(data)):
		return r.image(mimetype, []byte(data))
	case mimetype == "text/markdown":
		clean, _ := export.Sanitise(r.html(&r.file))
		return Out{HTML: string(clean)}
	case strings.HasPrefix(mimetype, "image/") && mimetype != svgType:
		content, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(data), ""))
		if err != nil {
			return Out{HTML: string(failed(fmt.Errorf("%s: %w", mimetype, err))), Error: true}
		}
		return r.image(mimetype, content)
	}
	return Out{HTML: r.html(&r.file)}
}

// html returns an output as the exported page has it.
func (r rendered) html(o *nbformat.Output) string { return htmlOr(r.viewer.render.Output(o)) }

// foreign shows HTML: what runs scripts apart, in a document of its own, and of what
// is not trusted the safe part.
func (r rendered) foreign(source string) Out {
	if r.trusted {
		if export.Runs(source) {
			return Out{Frame: r.keep("/frame/", htmlType, []byte(source))}
		}
		return Out{HTML: source}
	}
	clean, whole := export.Sanitise(source)
	shown := Out{HTML: string(clean)}
	if !whole {
		shown.Frame = r.keep("/frame/", htmlType, []byte(source))
		shown.Note = "Parts of this output are hidden because it comes from the file: scripts, styles, forms or fetched content. Run the cell to create it here, or show it separately."
	}
	return shown
}

// script shows an output that is a script: apart, and where it is not trusted only its
// text.
func (r rendered) script(source string) Out {
	frame := r.keep("/frame/", htmlType, []byte(`<div id="output"></div><script>`+source+"</script>"))
	if r.trusted {
		return Out{Frame: frame}
	}
	plain, _ := r.file.Data["text/plain"].(string)
	return Out{
		HTML: r.html(&nbformat.Output{Type: nbformat.DisplayData, Data: map[string]any{"text/plain": plain}}), Frame: frame,
		Note: "This output is a script and comes from the file: run the cell to create it here, or show it separately.",
	}
}

// image shows a picture by its hash.
func (r rendered) image(mimetype string, content []byte) Out {
	shown := Out{Image: r.keep("/blob/", mimetype, content), Alt: "figure"}
	m, _ := r.file.Metadata[mimetype].(map[string]any)
	if alt, _ := m["alt"].(string); alt != "" {
		shown.Alt = alt
	}
	shown.Width, shown.Height = m["width"], m["height"]
	return shown
}

// widgetOut shows a widget, or its text where the model is of another life.
func widgetOut(id string, o *nbformat.Output, models map[string]map[string]any) Out {
	text, _ := o.Data["text/plain"].(string)
	if models[id] != nil {
		return Out{Widget: id, Text: text}
	}
	return Out{
		HTML: `<pre class="plain">` + template.HTMLEscapeString(text) + "</pre>",
		Note: "These controls belong to an earlier session: run the cell to create them here.",
	}
}
