package draw

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Band is the area between Lower and Upper, which are as long as X.
type Band struct {
	X, Lower, Upper []float64
	Color           color.Color
}

// Plot fills the area on c.
func (b Band) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	lower, upper := make([]vg.Point, len(b.X)), make([]vg.Point, len(b.X))
	for i := range b.X {
		lower[i] = vg.Point{X: x(b.X[i]), Y: y(b.Lower[i])}
		upper[len(b.X)-1-i] = vg.Point{X: x(b.X[i]), Y: y(b.Upper[i])}
	}
	c.FillPolygon(b.Color, c.ClipPolygonXY(append(simplify(lower, tolerance(c)), simplify(upper, tolerance(c))...)))
}

// DataRange returns the range of the area.
func (b Band) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = Span(b.X)
	ymin, _ = Span(b.Lower)
	_, ymax = Span(b.Upper)
	return xmin, xmax, ymin, ymax
}
