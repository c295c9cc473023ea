package draw

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/image/font"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/internal/smallpng"
)

// pageSVG is an svgCanvas for krigo's pages: its colours are variables of the page's style, and its
// text is text in the page's font. What has one style and follows one another is written together:
// lines and circles as one path, other elements as a group.
type pageSVG struct {
	*svgCanvas
	narrow bool       // the second drawing of a figure, for telephones
	layer  *pageLayer // where elements go
	rim    rimLine    // of what is filled next, maybe
	panel  *pagePanel // that is drawn now, or nil
	row    *int       // of the dot that is drawn now, or nil
}

// rimLine is a line around an area, which was not written yet: where the area is filled next, both are
// one element.
type rimLine struct {
	path        vg.Path
	data, style string
}

// pageLayer writes elements; the last ones have one style.
type pageLayer struct {
	done  bytes.Buffer
	style string // the attributes of the elements that follow
	items []pageItem
	run   pageRun           // of strokes
	keys  map[string]string // the names of what is drawn in a style
	texts *pageLayer        // that are written behind the elements, or nil
}

// above returns the layer of the texts that are written behind the elements, where they lie on none.
func (l *pageLayer) above() *pageLayer {
	if l.texts == nil {
		l.texts = &pageLayer{}
	}
	return l.texts
}

// pageItem is an element without its style.
type pageItem struct{ name, attributes, content string }

// pageRun are strokes of one style that were not written yet, as the data of one path.
type pageRun struct {
	data pathWriter
	rows []int // of dots
}

func newPageSVG(w, h vg.Length) *pageSVG {
	return &pageSVG{svgCanvas: newSVG(w, h, "", ""), layer: &pageLayer{}}
}

// pageCanvas returns the canvas for krigo's pages that c draws on, or nil.
func pageCanvas(c vgdraw.Canvas) *pageSVG {
	s, _ := innermost(c).(*pageSVG)
	return s
}

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

// plainColor matches a colour of an SVG file.
var plainColor = regexp.MustCompile(`(fill|stroke)="#([0-9A-F]{6})"`)

// Themed returns an SVG file with the variables of krigo's pages as its colours, if figures are shown
// there. Elsewhere the variables have no values, and the colours stay.
func Themed(svg string) string {
	if !pageWanted() {
		return svg
	}
	return plainColor.ReplaceAllStringFunc(svg, func(attribute string) string {
		m := plainColor.FindStringSubmatch(attribute)
		v, err := strconv.ParseUint(m[2], 16, 32)
		if err != nil {
			return attribute
		}
		return themedPaint(m[1], color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xFF})
	})
}

func rgb(c color.NRGBA) [3]uint8 { return [3]uint8{c.R, c.G, c.B} }

// paint returns the attribute of a stroke's or a fill's colour.
func (s *pageSVG) paint(name string) string { return themedPaint(name, s.state.color) }

func themedPaint(name string, c color.NRGBA) string {
	value := fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
	if variable, ok := variables[rgb(c)]; ok {
		value = "var(--figure-" + variable + "," + value + ")"
	}
	return name + `="` + value + `"` + opacity(name, c)
}

// Stroke writes a line, which joins those of its style.
func (s *pageSVG) Stroke(p vg.Path) {
	s.endRim()
	if s.state.width <= 0 || len(p) == 0 {
		return
	}
	if p[len(p)-1].Type == vg.CloseComp && len(s.state.dashes) == 0 {
		s.rim = rimLine{p, s.path(p), s.strokeStyle()}
		return
	}
	s.to(p).stroke(s.strokeStyle(), p, s.state)
}

// strokeStyle returns the attributes of lines.
func (s *pageSVG) strokeStyle() string {
	scale := s.state.scale()
	style := s.paint("stroke") + ` stroke-width="` + units(s.state.width.Points()*scale) + `"`
	if len(s.state.dashes) > 0 {
		style += ` stroke-dasharray="` + s.dashes() + `"`
		if s.state.offset != 0 {
			style += ` stroke-dashoffset="` + units(s.state.offset.Points()*scale) + `"`
		}
	}
	return style
}

// endRim writes a line whose area is not filled.
func (s *pageSVG) endRim() {
	if line := s.rim; line.path != nil {
		s.rim = rimLine{}
		s.to(line.path).add(line.style, s.shape(line.path))
	}
}

// Fill writes an area. A circle is a line of no length with round ends, and many of them are one path.
func (s *pageSVG) Fill(p vg.Path) {
	if line := s.rim; line.path != nil && line.data == s.path(p) {
		s.rim = rimLine{}
		s.to(p).add(s.paint("fill")+" "+line.style+` paint-order="stroke"`, s.shape(p))
		return
	}
	s.endRim()
	centre, radius, round := circle(p)
	if !round {
		s.to(p).add(s.paint("fill"), s.shape(p))
		return
	}
	style := s.paint("stroke") + ` stroke-width="` + units(2*radius.Points()*s.state.scale()) + `" stroke-linecap="round"`
	s.to(p).dot(style, centre, s.state, s.row)
}

// shape is the element of a path.
func (s *pageSVG) shape(p vg.Path) pageItem {
	if centre, radius, ok := circle(p); ok {
		x, y := s.state.at(centre)
		attributes := fmt.Sprintf(` cx="%s" cy="%s" r="%s"`, units(x), units(y), units(radius.Points()*s.state.scale()))
		if s.row != nil {
			attributes += rowsAttribute([]int{*s.row})
		}
		return pageItem{name: "circle", attributes: attributes}
	}
	return pageItem{name: "path", attributes: ` d="` + s.path(p) + `"`}
}

// circle returns the centre and the radius of a path that is one full circle.
func circle(p vg.Path) (centre vg.Point, radius vg.Length, ok bool) {
	if len(p) < 2 || len(p) > 3 || p[0].Type != vg.MoveComp || p[1].Type != vg.ArcComp || math.Abs(p[1].Angle) < 2*math.Pi-1e-9 ||
		len(p) == 3 && p[2].Type != vg.CloseComp {
		return vg.Point{}, 0, false
	}
	return p[1].Pos, p[1].Radius, true
}

// FillString writes text, as wide as it was measured whatever the page's font is.
func (s *pageSVG) FillString(face plotfont.Face, pt vg.Point, text string) {
	s.fillText(face, pt, text, "")
}

// fillText writes text with more attributes.
func (s *pageSVG) fillText(face plotfont.Face, pt vg.Point, text, more string) {
	s.endRim()
	x, y := s.state.at(pt)
	attributes := fmt.Sprintf(` x="%s" y="%s"`, units(x), units(y))
	if utf8.RuneCountInString(text) > 1 {
		attributes += fmt.Sprintf(` textLength="%s" lengthAdjust="spacingAndGlyphs"`, units(face.Width(text).Points()*s.state.scale()))
	}
	if angle := s.state.angle(); angle != 0 {
		attributes += fmt.Sprintf(` transform="rotate(%d %s %s)"`, angle, units(x), units(y))
	}
	style := s.paint("fill") + ` font-size="` + units(face.Font.Size.Points()*s.state.scale()) + `"`
	if face.Font.Weight >= font.WeightBold {
		style += ` font-weight="bold"`
	}
	layer := s.at(pt, face.Font.Size)
	if s.panel == nil || layer != &s.panel.layer {
		layer = layer.above()
	}
	layer.add(style+more, pageItem{"text", attributes, html.EscapeString(text)})
}

// fillHaloed writes text with a rim of that many points in the colour of the ground.
func (s *pageSVG) fillHaloed(style vgdraw.TextStyle, at vg.Point, text string, rim float64) {
	halo := " " + themedPaint("stroke", color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}) + ` stroke-width="` + units(2*rim) + `" stroke-linejoin="round" paint-order="stroke"`
	c := vgdraw.NewCanvas(&haloCanvas{s, halo}, s.width, s.height)
	c.FillText(style, at, text)
}

// haloCanvas is a pageSVG whose texts have more attributes.
type haloCanvas struct {
	*pageSVG
	more string
}

// FillString writes text.
func (h *haloCanvas) FillString(face plotfont.Face, pt vg.Point, text string) {
	h.fillText(face, pt, text, h.more)
}

// angle returns the angle of what is drawn horizontally, in degrees clockwise.
func (t svgState) angle() int { return int(math.Round(math.Atan2(t.b, t.a) * 180 / math.Pi)) }

// DrawImage writes a picture, whose pixels stay squares.
func (s *pageSVG) DrawImage(r vg.Rectangle, img image.Image) {
	s.endRim()
	data, err := smallpng.Encode(img)
	if err != nil {
		return
	}
	x, y := s.state.at(vg.Point{X: r.Min.X, Y: r.Max.Y})
	size, scale := r.Size(), s.state.scale()
	s.at(r.Min.Add(r.Max).Scale(0.5), labelSize).add(`image-rendering="pixelated"`, pageItem{name: "image", attributes: fmt.Sprintf(
		` x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none" href="data:image/png;base64,%s"`,
		units(x), units(y), units(size.X.Points()*scale), units(size.Y.Points()*scale), base64.StdEncoding.EncodeToString(data))})
}

// WriteTo writes the drawing as an element that a page shows at its width at most.
func (s *pageSVG) WriteTo(w io.Writer) (int64, error) {
	s.endRim()
	width, height := s.width.Points()/pointsPerPixel, s.height.Points()/pointsPerPixel
	n, err := fmt.Fprintf(w, "<svg width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %s %s\" fill=\"none\">\n%s</svg>\n",
		width, height, units(s.width.Points()), units(s.height.Points()), s.layer.written())
	return int64(n), err
}

// add writes an element of a style.
func (l *pageLayer) add(style string, item pageItem) {
	l.begin(style)
	l.endRun()
	l.items = append(l.items, item)
}

// begin ends what has another style.
func (l *pageLayer) begin(style string) {
	if style != l.style {
		l.flush()
		l.style = style
	}
}

// stroke writes a line of a style.
func (l *pageLayer) stroke(style string, p vg.Path, state svgState) {
	l.begin(style)
	l.run.data.state = state
	l.run.data.path(p)
}

// dot writes a disc of a style, of a row where it has one.
func (l *pageLayer) dot(style string, centre vg.Point, state svgState, row *int) {
	l.begin(style)
	if (row == nil) != (len(l.run.rows) == 0) {
		l.endRun()
	}
	l.run.data.state = state
	l.run.data.command("m", centre)
	l.run.data.WriteString("h0")
	l.run.data.letter = "h"
	if row != nil {
		l.run.rows = append(l.run.rows, *row)
	}
}

func (l *pageLayer) endRun() {
	if l.run.data.Len() > 0 {
		attributes := ` d="` + l.run.data.String() + `"` + rowsAttribute(l.run.rows)
		l.items = append(l.items, pageItem{name: "path", attributes: attributes})
	}
	l.run = pageRun{}
}

// rowsAttribute lists the rows of dots: a range, or each.
func rowsAttribute(rows []int) string {
	if len(rows) == 0 {
		return ""
	}
	list := strings.Trim(fmt.Sprint(rows), "[]")
	if rows[len(rows)-1]-rows[0] == len(rows)-1 && ascend(rows) {
		list = fmt.Sprintf("%d-%d", rows[0], rows[len(rows)-1])
	}
	return ` data-rows="` + list + `"`
}

// ascend reports whether each row is greater than the one before.
func ascend(rows []int) bool {
	for i := range rows[1:] {
		if rows[i+1] <= rows[i] {
			return false
		}
	}
	return true
}

// flush writes the elements of the last style: one has it itself, more are a group.
func (l *pageLayer) flush() {
	l.endRun()
	style := " " + l.style
	if name := l.keys[l.style]; name != "" {
		style += ` data-name="` + html.EscapeString(name) + `"`
	}
	if len(l.items) > 1 {
		fmt.Fprintf(&l.done, "<g%s>\n", style)
		style = ""
	}
	for _, item := range l.items {
		fmt.Fprintf(&l.done, "<%s%s%s", item.name, item.attributes, style)
		if item.content == "" {
			l.done.WriteString("/>\n")
		} else {
			fmt.Fprintf(&l.done, ">%s</%s>\n", item.content, item.name)
		}
	}
	if len(l.items) > 1 {
		l.done.WriteString("</g>\n")
	}
	l.items = nil
}

// end writes the elements of the last style, which is complete.
func (l *pageLayer) end() {
	l.flush()
	l.style = ""
	if l.texts != nil {
		l.done.Write(l.texts.written())
		l.texts = nil
	}
}

func (l *pageLayer) written() []byte {
	l.end()
	return l.done.Bytes()
}
