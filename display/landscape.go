package display

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
)

// LandscapeFigure draws an objective over two parameters; [Landscape] makes one.
type LandscapeFigure struct {
	draw.Options[*LandscapeFigure]
	ctx        context.Context
	objective  gplib.Objective
	model      gplib.Model
	data       gplib.Data
	x, y       landscapeAxis
	paths      []gplib.Trace
	optima     []*gplib.Result
	names      []string
	resolution int // 0 is the standard one
	profile    bool
	marks      []landscapeMark
	// values holds the objective by rows of y, once it was computed, best where it
	// is least, and contours what is drawn of it.
	values   [][]float64
	best     landscapePoint
	contours *draw.Contours
}

// landscapePoint is a point of the picture, in places on its axes.
type landscapePoint struct{ x, y, value float64 }

// landscapeMark is a point that is marked, in natural values.
type landscapeMark struct {
	name string
	x, y float64
}

// The standard number of values of each parameter, and that where the others are
// learned at each point.
const (
	landscapeResolution = 40
	profileResolution   = 15
)

// Landscape draws the objective of a model over two of its parameters, named as in
// [gplib.Model.Param], while the others keep the model's values, or with Profile are learned
// at each point. Colours and lines with numbers show its distance from the best value in the
// picture, which has a star: dark is near. Parameters that are learned on a logarithmic scale
// are drawn on one, by default over a factor of ten about the model's value.
//
// The objective is evaluated 40 × 40 times when the figure is first shown (Resolution sets
// another number), from the goroutine that shows it; ctx ends that with an error. Where it has
// no value, the picture is white. Path adds the paths of fits, Optima marks where several
// ended, and Mark any other point.
//
//	display.Landscape(ctx, gplib.LML{}, fit.Model, data, "lengthscale", "noise").Path(fit.Trace)
func Landscape(ctx context.Context, objective gplib.Objective, m gplib.Model, d gplib.Data, x, y string) *LandscapeFigure {
	f := &LandscapeFigure{
		ctx: ctx, objective: objective, model: m, data: d,
		x: newLandscapeAxis(x), y: newLandscapeAxis(y),
	}
	f.Options = draw.NewOptions(f, draw.NewFigure("landscape", f.draw))
	return f
}

// Path adds the paths of fits through the two parameters, each from a ring to a dot.
// The other parameters moved too, while the picture is the objective with the model's
// values for them: [LandscapeFigure.Profile] is closer to the fits.
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

// Optima marks the ends of fits, such as those from several starts. Each has its own
// values of the other parameters, so that it need not be a minimum of the picture.
func (f *LandscapeFigure) Optima(results ...*gplib.Result) *LandscapeFigure {
	f.optima = append(f.optima, results...)
	f.values = nil
	return f
}

// Mark marks a point, in natural values, such as the parameters that data were drawn
// with. A mark with an existing name moves that mark, without another evaluation of the
// objective. A mark outside of the picture is an error.
func (f *LandscapeFigure) Mark(name string, x, y float64) *LandscapeFigure {
	mark := landscapeMark{name, x, y}
	if i := slices.IndexFunc(f.marks, func(m landscapeMark) bool { return m.name == name }); i >= 0 {
		f.marks[i] = mark
		return f
	}
	f.marks = append(f.marks, mark)
	return f
}

// Resolution sets the number of values of each parameter, 2 to 200.
func (f *LandscapeFigure) Resolution(n int) *LandscapeFigure {
	f.resolution = n
	f.values = nil
	return f
}

// Evaluate evaluates the objective now instead of when the figure is first shown. If it
// has been evaluated already, Evaluate does nothing.
func (f *LandscapeFigure) Evaluate() error {
	if err := f.prepare(); err != nil {
		return err
	}
	if f.values != nil {
		return nil
	}
	return f.evaluate()
}

// Values returns what is drawn, after it has been evaluated if need be: the natural values of the two
// parameters, and the objective at each pair, a row for each of y; NaN where it has no value.
func (f *LandscapeFigure) Values() (x, y []float64, values [][]float64, err error) {
	if err := f.Evaluate(); err != nil {
		return nil, nil, nil, err
	}
	for _, row := range f.values {
		values = append(values, slices.Clone(row))
	}
	return f.x.values(f.points()), f.y.values(f.points()), values, nil
}

func (f *LandscapeFigure) draw() ([]*draw.Panel, error) {
	if err := f.Evaluate(); err != nil {
		return nil, err
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = f.x.name, f.y.name
	contours := f.contours
	contours.Avoid = draw.Dots{}
	p.AddContours("objective", contours)
	for i, t := range f.paths {
		f.addPath(p, contours, t, i)
	}
	f.addOptima(p, contours)
	f.addMark(p, contours, "best in view", draw.InkColor, draw.Star{}, 5.5, []float64{f.best.x}, []float64{f.best.y})
	for i, m := range f.marks {
		f.addMark(p, contours, m.name, draw.Color(1+i), draw.Rimmed{}, 5, []float64{f.x.place(m.x)}, []float64{f.y.place(m.y)})
	}
	p.Add(draw.ContourNames{Contours: contours})
	f.x.settle(&p.X)
	f.y.settle(&p.Y)
	f.say(p)
	return []*draw.Panel{p}, nil
}

// points returns the number of values of each parameter.
func (f *LandscapeFigure) points() int {
	switch {
	case f.resolution != 0:
		return f.resolution
	case f.profile:
		return profileResolution
	}
	return landscapeResolution
}

// addMark draws glyphs and their key.
func (f *LandscapeFigure) addMark(p *draw.Panel, contours *draw.Contours, name string, c color.Color, shape vgdraw.GlyphDrawer, radius float64, x, y []float64) {
	style := vgdraw.GlyphStyle{Color: c, Radius: vg.Points(radius), Shape: shape}
	p.Add(draw.Dots{X: x, Y: y, Style: style})
	contours.Avoid.X, contours.Avoid.Y = append(contours.Avoid.X, x...), append(contours.Avoid.Y, y...)
	small := style
	small.Radius = min(style.Radius, vg.Points(4.5))
	p.Keys = append(p.Keys, draw.Key{Name: name, Dot: &small})
}

func (f *LandscapeFigure) addOptima(p *draw.Panel, contours *draw.Contours) {
	if len(f.optima) == 0 {
		return
	}
	var xs, ys []float64
	for _, r := range f.optima {
		xs, ys = append(xs, f.x.place(valueOf(r, f.x.name))), append(ys, f.y.place(valueOf(r, f.y.name)))
	}
	f.addMark(p, contours, "other optima", draw.InkColor, draw.Diamond{}, 4.5, xs, ys)
}

// checkOptima names the result to mark that does not have the parameter.
func (f *LandscapeFigure) checkOptima(name string) error {
	for i, r := range f.optima {
		if r == nil {
			return fmt.Errorf("display: Landscape: Optima: result %d is nil", i)
		}
		if _, err := r.Model.Param(name); err != nil {
			return fmt.Errorf("display: Landscape: Optima: result %d has no %s: %w", i, name, err)
		}
	}
	return nil
}

// valueOf returns a parameter of a result that has it (see checkOptima).
func valueOf(r *gplib.Result, name string) float64 {
	p, err := r.Model.Param(name)
	if err != nil {
		return math.NaN()
	}
	return p.Value
}

// say describes the ranges, where the objective is best and where paths led.
func (f *LandscapeFigure) say(p *draw.Panel) {
	others := "the other parameters keep their values"
	if f.profile {
		others = "the other parameters are optimal at each point"
	}
	text := fmt.Sprintf("The %s over %s from %s to %s and %s from %s to %s; %s. Its minimum is %s, at %s = %s and %s = %s",
		f.objective.Name(), f.x.name, draw.Value(f.x.from), draw.Value(f.x.to), f.y.name, draw.Value(f.y.from), draw.Value(f.y.to), others,
		draw.Value(f.best.value), f.x.name, draw.Value(f.x.natural(f.best.x)), f.y.name, draw.Value(f.y.natural(f.best.y)))
	for i, t := range f.paths {
		xs, ys := along(t, f.x.name), along(t, f.y.name)
		if n := min(len(xs), len(ys)); n > 0 {
			text += fmt.Sprintf(". %s goes from (%s, %s) to (%s, %s) in %s", f.pathName(i), draw.Value(xs[0]), draw.Value(ys[0]),
				draw.Value(xs[n-1]), draw.Value(ys[n-1]), draw.Count(n-1, "step"))
		}
	}
	for _, m := range f.marks {
		text += fmt.Sprintf(". Marked: %s at %s = %s and %s = %s", m.name, f.x.name, draw.Value(m.x), f.y.name, draw.Value(m.y))
	}
	p.Say("%s", text)
}

func (f *LandscapeFigure) pathName(i int) string {
	return nameAt(f.names, i, "path "+strconv.Itoa(i+1))
}

// prepare checks the arguments and finds the parameters and their ranges.
func (f *LandscapeFigure) prepare() error {
	switch {
	case f.ctx == nil:
		return errors.New("display: Landscape: ctx is nil; pass context.Background()")
	case f.objective == nil:
		return errors.New("display: Landscape: the objective is nil; use gplib.LML{}")
	case f.points() < 2 || f.points() > 200:
		return fmt.Errorf("display: Resolution(%d): want 2 to 200", f.resolution)
	}
	for _, a := range []*landscapeAxis{&f.x, &f.y} {
		if err := f.checkOptima(a.name); err != nil {
			return err
		}
		if err := a.find(f.model); err != nil {
			return fmt.Errorf("display: Landscape: %w", err)
		}
		if err := a.choose(f.model.Theta()[a.index], f.visited(a.name)); err != nil {
			return fmt.Errorf("display: Landscape: %w", err)
		}
	}
	if f.x.index == f.y.index {
		return fmt.Errorf("display: Landscape: both parameters are %s", f.x.name)
	}
	return f.checkMarks()
}

func (f *LandscapeFigure) checkMarks() error {
	for _, m := range f.marks {
		if err := errors.Join(f.x.checkMark(m.name, m.x), f.y.checkMark(m.name, m.y)); err != nil {
			return fmt.Errorf("display: Landscape: %w", err)
		}
	}
	return nil
}

// visited lists the values of a parameter on all paths.
func (f *LandscapeFigure) visited(name string) []float64 {
	var values []float64
	for _, t := range f.paths {
		values = append(values, along(t, name)...)
	}
	for _, r := range f.optima {
		values = append(values, valueOf(r, name))
	}
	return values
}

// along returns the values of a parameter at the steps of a trace, none if the trace
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

// evaluate computes the objective on the grid and finds where it is least. A
// point at which it fails is NaN; where it fails everywhere the error says why.
func (f *LandscapeFigure) evaluate() error {
	values, err := f.onGrid()
	if err != nil {
		return err
	}
	f.best = f.leastOf(values)
	f.values = values
	f.contours = draw.NewContours(f.x.grid(f.points()), f.y.grid(f.points()), values, f.best.value)
	return nil
}

// onGrid computes the objective by rows of y.
func (f *LandscapeFigure) onGrid() ([][]float64, error) {
	if f.profile {
		return f.profiled()
	}
	theta := f.model.Theta()
	xs, ys := f.x.grid(f.points()), f.y.grid(f.points())
	values := make([][]float64, len(ys))
	worked, failure := false, error(nil)
	for j, y := range ys {
		values[j] = make([]float64, len(xs))
		for i, x := range xs {
			if f.ctx.Err() != nil {
				return nil, fmt.Errorf("display: Landscape: %w", f.ctx.Err())
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
		return nil, fmt.Errorf("display: Landscape: %w", failure)
	}
	return values, nil
}

// leastOf returns the least point of the grid, or the model's where that is in view
// and as good: it lies between the points of the grid.
func (f *LandscapeFigure) leastOf(values [][]float64) landscapePoint {
	xs, ys := f.x.grid(f.points()), f.y.grid(f.points())
	best := landscapePoint{math.NaN(), math.NaN(), math.Inf(1)}
	for j, row := range values {
		for i, v := range row {
			if v < best.value {
				best = landscapePoint{xs[i], ys[j], v}
			}
		}
	}
	theta := f.model.Theta()
	x, y := f.x.place(theta[f.x.index]), f.y.place(theta[f.y.index])
	inView := xs[0] <= x && x <= xs[len(xs)-1] && ys[0] <= y && y <= ys[len(ys)-1]
	if v, err := f.objective.Eval(f.model, f.data, nil); err == nil && inView && v <= best.value {
		best = landscapePoint{x, y, v}
	}
	return best
}

// addPath draws the path of a fit from a ring to a dot.
func (f *LandscapeFigure) addPath(p *draw.Panel, contours *draw.Contours, t gplib.Trace, i int) {
	xs, ys := along(t, f.x.name), along(t, f.y.name)
	n := min(len(xs), len(ys))
	if n == 0 {
		return
	}
	for k := range n {
		xs[k], ys[k] = f.x.place(xs[k]), f.y.place(ys[k])
	}
	xs, ys = xs[:n], ys[:n]
	c := pathColor(i)
	line := draw.Stroke(c, draw.LineWidth)
	dot := func(radius float64, shape vgdraw.GlyphDrawer) vgdraw.GlyphStyle {
		return vgdraw.GlyphStyle{Color: c, Radius: vg.Points(radius), Shape: shape}
	}
	start, end := dot(4, draw.Ring{}), dot(4, draw.Rimmed{})
	p.Add(draw.Curve{X: xs, Y: ys, Style: draw.Halo(line)}, draw.Curve{X: xs, Y: ys, Style: line})
	p.Add(draw.Dots{X: xs, Y: ys, Style: dot(1.6, vgdraw.CircleGlyph{})})
	p.Add(draw.Dots{X: xs[:1], Y: ys[:1], Style: start}, draw.Dots{X: xs[n-1:], Y: ys[n-1:], Style: end})
	contours.Avoid.X, contours.Avoid.Y = append(contours.Avoid.X, xs...), append(contours.Avoid.Y, ys...)
	p.Keys = append(p.Keys, draw.Key{Name: f.pathName(i), Line: line})
	if i == 0 {
		p.Keys = append(p.Keys, draw.Key{Name: "start", Dot: &start}, draw.Key{Name: "end", Dot: &end})
	}
}

// pathColor returns the colour of path i, that of vermilion first: it stands out
// from the colours of the map.
func pathColor(i int) color.Color { return draw.Color(i + 1) }
