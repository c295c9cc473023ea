package draw

import "gonum.org/v1/plot"

// Panel is one plot of a figure and the keys that its layers add to the
// figure's legend.
type Panel struct {
	*plot.Plot
	Keys []Key
	// Heading stands above the panel, at its left.
	Heading string
	// Counts says that the vertical axis counts: the name at the left of the row is not its own.
	Counts bool

	said  string // by Say
	drawn string // what a plot of gonum's has, in words
	title string // the figure's title, where it has no other

	silent bool // by Silence
	bar    *ColorBar
}

// NewPanel returns an empty panel in the theme of figures.
func NewPanel() *Panel { return &Panel{Plot: NewPlot()} }

// copied returns the panel with a plot of its own, so that drawing it changes
// nothing that is drawn again.
func (p *Panel) copied() *Panel {
	q, plot := *p, *p.Plot
	q.Plot = &plot
	return &q
}
