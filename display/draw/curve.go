package draw

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Curve is a line through points, broken where a coordinate is not finite. X
// and Y have the same length.
type Curve struct {
	X, Y  []float64
	Style vgdraw.LineStyle
}

// Plot draws the line on c.
func (l Curve) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var part []vg.Point
	for i := range l.X {
		if !finite(l.X[i], l.Y[i]) {
			c.StrokeLines(l.Style, c.ClipLinesXY(simplify(thin(part), tolerance(c)))...)
			part = nil
			continue
		}
		part = append(part, vg.Point{X: x(l.X[i]), Y: y(l.Y[i])})
	}
	c.StrokeLines(l.Style, c.ClipLinesXY(simplify(thin(part), tolerance(c)))...)
}

// thin keeps of all points that follow one another in a column of a point's
// width the first, the lowest, the highest and the last, which look the same
// (the M4 of Jugel, Jerzak, Hackenbroich and Markl, VLDB 2014).
func thin(path []vg.Point) []vg.Point {
	const few = 1000
	if len(path) <= few {
		return path
	}
	var out []vg.Point
	for start := 0; start < len(path); {
		low, high, end := start, start, start
		for end < len(path) && math.Floor(float64(path[end].X)) == math.Floor(float64(path[start].X)) {
			if path[end].Y < path[low].Y {
				low = end
			}
			if path[end].Y > path[high].Y {
				high = end
			}
			end++
		}
		kept := []int{start, min(low, high), max(low, high), end - 1}
		for _, i := range slices.Compact(kept) {
			out = append(out, path[i])
		}
		start = end
	}
	return out
}

// tolerance returns how far lines on c may be from where they belong, in points: on krigo's pages,
// which hold a figure twice, a fifth or a third of a pixel.
func tolerance(c vgdraw.Canvas) vg.Length {
	page := pageCanvas(c)
	switch {
	case page == nil:
		return 0.05
	case page.narrow:
		return 0.25
	}
	return 0.15
}

// simplify leaves out points that lie within the tolerance of the line through their
// neighbours that are kept (the method of Ramer, 1972, and Douglas and Peucker, 1973).
func simplify(path []vg.Point, tolerance vg.Length) []vg.Point {
	if len(path) < 3 {
		return path
	}
	first, last := path[0], path[len(path)-1]
	far, at := vg.Length(0), 0
	for i, p := range path[1 : len(path)-1] {
		if d := offLine(p, first, last); d > far {
			far, at = d, i+1
		}
	}
	if far <= tolerance {
		return []vg.Point{first, last}
	}
	head := simplify(path[:at+1], tolerance)
	return append(head[:len(head)-1:len(head)-1], simplify(path[at:], tolerance)...)
}

// offLine returns the distance of p from the line through a and b.
func offLine(p, a, b vg.Point) vg.Length {
	ab, ap := b.Sub(a), p.Sub(a)
	length := vg.Length(math.Hypot(float64(ab.X), float64(ab.Y)))
	if length == 0 {
		return vg.Length(math.Hypot(float64(ap.X), float64(ap.Y)))
	}
	return vg.Length(math.Abs(float64(ab.X*ap.Y-ab.Y*ap.X))) / length
}

// DataRange returns the range of the finite coordinates.
func (l Curve) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = Span(l.X)
	ymin, ymax = Span(l.Y)
	return xmin, xmax, ymin, ymax
}
