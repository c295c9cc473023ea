package draw

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Dots are points, drawn as glyphs. X and Y have the same length.
type Dots struct {
	X, Y  []float64
	Style vgdraw.GlyphStyle
	// Rows are the numbers of the points' rows of data, or nil. Pages show them.
	Rows []int
}

// Numbered returns the dots with the rows 0, 1, ….
func (d Dots) Numbered() Dots {
	d.Rows = make([]int, len(d.X))
	for i := range d.Rows {
		d.Rows[i] = i
	}
	return d
}

// Plot draws the points on c.
func (d Dots) Plot(c vgdraw.Canvas, p *plot.Plot) {
	if canvas, ok := innermost(c).(pngCanvas); ok && len(d.X) > cloudFrom && d.isCircles() {
		d.plotCloud(canvas.pixels, c, p)
		return
	}
	x, y := p.Transforms(&c)
	page := pageCanvas(c)
	if page != nil && page.narrow && len(d.X) > cloudFrom {
		d = d.ordered()
	}
	for i := range d.X {
		at := vg.Point{X: x(d.X[i]), Y: y(d.Y[i])}
		if !finite(d.X[i], d.Y[i]) || !c.Contains(at) {
			continue
		}
		if page == nil {
			c.DrawGlyphNoClip(d.Style, at)
			continue
		}
		if d.Rows != nil {
			page.row = &d.Rows[i]
		}
		c.DrawGlyphNoClip(d.Style, at)
		page.endRim() // of this row
		page.row = nil
	}
}

// ordered returns the dots from left to right, without rows, which takes less space.
func (d Dots) ordered() Dots {
	order := make([]int, len(d.X))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d.X[i], d.X[j]) })
	out := Dots{Style: d.Style}
	for _, i := range order {
		out.X, out.Y = append(out.X, d.X[i]), append(out.Y, d.Y[i])
	}
	return out
}

func (d Dots) isCircles() bool {
	_, ok := d.Style.Shape.(vgdraw.CircleGlyph)
	return ok
}

// Between returns the dots whose x is in [lo, hi].
func (d Dots) Between(lo, hi float64) Dots {
	out := Dots{Style: d.Style}
	for i, x := range d.X {
		if lo <= x && x <= hi {
			if d.Rows != nil {
				out.Rows = append(out.Rows, d.Rows[i])
			}
			out.X, out.Y = append(out.X, x), append(out.Y, d.Y[i])
		}
	}
	return out
}

// DataRange returns the range of the finite coordinates.
func (d Dots) DataRange() (xmin, xmax, ymin, ymax float64) {
	return Curve{X: d.X, Y: d.Y}.DataRange()
}

// cloudFrom is the number of points above which they are drawn as a cloud.
const cloudFrom = 500

// DotStyle is for n points of colour c: fewer of them are larger.
func DotStyle(n int, c color.Color) vgdraw.GlyphStyle {
	radius, opacity := 2.2, 0.85
	switch {
	case n > cloudFrom:
		radius, opacity = 1.0, 0.5
	case n > 200:
		radius, opacity = 1.3, 0.7
	}
	return vgdraw.GlyphStyle{Color: Faded(c, opacity), Radius: vg.Points(radius), Shape: vgdraw.CircleGlyph{}}
}

// HollowStyle is for n points drawn as rings.
func HollowStyle(n int) vgdraw.GlyphStyle {
	s := DotStyle(n, InkColor)
	s.Shape = vgdraw.RingGlyph{}
	s.Radius += vg.Points(0.4)
	return s
}
