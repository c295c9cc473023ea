package draw

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgCanvas draws as SVG. Every point is transformed when it is drawn and
// written relative to the one before, as whole units, which makes a file about
// a quarter as large as vgsvg's. Strings must come as outlines.
type svgCanvas struct {
	width, height      vg.Length
	title, description string
	body               bytes.Buffer
	state              svgState
	stack              []svgState
}

// svgUnits is the number of units of the drawing in a point. A unit is a fifteenth of
// a CSS pixel.
const svgUnits = 20

// svgState is the state that Push saves. The transform takes (x, y) to (a·x + c·y + e,
// b·x + d·y + f), with y pointing down.
type svgState struct {
	a, b, c, d, e, f float64
	width            vg.Length
	dashes           []vg.Length
	offset           vg.Length
	color            color.NRGBA
}

// newSVG returns an empty drawing, with what it shows in words.
func newSVG(w, h vg.Length, title, description string) *svgCanvas {
	s := &svgCanvas{width: w, height: h, title: title, description: description}
	s.state = svgState{a: 1, d: -1, f: h.Points()}
	vg.Initialize(s)
	return s
}

func (s *svgCanvas) SetLineWidth(w vg.Length) { s.state.width = w }

func (s *svgCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	s.state.dashes, s.state.offset = pattern, offset
}

func (s *svgCanvas) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	s.state.color = color.NRGBAModel.Convert(c).(color.NRGBA)
}

func (s *svgCanvas) Rotate(rad float64) {
	sin, cos := math.Sincos(rad)
	t := s.state
	s.state.a, s.state.b = t.a*cos+t.c*sin, t.b*cos+t.d*sin
	s.state.c, s.state.d = t.c*cos-t.a*sin, t.d*cos-t.b*sin
}

func (s *svgCanvas) Translate(pt vg.Point) {
	s.state.e, s.state.f = s.state.at(pt)
}

func (s *svgCanvas) Scale(x, y float64) {
	s.state.a, s.state.b = s.state.a*x, s.state.b*x
	s.state.c, s.state.d = s.state.c*y, s.state.d*y
}

func (s *svgCanvas) Push() { s.stack = append(s.stack, s.state) }

func (s *svgCanvas) Pop() {
	last := len(s.stack) - 1
	s.state, s.stack = s.stack[last], s.stack[:last]
}

// at transforms a point.
func (t svgState) at(p vg.Point) (x, y float64) {
	return t.a*p.X.Points() + t.c*p.Y.Points() + t.e, t.b*p.X.Points() + t.d*p.Y.Points() + t.f
}

// scale returns the factor by which the transform changes lengths.
func (t svgState) scale() float64 { return math.Sqrt(math.Abs(t.a*t.d - t.b*t.c)) }

func (s *svgCanvas) Stroke(p vg.Path) {
	if s.state.width <= 0 {
		return
	}
	scale := s.state.scale()
	fmt.Fprintf(&s.body, `<path d="%s" fill="none" %s stroke-width="%s"`,
		s.path(p), s.paint("stroke"), units(s.state.width.Points()*scale))
	if len(s.state.dashes) > 0 {
		fmt.Fprintf(&s.body, ` stroke-dasharray="%s" stroke-dashoffset="%s"`, s.dashes(), units(s.state.offset.Points()*scale))
	}
	s.body.WriteString("/>\n")
}

// dashes lists the lengths of the dashes and gaps of lines.
func (s *svgCanvas) dashes() string {
	lengths := make([]string, len(s.state.dashes))
	for i, d := range s.state.dashes {
		lengths[i] = units(d.Points() * s.state.scale())
	}
	return strings.Join(lengths, " ")
}

func (s *svgCanvas) Fill(p vg.Path) {
	fmt.Fprintf(&s.body, "<path d=\"%s\" %s/>\n", s.path(p), s.paint("fill"))
}

// paint returns the attribute of a stroke's or a fill's colour.
func (s *svgCanvas) paint(name string) string {
	c := s.state.color
	return fmt.Sprintf(`%s="#%02X%02X%02X"`, name, c.R, c.G, c.B) + opacity(name, c)
}

// opacity returns the attribute of the opacity of a stroke or a fill, or nothing where it is opaque.
func opacity(name string, c color.NRGBA) string {
	if c.A == 0xFF {
		return ""
	}
	return fmt.Sprintf(` %s-opacity="%s"`, name, hundredths(float64(c.A)/255))
}

func (s *svgCanvas) path(p vg.Path) string {
	w := pathWriter{state: s.state}
	w.path(p)
	return w.String()
}

// pathWriter writes path data; it knows where the pen is, as written.
type pathWriter struct {
	strings.Builder
	state          svgState
	letter         string // of the command before
	current, start [2]int
}

// path writes a path.
func (w *pathWriter) path(p vg.Path) {
	for _, part := range withoutArcs(p) {
		switch part.Type {
		case vg.MoveComp:
			w.command("m", part.Pos)
			w.start = w.current
		case vg.LineComp:
			w.command("l", part.Pos)
		case vg.CurveComp:
			w.command(map[int]string{1: "q", 2: "c"}[len(part.Control)], append(part.Control[:len(part.Control):len(part.Control)], part.Pos)...)
		case vg.CloseComp:
			w.WriteString("z")
			w.letter = "z"
			w.current = w.start
		}
	}
}

// command writes points relative to the pen and moves it to the last one. Where a
// command follows another one of its kind it needs no letter.
func (w *pathWriter) command(letter string, points ...vg.Point) {
	again := letter == w.letter && letter != "m" // after m it would be a line
	if !again {
		w.WriteString(letter)
	}
	w.letter = letter
	at := w.current
	for i, p := range points {
		x, y := w.state.at(p)
		at = [2]int{inUnits(x), inUnits(y)}
		w.pair(again || i > 0, at[0]-w.current[0], at[1]-w.current[1])
	}
	w.current = at
}

func (w *pathWriter) pair(separate bool, x, y int) {
	for i, v := range []int{x, y} {
		if (separate || i > 0) && v >= 0 {
			w.WriteByte(' ')
		}
		w.WriteString(strconv.Itoa(v))
	}
}

// inUnits returns a length in points as whole units.
func inUnits(points float64) int { return int(math.Round(points * svgUnits)) }

// units writes a length in points.
func units(points float64) string { return strconv.Itoa(inUnits(points)) }

// hundredths writes v, an opacity or a length in points, with at most two decimals.
func hundredths(v float64) string {
	return strings.TrimPrefix(strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64), "0")
}

// FillString draws nothing: see textOutlines.
func (s *svgCanvas) FillString(font.Face, vg.Point, string) {}

func (s *svgCanvas) DrawImage(rect vg.Rectangle, img image.Image) {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return
	}
	x, y := s.state.at(vg.Point{X: rect.Min.X, Y: rect.Max.Y})
	size := rect.Size()
	fmt.Fprintf(&s.body, `<image x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none" href="data:image/png;base64,%s"/>`+"\n",
		units(x), units(y), units(size.X.Points()*s.state.scale()), units(size.Y.Points()*s.state.scale()),
		base64.StdEncoding.EncodeToString(buf.Bytes()))
}

// WriteTo writes the file. Readers of screens find an image with its title and its
// description.
func (s *svgCanvas) WriteTo(w io.Writer) (int64, error) {
	width, height := hundredths(s.width.Points()), hundredths(s.height.Points())
	n, err := fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%spt\" height=\"%spt\" viewBox=\"0 0 %s %s\">\n%s%s%s</svg>\n",
		width, height, units(s.width.Points()), units(s.height.Points()), element("title", s.title), element("desc", s.description), s.body.Bytes())
	return int64(n), err
}

// element returns an element with a text, or nothing if the text is empty.
func element(name, text string) string {
	if text == "" {
		return ""
	}
	var buf bytes.Buffer
	if err := xml.EscapeText(&buf, []byte(text)); err != nil {
		return ""
	}
	return "<" + name + ">" + buf.String() + "</" + name + ">\n"
}
