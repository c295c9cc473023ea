package display

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"

	"krigo/display/draw"
)

// Figure is a drawing that shows itself as PNG, PDF and a line of text.
type Figure = draw.Figure

// Ticks marks a linear axis at round numbers.
type Ticks = draw.Ticks

// LogTicks marks a logarithmic axis, with two labels or more.
type LogTicks = draw.LogTicks

// YearTicks marks an axis of decimal years, such as 1958.21, at years or months.
type YearTicks = draw.YearTicks

// TimeTicks marks an axis of seconds since the Unix epoch (UTC) at round times.
type TimeTicks = draw.TimeTicks

// Plot returns a gonum plot as a Figure. The plot keeps its own style; a title
// and labels that are set on the Figure take the place of the plot's.
func Plot(p *plot.Plot) *Figure { return draw.Plot(p) }

// NewPlot returns an empty gonum plot in this package's theme: white, with
// a light grid, no box, sans-serif text and readable ticks. What is added is
// drawn over the grid. Show it as it is, or by [Plot] with a title, a size
// and a legend:
//
//	p := display.NewPlot()
//	line, err := plotter.NewLine(points)
//	p.Add(line)
//	display.Plot(p).Title("Samples of the prior").Labels("x", "f")
func NewPlot() *plot.Plot { return draw.NewPlot() }

// Color returns the i-th colour for things of several kinds, from the palette
// of Okabe and Ito; it repeats after eight.
func Color(i int) color.Color { return draw.Color(i) }

// Viridis returns n colours of matplotlib's viridis, dark to light, for
// quantities. n is at least 1.
func Viridis(n int) palette.Palette { return draw.Viridis(n) }

// Cividis returns n colours of cividis (Nuñez, Anderton and Renslow, PLoS ONE
// 13(7), 2018), dark to light, which reads the same with and without red-green
// vision. n is at least 1.
func Cividis(n int) palette.Palette { return draw.Cividis(n) }
