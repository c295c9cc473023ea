package draw

import (
	"math"

	"krigo/display/internal/guard"
)

// Drawable is a figure of any kind, whatever options it has.
type Drawable interface{ AsFigure() *Figure }

// GridFigure draws figures in rows and columns.
type GridFigure struct {
	Options[*GridFigure]
}

// The standard size of a figure of a grid, in CSS pixels.
const (
	partWidth  = 440
	partHeight = 300
)

// Grid draws figures of any kind side by side, in cells of one size and in rows
// from the top left. Each keeps its title, its labels and its legend; its own
// size is not used. Without [GridFigure.Columns] the grid is about square.
func Grid(figures ...Drawable) *GridFigure {
	g := &GridFigure{}
	f := NewFigure("grid", nil)
	for _, part := range figures {
		f.parts = append(f.parts, figureOf(part))
	}
	f.columns = int(math.Ceil(math.Sqrt(float64(max(len(figures), 1)))))
	g.Options = NewOptions(g, f)
	g.arrange()
	return g
}

// figureOf returns the figure of part, nil if there is none, which is reported when the
// grid is shown.
func figureOf(part Drawable) *Figure {
	if guard.IsNil(part) {
		return nil
	}
	return part.AsFigure()
}

// Columns sets the number of figures in a row, from 1 on.
func (g *GridFigure) Columns(n int) *GridFigure {
	g.Figure.columns = n
	g.arrange()
	return g
}

// arrange sets the standard size for the present columns.
func (g *GridFigure) arrange() {
	columns := max(g.Figure.columns, 1)
	rows := (len(g.parts) + columns - 1) / columns
	StandardSize(g.Figure, min(columns*partWidth, MostSide), min(max(rows, 1)*partHeight, MostSide))
}
