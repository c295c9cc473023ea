package drawtest

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// canvas is a vg.Canvas that keeps where texts and shapes are drawn.
type canvas struct {
	state  state
	stack  []state
	color  color.NRGBA
	texts  []textBox
	shapes []shape
}

// state is the transform: it takes (x, y) to (a·x + c·y + e, b·x + d·y + f).
type state struct {
	a, b, c, d, e, f float64
	width            vg.Length
}

// textBox is a text that was drawn, and the box of its letters.
type textBox struct {
	text   string
	color  color.NRGBA
	box    vg.Rectangle
	before int // shapes drawn before it
}

// shape is a path that was filled or stroked, and the box around its points.
type shape struct {
	color  color.NRGBA
	box    vg.Rectangle
	filled bool
}

func newCanvas() *canvas {
	c := &canvas{state: state{a: 1, d: 1}}
	vg.Initialize(c)
	return c
}

func (c *canvas) SetLineWidth(w vg.Length)                { c.state.width = w }
func (c *canvas) SetLineDash([]vg.Length, vg.Length)      {}
func (c *canvas) Push()                                   { c.stack = append(c.stack, c.state) }
func (c *canvas) DrawImage(r vg.Rectangle, _ image.Image) { c.keep(c.boxOf(corners(r)), true) }

func (c *canvas) Pop() {
	last := len(c.stack) - 1
	c.state, c.stack = c.stack[last], c.stack[:last]
}

func (c *canvas) SetColor(clr color.Color) {
	if clr == nil {
		clr = color.Black
	}
	c.color = color.NRGBAModel.Convert(clr).(color.NRGBA)
}

func (c *canvas) Rotate(rad float64) {
	sin, cos := math.Sincos(rad)
	t := c.state
	c.state.a, c.state.b = t.a*cos+t.c*sin, t.b*cos+t.d*sin
	c.state.c, c.state.d = t.c*cos-t.a*sin, t.d*cos-t.b*sin
}

func (c *canvas) Translate(pt vg.Point) {
	at := c.at(pt)
	c.state.e, c.state.f = float64(at.X), float64(at.Y)
}

func (c *canvas) Scale(x, y float64) {
	c.state.a, c.state.b = c.state.a*x, c.state.b*x
	c.state.c, c.state.d = c.state.c*y, c.state.d*y
}

func (c *canvas) Stroke(p vg.Path) {
	if c.state.width > 0 {
		c.keep(c.boxOf(points(p)), false)
	}
}

func (c *canvas) Fill(p vg.Path) { c.keep(c.boxOf(points(p)), true) }

func (c *canvas) keep(box vg.Rectangle, filled bool) {
	c.shapes = append(c.shapes, shape{color: c.color, box: box, filled: filled})
}

// The letters of Liberation Sans reach from a fifth of the size below the
// baseline to three quarters above it.
const (
	letterDepth  = 0.2
	letterHeight = 0.75
)

func (c *canvas) FillString(face font.Face, pt vg.Point, s string) {
	size := face.Font.Size
	box := vg.Rectangle{
		Min: vg.Point{X: pt.X, Y: pt.Y - letterDepth*size},
		Max: vg.Point{X: pt.X + face.Width(s), Y: pt.Y + letterHeight*size},
	}
	c.texts = append(c.texts, textBox{text: s, color: c.color, box: c.boxOf(corners(box)), before: len(c.shapes)})
}

// at transforms a point.
func (c *canvas) at(p vg.Point) vg.Point {
	x, y, t := float64(p.X), float64(p.Y), c.state
	return vg.Point{X: vg.Length(t.a*x + t.c*y + t.e), Y: vg.Length(t.b*x + t.d*y + t.f)}
}

// boxOf returns the box around points, transformed.
func (c *canvas) boxOf(points []vg.Point) vg.Rectangle {
	inf := vg.Length(math.Inf(1))
	r := vg.Rectangle{Min: vg.Point{X: inf, Y: inf}, Max: vg.Point{X: -inf, Y: -inf}}
	for _, p := range points {
		at := c.at(p)
		r.Min.X, r.Min.Y = min(r.Min.X, at.X), min(r.Min.Y, at.Y)
		r.Max.X, r.Max.Y = max(r.Max.X, at.X), max(r.Max.Y, at.Y)
	}
	return r
}

func corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}
}

// points lists the ends of a path's parts; of an arc, the corners of its circle.
func points(p vg.Path) []vg.Point {
	var out []vg.Point
	for _, part := range p {
		switch part.Type {
		case vg.CloseComp:
		case vg.ArcComp:
			r := vg.Point{X: part.Radius, Y: part.Radius}
			out = append(out, corners(vg.Rectangle{Min: part.Pos.Sub(r), Max: part.Pos.Add(r)})...)
		default:
			out = append(out, part.Pos)
		}
	}
	return out
}
