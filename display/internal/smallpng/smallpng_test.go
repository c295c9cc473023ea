package smallpng

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
)

func decode(t *testing.T, img image.Image) image.Image {
	t.Helper()
	data, err := Encode(img)
	if err != nil {
		t.Fatal(err)
	}
	out, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAPaletteChangesNoPixelVisibly(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 256, 4))
	for x := range 256 {
		v := uint8(x)
		img.Set(x, 0, color.Gray{v})
		img.Set(x, 1, color.RGBA{v, 0, 0, 255})
		img.Set(x, 2, color.RGBA{255 - v/2, 255, 255 - v, 255})
		img.Set(x, 3, color.White)
	}
	out := decode(t, img)
	if _, ok := out.(*image.Paletted); !ok {
		t.Errorf("a drawing is written as %T", out)
	}
	for x := range 256 {
		for y := range 4 {
			want := img.RGBAAt(x, y)
			got := color.RGBAModel.Convert(out.At(x, y)).(color.RGBA)
			if d := difference(want, got); d > worstDifference(20) {
				t.Fatalf("pixel (%d, %d) was %v and is %v", x, y, want, got)
			}
		}
	}
}

func TestPhotographsAndTransparencyAreKeptExactly(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 8))
	photo := image.NewRGBA(image.Rect(0, 0, 200, 200))
	for i := range photo.Pix {
		photo.Pix[i] = uint8(src.Uint32())
		if i%4 == 3 {
			photo.Pix[i] = 255
		}
	}
	glass := image.NewNRGBA(image.Rect(3, 3, 5, 5))
	glass.Set(3, 3, color.NRGBA{200, 100, 50, 128})
	for _, img := range []image.Image{photo, glass} {
		out, from := decode(t, img), img.Bounds()
		for x := range from.Dx() {
			for y := range from.Dy() {
				want := color.NRGBAModel.Convert(img.At(from.Min.X+x, from.Min.Y+y))
				if got := color.NRGBAModel.Convert(out.At(x, y)); got != want {
					t.Fatalf("%T: pixel (%d, %d) was %v and is %v", img, x, y, want, got)
				}
			}
		}
	}
}
