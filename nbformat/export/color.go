package export

import (
	"fmt"
	"math"
)

// ansiColor is a colour that a control sequence names: one of the 16, which
// page.css has for light and dark pages, or an exact one.
type ansiColor struct {
	kind  colorKind
	index int
	rgb   rgb
}

type colorKind byte

const (
	noColor colorKind = iota
	namedColor
	exactColor
)

var none ansiColor

func named(index int) ansiColor { return ansiColor{kind: namedColor, index: index} }

func exact(r, g, b int) ansiColor {
	return ansiColor{kind: exactColor, rgb: rgb{uint8(r), uint8(g), uint8(b)}}
}

// text is the colour as CSS, for text on the page's grounds: an exact one is
// moved towards black or white until it can be read.
func (c ansiColor) text() string {
	if c.kind != exactColor {
		return c.ground()
	}
	light, dark := c.rgb.towards(rgb{}, darkestPaper), c.rgb.towards(white, lightestNight)
	if light == dark {
		return light.String()
	}
	return fmt.Sprintf("light-dark(%v,%v)", light, dark)
}

// ground is the colour as CSS, as it is.
func (c ansiColor) ground() string {
	switch c.kind {
	case namedColor:
		return fmt.Sprintf("var(--ansi-%d)", c.index)
	case exactColor:
		return c.rgb.String()
	}
	return ""
}

// under is the colour of text that can be read on the colour.
func (c ansiColor) under() string {
	if c.kind == namedColor {
		return "var(--paper)"
	}
	if contrast(c.rgb, white) >= contrast(c.rgb, rgb{}) {
		return white.String()
	}
	return rgb{}.String()
}

type rgb struct{ r, g, b uint8 }

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b) }

// The grounds of text on a page: no ground of page.css is darker than the
// first when the page is light, or lighter than the second when it is dark.
var (
	white         = rgb{255, 255, 255}
	darkestPaper  = rgb{0xf4, 0xf4, 0xf4}
	lightestNight = rgb{0x26, 0x26, 0x26}
)

// legible is the contrast that text has to have (WCAG 2.1, success criterion
// 1.4.3).
const legible = 4.5

// towards moves a colour towards another until it can be read on a ground.
func (c rgb) towards(end, ground rgb) rgb {
	const steps = 32
	for i := range steps + 1 {
		mix := func(a, b uint8) uint8 { return uint8((int(a)*(steps-i) + int(b)*i) / steps) }
		if m := (rgb{mix(c.r, end.r), mix(c.g, end.g), mix(c.b, end.b)}); contrast(m, ground) >= legible {
			return m
		}
	}
	return end
}

// contrast is the ratio of luminances, between 1 and 21 (WCAG 2.1).
func contrast(a, b rgb) float64 {
	x, y := a.luminance()+0.05, b.luminance()+0.05
	return max(x, y) / min(x, y)
}

// luminance is that of sRGB, between 0 and 1.
func (c rgb) luminance() float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}
