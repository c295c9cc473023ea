package draw

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// Key is an entry of a figure's legend: a sample of how something is drawn, as a line, a dot,
// areas upon one another or a scale of colours, and its name. Legends are in rows above the
// panels, so they never cover data.
type Key struct {
	Name  string
	Areas []color.Color
	Scale []color.Color
	Line  vgdraw.LineStyle
	Dot   *vgdraw.GlyphStyle

	sample       []recorder.Action // of a plot's legend, at the left of sampleMiddle
	sampleMiddle vg.Length
	style        *text.Style // of a plot's legend; nil is the standard one
}

const (
	swatchWidth = 16.0 // points
	swatchGap   = 4.0
	keyGap      = 14.0
	keyHeight   = 13.0
	// opticalShift sets small letters, not capitals, at the middle of a row.
	opticalShift = 0.8
)

// remark reports whether the key has no sample: see [Panel.Remark].
func (k Key) remark() bool {
	return k.Areas == nil && k.Line.Width == 0 && k.Dot == nil && k.Scale == nil && k.sample == nil
}

// placedKey is a key and the lower left corner of its place.
type placedKey struct {
	Key
	at vg.Point
}

// keyStyle returns the standard style of names.
func keyStyle() text.Style { return textStyle(tickSize, InkColor) }

func (k Key) textStyle() text.Style {
	if k.style != nil {
		return *k.style
	}
	return keyStyle()
}

// placeKeys sets keys in rows from the top left of c and returns them with
// the height taken.
func placeKeys(c vgdraw.Canvas, keys []Key) ([]placedKey, vg.Length) {
	var placed []placedKey
	x, y := c.Min.X, c.Max.Y-keyHeight
	for _, k := range keys {
		style := k.textStyle()
		beside := vg.Length(swatchWidth + swatchGap)
		if k.remark() {
			beside = 0
		}
		k.Name = elide(k.Name, c.Max.X-c.Min.X-beside, style.Width)
		width := beside + style.Width(k.Name)
		if x > c.Min.X && x+width > c.Max.X {
			x, y = c.Min.X, y-keyHeight
		}
		placed = append(placed, placedKey{k, vg.Point{X: x, Y: y}})
		x += width + keyGap
	}
	if len(placed) == 0 {
		return nil, 0
	}
	return placed, c.Max.Y - y
}

func (k placedKey) draw(c vgdraw.Canvas) {
	middle := k.at.Y + keyHeight/2
	left, right := k.at.X, k.at.X+swatchWidth
	for _, area := range k.Areas {
		c.FillPolygon(area, []vg.Point{
			{X: left, Y: middle - 4}, {X: right, Y: middle - 4},
			{X: right, Y: middle + 4}, {X: left, Y: middle + 4},
		})
	}
	step := (right - left) / vg.Length(max(len(k.Scale), 1))
	for i, part := range k.Scale {
		at := left + vg.Length(i)*step
		c.FillPolygon(part, []vg.Point{
			{X: at, Y: middle - 4}, {X: at + step, Y: middle - 4},
			{X: at + step, Y: middle + 4}, {X: at, Y: middle + 4},
		})
	}
	if k.Line.Width > 0 {
		c.StrokeLine2(k.Line, left, middle, right, middle)
	}
	if k.Dot != nil {
		c.DrawGlyphNoClip(*k.Dot, vg.Point{X: (left + right) / 2, Y: middle})
	}
	if k.sample != nil {
		c.Push()
		c.Translate(vg.Point{X: left, Y: middle - k.sampleMiddle})
		for _, action := range k.sample {
			action.ApplyTo(c)
		}
		c.Pop()
	}
	style := k.textStyle()
	style.YAlign = vgdraw.YCenter
	if right += swatchGap; k.remark() {
		right = left
	}
	c.FillText(style, vg.Point{X: right, Y: middle + opticalShift}, k.Name)
}
