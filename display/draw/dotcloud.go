package draw

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// pngCanvas draws on an image and lets what draws thousands of equal things reach
// its pixels.
type pngCanvas struct {
	*vgimg.Canvas
	pixels *image.RGBA
}

// innermost returns the canvas below all parts of it that plots draw on.
func innermost(c vgdraw.Canvas) vg.Canvas {
	for {
		switch inner := c.Canvas.(type) {
		case vgdraw.Canvas:
			c = inner
		case *vgdraw.Canvas:
			c = *inner
		default:
			return inner
		}
	}
}

// cloudShades is the number of opacities that the pixels of a cloud may have.
const cloudShades = 4

// plotCloud draws the dots as squares of two CSS pixels a side, on their borders:
// each of them is seen, and where they are many it is darker. That takes a tenth
// of the time of circles, and the file is smaller, since rows of the image are
// alike.
func (d Dots) plotCloud(img *image.RGBA, c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	const cell = 2 // pixels of the image, a CSS pixel
	wide, high := img.Rect.Dx()/cell, img.Rect.Dy()/cell
	clear := make([]float64, wide*high) // what shows through
	for i := range clear {
		clear[i] = 1
	}
	opacity := float64(color.NRGBAModel.Convert(d.Style.Color).(color.NRGBA).A) / 0xFF
	for i := range d.X {
		at := vg.Point{X: x(d.X[i]), Y: y(d.Y[i])}
		if !finite(d.X[i], d.Y[i]) || !c.Contains(at) {
			continue
		}
		column := int(math.Round(at.X.Dots(pngDPI) / cell))
		row := high - int(math.Round(at.Y.Dots(pngDPI)/cell))
		for r := max(row-1, 0); r < min(row+1, high); r++ {
			for k := max(column-1, 0); k < min(column+1, wide); k++ {
				clear[r*wide+k] *= 1 - opacity
			}
		}
	}
	paintCloud(img, clear, wide, cell, d.Style.Color)
}

// paintCloud lays a colour over the cells of an image that are not clear.
func paintCloud(img *image.RGBA, clear []float64, wide, cell int, c color.Color) {
	ink := color.NRGBAModel.Convert(c).(color.NRGBA)
	for i, through := range clear {
		shade := math.Round((1-through)*cloudShades) / cloudShades
		if through == 1 {
			continue
		}
		shade = max(shade, 1.0/cloudShades)
		left, top := i%wide*cell, i/wide*cell
		for py := top; py < top+cell; py++ {
			for px := left; px < left+cell; px++ {
				at := img.PixOffset(px, py)
				for k, v := range [3]uint8{ink.R, ink.G, ink.B} {
					img.Pix[at+k] = uint8(math.Round(float64(img.Pix[at+k])*(1-shade) + float64(v)*shade))
				}
			}
		}
	}
}
