package display

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"

	"krigo/display/draw"
)

// Figure is a drawing that shows itself as PNG and as text, with a description in
// words.
type Figure = draw.Figure

// Drawable is a figure of any kind.
type Drawable = draw.Drawable

// Series is a line of a figure or some of its points, as data: what the method Series
// of figures returns.
type Series = draw.Series

// GridFigure draws figures in rows and columns; [Grid] makes one.
type GridFigure = draw.GridFigure

// Grid draws figures of any kind side by side, in cells of one size and in rows
// from the top left. Each keeps its title, its labels and its legend; its own
// size is not used. Without Columns the grid is about square.
//
//	display.Grid(display.Fit(fit), display.Trace(fit.Trace)).Columns(2).Title("One fit")
func Grid(figures ...Drawable) *GridFigure { return draw.Grid(figures...) }

// Ticks marks a linear axis at round numbers.
type Ticks = draw.Ticks

// LogTicks marks a logarithmic axis, with three labels or more.
type LogTicks = draw.LogTicks

// YearTicks marks an axis of decimal years, such as 1958.21, at years or months.
type YearTicks = draw.YearTicks

// TimeTicks marks an axis of seconds since the Unix epoch (UTC) at round times.
type TimeTicks = draw.TimeTicks

// The widths of figures in journals, for Size: of a column (89 mm) and of two (181 mm). Files have
// 96 pixels an inch, and texts of 8 to 11 points.
const (
	Column     = draw.Column
	TwoColumns = draw.TwoColumns
)

// Save writes a figure to a file, in the format that its name ends with: .pdf and .svg, whose texts are
// outlines, so that no font is missing anywhere, or .png, with 192 pixels an inch.
//
//	err := display.Save(display.Fit(fit).Size(display.Column), "fit.pdf")
func Save(f Drawable, path string) error { return f.AsFigure().Save(path) }

// Plot returns a gonum plot as a Figure in the theme of all figures: fields with the
// values of plot.New are replaced, and fields that the user has set stay. The title
// goes to the top left and the legend above the data, unless they were given a style or
// an offset of their own. A title and labels that are set on the Figure replace the
// plot's. The plot itself is not changed.
func Plot(p *plot.Plot) *Figure { return draw.Plot(p) }

// NewPlot returns an empty gonum plot in this package's theme, with a light grid
// where it is shown, no box, sans-serif text and readable ticks. A plot of
// plot.New gets the same where it is shown. Show it as it is, or by [Plot] with
// a title and a size:
//
//	p := display.NewPlot()
//	line, err := plotter.NewLine(points)
//	p.Add(line)
//	display.Plot(p).Title("Samples of the prior").Labels("x", "f")
func NewPlot() *plot.Plot { return draw.NewPlot() }

// Color returns the i-th colour for categories, from the palette of Okabe and Ito; it
// repeats after eight.
func Color(i int) color.Color { return draw.Color(i) }

// Viridis returns n colours of matplotlib's viridis, dark to light, for
// quantities. n is at least 1.
func Viridis(n int) palette.Palette { return draw.Viridis(n) }

// Cividis returns n colours of cividis (Nuñez, Anderton and Renslow, PLoS ONE
// 13(7), 2018), dark to light, which reads the same with and without red-green
// vision. n is at least 1.
func Cividis(n int) palette.Palette { return draw.Cividis(n) }
