package draw

import (
	"image"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// ColorBar shows at the right of a panel the numbers of the colours of a map: Colors,
// dark to light, divide [Min, Max] into equal parts.
type ColorBar struct {
	Min, Max float64
	Colors   []color.Color
	// Labels, where there are some, stand between the colours instead of numbers: one less than colours.
	Labels []string
}

// SetColorBar draws the bar at the right of the panel.
func (p *Panel) SetColorBar(b ColorBar) {
	p.bar = &b
	p.Add(b)
}

// barArea returns the area of the bar next to the data.
func (p *Panel) barArea(data vg.Rectangle) vg.Rectangle {
	if p.bar == nil {
		return vg.Rectangle{}
	}
	return vg.Rectangle{
		Min: vg.Point{X: data.Max.X + barGap, Y: data.Min.Y},
		Max: vg.Point{X: data.Max.X + barGap + barWidth, Y: data.Max.Y},
	}
}

const (
	barGap   = 6.0 // points between the data area and the bar
	barWidth = 9.0
)

// Of returns the colour of v, that of the nearer end outside the range.
func (b ColorBar) Of(v float64) color.Color { return b.Colors[b.index(v)] }

func (b ColorBar) index(v float64) int {
	if !(b.Max > b.Min) {
		return 0
	}
	at := (v - b.Min) / (b.Max - b.Min) * float64(len(b.Colors))
	return max(0, min(int(at), len(b.Colors)-1))
}

// Plot draws the bar next to the data area c.
func (b ColorBar) Plot(c vgdraw.Canvas, _ *plot.Plot) {
	left, height := c.Max.X+barGap, c.Max.Y-c.Min.Y
	bar := vg.Rectangle{Min: vg.Point{X: left, Y: c.Min.Y}, Max: vg.Point{X: left + barWidth, Y: c.Max.Y}}
	if page := pageCanvas(c); page != nil && b.isOpaque() {
		page.DrawImage(bar, b.image())
	} else {
		b.fill(c, bar)
	}
	style := b.style()
	for _, t := range b.ticks(height) {
		y := c.Min.Y + height*vg.Length(b.norm(t.Value))
		c.FillText(style, vg.Point{X: left + barWidth + 3, Y: y}, t.Label)
	}
}

// fill draws the colours in an area.
func (b ColorBar) fill(c vgdraw.Canvas, bar vg.Rectangle) {
	height, n := bar.Size().Y, vg.Length(len(b.Colors))
	for i, shade := range b.Colors {
		low, high := snap(bar.Min.Y+height*vg.Length(i)/n), snap(bar.Min.Y+height*vg.Length(i+1)/n)
		c.FillPolygon(shade, []vg.Point{{X: bar.Min.X, Y: low}, {X: bar.Max.X, Y: low}, {X: bar.Max.X, Y: high}, {X: bar.Min.X, Y: high}})
	}
}

// isOpaque reports whether the ground is not seen through the colours, which are then the same on every page.
func (b ColorBar) isOpaque() bool {
	return !slices.ContainsFunc(b.Colors, func(c color.Color) bool {
		_, _, _, alpha := c.RGBA()
		return alpha < 0xFFFF
	})
}

// image returns the colours as a column of pixels, the last one on top.
func (b ColorBar) image() image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 1, len(b.Colors)))
	for i, shade := range b.Colors {
		img.Set(0, len(b.Colors)-1-i, shade)
	}
	return img
}

func (b ColorBar) style() vgdraw.TextStyle {
	style := textStyle(tickSize, MutedColor)
	style.YAlign = vgdraw.YCenter
	return style
}

func (b ColorBar) norm(v float64) float64 {
	if !(b.Max > b.Min) {
		return 0.5
	}
	return (v - b.Min) / (b.Max - b.Min)
}

// ticks returns the labelled marks on a bar of the given height.
func (b ColorBar) ticks(height vg.Length) []plot.Tick {
	var a plot.Axis
	size := func(plot.Tick) vg.Length { return tickSize * 1.1 }
	if b.Labels != nil {
		var ticks plot.ConstantTicks
		for i, label := range b.Labels {
			ticks = append(ticks, plot.Tick{Value: b.Min + (b.Max-b.Min)*float64(i+1)/float64(len(b.Colors)), Label: label})
		}
		a.Min, a.Max, a.Scale = b.Min, b.Max, plot.LinearScale{}
		return labelledIn(&a, spaced{ticks, func(pair []plot.Tick) bool { return haveRoom(&a, pair, height, size) }})
	}
	if !FiniteRange(b.Min, b.Max) {
		return []plot.Tick{{Value: b.Min, Label: Value(b.Min)}}
	}
	a.Min, a.Max, a.Scale, a.Tick.Marker = b.Min, b.Max, plot.LinearScale{}, Ticks{}
	return labelledIn(&a, thinned(&a, height, size))
}

// GlyphBoxes reserve the bar's place at the right of the data area.
func (b ColorBar) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	const tallest = 1000 // points: all labels that any height has room for
	width := vg.Length(0)
	for _, t := range b.ticks(tallest) {
		width = max(width, b.style().Width(t.Label))
	}
	return []plot.GlyphBox{{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: barGap + barWidth + 3 + width}}}}
}
