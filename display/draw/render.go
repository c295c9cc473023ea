package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"krigo/display/internal/smallpng"
)

const (
	pointsPerPixel = 0.75 // a CSS pixel is 1/96 inch
	pngDPI         = 192  // twice the size
)

// encoders draw a figure in each format.
var encoders = map[string]func(*Figure, drawing) ([]byte, error){
	"png": (*Figure).png,
	"pdf": (*Figure).pdf,
	"svg": (*Figure).svg,
}

func (f *Figure) lengths() (width, height vg.Length) {
	return vg.Points(float64(f.width) * pointsPerPixel), vg.Points(float64(f.height) * pointsPerPixel)
}

func (f *Figure) png(d drawing) ([]byte, error) {
	pixels, err := f.raster(d, 2)
	if err != nil {
		return nil, err
	}
	return smallpng.Encode(pixels)
}

// draftPNG takes less than half the time of png, at the figure's own size.
func (f *Figure) draftPNG(d drawing) ([]byte, error) {
	pixels, err := f.raster(d, 1)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&buf, pixels)
	return buf.Bytes(), err
}

// raster draws d at the given number of pixels per CSS pixel.
func (f *Figure) raster(d drawing, scale int) (*image.RGBA, error) {
	canvas := vgimg.NewWith(vgimg.UseImage(image.NewRGBA(image.Rect(0, 0, scale*f.width, scale*f.height))), vgimg.UseDPI(scale*pngDPI/2))
	pixels, ok := canvas.Image().(*image.RGBA)
	if !ok {
		return nil, fmt.Errorf("display: vgimg draws on %T", canvas.Image())
	}
	draw.Draw(pixels, pixels.Rect, image.White, image.Point{}, draw.Src)
	w, h := f.lengths()
	_, err := d.page(vgdraw.NewCanvas(pngCanvas{canvas, pixels}, w, h))
	return pixels, err
}

func (f *Figure) svg(d drawing) ([]byte, error) {
	w, h := f.lengths()
	canvas := newSVG(w, h, f.title, f.Alt())
	page := vgdraw.NewCanvas(textOutlines{canvas}, w, h)
	paintGround(page)
	if _, err := d.page(page); err != nil {
		return nil, err
	}
	return contents(canvas)
}

// contents returns what file writes.
func contents(file io.WriterTo) ([]byte, error) {
	var buf bytes.Buffer
	if _, err := file.WriteTo(&buf); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
