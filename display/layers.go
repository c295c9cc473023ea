package display

import (
	"image/color"
	"math"
	"slices"

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
			c.StrokeLines(l.style, c.ClipLinesXY(simplify(thin(part)))...)
			part = nil
			continue
		}
		part = append(part, vg.Point{X: x(l.x[i]), Y: y(l.y[i])})
	}
	c.StrokeLines(l.style, c.ClipLinesXY(simplify(thin(part)))...)
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

// simplify leaves out points that lie within a twentieth of a point of the
// line through their neighbours that are kept (the method of Ramer, 1972, and
// Douglas and Peucker, 1973).
func simplify(path []vg.Point) []vg.Point {
	const tolerance = 0.05
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
	head := simplify(path[:at+1])
	return append(head[:len(head)-1:len(head)-1], simplify(path[at:])...)
}

// offLine is the distance of p from the line through a and b.
func offLine(p, a, b vg.Point) vg.Length {
	ab, ap := b.Sub(a), p.Sub(a)
	length := vg.Length(math.Hypot(float64(ab.X), float64(ab.Y)))
	if length == 0 {
		return vg.Length(math.Hypot(float64(ap.X), float64(ap.Y)))
	}
	return vg.Length(math.Abs(float64(ab.X*ap.Y-ab.Y*ap.X))) / length
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
	lower, upper := make([]vg.Point, len(b.x)), make([]vg.Point, len(b.x))
	for i := range b.x {
		lower[i] = vg.Point{X: x(b.x[i]), Y: y(b.lower[i])}
		upper[len(b.x)-1-i] = vg.Point{X: x(b.x[i]), Y: y(b.upper[i])}
	}
	c.FillPolygon(b.color, c.ClipPolygonXY(append(simplify(lower), simplify(upper)...)))
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

// between returns the dots whose x lies in [lo, hi].
func (d dots) between(lo, hi float64) dots {
	out := dots{style: d.style}
	for i, x := range d.x {
		if lo <= x && x <= hi {
			out.x, out.y = append(out.x, x), append(out.y, d.y[i])
		}
	}
	return out
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

// widen adds a twentieth of its range to both ends of a linear axis.
func widen(a *plot.Axis) {
	if finiteRange(a.Min, a.Max) {
		edge := (a.Max - a.Min) / 20
		a.Min, a.Max = a.Min-edge, a.Max+edge
	}
}

// setLog marks an axis of decimal logarithms by what they are logarithms of.
// (gonum's own logarithmic scale misplaces the axis's label.)
func setLog(a *plot.Axis) {
	a.Tick.Marker = plot.TickerFunc(func(min, max float64) []plot.Tick {
		ticks := LogTicks{}.Ticks(math.Pow(10, min), math.Pow(10, max))
		for i := range ticks {
			ticks[i].Value = math.Log10(ticks[i].Value)
		}
		return ticks
	})
	widen(a)
}

// log10 returns the decimal logarithm of v, or NaN where it has none.
func log10(v float64) float64 {
	if v > 0 {
		return math.Log10(v)
	}
	return math.NaN()
}

// hollowStyle draws n points as rings.
func hollowStyle(n int) draw.GlyphStyle {
	s := dotStyle(n, inkColor)
	s.Shape = draw.RingGlyph{}
	s.Radius += vg.Points(0.4)
	return s
}
