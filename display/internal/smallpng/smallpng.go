// Package smallpng writes drawings as PNG files that are small, because notebooks
// hold many.
package smallpng

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"iter"
	"math"
	"slices"
)

// Limit is the size that an ordinary figure's file should not exceed, in bytes.
const Limit = 40_000

// efforts are the ways to write a PNG, the fastest first.
var efforts = []struct {
	level     png.CompressionLevel
	tolerance int
}{
	{png.DefaultCompression, 20},
	{png.BestCompression, 20},
	{png.BestCompression, 48},
}

// Encode writes img as PNG. A drawing is written with a palette of at most
// 256 colours, where that changes no pixel visibly: it is then about four
// times smaller. Where the file is larger than Limit, more effort is made.
func Encode(img image.Image) ([]byte, error) {
	var buf bytes.Buffer
	for _, effort := range efforts {
		small, ok := paletted(img, effort.tolerance)
		buf.Reset()
		encoder := png.Encoder{CompressionLevel: effort.level}
		if !ok {
			err := encoder.Encode(&buf, img)
			return buf.Bytes(), err
		}
		if err := encoder.Encode(&buf, small); err != nil {
			return nil, err
		}
		if buf.Len() <= Limit {
			break
		}
	}
	return buf.Bytes(), nil
}

// paletted returns img in at most 256 colours, the most frequent ones; each
// other pixel takes the nearest of them. Two colours pass for the same where
// they differ by no more than tolerance levels of 255 in lightness, and fewer
// in hue. It is false where some pixel would differ by more, or is not opaque.
func paletted(img image.Image, tolerance int) (*image.Paletted, bool) {
	rgba, ok := img.(*image.RGBA)
	if !ok {
		rgba = image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Rect, img, rgba.Rect.Min, draw.Src)
	}
	if !rgba.Opaque() {
		return nil, false
	}
	counts := countColors(rgba)
	palette, ok := choosePalette(counts, worstDifference(tolerance))
	if !ok {
		return nil, false
	}
	index := make(map[color.RGBA]uint8, len(counts))
	for c := range counts {
		nearest, _ := nearestColor(palette, c)
		index[c] = uint8(nearest)
	}
	out := image.NewPaletted(rgba.Rect, asPalette(palette))
	i := 0
	for c, n := range spans(rgba) {
		at := index[c]
		for range n {
			out.Pix[i] = at
			i++
		}
	}
	return out, true
}

// worstDifference is the difference of two greys that are tolerance levels
// apart.
func worstDifference(tolerance int) int { return 3 * tolerance * tolerance }

func countColors(img *image.RGBA) map[color.RGBA]int {
	counts := map[color.RGBA]int{}
	for c, n := range spans(img) {
		counts[c] += n
	}
	return counts
}

// spans goes through the pixels row by row, those of one colour that follow
// one another at once.
func spans(img *image.RGBA) iter.Seq2[color.RGBA, int] {
	return func(yield func(color.RGBA, int) bool) {
		var last color.RGBA
		n := 0
		for y := range img.Rect.Dy() {
			row := img.Pix[y*img.Stride:][:4*img.Rect.Dx()]
			for x := 0; x < len(row); x += 4 {
				c := color.RGBA{row[x], row[x+1], row[x+2], row[x+3]}
				if c != last && n > 0 {
					if !yield(last, n) {
						return
					}
					n = 0
				}
				last = c
				n++
			}
		}
		if n > 0 {
			yield(last, n)
		}
	}
}

// choosePalette goes through the colours from the most to the least frequent
// and takes each that no colour taken so far stands for: within worst where
// the colour is that of edges, within a shade where it covers an area.
func choosePalette(counts map[color.RGBA]int, worst int) ([]color.RGBA, bool) {
	const tooMany = 20000 // a photograph, not a figure
	if len(counts) > tooMany {
		return nil, false
	}
	byCount := make([]color.RGBA, 0, len(counts))
	pixels := 0
	for c, n := range counts {
		byCount = append(byCount, c)
		pixels += n
	}
	slices.SortFunc(byCount, func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], int(packed(a))-int(packed(b)))
	})
	var palette []color.RGBA
	for _, c := range byCount {
		allowed := worst
		if counts[c] > pixels/areaShare {
			allowed = worstDifference(4)
		}
		if _, distance := nearestColor(palette, c); distance <= allowed {
			continue
		}
		if len(palette) == 256 {
			return nil, false
		}
		palette = append(palette, c)
	}
	return palette, true
}

// areaShare is the part of an image, one in so many pixels, above which a
// colour covers an area.
const areaShare = 2000

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
