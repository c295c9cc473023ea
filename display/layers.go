package display

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// panel is one plot of a figure and the keys that its layers add to the
// figure's legend.
type panel struct {
	*plot.Plot
	keys []key
}

func newPanel() *panel { return &panel{Plot: NewPlot()} }

// curve is a line through points, broken where a coordinate is not finite.
type curve struct {
	x, y  []float64
	style draw.LineStyle
}

func (l curve) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var part []vg.Point
	for i := range l.x {
		if !finite(l.x[i], l.y[i]) {
			c.StrokeLines(l.style, c.ClipLinesXY(part)...)
			part = nil
			continue
		}
		part = append(part, vg.Point{X: x(l.x[i]), Y: y(l.y[i])})
	}
	c.StrokeLines(l.style, c.ClipLinesXY(part)...)
}

func (l curve) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = span(l.x)
	ymin, ymax = span(l.y)
	return xmin, xmax, ymin, ymax
}

// band is the area between lower and upper.
type band struct {
	x, lower, upper []float64
	color           color.Color
}

func (b band) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	n := len(b.x)
	outline := make([]vg.Point, 2*n)
	for i := range b.x {
		outline[i] = vg.Point{X: x(b.x[i]), Y: y(b.lower[i])}
		outline[2*n-1-i] = vg.Point{X: x(b.x[i]), Y: y(b.upper[i])}
	}
	c.FillPolygon(b.color, c.ClipPolygonXY(outline))
}

func (b band) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = span(b.x)
	ymin, _ = span(b.lower)
	_, ymax = span(b.upper)
	return xmin, xmax, ymin, ymax
}

// dots are points, drawn as glyphs.
type dots struct {
	x, y  []float64
	style draw.GlyphStyle
}

func (d dots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i := range d.x {
		if finite(d.x[i], d.y[i]) {
			c.DrawGlyph(d.style, vg.Point{X: x(d.x[i]), Y: y(d.y[i])})
		}
	}
}

func (d dots) DataRange() (xmin, xmax, ymin, ymax float64) {
	return curve{x: d.x, y: d.y}.DataRange()
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// span returns the least and the greatest finite value, or +Inf and -Inf.
func span(v []float64) (least, greatest float64) {
	least, greatest = math.Inf(1), math.Inf(-1)
	for _, a := range v {
		if finite(a) {
			least, greatest = min(least, a), max(greatest, a)
		}
	}
	return least, greatest
}

func stroke(c color.Color, width float64, dashes ...float64) draw.LineStyle {
	s := draw.LineStyle{Color: c, Width: vg.Points(width)}
	for _, d := range dashes {
		s.Dashes = append(s.Dashes, vg.Points(d))
	}
	return s
}

// dotStyle draws n points: fewer of them larger.
func dotStyle(n int, c color.Color) draw.GlyphStyle {
	radius, opacity := 2.2, 0.85
	switch {
	case n > 1000:
		radius, opacity = 1.0, 0.5
	case n > 200:
		radius, opacity = 1.3, 0.7
	}
	return draw.GlyphStyle{Color: faded(c, opacity), Radius: vg.Points(radius), Shape: draw.CircleGlyph{}}
}

// setLog makes the axis logarithmic, and is false where its range is not
// positive or empty.
func setLog(a *plot.Axis) bool {
	if a.Min <= 0 || a.Min > a.Max {
		return false
	}
	if a.Min == a.Max {
		a.Min, a.Max = a.Min/2, a.Max*2
	}
	a.Scale = plot.LogScale{}
	a.Tick.Marker = LogTicks{}
	return true
}

// hollowStyle draws n points as rings.
func hollowStyle(n int) draw.GlyphStyle {
	s := dotStyle(n, inkColor)
	s.Shape = draw.RingGlyph{}
	s.Radius += vg.Points(0.4)
	return s
}
