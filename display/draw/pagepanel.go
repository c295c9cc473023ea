package draw

import (
	"fmt"
	"html"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// pagePanel is a panel of a drawing for pages: a group with three others, of the axes' marks, of what
// stands next to them, and of the data. The page's script reads values from it, and magnifies the
// data: data-panel has the sides of the data area (left, top, right and bottom, in units of the
// drawing), the values at the left, right, bottom and top, and the kinds of both axes.
type pagePanel struct {
	data                vg.Rectangle
	inGrid              bool // whether the grid is drawn now
	rest                *pageLayer
	marks, names, layer pageLayer
	tag                 string // of the group
}

// openPanel begins a panel with a data area, the names of its axes and the keys of its figure.
func (s *pageSVG) openPanel(p *Panel, data vg.Rectangle, xname, yname string, keys []Key) {
	s.endRim()
	left, top := s.state.at(vg.Point{X: data.Min.X, Y: data.Max.Y})
	right, bottom := s.state.at(vg.Point{X: data.Max.X, Y: data.Min.Y})
	x, y := scaleOf(&p.X), scaleOf(&p.Y)
	name := func(text string) string { return html.EscapeString(strings.ReplaceAll(text, "\n", " ")) }
	s.panel = &pagePanel{data: data, rest: s.layer}
	s.panel.layer.keys = namesByStyle(keys)
	s.panel.tag = fmt.Sprintf(`<g class="panel" data-panel="%s %s %s %s %s %s %s %s" data-x="%s" data-y="%s">`,
		units(left), units(top), units(right), units(bottom), x.ends(), y.ends(), x.kind, y.kind, name(xname), name(yname))
}

// closePanel writes the panel.
func (s *pageSVG) closePanel() {
	s.endRim()
	p := s.panel
	s.panel = nil
	p.rest.end()
	fmt.Fprintf(&p.rest.done, "%s\n<g>\n%s</g>\n<g>\n%s</g>\n<g>\n%s</g>\n</g>\n", p.tag, p.marks.written(), p.names.written(), p.layer.written())
}

// to returns the layer in which a path is drawn.
func (s *pageSVG) to(p vg.Path) *pageLayer {
	if s.panel == nil {
		return s.layer
	}
	inf := vg.Length(math.Inf(1))
	box := vg.Rectangle{Min: vg.Point{X: inf, Y: inf}, Max: vg.Point{X: -inf, Y: -inf}}
	for _, part := range p {
		if part.Type != vg.CloseComp {
			box.Min.X, box.Min.Y = min(box.Min.X, part.Pos.X-part.Radius), min(box.Min.Y, part.Pos.Y-part.Radius)
			box.Max.X, box.Max.Y = max(box.Max.X, part.Pos.X+part.Radius), max(box.Max.Y, part.Pos.Y+part.Radius)
		}
	}
	d := s.panel.data
	inside := box.Max.X > d.Min.X-hair && box.Min.X < d.Max.X+hair && box.Max.Y > d.Min.Y-hair && box.Min.Y < d.Max.Y+hair
	switch {
	case inside && !s.panel.inGrid:
		return &s.panel.layer
	case box.Min.X > d.Max.X+hair:
		return &s.panel.names
	}
	return &s.panel.marks
}

// at returns the layer in which text of a size, or a picture, is drawn.
func (s *pageSVG) at(pt vg.Point, size vg.Length) *pageLayer {
	if s.panel == nil {
		return s.layer
	}
	d := s.panel.data
	switch {
	case pt.X > d.Min.X && pt.X < d.Max.X && pt.Y > d.Min.Y && pt.Y < d.Max.Y:
		return &s.panel.layer
	case size <= tickSize && pt.X < d.Max.X+hair:
		return &s.panel.marks
	}
	return &s.panel.names
}

// axisScale says which values an axis has at its ends, and their kind: n for numbers, l for decimal
// logarithms, t for seconds since 1970, c for names.
type axisScale struct {
	low, high float64
	kind      string
}

// ends writes the values at the ends.
func (s axisScale) ends() string { return fmt.Sprint(s.low, s.high) }

func scaleOf(a *plot.Axis) axisScale {
	s := axisScale{a.Min, a.Max, "n"}
	ticker := a.Tick.Marker
	if inner, ok := ticker.(spaced); ok {
		ticker = inner.Ticker
	}
	switch t := ticker.(type) {
	case log10Ticks:
		s.kind = "l"
	case TimeTicks:
		s.kind = "t"
	case DownTicks:
		s.low, s.high = t.Last+1-a.Min, t.Last+1-a.Max
	case plot.ConstantTicks:
		s.kind = "c"
	}
	switch a.Scale.(type) {
	case plot.LinearScale:
	case plot.LogScale:
		s = axisScale{Log10(a.Min), Log10(a.Max), "l"}
	default:
		s.kind = "c"
	}
	if !finite(s.low, s.high) {
		return axisScale{0, 1, "c"}
	}
	return s
}

// namesByStyle returns the names of keys by the attributes of what is drawn as they are; what two
// keys of different names have is left out.
func namesByStyle(keys []Key) map[string]string {
	names := map[string]string{}
	add := func(style, name string) {
		if other, ok := names[style]; ok && other != name {
			name = ""
		}
		names[style] = name
	}
	for _, k := range keys {
		canvas := newPageSVG(0, 0)
		switch {
		case k.Line.Width > 0:
			canvas.SetColor(k.Line.Color)
			canvas.SetLineWidth(k.Line.Width)
			canvas.SetLineDash(k.Line.Dashes, k.Line.DashOffs)
			add(canvas.strokeStyle(), k.Name)
		case k.Dot != nil:
			add(glyphStyle(*k.Dot), k.Name)
		case len(k.Areas) > 0:
			canvas.SetColor(k.Areas[len(k.Areas)-1])
			add(canvas.paint("fill"), k.Name)
		}
	}
	return names
}

// glyphStyle returns the attributes of a glyph's element.
func glyphStyle(style vgdraw.GlyphStyle) string {
	canvas := newPageSVG(100, 100)
	c := vgdraw.NewCanvas(canvas, 100, 100)
	c.DrawGlyphNoClip(style, vg.Point{X: 50, Y: 50})
	canvas.endRim()
	return canvas.layer.style
}
