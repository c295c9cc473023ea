package export

import (
	"fmt"
	"image/color"

	"krigo/internal/contrast"
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

// text returns the colour as CSS, for text on the page's grounds: an exact one is
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

// ground returns the colour as CSS, as it is.
func (c ansiColor) ground() string {
	switch c.kind {
	case namedColor:
		return fmt.Sprintf("var(--ansi-%d)", c.index)
	case exactColor:
		return c.rgb.String()
	}
	return ""
}

// under returns the colour of text that can be read on the colour.
func (c ansiColor) under() string {
	if c.kind == namedColor {
		return "var(--paper)"
	}
	if contrast.Ratio(c.rgb, white) >= contrast.Ratio(c.rgb, rgb{}) {
		return white.String()
	}
	return rgb{}.String()
}

type rgb struct{ r, g, b uint8 }

// RGBA implements [color.Color].
func (c rgb) RGBA() (r, g, b, a uint32) { return color.NRGBA{c.r, c.g, c.b, 0xff}.RGBA() }

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b) }

// The grounds of text on a page: no ground of page.css is darker than the
// first when the page is light, or lighter than the second when it is dark.
var (
	white         = rgb{255, 255, 255}
	darkestPaper  = rgb{0xf4, 0xf4, 0xf4}
	lightestNight = rgb{0x26, 0x26, 0x26}
)

// towards moves a colour towards another until it can be read on a ground.
func (c rgb) towards(end, ground rgb) rgb {
	const steps = 32
	for i := range steps + 1 {
		mix := func(a, b uint8) uint8 { return uint8((int(a)*(steps-i) + int(b)*i) / steps) }
		if m := (rgb{mix(c.r, end.r), mix(c.g, end.g), mix(c.b, end.b)}); contrast.Ratio(m, ground) >= contrast.Legible {
			return m
		}
	}
	return end
}
