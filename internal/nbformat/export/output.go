package export

import (
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/budget"
)

// FigureType is the MIME type of krigo's own figures.
const FigureType = cell.FigureType

// richest is the order in which Jupyter's own HTML export chooses, behind widgets and krigo's figures.
var richest = []string{
	FigureType, "application/javascript", "text/html", "text/markdown", "image/svg+xml", "text/latex",
	"image/png", "image/jpeg", "image/gif", "image/webp", "application/json", "text/plain",
}

// renderOutput shows one output of a code cell.
func renderOutput(o *nbformat.Output, figures *figures, md *markdown) (template.HTML, error) {
	switch o.Type {
	case nbformat.Stream:
		return pre("stream "+o.Name, o.Text), nil
	case nbformat.Error:
		return pre("error", traceback(o)), nil
	}
	if kind, content := figures.contentOf(o); content != nil {
		return figures.explorableOf(o, kind, content, md)
	}
	if controls, ok := renderControls(figures.models, o.ViewedModel()); ok {
		return controls, nil
	}
	return renderRichest(o, md)
}

// renderRichest shows an output by its richest representation that needs no model.
func renderRichest(o *nbformat.Output, md *markdown) (template.HTML, error) {
	if mimetype := Richest(o); mimetype != "" {
		return renderData(mimetype, o.Data[mimetype], o.Metadata[mimetype], md)
	}
	types := make([]string, 0, len(o.Data))
	for mimetype := range o.Data {
		types = append(types, mimetype)
	}
	slices.Sort(types)
	return pre("plain", "<"+strings.Join(types, ", ")+">"), nil
}

// Richest returns the MIME type by which an output is shown, or "" where it has none that
// can be.
func Richest(o *nbformat.Output) string {
	for _, mimetype := range richest {
		if _, ok := o.Data[mimetype]; ok {
			return mimetype
		}
	}
	return ""
}

// traceback returns the text of an error.
func traceback(o *nbformat.Output) string {
	if text := strings.Join(o.Traceback, "\n"); text != "" {
		return text
	}
	return o.ErrorName + ": " + o.ErrorValue
}

func renderData(mimetype string, v, metadata any, md *markdown) (template.HTML, error) {
	text, _ := v.(string)
	switch mimetype {
	case FigureType:
		clean, _ := Sanitise(text)
		return clean, nil
	case "application/javascript":
		return template.HTML("<script>" + text + "</script>"), nil
	case "text/html":
		return template.HTML(text), nil
	case "image/svg+xml":
		return drawing(text), nil
	case "text/markdown":
		return md.render(text, nil)
	case "text/latex":
		return latex(text), nil
	case "application/json":
		return indented(v)
	case "text/plain":
		return pre("plain", text), nil
	}
	return image(mimetype, text, metadata), nil
}

// indented shows a JSON value over several lines; without line ends if those are over the budget.
func indented(v any) (template.HTML, error) {
	encode := func() ([]byte, error) { return json.MarshalIndent(v, "", "  ") }
	if indentedBytes(v, 0) > budget.HTMLBytes {
		encode = func() ([]byte, error) { return json.Marshal(v) }
	}
	raw, err := encode()
	return pre("plain", string(raw)), err
}

// indentedBytes returns about the bytes of a JSON value with its indentation at a depth.
func indentedBytes(v any, depth int) int {
	n := 2*depth + 8
	switch v := v.(type) {
	case string:
		n += len(v)
	case []any:
		for _, inner := range v {
			n += indentedBytes(inner, depth+1)
		}
	case map[string]any:
		for key, inner := range v {
			n += len(key) + indentedBytes(inner, depth+1)
		}
	}
	return n
}

// pre is preformatted text, whose ANSI colours are kept.
func pre(class, text string) template.HTML {
	return template.HTML(`<pre class="` + template.HTMLEscapeString(class) + `">` + ansiToHTML(strings.TrimRight(text, "\n")) + "</pre>")
}

// drawing shows an SVG, on a white card if the page is dark, unless the SVG adapts to the page's
// colours.
func drawing(svg string) template.HTML {
	if strings.Contains(svg, "prefers-color-scheme") || strings.Contains(svg, "currentColor") {
		return template.HTML(svg)
	}
	return template.HTML(`<div class="card">` + svg + "</div>")
}

// image shows a base64 image at the size that its metadata gives, with its text.
func image(mimetype, data string, metadata any) template.HTML {
	size, alt := "", "figure"
	if m, ok := metadata.(map[string]any); ok {
		if text, ok := m["alt"].(string); ok && text != "" {
			alt = text
		}
		for _, side := range []string{"width", "height"} {
			if v, ok := m[side]; ok {
				size += fmt.Sprintf(` %s="%s"`, side, template.HTMLEscapeString(fmt.Sprint(v)))
			}
		}
	}
	data = strings.Join(strings.Fields(data), "")
	return template.HTML(fmt.Sprintf(`<img alt="%s" src="data:%s;base64,%s"%s>`, template.HTMLEscapeString(alt), mimetype, template.HTMLEscapeString(data), size))
}

// latex shows a LaTeX text, which is one formula, and its source where that is
// not known.
func latex(text string) template.HTML {
	tex, display := strings.TrimSpace(text), true
	for _, d := range []struct {
		left, right string
		display     bool
	}{{"$$", "$$", true}, {`\[`, `\]`, true}, {`\(`, `\)`, false}, {"$", "$", false}} {
		inner, ok := strings.CutPrefix(tex, d.left)
		if inner, closed := strings.CutSuffix(inner, d.right); ok && closed {
			tex, display = inner, d.display
			break
		}
	}
	return formula(tex, display)
}
