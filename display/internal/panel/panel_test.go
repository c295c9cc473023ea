package panel

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
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
	for _, color := range []string{Busy, Good, Caution, Bad} {
		own, white, dark := luminance(t, color), luminance(t, "#ffffff"), luminance(t, "#111111")
		if c := (white + 0.05) / (own + 0.05); c < 4.5 {
			t.Errorf("%s has the contrast %.2f to white", color, c)
		}
		if c := (own + 0.05) / (dark + 0.05); c < 3 {
			t.Errorf("%s has the contrast %.2f to a dark page", color, c)
		}
	}
}

func luminance(t *testing.T, color string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(fmt.Errorf("%s: %w", color, err))
		}
		c := float64(v) / 255
		if c <= 0.03928 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}
