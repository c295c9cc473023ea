package display

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"krigo/internal/contrast"
)

// element is an element of a drawing for pages, with the attributes that it has or inherits.
type element struct {
	name, text string
	attributes map[string]string
	panel      []float64 // data-panel of its panel, or nil
	data       bool      // whether it is in the panel's group of data
}

// number returns an attribute in units, which are fifteenths of a pixel.
func (e element) number(name string) float64 {
	v, _ := strconv.ParseFloat(e.attributes[name], 64)
	return v
}

// elementsOf reads a drawing for pages.
func elementsOf(t *testing.T, svg string) []element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	var open, all []element
	groups := 0 // of the panel
	for {
		token, err := d.Token()
		if err != nil {
			return all
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attributes: map[string]string{}}
			if len(open) > 0 {
				parent := open[len(open)-1]
				e.panel, e.data = parent.panel, parent.data
				for k, v := range parent.attributes {
					e.attributes[k] = v
				}
				if e.name == "g" && parent.attributes["class"] == "panel" {
					groups++
					e.data = groups == 3
				}
			}
			delete(e.attributes, "class")
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			if e.attributes["class"] == "panel" {
				e.panel, groups = nil, 0
				for _, field := range strings.Fields(e.attributes["data-panel"])[:8] {
					v, err := strconv.ParseFloat(field, 64)
					if err != nil {
						t.Fatal(err)
					}
					e.panel = append(e.panel, v)
				}
			}
			open = append(open, e)
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += strings.TrimSpace(string(token))
			}
		case xml.EndElement:
			all = append(all, open[len(open)-1])
			open = open[:len(open)-1]
		}
	}
}

// letters returns the box of a text.
func (e element) letters() vg.Rectangle {
	x, y, size := e.number("x"), e.number("y"), e.number("font-size")
	width := e.number("textLength")
	if width == 0 {
		width = size / 2
	}
	if strings.HasPrefix(e.attributes["transform"], "rotate(-90 ") {
		return rectangle(x-0.75*size, y-width, x+0.2*size, y)
	}
	return rectangle(x, y-0.75*size, x+width, y+0.2*size)
}

func rectangle(left, top, right, bottom float64) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: vg.Length(left), Y: vg.Length(top)}, Max: vg.Point{X: vg.Length(right), Y: vg.Length(bottom)}}
}

// points returns the box around the ends of a path's parts, or a circle.
func (e element) points() vg.Rectangle {
	if e.name == "circle" {
		x, y := e.number("cx"), e.number("cy")
		return rectangle(x, y, x, y)
	}
	inf := math.Inf(1)
	left, top, right, bottom := inf, inf, -inf, -inf
	var x, y, startX, startY float64
	for _, m := range regexp.MustCompile(`([a-z])([^a-z]*)`).FindAllStringSubmatch(e.attributes["d"], -1) {
		var n []float64
		for _, text := range regexp.MustCompile(`-?\d+`).FindAllString(m[2], -1) {
			v, _ := strconv.ParseFloat(text, 64)
			n = append(n, v)
		}
		step := map[string]int{"m": 2, "l": 2, "q": 4, "c": 6}[m[1]]
		if m[1] == "z" {
			x, y = startX, startY
		}
		for i := 0; step > 0 && i+step <= len(n); i += step {
			x, y = x+n[i+step-2], y+n[i+step-1]
			if m[1] == "m" {
				startX, startY = x, y
			}
			left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
		}
	}
	return rectangle(left, top, right, bottom)
}

// TestDrawingsForPagesCanBeRead looks at wide and narrow drawings: texts are at least 10 pixels high
// (superscripts 8), do not overlap and are not cut off, data are inside of the axes, and texts have
// contrast in the light and the dark theme.
func TestDrawingsForPagesCanBeRead(t *testing.T) {
	figures := gallery()
	themes := themesOf(t)
	for _, name := range []string{"fit", "together", "landscape", "grid", "pairs", "contour", "boundary", "trace", "parts", "gramsorted", "paired", "terms", "plane", "relevance", "gonum"} {
		_, wide, narrow := pageOf(t, figures[name])
		for width, drawing := range map[string]string{"wide": wide, "narrow": narrow} {
			t.Run(name+" "+width, func(t *testing.T) {
				if strings.Contains(drawing, ` id="`) {
					t.Error("the drawing has ids, which may not be unique")
				}
				svg := strings.TrimSuffix("<svg "+drawing, "</div>\n")
				elements := elementsOf(t, svg)
				size := regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`).FindStringSubmatch(svg)
				w, _ := strconv.ParseFloat(size[1], 64)
				h, _ := strconv.ParseFloat(size[2], 64)
				checkTexts(t, elements, rectangle(0, 0, w, h))
				checkData(t, elements)
				for theme, colors := range themes {
					checkColors(t, elements, theme, colors)
				}
			})
		}
	}
}

func checkTexts(t *testing.T, elements []element, page vg.Rectangle) {
	t.Helper()
	const pixel, hair = 15, 8 // units
	var texts []element
	for _, e := range elements {
		if e.name != "text" {
			continue
		}
		least := 10.0
		if e.number("font-size") < 0.75*190 && regexp.MustCompile(`^[−+\d]+$`).MatchString(e.text) {
			least = 8 // a superscript
		}
		if size := e.number("font-size") / pixel; size < least-1e-9 {
			t.Errorf("%q is %g pixels high", e.text, size)
		}
		a := e.letters()
		if a.Min.X < page.Min.X-hair || a.Min.Y < page.Min.Y-hair || a.Max.X > page.Max.X+hair || a.Max.Y > page.Max.Y+hair {
			t.Errorf("%q at %v is cut off", e.text, a)
		}
		for _, other := range texts {
			b := other.letters()
			if min(a.Max.X, b.Max.X)-max(a.Min.X, b.Min.X) > hair && min(a.Max.Y, b.Max.Y)-max(a.Min.Y, b.Min.Y) > hair {
				t.Errorf("%q at %v and %q at %v overlap", other.text, b, e.text, a)
			}
		}
		texts = append(texts, e)
	}
	if len(texts) < 6 {
		t.Errorf("%d texts", len(texts))
	}
}

func checkData(t *testing.T, elements []element) {
	t.Helper()
	const glyph = 110 // units: half of a large glyph
	count := 0
	for _, e := range elements {
		if !e.data || e.name != "path" && e.name != "circle" {
			continue
		}
		count++
		box, p := e.points(), e.panel
		if float64(box.Min.X) < p[0]-glyph || float64(box.Min.Y) < p[1]-glyph || float64(box.Max.X) > p[2]+glyph || float64(box.Max.Y) > p[3]+glyph {
			t.Errorf("data at %v are outside of the axes %v", box, p[:4])
		}
	}
	pictures := 0
	for _, e := range elements {
		if e.name == "image" {
			pictures++
		}
	}
	if count+pictures == 0 {
		t.Error("the drawing has no data")
	}
}

// themesOf reads the colours of the page's style: by theme and by name.
func themesOf(t *testing.T) map[string]map[string]color.Color {
	t.Helper()
	read := func(file string) string {
		raw, err := os.ReadFile("../internal/nbformat/export/" + file)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	themes := map[string]map[string]color.Color{"light": {}, "dark": {}}
	for _, m := range regexp.MustCompile(`--figure-([\w-]+): light-dark\((#\w+), (#\w+)\)`).FindAllStringSubmatch(read("figure.css"), -1) {
		themes["light"][m[1]], themes["dark"][m[1]] = colorOf(t, m[2]), colorOf(t, m[3])
	}
	papers := regexp.MustCompile(`--paper: (#\w+)`).FindAllStringSubmatch(read("page.css"), -1)
	if len(papers) != 2 || len(themes["dark"]) < 20 {
		t.Fatalf("the styles have %d grounds and %d colours", len(papers), len(themes["dark"]))
	}
	themes["light"]["ground"], themes["dark"]["ground"] = colorOf(t, papers[0][1]), colorOf(t, papers[1][1])
	return themes
}

func colorOf(t *testing.T, text string) color.Color {
	t.Helper()
	if len(text) == 4 {
		text = fmt.Sprintf("#%c%c%c%c%c%c", text[1], text[1], text[2], text[2], text[3], text[3])
	}
	v, err := strconv.ParseUint(text[1:], 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xFF}
}

// checkColors wants the theme to have each variable, and texts to have contrast to the ground, which
// is also the colour of halos.
func checkColors(t *testing.T, elements []element, theme string, colors map[string]color.Color) {
	t.Helper()
	variable := regexp.MustCompile(`^var\(--figure-([\w-]+),`)
	for _, e := range elements {
		for _, attribute := range []string{"fill", "stroke"} {
			m := variable.FindStringSubmatch(e.attributes[attribute])
			if m == nil {
				continue
			}
			c, ok := colors[m[1]]
			if !ok {
				t.Errorf("the %s theme has no colour %s", theme, m[1])
				continue
			}
			if e.name == "text" && attribute == "fill" {
				if ratio := contrast.Ratio(c, colors["ground"]); ratio < contrast.Legible {
					t.Errorf("%q has the contrast %.2f in the %s theme", e.text, ratio, theme)
				}
			}
		}
		if e.name == "text" && !variable.MatchString(e.attributes["fill"]) && !strings.HasPrefix(e.attributes["fill"], "#") {
			t.Errorf("%q has the colour %q", e.text, e.attributes["fill"])
		}
	}
}
