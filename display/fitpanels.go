package display

import (
	"math"

	"krigo/display/draw"
)

// placing reports whether results share a panel.
type placing int

const (
	byNumber placing = iota // apart from three results on
	together
	apart
)

// fewApart is the number of results from which on their bands would cover one
// another.
const fewApart = 3

// Together draws all results in one panel, each in its own colour. Without it three or
// more have separate panels.
func (f *FitFigure) Together() *FitFigure {
	f.apart = together
	f.arrange()
	return f
}

// Apart draws each result in a panel of its own. Results of the same data have the same axes; where
// data differ each panel has the axes of its data.
func (f *FitFigure) Apart() *FitFigure {
	f.apart = apart
	f.arrange()
	return f
}

func (f *FitFigure) isApart() bool {
	return f.apart == apart || f.apart == byNumber && len(f.results) >= fewApart
}

// arrange sets the columns and the standard size.
func (f *FitFigure) arrange() {
	const row, rest = 180, 60 // CSS pixels of a row of panels, and of title and legend
	n, columns := len(f.results), 1
	switch {
	case f.ofSeveralInputs():
		draw.Columns(f.Figure, 1)
		draw.StandardSize(f.Figure, scatterSide, scatterSide)
		return
	case !f.isApart() || n < 2:
		draw.Columns(f.Figure, 1)
		draw.StandardSize(f.Figure, draw.Width, draw.Height)
		return
	case n <= 4:
		columns = 2
	default:
		columns = 3
	}
	draw.Columns(f.Figure, columns)
	draw.StandardSize(f.Figure, draw.Width, min(rest+row*((n+columns-1)/columns), draw.MostSide))
}

// panels draws each result in a panel with its name. Of the same data all have the axes of the widest one;
// otherwise each has those of its own data. Names stand at the left and below, unless they differ.
func (f *FitFigure) panels() ([]*draw.Panel, error) {
	data, err := f.observations()
	if err != nil {
		return nil, err
	}
	common, err := f.inputs()
	if err != nil {
		return nil, err
	}
	panels := make([]*draw.Panel, len(f.results))
	alike := true
	for i, r := range f.results {
		one, x := *f, common
		one.results = f.results[i : i+1]
		one.names = []string{nameAt(f.names, i, resultName(r, i))}
		if data.own && len(data.sets[i].X) > 0 {
			if x, err = one.inputs(); err != nil {
				return nil, err
			}
		}
		p, err := one.panel(x)
		if err != nil {
			return nil, err
		}
		p.Heading = one.names[0]
		panels[i] = p
		alike = alike && p.X.Label.Text == panels[0].X.Label.Text && p.Y.Label.Text == panels[0].Y.Label.Text
	}
	if !data.own {
		shareHeight(panels)
	}
	if alike {
		draw.ShareNames(f.Figure, panels)
	}
	return panels, nil
}

// shareHeight gives all panels the y axis that covers all of theirs.
func shareHeight(panels []*draw.Panel) {
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, p := range panels {
		least, greatest = min(least, p.Y.Min), max(greatest, p.Y.Max)
	}
	for _, p := range panels {
		p.Y.Min, p.Y.Max = least, greatest
	}
}
