// Package smallpng writes drawings as PNG files that are small, because notebooks
// hold many.
package smallpng

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
)

// Limit is the size that an ordinary figure's file should not exceed, in bytes.
const Limit = 40_000

// aim is the size above which fewer shades are tried.
const aim = 30_000

// effort is a way to choose a palette: the difference, in levels of 255, below which
// colours count as equal, for areas and elsewhere, and the largest number of colours.
type effort struct{ area, elsewhere, colors int }

// efforts are tried one after another until one has a palette and the file is
// small. A palette of 16 takes half a byte a pixel, which makes the file a sixth
// smaller and quicker to write; more effort of compression would take ten times
// as long for a tenth.
var efforts = []effort{{4, 20, 256}, {8, 48, 16}, {16, 80, 16}}

// Encode writes img as PNG. A drawing is written with a palette of at most
// 256 colours, where that changes no pixel visibly: it is then about four
// times smaller. Where the file is larger than 30 kB, fewer shades are kept.
func Encode(img image.Image) ([]byte, error) {
	d, ok := drawingOf(img)
	if !ok {
		return encoded(img)
	}
	var smallest []byte
	for _, e := range efforts {
		small, ok := d.paletted(e)
		if !ok {
			continue
		}
		data, err := encoded(small)
		if err != nil {
			return nil, err
		}
		if smallest == nil || len(data) < len(smallest) {
			smallest = data
		}
		if len(data) <= aim {
			break
		}
	}
	if smallest == nil {
		return encoded(img)
	}
	return smallest, nil
}

func encoded(img image.Image) ([]byte, error) {
	var buf bytes.Buffer
	err := png.Encode(&buf, img)
	return buf.Bytes(), err
}

// paletted returns the drawing in the most frequent colours; each other pixel takes the
// nearest of them. Two colours count as equal if they differ by at most the tolerance,
// in levels of 255, in lightness, and by less in hue. It returns false if some pixel
// would differ by more.
func (d drawing) paletted(e effort) (*image.Paletted, bool) {
	palette, ok := choosePalette(d.colors, e)
	if !ok {
		return nil, false
	}
	index := make([]uint8, len(d.colors))
	for i, c := range d.colors {
		nearest, _ := nearestColor(palette, c.RGBA)
		index[i] = uint8(nearest)
	}
	out := image.NewPaletted(d.bounds, asPalette(palette))
	at := 0
	for _, s := range d.spans {
		part := out.Pix[at : at+s.length]
		for i := range part {
			part[i] = index[s.color]
		}
		at += s.length
	}
	return out, true
}

// worstDifference returns the difference of two greys that are tolerance levels
// apart.
func worstDifference(tolerance int) int { return 3 * tolerance * tolerance }

// drawing is an image as spans of pixels of one colour, row by row, and the
// colours with the number of pixels that each has.
type drawing struct {
	bounds image.Rectangle
	spans  []span
	colors []counted
}

// span is a number of pixels that follow one another; color counts in colors.
type span struct{ color, length int }

type counted struct {
	color.RGBA
	pixels int
}

// tooMany is the number of colours of a photograph, not a figure.
const tooMany = 20000

// drawingOf returns false if img is not opaque or has too many colours.
func drawingOf(img image.Image) (drawing, bool) {
	rgba, ok := img.(*image.RGBA)
	if !ok {
		rgba = image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Rect, img, rgba.Rect.Min, draw.Src)
	}
	if !rgba.Opaque() {
		return drawing{}, false
	}
	d := drawing{bounds: rgba.Rect}
	number := map[uint32]int{}
	for y := range rgba.Rect.Dy() {
		row := rgba.Pix[y*rgba.Stride:][:4*rgba.Rect.Dx()]
		for x := 0; x < len(row); {
			value := binary.LittleEndian.Uint32(row[x:])
			end := x + 4
			for end < len(row) && binary.LittleEndian.Uint32(row[end:]) == value {
				end += 4
			}
			at, seen := number[value]
			if !seen {
				at = len(d.colors)
				number[value] = at
				d.colors = append(d.colors, counted{RGBA: color.RGBA{row[x], row[x+1], row[x+2], row[x+3]}})
			}
			d.colors[at].pixels += (end - x) / 4
			d.spans = append(d.spans, span{at, (end - x) / 4})
			x = end
		}
		if len(d.colors) > tooMany {
			return drawing{}, false
		}
	}
	return d, true
}

// choosePalette goes through the colours from the most to the least frequent
// and takes each that no colour taken so far stands for.
func choosePalette(colors []counted, e effort) ([]color.RGBA, bool) {
	byCount := slices.Clone(colors)
	pixels := 0
	for _, c := range colors {
		pixels += c.pixels
	}
	slices.SortFunc(byCount, func(a, b counted) int {
		return cmp.Or(b.pixels-a.pixels, int(packed(a.RGBA))-int(packed(b.RGBA)))
	})
	var palette []color.RGBA
	for _, c := range byCount {
		allowed := worstDifference(e.elsewhere)
		if c.pixels > pixels/areaShare {
			allowed = worstDifference(e.area)
		}
		if _, distance := nearestColor(palette, c.RGBA); distance <= allowed {
			continue
		}
		if len(palette) == e.colors {
			return nil, false
		}
		palette = append(palette, c.RGBA)
	}
	return palette, true
}

// areaShare is the part of an image, one pixel in areaShare, above which a colour
// covers an area.
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

// difference returns the squared distance of a and b in RGB, where what changes
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
