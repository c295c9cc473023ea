package display

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// boxes are filled rectangles: box i covers [x0_i, x1_i] × [y0_i, y1_i].
type boxes struct {
	x0, x1, y0, y1 []float64
	color          color.Color
}

func (b *boxes) add(x0, x1, y0, y1 float64) {
	b.x0, b.x1 = append(b.x0, x0), append(b.x1, x1)
	b.y0, b.y1 = append(b.y0, y0), append(b.y1, y1)
}

func (b *boxes) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i := range b.x0 {
		left, right := snap(x(b.x0[i])), snap(x(b.x1[i]))
		low, high := snap(y(b.y0[i])), snap(y(b.y1[i]))
		corners := []vg.Point{{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}}
		c.FillPolygon(b.color, c.ClipPolygonXY(corners))
	}
}

// leaveHeadroom adds a twentieth of an axis that starts at 0 to its end.
func leaveHeadroom(a *plot.Axis) {
	a.Min, a.Max = 0, a.Max+a.Max/20
}

func (b *boxes) DataRange() (xmin, xmax, ymin, ymax float64) {
	left, right := span(b.x0)
	low, high := span(b.y0)
	left2, right2 := span(b.x1)
	low2, high2 := span(b.y1)
	return min(left, left2), max(right, right2), min(low, low2), max(high, high2)
}
