package draw

import (
	"bytes"
	"image/png"
	"testing"
)

// Points on a lattice, further apart than their size: each one darkens the
// picture, and two at one place more than one.
func TestEveryPointOfACloudIsSeen(t *testing.T) {
	const side = 40
	d := Dots{Style: DotStyle(side*side, InkColor)}
	for i := range side * side {
		d.X, d.Y = append(d.X, float64(i%side)), append(d.Y, float64(i/side))
	}
	d.X, d.Y = append(d.X, 20), append(d.Y, 20)
	p := NewPanel()
	p.Add(d)
	Widen(&p.X)
	Widen(&p.Y)
	data, err := NewFigure("cloud", func() ([]*Panel, error) { return []*Panel{p}, nil }).Encode("png")
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	shades := map[uint32]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			if r == g && g == b {
				shades[r>>8]++
			}
		}
	}
	once, twice := uint32(146), uint32(92) // ink of 0x26 at a half and at three quarters
	if n := near(shades, once); n < (side*side-1)*16*9/10 || n > side*side*16 {
		t.Errorf("%d pixels have the shade of one point, want about %d", n, (side*side-1)*16)
	}
	if n := near(shades, twice); n < 16 {
		t.Errorf("%d pixels have the shade of two points, want 16", n)
	}
}

// near counts the pixels within six levels of a shade.
func near(shades map[uint32]int, shade uint32) (n int) {
	for s := shade - 6; s <= shade+6; s++ {
		n += shades[s]
	}
	return n
}
