package draw

import (
	"math"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// superscripts and subscripts map the small digits and signs of Unicode to
// those that are drawn for them in a smaller size. Liberation Sans has only
// some of them, and those spaced badly.
var (
	superscripts = map[rune]rune{
		'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6',
		'⁷': '7', '⁸': '8', '⁹': '9', '⁻': '−', '⁺': '+',
	}
	subscripts = map[rune]rune{
		'₀': '0', '₁': '1', '₂': '2', '₃': '3', '₄': '4', '₅': '5', '₆': '6',
		'₇': '7', '₈': '8', '₉': '9', '₋': '−', '₊': '+',
	}
)

const (
	smallSize    = 0.72  // size of super- and subscripts, relative to their text
	raisedShift  = 0.34  // height of a superscript's baseline, in sizes of its text
	loweredShift = -0.16 // height of a subscript's
)

// scriptText draws plain text with all super- and subscript digits of Unicode.
type scriptText struct{ text.Plain }

// run is a part of a line at one height; shift is 0 for text of full size.
type run struct {
	text  string
	shift float64
}

func runs(line string) []run {
	var out []run
	for _, r := range line {
		shift := 0.0
		if full, ok := superscripts[r]; ok {
			r, shift = full, raisedShift
		} else if full, ok := subscripts[r]; ok {
			r, shift = full, loweredShift
		}
		if n := len(out); n == 0 || out[n-1].shift != shift {
			out = append(out, run{shift: shift})
		}
		out[len(out)-1].text += string(r)
	}
	return out
}

func (h scriptText) face(fnt font.Font, r run) font.Face {
	size := fnt.Size
	if r.shift != 0 {
		size *= smallSize
	}
	return h.Fonts.Lookup(fnt, size)
}

// Box returns the width of a line and its extent above and below the
// baseline.
func (h scriptText) Box(line string, fnt font.Font) (width, height, depth vg.Length) {
	for _, r := range runs(line) {
		face := h.face(fnt, r)
		width += face.Width(r.text)
	}
	ext := h.Extents(fnt)
	return width, ext.Ascent, ext.Descent
}

// Draw renders txt at pt in the given style.
func (h scriptText) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	if strings.TrimSpace(txt) == "" {
		return
	}
	c.SetColor(sty.Color)
	c.Push()
	defer c.Pop()
	c.Rotate(sty.Rotation)
	sin, cos := math.Sincos(sty.Rotation)
	pt.X, pt.Y = pt.Y*vg.Length(sin)+pt.X*vg.Length(cos), pt.Y*vg.Length(cos)-pt.X*vg.Length(sin)

	lines := h.Lines(txt)
	pt.Y += sty.Height(txt)*vg.Length(sty.YAlign) - h.Extents(sty.Font).Ascent
	for i, line := range lines {
		width, _, _ := h.Box(line, sty.Font)
		at := pt.Add(vg.Point{X: vg.Length(sty.XAlign) * width, Y: vg.Length(len(lines)-i) * sty.Font.Size})
		h.drawLine(c, line, sty.Font, at)
	}
}

func (h scriptText) drawLine(c vg.Canvas, line string, fnt font.Font, at vg.Point) {
	for _, r := range runs(line) {
		face := h.face(fnt, r)
		c.FillString(face, at.Add(vg.Point{Y: vg.Length(r.shift) * fnt.Size}), r.text)
		at.X += face.Width(r.text)
	}
}

// wrap breaks s at spaces so that no line is wider than most, unless a word is.
func wrap(s string, most vg.Length, width func(string) vg.Length) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && width(longer) > most {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return strings.Join(append(lines, line), "\n")
}

// elide cuts s so that it is not wider than most, with an ellipsis at its end.
func elide(s string, most vg.Length, width func(string) vg.Length) string {
	if width(s) <= most {
		return s
	}
	runes := []rune(s)
	for n := len(runes) - 1; n > 0; n-- {
		if cut := strings.TrimSpace(string(runes[:n])) + "…"; width(cut) <= most {
			return cut
		}
	}
	return "…"
}
