package panel

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"krigo/internal/contrast"
)

func TestAPictureIsWellFormedWhateverItIsTold(t *testing.T) {
	p := New(640, 150, `"<&>`)
	p.Text(0, 0, `a < b & "c"`, Strong+Right, `<title>`)
	p.Chip(0, 0, State{"<running>", Busy})
	p.Bar(0, 0, 100, math.Inf(1))
	for _, values := range [][]float64{nil, {1}, {math.NaN()}, {1, math.Inf(1), 2}, {3, 3, 3}} {
		p.Curve(Box{0, 0, 100, 50}, values, 0, 3, Busy)
	}
	text := p.HTML()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("coordinates that are no numbers: %s", text)
	}
}

func TestACurveGoesFromCornerToCorner(t *testing.T) {
	p := New(10, 10, "")
	p.Curve(Box{10, 20, 100, 50}, []float64{8, 3, 4}, 3, 8, Good)
	if want := `d="M10 20L60 70L110 60"`; !strings.Contains(p.HTML(), want) {
		t.Errorf("%s lacks %s", p.HTML(), want)
	}
}

// By the Web Content Accessibility Guidelines 2.1: 4.5 for the text on a chip, 3 for
// the chip on the page.
func TestStatesAreLegibleOnLightAndDarkPages(t *testing.T) {
	for _, own := range []string{Busy, Good, Caution, Bad} {
		if c := contrast.Ratio(rgb(t, own), color.White); c < contrast.Legible {
			t.Errorf("%s has the contrast %.2f to white", own, c)
		}
		if c := contrast.Ratio(rgb(t, own), rgb(t, "#111111")); c < 3 {
			t.Errorf("%s has the contrast %.2f to a dark page", own, c)
		}
	}
}

// rgb reads a colour of CSS.
func rgb(t *testing.T, css string) color.Color {
	t.Helper()
	c := color.NRGBA{A: 0xff}
	if _, err := fmt.Sscanf(css, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		t.Fatalf("%s: %v", css, err)
	}
	return c
}
