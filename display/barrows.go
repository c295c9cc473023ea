package display

import (
	"gonum.org/v1/plot"

	"krigo/display/draw"
)

// barRow returns the lower and the upper side of the horizontal bar of a result, of count
// results, in a row. Row 0 is at the top.
func barRow(row, result, count int) (low, high float64) {
	const share = 0.8 // of a row that bars fill
	height := share / float64(count)
	top := -float64(row) + share/2 - float64(result)*height
	return top - 0.9*height, top
}

// nameBarRows names the rows at the vertical axis.
func nameBarRows(p *draw.Panel, rows []string) {
	ticks := make(plot.ConstantTicks, len(rows))
	for k, name := range rows {
		ticks[k] = plot.Tick{Value: -float64(k), Label: name}
	}
	p.Y.Tick.Marker = ticks
	p.Y.Min, p.Y.Max = 0.5-float64(len(rows)), 0.5
}
