package export

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"krigo/internal/contrast"
)

var variable = regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]+);`)

// variables returns the colours that a block of page.css sets.
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

// schemes returns the page's colours when it is light and when it is dark.
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

// isEdge reports whether a colour is of lines, not of text.
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
				if c := contrast.Ratio(color, under); isGround(ground) && c < contrast.Legible {
					t.Errorf("%s: --%s on --%s has a contrast of %.2f, want %.1f", scheme, name, ground, c, contrast.Legible)
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
			if l := contrast.Luminance(color); scheme == "light" && l < contrast.Luminance(darkestPaper) || scheme == "dark" && l > contrast.Luminance(lightestNight) {
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
		if got := contrast.Ratio(c.rgb.towards(rgb{}, darkestPaper), darkestPaper); got < contrast.Legible {
			t.Errorf("colour %d on a light page: %.2f", n, got)
		}
		if got := contrast.Ratio(c.rgb.towards(white, lightestNight), lightestNight); got < contrast.Legible {
			t.Errorf("colour %d on a dark page: %.2f", n, got)
		}
	}
	if got := exact(120, 0, 0).rgb.towards(rgb{}, darkestPaper); got != (rgb{120, 0, 0}) {
		t.Errorf("a colour that can be read became %v", got)
	}
}
