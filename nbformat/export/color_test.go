package export

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var variable = regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]+);`)

// variables are the colours that a block of page.css sets.
func variables(t *testing.T, block string) map[string]rgb {
	t.Helper()
	colors := map[string]rgb{}
	for _, m := range variable.FindAllStringSubmatch(block, -1) {
		hex := m[2][1:]
		if len(hex) == 3 {
			hex = fmt.Sprintf("%c%[1]c%c%[2]c%c%[3]c", hex[0], hex[1], hex[2])
		}
		v, err := strconv.ParseUint(hex, 16, 32)
		if err != nil || len(hex) != 6 {
			t.Fatalf("%s: %v", m[0], err)
		}
		colors[m[1]] = rgb{uint8(v >> 16), uint8(v >> 8), uint8(v)}
	}
	return colors
}

// schemes are the page's colours when it is light and when it is dark.
func schemes(t *testing.T) map[string]map[string]rgb {
	t.Helper()
	light, dark, ok := strings.Cut(pageStyle, "prefers-color-scheme: dark")
	if !ok {
		t.Fatal("page.css has no dark colours")
	}
	return map[string]map[string]rgb{"light": variables(t, light), "dark": variables(t, dark)}
}

func isGround(name string) bool {
	return name == "paper" || name == "stripe" || strings.HasSuffix(name, "ground")
}

// isEdge tells whether a colour is of lines, not of text.
func isEdge(name string) bool { return name == "line" || name == "warn" || name == "error" }

func TestTextCanBeReadOnEveryGround(t *testing.T) {
	for scheme, colors := range schemes(t) {
		if len(colors) != len(schemes(t)["light"]) {
			t.Errorf("%s: %d colours, the light page has %d", scheme, len(colors), len(schemes(t)["light"]))
		}
		for name, color := range colors {
			if isGround(name) || isEdge(name) {
				continue
			}
			for ground, under := range colors {
				if c := contrast(color, under); isGround(ground) && c < legible {
					t.Errorf("%s: --%s on --%s has a contrast of %.2f, want %.1f", scheme, name, ground, c, legible)
				}
			}
		}
	}
}

// The bounds by which exact colours are chosen hold for the page's grounds.
func TestNoGroundIsBeyondItsBound(t *testing.T) {
	for scheme, colors := range schemes(t) {
		for name, color := range colors {
			if !isGround(name) {
				continue
			}
			if l := color.luminance(); scheme == "light" && l < darkestPaper.luminance() || scheme == "dark" && l > lightestNight.luminance() {
				t.Errorf("%s: --%s is %v", scheme, name, color)
			}
		}
	}
}

func TestExactColorsAreMadeLegible(t *testing.T) {
	for n := range 256 {
		c := palette(n)
		if c.kind != exactColor {
			continue
		}
		if got := contrast(c.rgb.towards(rgb{}, darkestPaper), darkestPaper); got < legible {
			t.Errorf("colour %d on a light page: %.2f", n, got)
		}
		if got := contrast(c.rgb.towards(white, lightestNight), lightestNight); got < legible {
			t.Errorf("colour %d on a dark page: %.2f", n, got)
		}
	}
	if got := exact(120, 0, 0).rgb.towards(rgb{}, darkestPaper); got != (rgb{120, 0, 0}) {
		t.Errorf("a colour that can be read became %v", got)
	}
}

// Grey #777 and pure red just miss 4.5 on white: 4.48 and 4.00, as checkers say.
func TestContrastIsWCAGs(t *testing.T) {
	for _, c := range []struct {
		a, b rgb
		want float64
	}{
		{rgb{}, white, 21},
		{white, white, 1},
		{rgb{0x77, 0x77, 0x77}, white, 4.478},
		{rgb{255, 0, 0}, white, 3.998},
	} {
		if got := contrast(c.a, c.b); math.Abs(got-c.want) > 0.001 {
			t.Errorf("%v on %v: %.3f, want %v", c.a, c.b, got, c.want)
		}
	}
}
