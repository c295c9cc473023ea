package draw

import (
	"math"
	"slices"
)

// AddLevels draws values on a grid, values[j][i] at (x_i, y_j), by levels at about
// count round values, and a bar with the values of the colours. It draws nothing if no
// two finite values differ, and says so. Grids ascend and have at least two points.
func (p *Panel) AddLevels(x, y []float64, values [][]float64, count int) (drawn bool) {
	lo, hi := Span(slices.Concat(values...))
	var levels []float64
	for _, t := range (Ticks{Count: count}).Ticks(lo, hi) {
		levels = append(levels, t.Value)
	}
	if len(levels) < 2 {
		return false
	}
	c := newContours(x, y, lessBy(lo, values...), lessBy(lo, levels)[0])
	p.Add(c)
	step := levels[1] - levels[0]
	p.SetColorBar(ColorBar{Min: levels[0] - step, Max: levels[len(levels)-1] + step, Colors: c.colors()})
	return true
}

// lessBy returns the rows less by v.
func lessBy(v float64, rows ...[]float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i, row := range rows {
		for _, w := range row {
			out[i] = append(out[i], w-v)
		}
	}
	return out
}

// newContours finds the outlines of all levels of values that are not negative, on
// a finer grid.
func newContours(x, y []float64, values [][]float64, levels []float64) *Contours {
	c := &Contours{X: x, Y: y, Values: values, Levels: levels}
	for range gridFineness {
		c.X, c.Y, c.Values = halved(c.X), halved(c.Y), refined(c.Values)
	}
	for _, level := range append(slices.Clone(c.Levels), math.Inf(1)) {
		c.outlines = append(c.outlines, outlineBelow(c.Values, level))
	}
	return c
}
