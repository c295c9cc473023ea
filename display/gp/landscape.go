package gp

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// LandscapeFigure draws an objective over two parameters.
type LandscapeFigure struct {
	draw.Options[*LandscapeFigure]
	ctx        context.Context
	objective  gplib.Objective
	model      gplib.Model
	data       gplib.Data
	x, y       landscapeAxis
	paths      []gplib.Trace
	names      []string
	resolution int
	// values holds the objective by rows of y, once it was computed.
	values [][]float64
}

// landscapeAxis is one of the two parameters.
type landscapeAxis struct {
	name     string
	lo, hi   float64 // what Between set, in natural values; NaN is nothing
	from, to float64 // what is drawn
	index    int
	log      bool
}

// landscapeResolution is the standard number of values of each parameter.
const landscapeResolution = 40

// Landscape draws the objective of m over its parameters x and y, while the
// others keep their values. It is evaluated when the figure is first shown; ctx
// ends that.
func Landscape(ctx context.Context, objective gplib.Objective, m gplib.Model, d gplib.Data, x, y string) *LandscapeFigure {
	f := &LandscapeFigure{
		ctx: ctx, objective: objective, model: m, data: d, resolution: landscapeResolution,
		x: landscapeAxis{name: x, lo: math.NaN(), hi: math.NaN()},
		y: landscapeAxis{name: y, lo: math.NaN(), hi: math.NaN()},
	}
	f.Options = draw.NewOptions(f, draw.NewFigure("landscape", f.draw))
	return f
}

// Path adds the ways of fits through the two parameters, each from a ring to
// a dot. The other parameters moved too, so that the picture is the objective
// about the model, not at every step.
func (f *LandscapeFigure) Path(traces ...gplib.Trace) *LandscapeFigure {
	f.paths = append(f.paths, traces...)
	f.values = nil
	return f
}

// Names sets the paths' names in the legend.
func (f *LandscapeFigure) Names(names ...string) *LandscapeFigure {
	f.names = names
	return f
}

// Between sets the ranges of the two parameters, in natural values.
func (f *LandscapeFigure) Between(xlo, xhi, ylo, yhi float64) *LandscapeFigure {
	f.x.lo, f.x.hi, f.y.lo, f.y.hi = xlo, xhi, ylo, yhi
	f.values = nil
	return f
}

// Resolution sets the number of values of each parameter, 2 to 200.
func (f *LandscapeFigure) Resolution(n int) *LandscapeFigure {
	f.resolution = n
	f.values = nil
	return f
}

func (f *LandscapeFigure) draw() ([]*draw.Panel, error) {
	if err := f.prepare(); err != nil {
		return nil, err
	}
	if f.values == nil {
		if err := f.evaluate(); err != nil {
			return nil, err
		}
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = f.x.name, f.y.name
	p.AddLevels("objective", f.x.grid(f.resolution), f.y.grid(f.resolution), f.values)
	for i, t := range f.paths {
		f.addPath(p, t, i)
	}
	f.x.settle(&p.X)
	f.y.settle(&p.Y)
	return []*draw.Panel{p}, nil
}

// prepare checks the arguments and finds the parameters and their ranges.
func (f *LandscapeFigure) prepare() error {
	switch {
	case f.ctx == nil:
		return errors.New("display: Landscape: ctx is nil; context.Background() is one")
	case f.objective == nil:
		return errors.New("display: Landscape: the objective is nil; gplib.LML{} is one")
	case f.resolution < 2 || f.resolution > 200:
		return fmt.Errorf("display: Resolution(%d): want 2 to 200", f.resolution)
	}
	for _, a := range []*landscapeAxis{&f.x, &f.y} {
		p, err := f.model.Param(a.name)
		if err != nil {
			return fmt.Errorf("display: Landscape: %w", err)
		}
		a.name, a.log = p.Name, p.Transform != cov.Identity
		a.index = slices.IndexFunc(f.model.Params(), func(q cov.Param) bool { return q.Name == p.Name })
		if err := a.choose(p.Value, f.visited(p.Name)); err != nil {
			return err
		}
	}
	if f.x.index == f.y.index {
		return fmt.Errorf("display: Landscape: both parameters are %s", f.x.name)
	}
	return nil
}

// visited lists the values of a parameter on all paths.
func (f *LandscapeFigure) visited(name string) []float64 {
	var values []float64
	for _, t := range f.paths {
		values = append(values, along(t, name)...)
	}
	return values
}

// along is the values of a parameter at the steps of a trace, none where it
// does not have it.
func along(t gplib.Trace, name string) []float64 {
	var values []float64
	for _, s := range t.Steps {
		if at := slices.Index(s.Names, name); at >= 0 && at < len(s.Theta) {
			values = append(values, s.Theta[at])
		}
	}
	return values
}

// choose settles the axis's range: about the model's value and all that the
// paths visited, unless Between set it.
func (a *landscapeAxis) choose(value float64, visited []float64) error {
	a.from, a.to = a.lo, a.hi
	if math.IsNaN(a.lo) || math.IsNaN(a.hi) {
		least, greatest := draw.Span(append(visited, value))
		if a.log {
			a.from, a.to = min(least/1.5, value/10), max(greatest*1.5, value*10)
		} else {
			edge, far := (greatest-least)/5, 1+math.Abs(value)
			a.from, a.to = min(least-edge, value-far), max(greatest+edge, value+far)
		}
	}
	if !draw.FiniteRange(a.from, a.to) || a.log && a.from <= 0 {
		return fmt.Errorf("display: Landscape: %s from %g to %g: want a lower and a higher number, positive where it is learned on a logarithmic scale", a.name, a.from, a.to)
	}
	return nil
}

// place is where a natural value stands on the axis.
func (a landscapeAxis) place(v float64) float64 {
	if a.log {
		return draw.Log10(v)
	}
	return v
}

// grid is n places along the axis.
func (a landscapeAxis) grid(n int) []float64 {
	lo, hi := a.place(a.from), a.place(a.to)
	places := make([]float64, n)
	for i := range places {
		places[i] = lo + (hi-lo)*float64(i)/float64(n-1)
	}
	return places
}

// natural is the value at a place.
func (a landscapeAxis) natural(place float64) float64 {
	if a.log {
		return math.Pow(10, place)
	}
	return place
}

func (a landscapeAxis) settle(axis *plot.Axis) {
	lo, hi := a.place(a.from), a.place(a.to)
	if a.log {
		draw.SetLog(axis)
	}
	axis.Min, axis.Max = lo, hi
}

// evaluate computes the objective on the grid. A point at which it fails is
// NaN; where it fails everywhere the error says why.
func (f *LandscapeFigure) evaluate() error {
	theta := f.model.Theta()
	xs, ys := f.x.grid(f.resolution), f.y.grid(f.resolution)
	values := make([][]float64, len(ys))
	worked, failure := false, error(nil)
	for j, y := range ys {
		values[j] = make([]float64, len(xs))
		for i, x := range xs {
			if f.ctx.Err() != nil {
				return fmt.Errorf("display: Landscape: %w", f.ctx.Err())
			}
			theta[f.x.index], theta[f.y.index] = f.x.natural(x), f.y.natural(y)
			v, err := f.objective.Eval(f.model.With(theta), f.data, nil)
			if err != nil {
				v, failure = math.NaN(), err
			}
			values[j][i], worked = v, worked || err == nil
		}
	}
	if !worked {
		return fmt.Errorf("display: Landscape: %w", failure)
	}
	f.values = values
	return nil
}

// addPath draws the way of a fit from a ring to a dot.
func (f *LandscapeFigure) addPath(p *draw.Panel, t gplib.Trace, i int) {
	xs, ys := along(t, f.x.name), along(t, f.y.name)
	n := min(len(xs), len(ys))
	if n == 0 {
		return
	}
	for k := range n {
		xs[k], ys[k] = f.x.place(xs[k]), f.y.place(ys[k])
	}
	c := pathColor(i)
	line := draw.Stroke(c, draw.LineWidth)
	p.Add(draw.Curve{X: xs[:n], Y: ys[:n], Style: line})
	p.Add(draw.Dots{X: xs[:n], Y: ys[:n], Style: vgdraw.GlyphStyle{Color: c, Radius: vg.Points(1.4), Shape: vgdraw.CircleGlyph{}}})
	p.Add(draw.Dots{X: xs[:1], Y: ys[:1], Style: vgdraw.GlyphStyle{Color: c, Radius: vg.Points(4), Shape: vgdraw.RingGlyph{}}})
	p.Add(draw.Dots{X: xs[n-1 : n], Y: ys[n-1 : n], Style: vgdraw.GlyphStyle{Color: c, Radius: vg.Points(4), Shape: vgdraw.CircleGlyph{}}})
	p.Keys = append(p.Keys, draw.Key{Name: nameAt(f.names, i, "path "+strconv.Itoa(i+1)), Line: line})
}

// pathColor is the colour of path i, that of vermilion first: it stands out
// from the colours of the map.
func pathColor(i int) color.Color { return draw.Color(i + 1) }
