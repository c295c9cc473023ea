package display

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib/bo"
)

// ParallelCoordinatesFigure draws the evaluations of a Bayesian optimisation over all dimensions;
// [ParallelCoordinates] makes one.
type ParallelCoordinatesFigure struct {
	draw.Options[*ParallelCoordinatesFigure]
	run  *bo.Optimiser
	over []string
}

const (
	parallelShades = 9
	leastParallel  = 44 // px: the least distance of axes
)

// ParallelCoordinates draws each evaluation of a Bayesian optimisation as a line over parallel axes, one for each
// dimension, logarithmic for [bo.Log] and with the names of the levels for [bo.Categorical] (Inselberg 1985). The
// colour is the value: the lower, the stronger. Look where the strong lines meet: there the function is low. A
// dimension in which they are everywhere matters little, and one in which they meet at a bound asks for a wider space.
//
// The best evaluation ([bo.Optimiser.Best]) stands out; those that are not feasible are dashed, those that failed
// dotted. The colours end at the upper quartile and one and a half interquartile ranges: a few large values do not
// take all of them.
//
//	display.ParallelCoordinates(run)
func ParallelCoordinates(run *bo.Optimiser) *ParallelCoordinatesFigure {
	f := &ParallelCoordinatesFigure{run: run}
	f.Options = draw.NewOptions(f, draw.NewFigure("parallel coordinates", f.draw))
	return f
}

// Over chooses the dimensions and their order, by their names. The default are all, or the first for which the figure
// has room.
func (f *ParallelCoordinatesFigure) Over(dimensions ...string) *ParallelCoordinatesFigure {
	f.over = dimensions
	return f
}

func (f *ParallelCoordinatesFigure) draw() ([]*draw.Panel, error) {
	p, err := f.panel()
	if err != nil {
		return nil, fmt.Errorf("display: ParallelCoordinates: %w", err)
	}
	return []*draw.Panel{p}, nil
}

func (f *ParallelCoordinatesFigure) panel() (*draw.Panel, error) {
	switch {
	case f.run == nil:
		return nil, errors.New("the run is nil")
	case len(f.run.Evaluations()) == 0:
		return nil, errors.New("the run has no evaluation")
	}
	chosen, err := f.dimensions()
	if err != nil {
		return nil, err
	}
	c := &parallelCoordinates{
		Panel: draw.NewPanel(), space: f.run.Space(), evaluations: f.run.Evaluations(), chosen: chosen, best: -1,
	}
	switch best, err := f.run.Best(); {
	case err == nil:
		c.best = best.Row
	case !errors.Is(err, bo.ErrNoValue):
		return nil, err
	}
	c.HideAxes()
	_, high := draw.Room(f.Figure, 1, 1)
	c.Y.Max = 1 + draw.ParallelHead/float64(max(high-3*draw.ParallelHead, draw.ParallelHead))
	for i, k := range chosen {
		c.axes = append(c.axes, axisOf(c.space.Dimensions()[k], float64(i)))
	}
	c.addEvaluations()
	for _, a := range c.axes {
		c.Add(a)
	}
	if all := len(c.space.Dimensions()); f.over == nil && len(chosen) < all {
		c.Remark("the first %d of %d dimensions", len(chosen), all)
	}
	c.say()
	return c.Panel, nil
}

// dimensions returns the positions of the dimensions that are drawn.
func (f *ParallelCoordinatesFigure) dimensions() ([]int, error) {
	names := f.run.Space().Names()
	if f.over == nil {
		room, _ := draw.Room(f.Figure, leastParallel, leastParallel)
		chosen := make([]int, min(len(names), room))
		for k := range chosen {
			chosen[k] = k
		}
		return chosen, nil
	}
	var chosen []int
	for _, name := range f.over {
		k := slices.Index(names, name)
		switch {
		case k < 0:
			return nil, fmt.Errorf("Over: there is no dimension %q; the space has %s", name, strings.Join(names, ", "))
		case slices.Contains(chosen, k):
			return nil, fmt.Errorf("Over: %q is there twice", name)
		}
		chosen = append(chosen, k)
	}
	return chosen, nil
}

// axisOf returns the axis of a dimension.
func axisOf(d bo.Dimension, at float64) draw.ParallelAxis {
	a := draw.ParallelAxis{At: at, Name: d.Name}
	a.Scale.Tick.Marker = draw.Ticks{Whole: d.Kind == bo.IntegerKind}
	switch d.Kind {
	case bo.LogKind:
		draw.SetLog(&a.Scale)
	case bo.CategoricalKind:
		var levels draw.GivenTicks
		for i, name := range d.Levels {
			levels = append(levels, plot.Tick{Value: float64(i), Label: name})
		}
		a.Scale.Tick.Marker = levels
	}
	a.Scale.Min, a.Scale.Max = place(d.Lo, d.Kind == bo.LogKind), place(d.Hi, d.Kind == bo.LogKind)
	return a
}

// parallelCoordinates is the panel while it is made.
type parallelCoordinates struct {
	*draw.Panel
	space       *bo.Space
	evaluations []bo.Evaluation
	chosen      []int // dimensions
	axes        []draw.ParallelAxis
	best        int // the row of the best evaluation, -1 without one
	bar         draw.ColorBar
}

// strokes are lines of one style, with dots at their corners.
type strokes struct {
	draw.Curve
	dots draw.Dots
}

// add adds the line of an evaluation.
func (s *strokes) add(c *parallelCoordinates, row int, x []float64) {
	dims := c.space.Dimensions()
	for i, k := range c.chosen {
		height := c.axes[i].Norm(place(x[k], dims[k].Kind == bo.LogKind))
		s.X, s.Y = append(s.X, c.axes[i].At), append(s.Y, height)
		s.dots.X, s.dots.Y, s.dots.Rows = append(s.dots.X, c.axes[i].At), append(s.dots.Y, height), append(s.dots.Rows, row)
	}
	s.X, s.Y = append(s.X, math.NaN()), append(s.Y, math.NaN()) // a gap before the next line
}

// put draws the lines.
func (s strokes) put(c *parallelCoordinates, style vgdraw.LineStyle, dot vgdraw.GlyphStyle) {
	if len(s.X) > 0 {
		s.Style, s.dots.Style = style, dot
		c.Add(s.Curve, s.dots)
	}
}

// put draws lines on a halo, so that their colours are not mixed.
func (c *parallelCoordinates) put(s strokes, style vgdraw.LineStyle, dot vgdraw.GlyphStyle) {
	if len(s.X) > 0 {
		halo := s.Curve
		halo.Style = draw.Halo(style)
		c.Add(halo)
	}
	s.put(c, style, dot)
}

// addEvaluations draws the lines from the worst to the best.
func (c *parallelCoordinates) addEvaluations() {
	var failed, infeasible, best strokes
	shades := make([]strokes, parallelShades)
	c.scale()
	for i, e := range c.evaluations {
		switch {
		case e.Failed:
			failed.add(c, i, e.X)
		case i == c.best:
			best.add(c, i, e.X)
		case !e.Feasible():
			infeasible.add(c, i, e.X)
		default:
			shades[c.shade(e.Y)].add(c, i, e.X)
		}
	}
	dotted, dashed := draw.Stroke(draw.Faded(draw.MutedColor, 0.7), 1, 1, 2.5), draw.Stroke(draw.Color(3), 1, 5, 3)
	dot := func(s vgdraw.LineStyle, radius float64) vgdraw.GlyphStyle {
		return vgdraw.GlyphStyle{Color: s.Color, Radius: vg.Points(radius), Shape: vgdraw.CircleGlyph{}}
	}
	for i := len(shades) - 1; i >= 0; i-- {
		style := draw.Stroke(c.bar.Colors[i], 1.1)
		c.put(shades[i], style, dot(style, 1.6))
	}
	failed.put(c, dotted, dot(dotted, 1.4))
	infeasible.put(c, dashed, dot(dashed, 1.6))
	thick := draw.Stroke(draw.Color(1), 2.4)
	rimmed := dot(thick, 3.2)
	rimmed.Shape = draw.Rimmed{}
	c.put(best, thick, rimmed)
	c.addKeys(len(best.X) > 0, len(infeasible.X) > 0, len(failed.X) > 0, thick, dashed, dotted)
}

// addKeys adds the legend, and the bar of the colours.
func (c *parallelCoordinates) addKeys(best, infeasible, failed bool, styles ...vgdraw.LineStyle) {
	if c.bar.Max >= c.bar.Min {
		c.SetColorBar(c.bar)
		c.Keys = append(c.Keys, draw.Key{Name: "value", Scale: c.bar.Colors})
	}
	for i, is := range []bool{best, infeasible, failed} {
		if is {
			c.Keys = append(c.Keys, draw.Key{Name: []string{"best", "not feasible", "failed"}[i], Line: styles[i]})
		}
	}
	if above := c.above(); above > 0 {
		c.Remark("%s above %s", draw.Count(above, "value"), draw.Value(c.bar.Max))
	}
}

// scale sets the range of the colours to that of the feasible values, without its far upper end.
func (c *parallelCoordinates) scale() {
	c.bar.Colors = make([]color.Color, parallelShades)
	for i := range c.bar.Colors {
		c.bar.Colors[i] = draw.Faded(draw.Color(0), 1-0.84*float64(i)/(parallelShades-1))
	}
	values := c.values()
	c.bar.Min, c.bar.Max = draw.Span(values)
	if len(values) < 4 {
		return
	}
	slices.Sort(values)
	lower, upper := stat.Quantile(0.25, stat.LinInterp, values, nil), stat.Quantile(0.75, stat.LinInterp, values, nil)
	if far := upper + 1.5*(upper-lower); far > c.bar.Min {
		c.bar.Max = min(c.bar.Max, far)
	}
}

// values returns those of the feasible evaluations.
func (c *parallelCoordinates) values() []float64 {
	var values []float64
	for _, e := range c.evaluations {
		if e.Feasible() {
			values = append(values, e.Y)
		}
	}
	return values
}

// above returns the number of values above the range of the colours.
func (c *parallelCoordinates) above() int {
	n := 0
	for _, v := range c.values() {
		if v > c.bar.Max {
			n++
		}
	}
	return n
}

// shade returns the position of a value's colour.
func (c *parallelCoordinates) shade(v float64) int {
	if !(c.bar.Max > c.bar.Min) {
		return 0
	}
	return max(0, min(int((v-c.bar.Min)/(c.bar.Max-c.bar.Min)*parallelShades), parallelShades-1))
}

// say describes the figure.
func (c *parallelCoordinates) say() {
	var names []string
	for _, a := range c.axes {
		names = append(names, a.Name)
	}
	said := []string{fmt.Sprintf("%s over the parallel axes %s.", draw.Count(len(c.evaluations), "evaluation"), strings.Join(names, ", "))}
	if lo, hi := draw.Span(c.values()); lo <= hi {
		said = append(said, fmt.Sprintf("Values are from %s to %s.", draw.Value(lo), draw.Value(hi)))
	}
	if c.best >= 0 {
		e, is := c.evaluations[c.best], "with"
		if !e.Feasible() {
			is = "not feasible, with"
		}
		said = append(said, fmt.Sprintf("The best is evaluation %d, %s the value %s at %s.", c.best, is, draw.Value(e.Y), c.space.Text(e.X)))
	}
	failed, infeasible := 0, 0
	for _, e := range c.evaluations {
		switch {
		case e.Failed:
			failed++
		case !e.Feasible():
			infeasible++
		}
	}
	if infeasible+failed > 0 {
		said = append(said, fmt.Sprintf("Not feasible: %d; failed: %d.", infeasible, failed))
	}
	c.Say("%s", strings.Join(said, " "))
}
