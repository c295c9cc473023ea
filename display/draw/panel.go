package draw

import "gonum.org/v1/plot"

// Panel is one plot of a figure and the keys that its layers add to the
// figure's legend.
type Panel struct {
	*plot.Plot
	Keys []Key
}

// NewPanel returns an empty panel in the theme of figures.
func NewPanel() *Panel { return &Panel{Plot: NewPlot()} }
