// Package contrast measures how well text can be read on its ground (WCAG 2.1, success criterion
// 1.4.3).
package contrast

import (
	"image/color"
	"math"
)

// Legible is the ratio that text has to have.
const Legible = 4.5

// Ratio returns the contrast ratio of two opaque colours, from 1 to 21.
func Ratio(a, b color.Color) float64 {
	x, y := Luminance(a)+0.05, Luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// Luminance returns the relative luminance of a colour of sRGB, from 0 to 1.
func Luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func linear(v uint32) float64 {
	s := float64(v) / 0xffff
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}
