package draw

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Rug marks values of x by short lines at the bottom of a panel.
type Rug struct {
	X     []float64
	Style vgdraw.LineStyle
}

// rugHeight is the length of the lines.
const rugHeight = 4 // points

// Plot draws the lines on c.
func (r Rug) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, v := range r.X {
		if at := x(v); finite(v) && c.ContainsX(at) {
			c.StrokeLine2(r.Style, at, c.Min.Y, at, c.Min.Y+vg.Points(rugHeight))
		}
	}
}

// DataRange returns the range of x, and none of y.
func (r Rug) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = Span(r.X)
	return xmin, xmax, math.Inf(1), math.Inf(-1)
}
