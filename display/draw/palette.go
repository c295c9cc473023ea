package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/palette"
)

// okabeIto are the eight colours of Okabe and Ito, "Color universal design" (2008),
// which readers with any common colour vision can distinguish. The order puts those
// that are darkest on white first.
var okabeIto = [...]color.NRGBA{
	{0x00, 0x72, 0xB2, 0xFF}, // blue
	{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
	{0x00, 0x9E, 0x73, 0xFF}, // bluish green
	{0xCC, 0x79, 0xA7, 0xFF}, // reddish purple
	{0xE6, 0x9F, 0x00, 0xFF}, // orange
	{0x56, 0xB4, 0xE9, 0xFF}, // sky blue
	{0x00, 0x00, 0x00, 0xFF}, // black
	{0xF0, 0xE4, 0x42, 0xFF}, // yellow
}

// Color returns the i-th colour for categories, from the palette of Okabe and Ito; it
// repeats after eight.
func Color(i int) color.Color { return okabeIto[mod(i, len(okabeIto))] }

func mod(i, n int) int { return ((i % n) + n) % n }

// Viridis returns n colours of matplotlib's viridis, dark to light, for
// quantities. n is at least 1.
func Viridis(n int) palette.Palette { return sample(viridis[:], n) }

// Cividis returns n colours of cividis (Nuñez, Anderton and Renslow, PLoS ONE
// 13(7), 2018), dark to light, which reads the same with and without red-green
// vision. n is at least 1.
func Cividis(n int) palette.Palette { return sample(cividis[:], n) }

// colors is a palette.Palette.
type colors []color.Color

// Colors returns the palette's colours in order.
func (c colors) Colors() []color.Color { return c }

// sample returns n colours at equal distances along the map, whose colours
// are 0xRRGGBB at equal distances; between them it is linear.
func sample(anchors []uint32, n int) palette.Palette {
	n = max(n, 1)
	out := make(colors, n)
	for i := range out {
		t := 0.5
		if n > 1 {
			t = float64(i) / float64(n-1)
		}
		out[i] = between(anchors, t)
	}
	return out
}

func between(anchors []uint32, t float64) color.Color {
	pos := t * float64(len(anchors)-1)
	i := min(int(pos), len(anchors)-2)
	mix := func(shift uint) uint8 {
		a := float64(anchors[i] >> shift & 0xFF)
		b := float64(anchors[i+1] >> shift & 0xFF)
		return uint8(math.Round(a + (pos-float64(i))*(b-a)))
	}
	return color.NRGBA{R: mix(16), G: mix(8), B: mix(0), A: 0xFF}
}

// Faded returns c with the given opacity in [0, 1].
func Faded(c color.Color, opacity float64) color.NRGBA {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	n.A = uint8(math.Round(opacity * 255))
	return n
}

// Light returns the colour that c has at an opacity of 0.4 on white, opaque: it hides the grid.
func Light(c color.Color) color.NRGBA {
	const opacity = 0.4
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	mix := func(v uint8) uint8 { return uint8(255 - opacity*(255-float64(v))) }
	return color.NRGBA{R: mix(n.R), G: mix(n.G), B: mix(n.B), A: 0xFF}
}

// viridis and cividis are the published colour maps (matplotlib, CC0) at 17
// equal distances.
var viridis = [17]uint32{
	0x440154, 0x48186A, 0x472D7B, 0x424086, 0x3B528B, 0x33638D,
	0x2C728E, 0x26818E, 0x21908C, 0x1F9F88, 0x28AE80, 0x3EBC74,
	0x5DC963, 0x82D34C, 0xABDC32, 0xD5E21A, 0xFDE725,
}

var cividis = [17]uint32{
	0x00224E, 0x002E6A, 0x1A386F, 0x32436D, 0x434E6C, 0x52596D,
	0x61656F, 0x6F7073, 0x7C7B78, 0x8B8778, 0x9B9376, 0xABA072,
	0xBBAD6C, 0xCCBA64, 0xDDC958, 0xEFD748, 0xFEE838,
}
