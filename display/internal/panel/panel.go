// Package panel draws the small pictures that change while something runs: a state, a
// bar, curves. They are SVG inside HTML, of text in the reader's own font and colour,
// so that they take a few kB and fit light and dark pages. There are no scripts.
package panel

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"
)

// State is a word for a state, and its colour. White text on each of them has a
// contrast of at least 4.5, and each of at least 3 to white and to black pages; the
// word has the meaning of the colour.
type State struct{ Word, Color string }

// The colours of states.
const (
	Busy    = "#0072B2"
	Good    = "#007A5A"
	Caution = "#A65300"
	Bad     = "#BF3126"
)

// Picture is a drawing under way.
type Picture struct {
	b             strings.Builder
	width, height float64
}

// New begins a picture of a size in CSS pixels; label describes it for readers who
// cannot see it.
func New(width, height float64, label string) *Picture {
	p := &Picture{width: width, height: height}
	fmt.Fprintf(&p.b, `<svg viewBox="0 0 %s %s" width="%[1]s" height="%s" style="max-width:100%%;height:auto" role="img" aria-label="%s" `+
		`fill="currentColor" font-family="system-ui,sans-serif" font-size="12">`, number(width), number(height), html.EscapeString(label))
	return p
}

// HTML ends the picture.
func (p *Picture) HTML() string { return p.b.String() + "</svg>" }

// Text styles, as attributes.
const (
	Plain  = ``
	Strong = ` font-weight="600"`
	Faint  = ` opacity=".7"`
	Small  = ` font-size="10" opacity=".7"`
	Right  = ` text-anchor="end"`
)

// Text writes at a baseline. A title, if not empty, is shown as a tooltip.
func (p *Picture) Text(x, y float64, text, style, title string) {
	fmt.Fprintf(&p.b, `<text x="%s" y="%s"%s>%s`, number(x), number(y), style, html.EscapeString(text))
	if title != "" {
		fmt.Fprintf(&p.b, `<title>%s</title>`, html.EscapeString(title))
	}
	p.b.WriteString(`</text>`)
}

// chipHeight is the height of a chip.
const chipHeight = 20

// Chip draws a state as a badge, its top left corner at (x, y), and returns its
// width.
func (p *Picture) Chip(x, y float64, s State) float64 {
	width := 16 + 7.4*float64(utf8.RuneCountInString(s.Word))
	fmt.Fprintf(&p.b, `<rect x="%s" y="%s" width="%s" height="%d" rx="4" fill="%s"/>`, number(x), number(y), number(width), chipHeight, s.Color)
	fmt.Fprintf(&p.b, `<text x="%s" y="%s" fill="#fff" font-weight="600" text-anchor="middle">%s</text>`,
		number(x+width/2), number(y+14.5), html.EscapeString(s.Word))
	return width
}

// Bar draws how much is done, a part in [0, 1].
func (p *Picture) Bar(x, y, width, part float64) {
	const height = 6
	part = math.Max(0, math.Min(1, part))
	fmt.Fprintf(&p.b, `<rect x="%s" y="%s" width="%s" height="%d" rx="3" opacity=".18"/>`, number(x), number(y), number(width), height)
	if part > 0 {
		fmt.Fprintf(&p.b, `<rect x="%s" y="%s" width="%s" height="%d" rx="3" fill="%s"/>`,
			number(x), number(y), number(math.Max(height, part*width)), height, Busy)
	}
}

// Box is where a curve is drawn.
type Box struct{ X, Y, Width, Height float64 }

// Curve draws values at equal distances over the whole box, between lo and hi,
// above a line that is its ground. Values that are not finite are gaps; the last
// one that is has a dot.
func (p *Picture) Curve(box Box, values []float64, lo, hi float64, color string) {
	fmt.Fprintf(&p.b, `<path d="M%s %sh%s" stroke="currentColor" opacity=".25"/>`, number(box.X), number(box.Y+box.Height), number(box.Width))
	if !(hi > lo) {
		lo, hi = lo-1, hi+1
	}
	var path strings.Builder
	var x, y float64
	begun, drawn := false, false
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			begun = false
			continue
		}
		x = box.X
		if len(values) > 1 {
			x += box.Width * float64(i) / float64(len(values)-1)
		}
		y = box.Y + box.Height*(hi-math.Max(lo, math.Min(hi, v)))/(hi-lo)
		command := "L"
		if !begun {
			command = "M"
		}
		begun, drawn = true, true
		fmt.Fprintf(&path, "%s%s %s", command, number(x), number(y))
	}
	if drawn {
		fmt.Fprintf(&p.b, `<path d="%s" fill="none" stroke="%s" stroke-width="1.6" stroke-linejoin="round"/>`, path.String(), color)
		fmt.Fprintf(&p.b, `<circle cx="%s" cy="%s" r="2.6" fill="%s"/>`, number(x), number(y), color)
	}
}

// number writes a length in tenths of a pixel.
func number(v float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
}
