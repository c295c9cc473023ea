package draw

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Rectangles are filled with one colour; make them by [Rectangles.Append].
type Rectangles struct {
	Color          color.Color
	x0, x1, y0, y1 []float64
}

// Append adds the rectangle [x0, x1] × [y0, y1].
func (r *Rectangles) Append(x0, x1, y0, y1 float64) {
	r.x0, r.x1 = append(r.x0, x0), append(r.x1, x1)
	r.y0, r.y1 = append(r.y0, y0), append(r.y1, y1)
}

// Plot fills the rectangles on c, with sides on borders between pixels.
func (r *Rectangles) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i := range r.x0 {
		left, right := snap(x(r.x0[i])), snap(x(r.x1[i]))
		low, high := snap(y(r.y0[i])), snap(y(r.y1[i]))
		corners := []vg.Point{{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}}
		c.FillPolygon(r.Color, c.ClipPolygonXY(corners))
	}
}

// DataRange returns the range that the rectangles cover.
func (r *Rectangles) DataRange() (xmin, xmax, ymin, ymax float64) {
	left, right := Span(r.x0)
	low, high := Span(r.y0)
	left2, right2 := Span(r.x1)
	low2, high2 := Span(r.y1)
	return min(left, left2), max(right, right2), min(low, low2), max(high, high2)
}
