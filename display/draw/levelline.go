package draw

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// LevelLine is where values on a grid equal a level: Values[j][i] stands at (X_i, Y_j). Grids
// ascend and have at least two points.
type LevelLine struct {
	X, Y   []float64
	Values [][]float64
	Level  float64
	Style  vgdraw.LineStyle
}

// Plot draws the lines on c.
func (l LevelLine) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	gx, gy, values := l.X, l.Y, l.Values
	for range gridFineness {
		gx, gy, values = halved(gx), halved(gy), refined(values)
	}
	at := func(v gridPoint) vg.Point { return vg.Point{X: x(alongGrid(gx, v.x)), Y: y(alongGrid(gy, v.y))} }
	for _, line := range outlineBelow(values, l.Level).lines {
		c.StrokeLines(l.Style, c.ClipLinesXY(simplify(places(line, at), tolerance(c)))...)
	}
}

// DataRange returns the range of the grid.
func (l LevelLine) DataRange() (xmin, xmax, ymin, ymax float64) {
	return l.X[0], l.X[len(l.X)-1], l.Y[0], l.Y[len(l.Y)-1]
}
