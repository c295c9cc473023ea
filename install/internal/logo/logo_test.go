package logo

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"testing"
)

func TestPosteriorGoesNearItsDataAndBackToItsPrior(t *testing.T) {
	for _, p := range data {
		if m, s := posterior(p.x); math.Abs(m-p.y) > 0.05 || s > 0.05 {
			t.Errorf("at %v: mean %v, std %v, want the data and little doubt", p, m, s)
		}
	}
	if m, s := posterior(10); math.Abs(m) > 1e-9 || math.Abs(s-0.2) > 1e-9 {
		t.Errorf("far away: mean %v, std %v, want 0 and the amplitude", m, s)
	}
}

func TestDrawingStaysInside(t *testing.T) {
	for i, s := range drawing() {
		for _, p := range s.outline {
			if p.x < 0 || p.x > 1 || p.y < 0 || p.y > 1 {
				t.Fatalf("shape %d reaches %v", i, p)
			}
		}
	}
}

func TestPNGIsAnImageOfItsSize(t *testing.T) {
	for _, size := range []int{32, 64} {
		raw, err := PNG(size)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != size || b.Dy() != size {
			t.Errorf("bounds %v, want %d", b, size)
		}
		if _, _, _, a := img.At(0, 0).RGBA(); a != 0 {
			t.Error("the corner is not transparent")
		}
		x, y := int(data[1].x*float64(size)), int((0.5-data[1].y)*float64(size))
		if r, g, _, _ := img.At(x, y).RGBA(); r <= g {
			t.Errorf("no datum's colour at %d, %d", x, y)
		}
	}
}

func TestSVGIsWellFormed(t *testing.T) {
	dec := xml.NewDecoder(bytes.NewReader(SVG()))
	paths := 0
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "path" {
			paths++
		}
	}
	if paths != 2+len(data) {
		t.Errorf("%d paths, want the band, the mean and %d data", paths, len(data))
	}
}
