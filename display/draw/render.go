package draw

import (
	"bytes"
	"image"
	"io"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

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
	img := image.NewRGBA(image.Rect(0, 0, 2*f.width, 2*f.height))
	canvas := vgimg.NewWith(vgimg.UseImage(img), vgimg.UseDPI(pngDPI))
	w, h := f.lengths()
	if _, err := d.page(vgdraw.NewCanvas(canvas, w, h)); err != nil {
		return nil, err
	}
	return smallpng.Encode(canvas.Image())
}

func (f *Figure) pdf(d drawing) ([]byte, error) {
	w, h := f.lengths()
	canvas := vgpdf.New(w, h)
	if _, err := d.page(vgdraw.NewCanvas(textOutlines{pdfCanvas{canvas}}, w, h)); err != nil {
		return nil, err
	}
	return contents(canvas)
}

func (f *Figure) svg(d drawing) ([]byte, error) {
	w, h := f.lengths()
	canvas := newSVG(w, h, f.title, f.Alt())
	if _, err := d.page(vgdraw.NewCanvas(textOutlines{canvas}, w, h)); err != nil {
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
