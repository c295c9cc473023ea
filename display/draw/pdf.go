//go:build !js

package draw

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

func (f *Figure) pdf(d drawing) ([]byte, error) {
	w, h := f.lengths()
	canvas := vgpdf.New(w, h)
	page := vgdraw.NewCanvas(textOutlines{pdfCanvas{canvas}}, w, h)
	paintGround(page)
	if _, err := d.page(page); err != nil {
		return nil, err
	}
	return contents(canvas)
}

// pdfCanvas draws on a vgpdf canvas without two of its faults: that one
// takes colours multiplied by their opacity for colours, which makes what is
// translucent dark, and draws circles as polygons.
type pdfCanvas struct{ vg.Canvas }

func (p pdfCanvas) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	p.Canvas.SetColor(straight(color.NRGBAModel.Convert(c).(color.NRGBA)))
}

func (p pdfCanvas) Stroke(path vg.Path) { p.Canvas.Stroke(withoutArcs(path)) }

func (p pdfCanvas) Fill(path vg.Path) { p.Canvas.Fill(withoutArcs(path)) }

// straight is a colour whose RGBA is not multiplied by its opacity.
type straight color.NRGBA

func (s straight) RGBA() (r, g, b, a uint32) {
	const wide = 0x101 // 8 to 16 bits
	return uint32(s.R) * wide, uint32(s.G) * wide, uint32(s.B) * wide, uint32(s.A) * wide
}
