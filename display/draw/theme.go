package draw

import (
	"image/color"
	"math"
	"reflect"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// The colours of every figure: of texts and data, of secondary elements, of the grid
// and of axes.
var (
	InkColor   = color.NRGBA{0x26, 0x26, 0x26, 0xFF}
	MutedColor = color.NRGBA{0x59, 0x59, 0x59, 0xFF}
	gridColor  = color.NRGBA{0xE6, 0xE6, 0xE6, 0xFF}
	axisColor  = color.NRGBA{0xB3, 0xB3, 0xB3, 0xFF}
)

// The sizes of every figure. A CSS pixel is 0.75 points.
const (
	gridTitleSize = 13.0 // points
	titleSize     = 11.0
	labelSize     = 9.5
	tickSize      = 8.5
	// LineWidth is the width of curves, in points.
	LineWidth = 1.4
	gridWidth = 2 * pngPixel
)

// NewPlot returns an empty gonum plot in the theme of figures: white, with a
// light grid where it is shown as a figure, no box, sans-serif text and readable
// ticks.
func NewPlot() *plot.Plot {
	p := plot.New()
	applyTheme(p)
	return p
}

// applyTheme gives p the theme of figures: all that is as plot.New left it, and
// nothing that a user has set.
func applyTheme(p *plot.Plot) {
	standard := plot.New()
	themed(&p.TextHandler, standard.TextHandler, text.Handler(textHandler()))
	themed(&p.Title.TextStyle, standard.Title.TextStyle, titleStyle())
	themed(&p.Title.Padding, standard.Title.Padding, vg.Points(6))
	themeAxis(&p.X, standard.X)
	themeAxis(&p.Y, standard.Y)
	line := vgdraw.LineStyle{Color: axisColor, Width: vg.Points(0.75)}
	themed(&p.X.LineStyle, standard.X.LineStyle, line)
	themed(&p.X.Tick.LineStyle, standard.X.Tick.LineStyle, line)
	themed(&p.X.Tick.Length, standard.X.Tick.Length, vg.Points(3))
	none := vgdraw.LineStyle{Color: axisColor}
	themed(&p.Y.LineStyle, standard.Y.LineStyle, none)
	themed(&p.Y.Tick.LineStyle, standard.Y.Tick.LineStyle, none)
	themed(&p.Legend.TextStyle, standard.Legend.TextStyle, textStyle(tickSize, InkColor))
	themed(&p.Legend.Padding, standard.Legend.Padding, vg.Points(2))
}

// themeAxis sets the properties that both axes share.
func themeAxis(a *plot.Axis, standard plot.Axis) {
	name := textStyle(labelSize, MutedColor)
	name.XAlign, name.YAlign = standard.Label.TextStyle.XAlign, standard.Label.TextStyle.YAlign
	numbers := textStyle(tickSize, MutedColor)
	numbers.XAlign, numbers.YAlign = standard.Tick.Label.XAlign, standard.Tick.Label.YAlign
	themed(&a.Label.TextStyle, standard.Label.TextStyle, name)
	themed(&a.Label.Padding, standard.Label.Padding, vg.Points(5))
	themed(&a.Tick.Label, standard.Tick.Label, numbers)
	themed(&a.Padding, standard.Padding, vg.Points(4))
	switch a.Tick.Marker.(type) {
	case plot.DefaultTicks, plot.LogTicks:
		a.Tick.Marker = Ticks{}
		if _, logarithmic := a.Scale.(plot.LogScale); logarithmic {
			a.Tick.Marker = LogTicks{}
		}
	}
}

// themed sets what is still the standard of gonum to that of the theme.
func themed[T any](at *T, standard, theme T) {
	if reflect.DeepEqual(*at, standard) {
		*at = theme
	}
}

// titleStyle returns the style of a title inside a plot, which figures move to their own.
func titleStyle() text.Style {
	style := textStyle(titleSize, InkColor)
	style.XAlign, style.YAlign = vgdraw.XCenter, vgdraw.YTop
	style.Font.Weight = stdfont.WeightBold
	return style
}

func textStyle(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    sansFont(size),
		Handler: textHandler(),
	}
}

func sansFont(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(float64(size))}
}

func textHandler() scriptText { return scriptText{text.Plain{Fonts: font.DefaultCache}} }

// Stroke returns a line of a width in points, with the lengths of dashes and gaps in
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
