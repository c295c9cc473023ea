package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Star is a star of five points, filled, with a white rim.
type Star struct{}

// DrawGlyph draws the star about pt.
func (Star) DrawGlyph(c *vgdraw.Canvas, sty vgdraw.GlyphStyle, pt vg.Point) {
	const inner = 0.45 // radii
	drawRimmed(c, sty, polygon(pt, sty.Radius, inner, 10))
}

// Diamond is a square on its corner, filled, with a white rim.
type Diamond struct{}

// DrawGlyph draws the diamond about pt.
func (Diamond) DrawGlyph(c *vgdraw.Canvas, sty vgdraw.GlyphStyle, pt vg.Point) {
	drawRimmed(c, sty, polygon(pt, sty.Radius, 1, 4))
}

// Rimmed is a circle, filled, with a white rim.
type Rimmed struct{}

// DrawGlyph draws the circle about pt.
func (Rimmed) DrawGlyph(c *vgdraw.Canvas, sty vgdraw.GlyphStyle, pt vg.Point) {
	var circle vg.Path
	circle.Move(pt.Add(vg.Point{X: sty.Radius}))
	circle.Arc(pt, sty.Radius, 0, 2*math.Pi)
	circle.Close()
	drawRimmed(c, sty, circle)
}

// Ring is a circle that is white inside, with a white rim.
type Ring struct{}

// DrawGlyph draws the ring about pt.
func (Ring) DrawGlyph(c *vgdraw.Canvas, sty vgdraw.GlyphStyle, pt vg.Point) {
	Rimmed{}.DrawGlyph(c, sty, pt)
	sty.Color, sty.Radius = color.White, 0.55*sty.Radius
	Rimmed{}.DrawGlyph(c, sty, pt)
}

// polygon has n corners about pt, the first on top; every second one is at
// that part of the radius.
func polygon(pt vg.Point, radius, second vg.Length, n int) vg.Path {
	var p vg.Path
	for i := range n {
		r := radius
		if i%2 == 1 {
			r *= second
		}
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		corner := pt.Add(vg.Point{X: r * vg.Length(sin), Y: r * vg.Length(cos)})
		if i == 0 {
			p.Move(corner)
		} else {
			p.Line(corner)
		}
	}
	p.Close()
	return p
}

// drawRimmed fills a path over a white line around it.
func drawRimmed(c *vgdraw.Canvas, sty vgdraw.GlyphStyle, p vg.Path) {
	c.SetLineStyle(Stroke(color.White, 2))
	c.Stroke(p)
	c.SetColor(sty.Color)
	c.Fill(p)
}

// Halo returns the style of a wider white line below a curve, which sets it off from
// any ground.
func Halo(style vgdraw.LineStyle) vgdraw.LineStyle {
	return Stroke(color.White, style.Width.Points()+1.8)
}
