package draw

import (
	"image/color"
	"testing"

	"gonum.org/v1/plot/palette"
)

// lightness returns the relative luminance of WCAG 2, without its gamma.
func lightness(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return 0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)
}

func TestMapsGoFromDarkToLightWithoutTurning(t *testing.T) {
	for name, f := range map[string]func(int) palette.Palette{"viridis": Viridis, "cividis": Cividis} {
		colors := f(100).Colors()
		if len(colors) != 100 {
			t.Fatalf("%s: %d colours", name, len(colors))
		}
		for i := 1; i < len(colors); i++ {
			if lightness(colors[i]) <= lightness(colors[i-1]) {
				t.Errorf("%s: colour %d is not lighter than the one before", name, i)
			}
		}
	}
	ends := Viridis(2).Colors()
	if ends[0] != (color.NRGBA{0x44, 0x01, 0x54, 0xFF}) || ends[1] != (color.NRGBA{0xFD, 0xE7, 0x25, 0xFF}) {
		t.Errorf("viridis runs from %v to %v", ends[0], ends[1])
	}
	if n := len(Cividis(0).Colors()); n != 1 {
		t.Errorf("Cividis(0) has %d colours", n)
	}
}

func TestColorRepeatsForAnyNumber(t *testing.T) {
	if Color(-1) != Color(7) || Color(8) != Color(0) || Color(0) == Color(1) {
		t.Error("colours do not repeat after eight")
	}
}
