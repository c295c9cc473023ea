package graphics

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"slices"

	"golang.org/x/image/draw"
)

// scaled is a picture at another size on white: sixels have no translucency.
func scaled(img image.Image, size image.Point) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.CatmullRom.Scale(out, out.Rect, img, img.Bounds(), draw.Over, nil)
	return out
}

// bandRows is the number of rows of pixels that one row of sixels has.
const bandRows = 6

// wholeBands is a height of whole bands, at most the one given where that is possible.
// Terminals leave the cursor in the line of characters in which the last band begins or
// ends, so that the band must not lie in two: text below would be written on it.
func wholeBands(height, cellHeight int) int {
	for h := height - height%bandRows; h >= bandRows; h -= bandRows {
		if (h-bandRows)/cellHeight == (h-1)/cellHeight {
			return h
		}
	}
	return bandRows
}

// sixel draws a picture as sixels: bands of six rows, each of which is drawn once for
// every colour in it.
func sixel(img *image.RGBA) string {
	indexed := reduce(img)
	var out bytes.Buffer
	// 0;1: pixels that are not drawn keep the terminal's colour; there are none.
	fmt.Fprintf(&out, "\x1bP0;1q\"1;1;%d;%d", indexed.Rect.Dx(), indexed.Rect.Dy())
	for i, c := range indexed.Palette {
		r, g, b, _ := c.RGBA()
		fmt.Fprintf(&out, "#%d;2;%d;%d;%d", i, percent(r), percent(g), percent(b))
	}
	for top := 0; top < indexed.Rect.Dy(); top += bandRows {
		if top > 0 {
			out.WriteByte('-')
		}
		sixelBand(&out, indexed, top)
	}
	out.WriteString("\x1b\\\r\n")
	return out.String()
}

// percent is a colour's part of 65535 in hundredths, in which registers are set.
func percent(v uint32) uint32 { return (v*100 + 32767) / 65535 }

// sixelBand draws the rows from top on: for each colour the columns as characters
// whose six bits are the rows that have it.
func sixelBand(out *bytes.Buffer, img *image.Paletted, top int) {
	width := img.Rect.Dx()
	bits := map[uint8][]byte{}
	for y := top; y < min(top+bandRows, img.Rect.Dy()); y++ {
		for x := range width {
			c := img.Pix[y*img.Stride+x]
			if bits[c] == nil {
				bits[c] = make([]byte, width)
			}
			bits[c][x] |= 1 << (y - top)
		}
	}
	for i, c := range sortedKeys(bits) {
		if i > 0 {
			out.WriteByte('$')
		}
		fmt.Fprintf(out, "#%d", c)
		sixelRuns(out, bits[c])
	}
}

func sortedKeys(bits map[uint8][]byte) []uint8 {
	keys := make([]uint8, 0, len(bits))
	for c := range bits {
		keys = append(keys, c)
	}
	slices.Sort(keys)
	return keys
}

// sixelRuns writes characters, those that repeat by their number. Empty ones at the
// end are left out.
func sixelRuns(out *bytes.Buffer, bits []byte) {
	bits = bytes.TrimRight(bits, "\x00")
	for i := 0; i < len(bits); {
		n := 1
		for i+n < len(bits) && bits[i+n] == bits[i] {
			n++
		}
		if char := '?' + bits[i]; n > 3 {
			fmt.Fprintf(out, "!%d%c", n, char)
		} else {
			out.Write(bytes.Repeat([]byte{char}, n))
		}
		i += n
	}
}

// sixelColors is the number of colour registers that terminals with sixels have.
const sixelColors = 256

// reduce returns a picture in at most 256 colours: its most frequent ones, each other
// pixel in the nearest of them.
func reduce(img *image.RGBA) *image.Paletted {
	counts := map[color.RGBA]int{}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			counts[img.RGBAAt(x, y)]++
		}
	}
	palette := frequentColors(counts)
	index := make(map[color.RGBA]uint8, len(counts))
	for c := range counts {
		index[c] = uint8(nearest(palette, c))
	}
	out := image.NewPaletted(img.Rect, nil)
	for _, c := range palette {
		out.Palette = append(out.Palette, c)
	}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			out.Pix[y*out.Stride+x] = index[img.RGBAAt(x, y)]
		}
	}
	return out
}

// frequentColors returns the most frequent colours, of which no two are nearer than
// is needed for them to be few.
func frequentColors(counts map[color.RGBA]int) []color.RGBA {
	colors := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		colors = append(colors, c)
	}
	slices.SortFunc(colors, func(a, b color.RGBA) int {
		if n := counts[b] - counts[a]; n != 0 {
			return n
		}
		return int(packed(a)) - int(packed(b))
	})
	for apart := 0; ; apart = max(2*apart, 4) {
		if palette := colorsApart(colors, apart); len(palette) <= sixelColors {
			return palette
		}
	}
}

// packed is a colour as a number, by which those that are as frequent are ordered.
func packed(c color.RGBA) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }

// colorsApart picks from colours, in their order, those that are farther than apart
// levels from those picked before; one more than fit at most.
func colorsApart(colors []color.RGBA, apart int) []color.RGBA {
	var picked []color.RGBA
	for _, c := range colors {
		if len(picked) > sixelColors {
			break
		}
		if len(picked) == 0 || distance(picked[nearest(picked, c)], c) > apart*apart {
			picked = append(picked, c)
		}
	}
	return picked
}

// nearest is the position in a palette of the colour that is nearest to c.
func nearest(palette []color.RGBA, c color.RGBA) int {
	best, least := 0, 1<<30
	for i, p := range palette {
		if d := distance(p, c); d < least {
			best, least = i, d
		}
	}
	return best
}

// distance is the squared distance of two colours in levels of 255.
func distance(a, b color.RGBA) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + bl*bl
}
