package display

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
)

// encodePNG writes img as PNG. An opaque image is written with a palette of
// 256 colours where that changes no pixel visibly, which makes a figure about
// four times smaller.
func encodePNG(img image.Image) ([]byte, error) {
	if p, ok := paletted(img); ok {
		img = p
	}
	var buf bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&buf, img); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// worstError is the largest difference, by difference, at which two colours
// pass for the same: 20 of 255 levels in lightness, fewer in hue.
const worstError = 3 * 20 * 20

// paletted returns img in at most 256 colours: the most frequent ones, each
// other pixel in the nearest of them. It is false where some pixel would be
// further away than worstError, or is not opaque.
func paletted(img image.Image) (*image.Paletted, bool) {
	rgba, ok := img.(*image.RGBA)
	if !ok {
		rgba = image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Rect, img, rgba.Rect.Min, draw.Src)
	}
	if !rgba.Opaque() {
		return nil, false
	}
	counts := countColors(rgba)
	palette, ok := choosePalette(counts)
	if !ok {
		return nil, false
	}
	index := make(map[color.RGBA]uint8, len(counts))
	out := image.NewPaletted(rgba.Rect, asPalette(palette))
	for y := rgba.Rect.Min.Y; y < rgba.Rect.Max.Y; y++ {
		for x := rgba.Rect.Min.X; x < rgba.Rect.Max.X; x++ {
			c := rgba.RGBAAt(x, y)
			i, known := index[c]
			if !known {
				nearest, _ := nearestColor(palette, c)
				i = uint8(nearest)
				index[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out, true
}

func countColors(img *image.RGBA) map[color.RGBA]int {
	counts := map[color.RGBA]int{}
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		for x := img.Rect.Min.X; x < img.Rect.Max.X; x++ {
			counts[img.RGBAAt(x, y)]++
		}
	}
	return counts
}

// choosePalette goes through the colours from the most to the least frequent
// and takes each that no colour taken so far stands for.
func choosePalette(counts map[color.RGBA]int) ([]color.RGBA, bool) {
	const tooMany = 20000 // a photograph, not a figure
	if len(counts) > tooMany {
		return nil, false
	}
	byCount := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		byCount = append(byCount, c)
	}
	slices.SortFunc(byCount, func(a, b color.RGBA) int {
		if d := counts[b] - counts[a]; d != 0 {
			return d
		}
		return int(packed(a)) - int(packed(b))
	})
	var palette []color.RGBA
	for _, c := range byCount {
		if _, distance := nearestColor(palette, c); distance <= worstError {
			continue
		}
		if len(palette) == 256 {
			return nil, false
		}
		palette = append(palette, c)
	}
	return palette, true
}

func packed(c color.RGBA) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }

// nearestColor returns the position of the colour nearest to c and its
// difference.
func nearestColor(palette []color.RGBA, c color.RGBA) (index, least int) {
	index, least = -1, math.MaxInt
	for i, p := range palette {
		if d := difference(p, c); d < least {
			index, least = i, d
		}
	}
	return index, least
}

// difference is the squared distance of a and b in RGB, where what changes
// the hue counts four times.
func difference(a, b color.RGBA) int {
	dr, dg, db := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	all := dr*dr + dg*dg + db*db
	lightness := (dr + dg + db) * (dr + dg + db) / 3
	return lightness + 4*(all-lightness)
}

func asPalette(colors []color.RGBA) color.Palette {
	p := make(color.Palette, len(colors))
	for i, c := range colors {
		p[i] = c
	}
	return p
}
