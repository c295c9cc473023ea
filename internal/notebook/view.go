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
	ID      string   `json:"id"`
	Type    string   `json:"type"`
	Source  string   `json:"source"`
	Rev     int      `json:"rev"`
	Ran     *int     `json:"ran"`
	Status  string   `json:"status"`
	Count   int      `json:"count"`
	MS      int64    `json:"ms"`
	HTML    string   `json:"html,omitempty"`
	Outputs []Out    `json:"outputs"`
	Folded  folded   `json:"folded"`
	Tags    []string `json:"tags"`
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

// viewer makes views. It keeps what is large among the blobs.
type viewer struct {
	render *export.Renderer
	blobs  *Blobs
}

// markdown returns a Markdown cell as HTML, which it renders again if the source has changed.
func (v *viewer) markdown(c *cell) string {
	if c.html == "" {
		html, err := v.render.Markdown(&c.file)
		if err != nil {
			html = failed(err)
		}
		c.html = string(html)
	}
	return c.html
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

func (v *viewer) out(o *output, models map[string]map[string]any) Out {
	if o.file.Type == nbformat.Error {
		return Out{HTML: v.html(&o.file), Error: true}
	}
	if id := o.file.ViewedModel(); id != "" {
		return widgetOut(id, &o.file, models)
	}
	mimetype := export.Richest(&o.file)
	data, _ := o.file.Data[mimetype].(string)
	switch {
	case mimetype == scriptType:
		return v.script(o, data)
	case mimetype == htmlType:
		return v.foreign(o, data)
	case mimetype == svgType && (!o.trusted || export.Runs(data)):
		return v.image(o, mimetype, []byte(data))
	case mimetype == "text/markdown":
		clean, _ := export.Sanitise(v.html(&o.file))
		return Out{HTML: string(clean)}
	case strings.HasPrefix(mimetype, "image/") && mimetype != svgType:
		content, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(data), ""))
		if err != nil {
			return Out{HTML: string(failed(fmt.Errorf("%s: %w", mimetype, err))), Error: true}
		}
		return v.image(o, mimetype, content)
	}
	return Out{HTML: v.html(&o.file)}
}

// html returns an output as the exported page has it.
func (v *viewer) html(o *nbformat.Output) string {
	html, err := v.render.Output(o)
	if err != nil {
		html = failed(err)
	}
	return string(html)
}

// foreign shows HTML: what runs scripts apart, in a document of its own, and of what
// is not trusted the safe part.
func (v *viewer) foreign(o *output, source string) Out {
	if o.trusted {
		if export.Runs(source) {
			return Out{Frame: v.keep(o, "/frame/", htmlType, []byte(source))}
		}
		return Out{HTML: source}
	}
	clean, whole := export.Sanitise(source)
	shown := Out{HTML: string(clean)}
	if !whole {
		shown.Frame = v.keep(o, "/frame/", htmlType, []byte(source))
		shown.Note = "Parts of this output were left out, because it comes from the file: scripts, styles, forms or what is fetched. Run the cell to have it made here, or show it apart."
	}
	return shown
}

// script shows an output that is a script: apart, and where it is not trusted only its
// text.
func (v *viewer) script(o *output, source string) Out {
	frame := v.keep(o, "/frame/", htmlType, []byte(`<div id="output"></div><script>`+source+"</script>"))
	if o.trusted {
		return Out{Frame: frame}
	}
	plain, _ := o.file.Data["text/plain"].(string)
	return Out{
		HTML: v.html(&nbformat.Output{Type: nbformat.DisplayData, Data: map[string]any{"text/plain": plain}}), Frame: frame,
		Note: "This output is a script and comes from the file: run the cell to have it made here, or show it apart.",
	}
}

// image shows a picture by its hash.
func (v *viewer) image(o *output, mimetype string, content []byte) Out {
	shown := Out{Image: v.keep(o, "/blob/", mimetype, content), Alt: "figure"}
	m, _ := o.file.Metadata[mimetype].(map[string]any)
	if alt, _ := m["alt"].(string); alt != "" {
		shown.Alt = alt
	}
	shown.Width, shown.Height = m["width"], m["height"]
	return shown
}

// keep puts content among the blobs while the output shows it.
func (v *viewer) keep(o *output, folder, mimetype string, content []byte) string {
	hash := v.blobs.hold(Blob{mimetype, content})
	o.held = append(o.held, hash)
	return folder + hash
}

// widgetOut shows a widget, or its text where the model is of another life.
func widgetOut(id string, o *nbformat.Output, models map[string]map[string]any) Out {
	text, _ := o.Data["text/plain"].(string)
	if models[id] != nil {
		return Out{Widget: id, Text: text}
	}
	return Out{
		HTML: `<pre class="plain">` + template.HTMLEscapeString(text) + "</pre>",
		Note: "These controls belong to an earlier session: run the cell to have them here.",
	}
}
