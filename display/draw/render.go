package draw

import (
	"bytes"
	"image"
	"io"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

	"krigo/display/internal/smallpng"
)

const (
	pointsPerPixel = 0.75 // a CSS pixel is 1/96 inch
	pngDPI         = 192  // twice the size
	margin         = 8.0  // points around a figure
	panelGap       = 10.0
)

// encoders draw a figure in each format.
var encoders = map[string]func(*Figure, []*Panel) ([]byte, error){
	"png": (*Figure).png,
	"pdf": (*Figure).pdf,
	"svg": (*Figure).svg,
}

func (f *Figure) lengths() (width, height vg.Length) {
	return vg.Points(float64(f.width) * pointsPerPixel), vg.Points(float64(f.height) * pointsPerPixel)
}

func (f *Figure) png(panels []*Panel) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, 2*f.width, 2*f.height))
	canvas := vgimg.NewWith(vgimg.UseImage(img), vgimg.UseDPI(pngDPI))
	w, h := f.lengths()
	f.draw(vgdraw.NewCanvas(canvas, w, h), panels)
	return smallpng.Encode(canvas.Image())
}

func (f *Figure) pdf(panels []*Panel) ([]byte, error) {
	w, h := f.lengths()
	canvas := vgpdf.New(w, h)
	f.draw(vgdraw.NewCanvas(textOutlines{pdfCanvas{canvas}}, w, h), panels)
	return contents(canvas)
}

func (f *Figure) svg(panels []*Panel) ([]byte, error) {
	w, h := f.lengths()
	canvas := newSVG(w, h)
	f.draw(vgdraw.NewCanvas(textOutlines{canvas}, w, h), panels)
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

// draw lays the figure out on c: the title, the legend, then the panels.
func (f *Figure) draw(c vgdraw.Canvas, panels []*Panel) {
	c.SetColor(image.White)
	c.Fill(c.Rectangle.Path())
	c = vgdraw.Crop(c, margin, -margin, margin, -margin)
	c.Max.Y -= f.drawTitle(c)
	c.Max.Y -= drawLegend(c, panels)
	drawPanels(c, panels)
}

// label puts the figure's labels on the panels. The plot of a user has its
// title in its own style.
func (f *Figure) label(panels []*Panel) {
	if f.xlabel != "" {
		panels[len(panels)-1].X.Label.Text = f.xlabel
	}
	if f.ylabel != "" {
		panels[0].Y.Label.Text = f.ylabel
	}
	if f.own && f.title != "" {
		panels[0].Plot.Title.Text = f.title
	}
}

// drawTitle writes the title at the top left and returns the height taken.
func (f *Figure) drawTitle(c vgdraw.Canvas) vg.Length {
	if f.title == "" || f.own {
		return 0
	}
	style := textStyle(titleSize, InkColor)
	style.Font.Weight = stdfont.WeightBold
	style.YAlign = vgdraw.YTop
	lines := wrap(f.title, c.Max.X-c.Min.X, style.Width)
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y + style.FontExtents().Descent}, lines)
	return style.Height(lines) + 4
}

func drawLegend(c vgdraw.Canvas, panels []*Panel) vg.Length {
	var keys []Key
	for _, p := range panels {
		keys = append(keys, p.Keys...)
	}
	placed, height := placeKeys(c, keys)
	for _, k := range placed {
		k.draw(c)
	}
	if height > 0 {
		height += 6
	}
	return height
}

// drawPanels draws the panels one above another, with data areas of equal
// height and aligned sides.
func drawPanels(c vgdraw.Canvas, panels []*Panel) {
	rims := make([]rim, len(panels))
	var widest rim
	free := c.Max.Y - c.Min.Y - panelGap*vg.Length(len(panels)-1)
	for i, p := range panels {
		rims[i] = p.rim(c)
		widest.left, widest.right = max(widest.left, rims[i].left), max(widest.right, rims[i].right)
		free -= rims[i].bottom + rims[i].top
	}
	top := c.Max.Y
	for i, p := range panels {
		area := vgdraw.Crop(c, widest.left-rims[i].left, rims[i].right-widest.right, 0, 0)
		area.Max.Y = top
		area.Min.Y = top - free/vg.Length(len(panels)) - rims[i].bottom - rims[i].top
		top = area.Min.Y - panelGap
		p.Draw(area)
	}
}

// rim is what a panel needs around its data area.
type rim struct{ left, right, bottom, top vg.Length }

func (p *Panel) rim(c vgdraw.Canvas) rim {
	data := p.DataCanvas(c)
	return rim{data.Min.X - c.Min.X, c.Max.X - data.Max.X, data.Min.Y - c.Min.Y, c.Max.Y - data.Max.Y}
}
