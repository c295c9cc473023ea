package widget

import (
	"bytes"
	"compress/zlib"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"krigo/cell"
	"krigo/display/draw"
	"krigo/display/mime"
)

// frameOf returns a value as a frame of a page: a figure as SVG, or the richest of HTML,
// SVG, pictures and text.
func frameOf(v any) (string, error) {
	if v == nil {
		return "", nil
	}
	b, drafted, err := mime.DraftIn(mime.TypeSVG, v)
	if !drafted {
		b, err = mime.Check(v)
	}
	if err != nil {
		return "", err
	}
	return frameHTML(b, drafted), nil
}

// Pictures are made for a white background, as wide as they are: JupyterLab removes a width of max-content
// from outputs that are not trusted.
const (
	card = `<div style="background:#fff;color:#1c1f23;color-scheme:light;display:inline-block;vertical-align:top;max-width:100%;border-radius:4px;overflow:hidden">`
	// themedCard is the card of a figure, which is as light or dark as krigo's pages are.
	themedCard = `<div style="background:var(--figure-ground, #fff);color:var(--figure-ink, #1c1f23);display:inline-block;vertical-align:top;max-width:100%;border-radius:4px;overflow:hidden">`
	picture    = ` style="max-width:100%;height:auto"`
)

// frameHTML returns a bundle as HTML. A draft of a figure takes the colours of krigo's pages.
func frameHTML(b cell.Bundle, drafted bool) string {
	if text, ok := b.Data[mime.TypeHTML].(string); ok {
		return text
	}
	if svg, ok := b.Data[mime.TypeSVG].(string); ok {
		svg = svg[max(0, strings.Index(svg, "<svg")):] // a document may begin with more
		if drafted {
			return themedCard + "\n" + strings.Replace(draw.Themed(svg), "<svg", "<svg"+picture, 1) + "</div>"
		}
		return card + "\n" + strings.Replace(svg, "<svg", "<svg"+picture, 1) + "</div>"
	}
	for _, mimetype := range []string{mime.TypePNG, "image/jpeg", "image/gif", "image/webp"} {
		if data, ok := b.Data[mimetype].(string); ok {
			return card + "\n" + imageTag(mimetype, data, b.Metadata[mimetype]) + "</div>"
		}
	}
	return preformatted(b.Plain())
}

// imageTag shows a picture at the size that its metadata gives, with its text.
func imageTag(mimetype, data string, metadata any) string {
	m, _ := metadata.(map[string]any)
	alt, _ := m["alt"].(string)
	tag := fmt.Sprintf(`<img%s alt="%s"`, picture, html.EscapeString(alt))
	for _, side := range []string{"width", "height"} {
		if v, ok := m[side]; ok {
			tag += fmt.Sprintf(` %s="%s"`, side, html.EscapeString(fmt.Sprint(v)))
		}
	}
	return tag + fmt.Sprintf(` src="data:%s;base64,%s">`, mimetype, data)
}

func preformatted(text string) string { return "<pre>" + html.EscapeString(text) + "</pre>" }

// page returns the output as HTML. The script makes the sliders, so that readers without
// scripts see none that do nothing.
func (r *reel) page() string {
	first := r.frames[r.start()]
	if data, ok := r.first.Data[mime.TypePNG].(string); ok { // shown also by readers without SVG
		first = card + imageTag(mime.TypePNG, data, r.first.Metadata[mime.TypePNG]) + "</div>"
	}
	var axes []pageAxis
	for _, a := range r.grid {
		axis := pageAxis{Label: a.c.label, Tooltip: a.c.tooltip, Values: a.labels, Start: a.start}
		if play, ok := a.c.kind.(*PlayControl); ok {
			axis.Interval = int(play.interval.Milliseconds())
		}
		axes = append(axes, axis)
	}
	note := fmt.Sprintf("Drawn at %s. Sliders for %s appear if this page may run its script: in a notebook, trust it.", r.at(r.start()), r.names())
	return fmt.Sprintf(`<div class="krigo-frames" data-lm-suppress-shortcuts="true" data-frames="%s">
<div class="krigo-sliders"></div>
<div class="krigo-frame">%s</div>
<p class="krigo-note"><small>%s</small></p>
<script>%s</script>
</div>`, pack(axes, r.frames), first, html.EscapeString(note), framesScript)
}

//go:embed frames.js
var framesScript string

// pageAxis is the script's data about a control.
type pageAxis struct {
	Label   string   `json:"label"`
	Tooltip string   `json:"tooltip"`
	Values  []string `json:"values"`
	Start   int      `json:"start"`
	// Interval is the interval between frames of a control that plays, in milliseconds.
	Interval int `json:"interval,omitempty"`
}

// packed is the data that the script unpacks, followed by the numbers of paths. Lines
// that several frames share, such as those of axes and legends, are stored once.
type packed struct {
	Axes   []pageAxis `json:"axes"`
	Lines  []string   `json:"lines"`
	Frames [][]int    `json:"frames"` // the lines of each
	Across int        `json:"across"` // the number of bytes of the horizontal numbers
}

// pack returns frames as the script unpacks them.
func pack(axes []pageAxis, frames []string) string {
	p := packed{Axes: axes}
	places := map[string]int{}
	var numbers pathNumbers
	for _, f := range frames {
		lines := []int{}
		for line := range strings.SplitAfterSeq(f, "\n") {
			at, known := places[line]
			if !known {
				at = len(p.Lines)
				places[line] = at
				p.Lines = append(p.Lines, numbers.take(line))
			}
			lines = append(lines, at)
		}
		p.Frames = append(p.Frames, lines)
	}
	p.Across = len(numbers.x)
	return deflated(p, numbers.x, numbers.y)
}

// deflated returns a value as a line of JSON and the bytes that follow it, compressed,
// in base64.
func deflated(v any, more ...[]byte) string {
	var data bytes.Buffer
	z, _ := zlib.NewWriterLevel(&data, zlib.BestCompression) // a level that there is
	e := json.NewEncoder(z)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // texts and numbers, into memory
	for _, part := range more {
		_ = z.Flush() // different kinds of numbers are coded separately
		_, _ = z.Write(part)
	}
	_ = z.Close()
	return base64.StdEncoding.EncodeToString(data.Bytes())
}

func packedSize(frames []string) int { return len(pack(nil, frames)) }
