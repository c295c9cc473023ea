package draw

import (
	"errors"
	"reflect"

	"gonum.org/v1/plot"

	"krigo/display/mime"
)

// A plot of gonum's shows itself as a figure.
func init() { mime.Register(func(p *plot.Plot) any { return Plot(p) }) }

// Plot returns a gonum plot as a Figure in the theme of all figures: fields with the
// values of plot.New are replaced, and fields that the user has set stay. The title
// goes to the top left and the legend above the data, unless they were given a style or
// an offset of their own. A title and labels that are set on the Figure replace the
// plot's. The plot itself is not changed.
func Plot(p *plot.Plot) *Figure {
	return NewFigure("plot", func() ([]*Panel, error) {
		if p == nil {
			return nil, errors.New("display: Plot: p is nil")
		}
		panel := (&Panel{Plot: p}).copied()
		applyTheme(panel.Plot)
		panel.notePlotters()
		panel.remarkFonts()
		panel.moveTitle()
		panel.moveLegend()
		return []*Panel{panel}, nil
	})
}

// moveTitle makes the plot's title the figure's.
func (p *Panel) moveTitle() {
	if reflect.DeepEqual(p.Plot.Title.TextStyle, titleStyle()) {
		p.title, p.Plot.Title.Text = p.Plot.Title.Text, ""
	}
}

// notePlotters keeps in words how many points each plotter has.
func (p *Panel) notePlotters() {
	var drawn []string
	for _, d := range plottersOf(p.Plot) {
		if n := pointsOf(reflect.ValueOf(d)); n > 0 {
			drawn = append(drawn, plotterName(reflect.TypeOf(d))+" of "+Count(n, "point"))
		}
	}
	p.drawn = List(drawn)
}
