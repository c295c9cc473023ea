package draw

import (
	"image/color"
	"math"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// The colours of every figure: of texts and data, of what is beside them, of the
// grid and of axes.
var (
	InkColor   = color.NRGBA{0x26, 0x26, 0x26, 0xFF}
	MutedColor = color.NRGBA{0x59, 0x59, 0x59, 0xFF}
	gridColor  = color.NRGBA{0xE6, 0xE6, 0xE6, 0xFF}
	axisColor  = color.NRGBA{0xB3, 0xB3, 0xB3, 0xFF}
)

// The sizes of every figure. A CSS pixel is 0.75 points.
const (
	titleSize = 11.0 // points
	labelSize = 9.5
	tickSize  = 8.5
	// LineWidth is that of curves, in points.
	LineWidth = 1.4
	gridWidth = 2 * pngPixel
)

// NewPlot returns an empty gonum plot in the theme of figures: white, with a
// light grid, no box, sans-serif text and readable ticks.
func NewPlot() *plot.Plot {
	p := plot.New()
	p.TextHandler = textHandler()
	p.Title.TextStyle = textStyle(titleSize, InkColor)
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = vgdraw.XCenter, vgdraw.YTop
	p.Title.TextStyle.Font.Weight = stdfont.WeightBold
	p.Title.Padding = vg.Points(6)
	themeAxis(&p.X)
	themeAxis(&p.Y)
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = vgdraw.XCenter, vgdraw.YTop
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = vgdraw.XRight, vgdraw.YCenter
	p.X.Tick.LineStyle = vgdraw.LineStyle{Color: axisColor, Width: vg.Points(0.75)}
	p.X.Tick.Length = vg.Points(3)
	p.X.LineStyle = vgdraw.LineStyle{Color: axisColor, Width: vg.Points(0.75)}
	p.X.Tick.Marker = Ticks{}
	p.Y.Tick.Marker = Ticks{}
	p.Legend.TextStyle = textStyle(tickSize, InkColor)
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(2)
	p.Add(grid{})
	return p
}

func themeAxis(a *plot.Axis) {
	a.Label.TextStyle = textStyle(labelSize, MutedColor)
	a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = vgdraw.XCenter, vgdraw.YBottom
	a.Label.Padding = vg.Points(5)
	a.Tick.Label = textStyle(tickSize, MutedColor)
	a.Tick.LineStyle.Width = 0
	a.LineStyle.Width = 0
	a.Padding = vg.Points(4)
}

func textStyle(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(float64(size))},
		Handler: textHandler(),
	}
}

func textHandler() scriptText { return scriptText{text.Plain{Fonts: font.DefaultCache}} }

// Stroke is a line of a width in points, with the lengths of dashes and gaps in
// points where it is dashed.
func Stroke(c color.Color, width float64, dashes ...float64) vgdraw.LineStyle {
	s := vgdraw.LineStyle{Color: c, Width: vg.Points(width)}
	for _, d := range dashes {
		s.Dashes = append(s.Dashes, vg.Points(d))
	}
	return s
}

// grid draws a light line at every labelled tick, behind the data.
type grid struct{}

// Plot draws the lines on c.
func (grid) Plot(c vgdraw.Canvas, p *plot.Plot) {
	style := vgdraw.LineStyle{Color: gridColor, Width: vg.Points(gridWidth)}
	x, y := p.Transforms(&c)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if at := snap(x(t.Value)); !t.IsMinor() && c.ContainsX(x(t.Value)) {
			c.StrokeLine2(style, at, c.Min.Y, at, c.Max.Y)
		}
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if at := snap(y(t.Value)); !t.IsMinor() && c.ContainsY(y(t.Value)) {
			c.StrokeLine2(style, c.Min.X, at, c.Max.X, at)
		}
	}
}

// pngPixel is the size of a pixel of a figure's PNG, in points.
const pngPixel = 72.0 / pngDPI

// snap moves at to the nearest border between two pixels, so that all lines of
// the grid look the same.
func snap(at vg.Length) vg.Length {
	return vg.Length(math.Round(float64(at/pngPixel))) * pngPixel
}
