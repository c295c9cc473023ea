package display

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// GramFigure draws a covariance matrix; [Gram] makes one.
type GramFigure struct {
	draw.Options[*GramFigure]
	cov    cov.Func
	fault  error
	x      cov.Inputs
	sorted bool
}

const (
	// mostGram is the number of points whose covariances are drawn; of more, some.
	mostGram = 60
	// gramShades is the number of colours.
	gramShades = 48
)

// Gram draws the covariances of f at each two of the points x as colours: dark is low.
// The argument what is a cov.Func, a gplib.Model or a *gplib.Result. Of more than 60
// points it draws some, evenly spaced in their order, and says so; Sorted puts them in
// order first.
//
//	display.Gram(cov.Periodic(1, 3), cov.Grid(0, 10, 60))
func Gram(what any, x cov.Inputs) *GramFigure {
	f := &GramFigure{x: x}
	f.cov, f.fault = covarianceOf(what)
	f.Options = draw.NewOptions(f, draw.NewFigure("Gram", f.draw))
	draw.StandardSize(f.Figure, 480, 400)
	return f
}

// covarianceOf returns the covariance function of a model, a result or one itself.
func covarianceOf(what any) (cov.Func, error) {
	var k cov.Func
	switch v := what.(type) {
	case cov.Func:
		k = v
	case gplib.Model:
		k = v.Cov
	case *gplib.Result:
		if v != nil {
			k = v.Model.Cov
		}
	default:
		return nil, fmt.Errorf("a %T is not a covariance function, model or result", what)
	}
	if k == nil {
		return nil, errors.New("the covariance function is nil")
	}
	return k, nil
}

// Sorted puts the points in ascending order of their coordinates, the first one first.
// Without it they keep their order, and neighbours in the picture are neighbours in the
// data.
func (f *GramFigure) Sorted() *GramFigure {
	f.sorted = true
	return f
}

func (f *GramFigure) draw() ([]*draw.Panel, error) {
	p, err := f.panel()
	if err != nil {
		return nil, fmt.Errorf("display: Gram: %w", err)
	}
	return []*draw.Panel{p}, nil
}

func (f *GramFigure) panel() (*draw.Panel, error) {
	if f.fault != nil {
		return nil, f.fault
	}
	if f.x == nil || f.x.Len() == 0 {
		return nil, errors.New("there are no points")
	}
	if err := f.cov.Check(f.x); err != nil {
		return nil, err
	}
	order, err := f.order()
	if err != nil {
		return nil, err
	}
	shown := make([]int, 0, mostGram)
	for _, i := range gplib.Spaced(len(order), mostGram) {
		shown = append(shown, order[i])
	}
	rows := gramRows(f.cov, f.x.Subset(shown))
	p := draw.NewPanel()
	bar := draw.ColorBar{Colors: draw.Viridis(gramShades).Colors()}
	bar.Min, bar.Max = draw.Span(slices.Concat(rows...))
	p.Add(draw.HeatMap{Rows: rows, Bar: bar, Last: float64(len(order))})
	p.SetColorBar(bar)
	f.label(p)
	if len(shown) < len(order) {
		p.Remark("%d of %d points", len(shown), len(order))
	}
	p.Say("Covariances of f at %s, from %s to %s", draw.Count(len(shown), "point"), draw.Value(bar.Min), draw.Value(bar.Max))
	return p, nil
}

// order is in which the points stand.
func (f *GramFigure) order() ([]int, error) {
	order := gplib.Spaced(f.x.Len(), f.x.Len())
	if !f.sorted {
		return order, nil
	}
	m, err := coordinates(f.x)
	if err != nil {
		return nil, fmt.Errorf("Sorted: %w", err)
	}
	slices.SortStableFunc(order, func(i, j int) int { return slices.Compare(m.Row(i), m.Row(j)) })
	return order, nil
}

func gramRows(k cov.Func, x cov.Inputs) [][]float64 {
	n := x.Len()
	dense := mat.NewDense(n, n, nil)
	k.Gram(dense, x, x)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = dense.RawRowView(i)
	}
	return rows
}

// label numbers the points of both axes from the top left, as matrices are read.
func (f *GramFigure) label(p *draw.Panel) {
	name := "point"
	if f.sorted {
		name = "point, sorted"
	}
	p.X.Label.Text, p.Y.Label.Text = name, name
	p.Y.Tick.Marker = draw.DownTicks{Last: float64(f.x.Len())}
}
