package draw

import (
	"reflect"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// The kinds of a [Series].
const (
	LineSeries   = "line"
	PointsSeries = "points"
)

// Series is a line of a figure or some of its points, as data. X and Y have the same
// length; axes in decades have decimal logarithms.
type Series struct {
	Panel int    // from the top left, counted from 0
	Kind  string // LineSeries or PointsSeries
	X, Y  []float64
}

// Series returns the lines and the points that the figure draws, without those that
// are not finite, in the order of its panels, and in a panel as they were added. Areas,
// bars and maps of colours are left out. An error says why the figure cannot be drawn.
func (f *Figure) Series() ([]Series, error) {
	d, err := f.compose()
	if err != nil {
		return nil, err
	}
	var all []Series
	for i, p := range d.allPanels() {
		for _, drawn := range plottersOf(p.Plot) {
			if s := seriesOf(drawn, p.Plot); s.Kind != "" {
				s.Panel = i
				all = append(all, s.finite())
			}
		}
	}
	return all, nil
}

// allPanels returns the panels, and those of parts.
func (d drawing) allPanels() []*Panel {
	all := d.panels
	for _, part := range d.parts {
		all = append(all, part.allPanels()...)
	}
	return all
}

// plottersOf returns the plotters added to a plot.
func plottersOf(p *plot.Plot) []plot.Plotter {
	field := reflect.ValueOf(p).Elem().FieldByName("plotters") // the plot does not export them
	if !field.IsValid() {
		return nil
	}
	plotters, _ := reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Interface().([]plot.Plotter)
	return plotters
}

// seriesOf returns the series that a plotter draws, or a Series of no kind.
func seriesOf(drawn plot.Plotter, on *plot.Plot) Series {
	switch d := drawn.(type) {
	case Curve:
		return Series{Kind: LineSeries, X: d.X, Y: d.Y}
	case Dots:
		return Series{Kind: PointsSeries, X: d.X, Y: d.Y}
	case *plotter.Line:
		return seriesAt(LineSeries, d.XYs)
	case *plotter.Scatter:
		return seriesAt(PointsSeries, d.XYs)
	case *plotter.Function:
		return sampled(d, on.X.Min, on.X.Max)
	}
	return Series{}
}

func seriesAt(kind string, points plotter.XYs) Series {
	s := Series{Kind: kind}
	for _, p := range points {
		s.X, s.Y = append(s.X, p.X), append(s.Y, p.Y)
	}
	return s
}

// sampled returns the line of a function, drawn between lo and hi where it has no ends of
// its own.
func sampled(f *plotter.Function, lo, hi float64) Series {
	if f.XMin != 0 || f.XMax != 0 {
		lo, hi = f.XMin, f.XMax
	}
	s := Series{Kind: LineSeries}
	for i := range f.Samples {
		x := lo + (hi-lo)*float64(i)/float64(f.Samples-1)
		s.X, s.Y = append(s.X, x), append(s.Y, f.F(x))
	}
	return s
}

// finite returns the series without points that cannot be drawn.
func (s Series) finite() Series {
	kept := Series{Panel: s.Panel, Kind: s.Kind}
	for i := range s.X {
		if finite(s.X[i], s.Y[i]) {
			kept.X, kept.Y = append(kept.X, s.X[i]), append(kept.Y, s.Y[i])
		}
	}
	return kept
}
