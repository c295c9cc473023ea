package display

import (
	"image/color"
	"math"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The colours and sizes of every figure. A CSS pixel is 0.75 points.
var (
	inkColor   = color.NRGBA{0x26, 0x26, 0x26, 0xFF}
	mutedColor = color.NRGBA{0x59, 0x59, 0x59, 0xFF}
	gridColor  = color.NRGBA{0xE6, 0xE6, 0xE6, 0xFF}
	axisColor  = color.NRGBA{0xB3, 0xB3, 0xB3, 0xFF}
)

const (
	titleSize = 11.0 // points
	labelSize = 9.5
	tickSize  = 8.5
	lineWidth = 1.4
	gridWidth = 2 * pngPixel
)

// NewPlot returns an empty gonum plot in this package's theme: white, with
// a light grid, no box, sans-serif text and readable ticks. What is added is
// drawn over the grid. Show it as it is, or by [Plot] with a title, a size
// and a legend:
//
//	p := display.NewPlot()
//	line, err := plotter.NewLine(points)
//	p.Add(line)
//	display.Plot(p).Title("Samples of the prior").Labels("x", "f")
func NewPlot() *plot.Plot {
	p := plot.New()
	p.TextHandler = textHandler()
	p.Title.TextStyle = textStyle(titleSize, inkColor)
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	p.Title.TextStyle.Font.Weight = stdfont.WeightBold
	p.Title.Padding = vg.Points(6)
	themeAxis(&p.X)
	themeAxis(&p.Y)
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XCenter, draw.YTop
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.Tick.LineStyle = draw.LineStyle{Color: axisColor, Width: vg.Points(0.75)}
	p.X.Tick.Length = vg.Points(3)
	p.X.LineStyle = draw.LineStyle{Color: axisColor, Width: vg.Points(0.75)}
	p.X.Tick.Marker = Ticks{}
	p.Y.Tick.Marker = Ticks{}
	p.Legend.TextStyle = textStyle(tickSize, inkColor)
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(2)
	p.Add(grid{})
	return p
}

func themeAxis(a *plot.Axis) {
	a.Label.TextStyle = textStyle(labelSize, mutedColor)
	a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = draw.XCenter, draw.YBottom
	a.Label.Padding = vg.Points(5)
	a.Tick.Label = textStyle(tickSize, mutedColor)
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

func textHandler() handler { return handler{text.Plain{Fonts: font.DefaultCache}} }

// grid draws a light line at every labelled tick, behind the data.
type grid struct{}

// Plot draws the lines on c.
func (grid) Plot(c draw.Canvas, p *plot.Plot) {
	style := draw.LineStyle{Color: gridColor, Width: vg.Points(gridWidth)}
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
