package draw

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/image/font"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// pageSVG is an svgCanvas for krigo's pages: its colours are variables of the page's style, its text
// is text in the page's font, and circles of one style that follow one another are one path.
type pageSVG struct {
	*svgCanvas
	circles circleRun
}

// circleRun are circles of one style that were not written yet.
type circleRun struct {
	style string // the attributes of their path
	path  strings.Builder
	pen   [2]int // where the pen is
}

func newPageSVG(w, h vg.Length) *pageSVG { return &pageSVG{svgCanvas: newSVG(w, h, "", "")} }

// variables are the names of the variables of figure.css for the colours of figures.
var variables = colorVariables()

func colorVariables() map[[3]uint8]string {
	names := map[[3]uint8]string{
		rgb(InkColor): "ink", rgb(MutedColor): "muted", rgb(gridColor): "grid", rgb(axisColor): "axis", {0xFF, 0xFF, 0xFF}: "ground",
	}
	for i, c := range okabeIto {
		names[rgb(c)] = strconv.Itoa(i)
		names[rgb(Light(c))] = "light-" + strconv.Itoa(i)
	}
	return names
}

func rgb(c color.NRGBA) [3]uint8 { return [3]uint8{c.R, c.G, c.B} }

// paint returns the attribute of a stroke's or a fill's colour.
func (s *pageSVG) paint(name string) string {
	c := s.state.color
	value := fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
	if variable, ok := variables[rgb(c)]; ok {
		value = "var(--figure-" + variable + "," + value + ")"
	}
	return name + `="` + value + `"` + opacity(name, c)
}

func (s *pageSVG) Stroke(p vg.Path) {
	centre, radius, ok := circle(p)
	if !ok || s.state.width <= 0 || len(s.state.dashes) > 0 {
		s.endCircles()
		s.svgCanvas.stroke(p, s.paint("stroke"))
		return
	}
	r := inUnits(radius.Points() * s.state.scale())
	x, y := s.state.at(centre)
	s.add(s.paint("stroke")+` stroke-width="`+units(s.state.width.Points()*s.state.scale())+`"`,
		[2]int{inUnits(x) - r, inUnits(y)}, fmt.Sprintf("a%d %d 0 1 0 %d 0 %d %d 0 1 0-%d 0", r, r, 2*r, r, r, 2*r))
}

func (s *pageSVG) Fill(p vg.Path) {
	centre, radius, ok := circle(p)
	if !ok {
		s.endCircles()
		s.svgCanvas.fill(p, s.paint("fill"))
		return
	}
	// A line of no length with round ends is a disc.
	x, y := s.state.at(centre)
	s.add(s.paint("stroke")+` stroke-width="`+units(2*radius.Points()*s.state.scale())+`" stroke-linecap="round"`,
		[2]int{inUnits(x), inUnits(y)}, "h0")
}

// circle returns the centre and the radius of a path that is one full circle.
func circle(p vg.Path) (centre vg.Point, radius vg.Length, ok bool) {
	if len(p) < 2 || len(p) > 3 || p[0].Type != vg.MoveComp || p[1].Type != vg.ArcComp || math.Abs(p[1].Angle) < 2*math.Pi-1e-9 ||
		len(p) == 3 && p[2].Type != vg.CloseComp {
		return vg.Point{}, 0, false
	}
	return p[1].Pos, p[1].Radius, true
}

// add adds to the run a piece of path data that begins and ends at a point.
func (s *pageSVG) add(style string, at [2]int, piece string) {
	if style != s.circles.style {
		s.endCircles()
		s.circles.style = style
	}
	var w pathWriter
	w.WriteString("m")
	w.pair(false, at[0]-s.circles.pen[0], at[1]-s.circles.pen[1])
	s.circles.path.WriteString(w.String() + piece)
	s.circles.pen = at
}

// endCircles writes the circles of the run.
func (s *pageSVG) endCircles() {
	if s.circles.path.Len() > 0 {
		fmt.Fprintf(&s.body, `<path d="%s" %s/>`+"\n", s.circles.path.String(), s.circles.style)
	}
	s.circles = circleRun{}
}

// FillString writes text, as wide as it was measured whatever the page's font is.
func (s *pageSVG) FillString(face plotfont.Face, pt vg.Point, text string) {
	s.endCircles()
	x, y := s.state.at(pt)
	fmt.Fprintf(&s.body, `<text x="%s" y="%s" font-size="%s"`, units(x), units(y), units(face.Font.Size.Points()*s.state.scale()))
	if utf8.RuneCountInString(text) > 1 {
		fmt.Fprintf(&s.body, ` textLength="%s" lengthAdjust="spacingAndGlyphs"`, units(face.Width(text).Points()*s.state.scale()))
	}
	if face.Font.Weight >= font.WeightBold {
		s.body.WriteString(` font-weight="bold"`)
	}
	if angle := s.state.angle(); angle != 0 {
		fmt.Fprintf(&s.body, ` transform="rotate(%d %s %s)"`, angle, units(x), units(y))
	}
	fmt.Fprintf(&s.body, " %s>%s</text>\n", s.paint("fill"), html.EscapeString(text))
}

// angle returns the angle of what is drawn horizontally, in degrees clockwise.
func (t svgState) angle() int { return int(math.Round(math.Atan2(t.b, t.a) * 180 / math.Pi)) }

// WriteTo writes the drawing as an element that a page shows at its width at most.
func (s *pageSVG) WriteTo(w io.Writer) (int64, error) {
	s.endCircles()
	width, height := s.width.Points()/pointsPerPixel, s.height.Points()/pointsPerPixel
	n, err := fmt.Fprintf(w, "<svg width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %s %s\" fill=\"none\">\n%s</svg>\n",
		width, height, units(s.width.Points()), units(s.height.Points()), s.body.Bytes())
	return int64(n), err
}
