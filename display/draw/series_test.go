package draw

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// Series returns the added series, for plotters of any package.
func TestSeriesAreWhatIsDrawn(t *testing.T) {
	x, y := []float64{0, 1, 2}, []float64{1, math.NaN(), 3}
	ours := NewFigure("test", func() ([]*Panel, error) {
		p, q := NewPanel(), NewPanel()
		p.Add(Curve{X: x, Y: y}, Band{X: x, Lower: x, Upper: x})
		q.Add(Dots{X: x, Y: x})
		return []*Panel{p, q}, nil
	})
	theirs := NewPlot()
	line, dots, err := plotter.NewLinePoints(plotter.XYs{{X: 4, Y: 5}, {X: 6, Y: 7}})
	if err != nil {
		t.Fatal(err)
	}
	square := plotter.NewFunction(func(x float64) float64 { return x * x })
	square.XMin, square.XMax, square.Samples = 1, 3, 3
	wide := plotter.NewFunction(math.Abs)
	wide.Samples = 2
	theirs.Add(line, dots, square, wide)
	theirs.X.Min, theirs.X.Max = -1, 6
	got, err := Grid(ours, Plot(theirs)).Series()
	if err != nil {
		t.Fatal(err)
	}
	want := []Series{
		{0, LineSeries, []float64{0, 2}, []float64{1, 3}},
		{1, PointsSeries, x, x},
		{2, LineSeries, []float64{4, 6}, []float64{5, 7}},
		{2, PointsSeries, []float64{4, 6}, []float64{5, 7}},
		{2, LineSeries, []float64{1, 2, 3}, []float64{1, 4, 9}},
		{2, LineSeries, []float64{-1, 6}, []float64{1, 6}},
	}
	if !slices.EqualFunc(got, want, func(a, b Series) bool {
		return a.Panel == b.Panel && a.Kind == b.Kind && slices.Equal(a.X, b.X) && slices.Equal(a.Y, b.Y)
	}) {
		t.Errorf("the series are %v, want %v", got, want)
	}
}

func TestWhatCannotBeDrawnHasNoSeries(t *testing.T) {
	why := errors.New("no data")
	if got, err := NewFigure("test", func() ([]*Panel, error) { return nil, why }).Series(); !errors.Is(err, why) {
		t.Errorf("a figure that fails has the series %v and the error %v", got, err)
	}
	if got, err := Plot(plot.New()).Series(); got != nil || err != nil {
		t.Errorf("an empty plot has the series %v and the error %v", got, err)
	}
	if got, err := Plot(nil).Series(); err == nil {
		t.Errorf("no plot has the series %v", got)
	}
}
