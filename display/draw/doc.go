// Package draw is the drawing kit of figures: panels of curves, bands, dots, rectangles
// and maps of levels in one theme, with a legend, as PNG, SVG and PDF. It does not
// depend on Gaussian processes; package krigo/display draws them with it, and programs
// draw their own kinds of figures:
//
//	figure := draw.NewFigure("square", func() ([]*draw.Panel, error) {
//		p := draw.NewPanel()
//		p.Add(draw.Curve{X: x, Y: y, Style: draw.Stroke(draw.Color(0), draw.LineWidth)})
//		return []*draw.Panel{p}, nil
//	})
//	display.Show(figure.Title("Squares"))
//
// Package display re-exports what plots of gonum need: Plot, NewPlot, colours and
// ticks.
package draw
