// Package drawtest holds the tests that every figure passes: it can be read at
// any size. Call [Check] on figures of your own.
package drawtest

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"krigo/display/draw"
	"krigo/internal/contrast"
)

// Contrast is the least ratio of luminances of a text and its ground, that of
// level AA of the Web Content Accessibility Guidelines 2 (section 1.4.3).
const Contrast = contrast.Legible

// Check draws the figure and tests that
//   - every axis with numbers has at least three of them, where it is long
//     enough: [LeastHeight] and [LeastWidth],
//   - no text overlaps another one or is cut off at the border,
//   - data are drawn inside the axes only, and the legend stands elsewhere,
//   - texts have enough contrast, and
//   - the figure has a description.
func Check(t *testing.T, f draw.Drawable) {
	t.Helper()
	c := newCanvas()
	panels, err := f.AsFigure().DrawOn(c)
	if err != nil {
		t.Fatal(err)
	}
	page := c.shapes[0].box // the ground is drawn first
	checkTicks(t, panels)
	checkTexts(t, c.texts, page)
	checkAreas(t, panels, page)
	checkShapes(t, c.shapes, panels)
	checkContrast(t, c, panels)
	if alt := f.AsFigure().Alt(); len(alt) < 30 || !strings.HasSuffix(alt, ".") || strings.Contains(alt, "%!") {
		t.Errorf("the figure is told as %q", alt)
	}
}

// leastLabels is the number of labels that an axis has to have.
const leastLabels = 3

// The lengths of a vertical and of a horizontal axis, in points, from which on
// they have three labels.
const (
	LeastHeight = 36
	LeastWidth  = 100
)

func checkTicks(t *testing.T, panels []draw.PlacedPanel) {
	t.Helper()
	for i, p := range panels {
		for name, a := range map[string]*plot.Axis{"x": &p.X, "y": &p.Y} {
			if _, named := a.Tick.Marker.(plot.ConstantTicks); named {
				continue // the names of things, however many there are
			}
			labels := labelsOf(a)
			if long := map[string]bool{"x": p.Data.Size().X >= LeastWidth, "y": p.Data.Size().Y >= LeastHeight}; long[name] && len(labels) < leastLabels {
				t.Errorf("panel %d: the %s axis from %g to %g has the labels %q, want three", i, name, a.Min, a.Max, labels)
			}
		}
	}
}

func labelsOf(a *plot.Axis) []string {
	var labels []string
	for _, tick := range a.Tick.Marker.Ticks(a.Min, a.Max) {
		if !tick.IsMinor() && a.Min <= tick.Value && tick.Value <= a.Max {
			labels = append(labels, tick.Label)
		}
	}
	return labels
}

func checkTexts(t *testing.T, texts []textBox, page vg.Rectangle) {
	t.Helper()
	for i, a := range texts {
		if !within(a.box, page, 0) {
			t.Errorf("the text %q at %v is cut off at the border of %v", a.text, a.box, page)
		}
		for _, b := range texts[:i] {
			if overlap(a.box, b.box) && !repeated(a, b) {
				t.Errorf("the texts %q at %v and %q at %v overlap", b.text, b.box, a.text, a.box)
			}
		}
	}
}

// repeated reports whether two texts are one, drawn again over its own halo.
func repeated(a, b textBox) bool {
	const halo = 2.5 // points
	return a.text == b.text && math.Abs(float64(a.box.Min.X-b.box.Min.X)) < halo && math.Abs(float64(a.box.Min.Y-b.box.Min.Y)) < halo
}

func checkAreas(t *testing.T, panels []draw.PlacedPanel, page vg.Rectangle) {
	t.Helper()
	for i, p := range panels {
		if size := p.Data.Size(); size.X < 20 || size.Y < 20 {
			t.Errorf("panel %d: the data have %v points", i, size)
		}
		if !within(p.Data, page, 0) {
			t.Errorf("panel %d: the data area %v is outside of %v", i, p.Data, page)
		}
		for j, q := range panels {
			if overlap(p.Data, q.Legend) && q.Legend.Size().Y > 0 {
				t.Errorf("the legend of panel %d at %v covers the data of panel %d at %v", j, q.Legend, i, p.Data)
			}
			if i < j && overlap(p.Data, q.Data) {
				t.Errorf("the panels %d at %v and %d at %v overlap", i, p.Data, j, q.Data)
			}
		}
	}
}

// checkShapes wants all shapes to be in a data area or a legend, or at an axis: a thin
// line below or next to an area.
func checkShapes(t *testing.T, shapes []shape, panels []draw.PlacedPanel) {
	t.Helper()
	const glyph, axis = 5, 12 // points: half of a large glyph, the room of ticks
	for _, s := range shapes[1:] {
		ok := false
		for _, p := range panels {
			thin := min(s.box.Size().X, s.box.Size().Y) < 0.5 && !s.filled
			ok = ok || within(s.box, p.Data, glyph) || within(s.box, p.Legend, 1) || within(s.box, p.Bar, 1) || thin && within(s.box, p.Data, axis) ||
				s.filled && s.color == (color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF})
		}
		if !ok {
			t.Errorf("a shape of the colour %v at %v is outside of the axes", s.color, s.box)
			return
		}
	}
}

// checkContrast compares the colour of texts with white, which they have to have
// for a ground: inside of data areas by a white halo drawn before them.
func checkContrast(t *testing.T, c *canvas, panels []draw.PlacedPanel) {
	t.Helper()
	white := color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	for i, text := range c.texts {
		if text.color == white {
			continue // a halo
		}
		if got := contrast.Ratio(text.color, white); got < Contrast {
			t.Errorf("the text %q has the contrast %.2f, want %v", text.text, got, Contrast)
		}
		for _, p := range panels {
			if overlap(text.box, p.Data) && (i == 0 || c.texts[i-1].color != white || !repeated(text, c.texts[i-1])) {
				t.Errorf("the text %q covers data without a white halo", text.text)
			}
		}
	}
}

// within reports whether a is in b widened by more on all sides.
func within(a, b vg.Rectangle, more vg.Length) bool {
	const eps = 1e-6
	more += eps
	return a.Min.X >= b.Min.X-more && a.Min.Y >= b.Min.Y-more && a.Max.X <= b.Max.X+more && a.Max.Y <= b.Max.Y+more
}

// overlap reports whether two boxes share more than a hair.
func overlap(a, b vg.Rectangle) bool {
	const hair = 0.1 // points
	return min(a.Max.X, b.Max.X)-max(a.Min.X, b.Min.X) > hair && min(a.Max.Y, b.Max.Y)-max(a.Min.Y, b.Min.Y) > hair
}
