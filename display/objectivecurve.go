package display

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
)

// ObjectiveCurveFigure draws an objective over one parameter; [ObjectiveCurve] makes one.
type ObjectiveCurveFigure struct {
	draw.Options[*ObjectiveCurveFigure]
	ctx       context.Context
	objective gplib.Objective
	model     gplib.Model
	data      gplib.Data
	axis      landscapeAxis
	points    int
	marks     []curveMark
	values    []float64 // at the points, once they were computed
}

// curveMark is a value of the parameter that is marked.
type curveMark struct {
	name string
	at   float64
}

// curvePoints is the standard number of values of the parameter.
const curvePoints = 101

// ObjectiveCurve draws the objective of a model over one of its parameters, named as in
// [gplib.Model.Param], while the others keep the model's values. The best value in the
// picture has a star, and [ObjectiveCurveFigure.Mark] marks others on the curve. If the
// objective rises steeply, its better half has half of the picture.
//
// The objective is evaluated 101 times when the figure is first shown (Resolution sets
// another number); ctx ends that with an error. Where it has no value there is no curve.
//
//	display.ObjectiveCurve(ctx, gplib.LML{}, fit.Model, data, "lengthscale")
func ObjectiveCurve(ctx context.Context, objective gplib.Objective, m gplib.Model, d gplib.Data, x string) *ObjectiveCurveFigure {
	f := &ObjectiveCurveFigure{ctx: ctx, objective: objective, model: m, data: d, axis: newLandscapeAxis(x), points: curvePoints}
	f.Options = draw.NewOptions(f, draw.NewFigure("objective", f.draw))
	return f
}

// Between sets the range of the parameter, in natural values.
func (f *ObjectiveCurveFigure) Between(lo, hi float64) *ObjectiveCurveFigure {
	f.axis.lo, f.axis.hi = lo, hi
	f.values = nil
	return f
}

// Resolution sets the number of values of the parameter, 2 to 1000.
func (f *ObjectiveCurveFigure) Resolution(n int) *ObjectiveCurveFigure {
	f.points = n
	f.values = nil
	return f
}

// Mark marks a value of the parameter on the curve. A mark with an existing name moves
// that mark, without another evaluation of the objective. A mark outside of the picture
// is an error.
func (f *ObjectiveCurveFigure) Mark(name string, x float64) *ObjectiveCurveFigure {
	mark := curveMark{name, x}
	if i := slices.IndexFunc(f.marks, func(m curveMark) bool { return m.name == name }); i >= 0 {
		f.marks[i] = mark
		return f
	}
	f.marks = append(f.marks, mark)
	return f
}

// Evaluate evaluates the objective now instead of when the figure is first shown. If it
// has been evaluated already, Evaluate does nothing.
func (f *ObjectiveCurveFigure) Evaluate() error {
	err := f.prepare()
	if err == nil && f.values == nil {
		err = f.evaluate()
	}
	if err != nil {
		return fmt.Errorf("display: ObjectiveCurve: %w", err)
	}
	return nil
}

// prepare checks the arguments and finds the parameter and its range.
func (f *ObjectiveCurveFigure) prepare() error {
	switch {
	case f.ctx == nil:
		return errors.New("ctx is nil; pass context.Background()")
	case f.objective == nil:
		return errors.New("the objective is nil; use gplib.LML{}")
	case f.points < 2 || f.points > 1000:
		return fmt.Errorf("Resolution(%d): want 2 to 1000", f.points)
	}
	if err := f.axis.find(f.model); err != nil {
		return err
	}
	if err := f.axis.choose(f.model.Theta()[f.axis.index], nil); err != nil {
		return err
	}
	for _, m := range f.marks {
		if err := f.axis.checkMark(m.name, m.at); err != nil {
			return err
		}
	}
	return nil
}

// evaluate computes the objective at the points, NaN where it fails.
func (f *ObjectiveCurveFigure) evaluate() (err error) {
	f.values, err = evaluateAlong(f.ctx, f.axis, f.points, f.model, math.NaN(), func(m gplib.Model) (float64, error) {
		v, err := f.objective.Eval(m, f.data, nil)
		if err == nil && math.IsInf(v, 0) {
			err = fmt.Errorf("the %s is %v at %s = %g", f.objective.Name(), v, f.axis.name, m.Theta()[f.axis.index])
		}
		return v, err
	})
	return err
}

func (f *ObjectiveCurveFigure) draw() ([]*draw.Panel, error) {
	if err := f.Evaluate(); err != nil {
		return nil, err
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = f.axis.name, f.objective.Name()
	xs := f.axis.grid(f.points)
	p.Add(draw.Curve{X: xs, Y: f.values, Style: draw.Stroke(draw.Color(0), draw.LineWidth)})
	best := leastIndex(f.values)
	f.addPoint(p, "best in view", xs[best], f.values[best], vgdraw.GlyphStyle{Color: draw.InkColor, Radius: vg.Points(5.5), Shape: draw.Star{}})
	for i, m := range f.marks {
		x := f.axis.place(m.at)
		f.addPoint(p, m.name, x, between(xs, f.values, x), vgdraw.GlyphStyle{Color: draw.Color(1 + i), Radius: vg.Points(5), Shape: draw.Rimmed{}})
	}
	f.axis.settle(&p.X)
	p.Y.Min, p.Y.Max = f.values[best], highestShown(f.values)
	draw.Widen(&p.Y)
	f.say(p, best)
	return []*draw.Panel{p}, nil
}

// addPoint draws a point of the curve with its key, over a thin line that can be
// followed where the curve has left the picture.
func (f *ObjectiveCurveFigure) addPoint(p *draw.Panel, name string, x, y float64, style vgdraw.GlyphStyle) {
	low, high := f.axisRange()
	thin := draw.Stroke(draw.Faded(style.Color, 0.5), 0.8, 3, 2)
	p.Add(draw.Curve{X: []float64{x, x}, Y: []float64{low, high}, Style: thin})
	p.Add(draw.Dots{X: []float64{x}, Y: []float64{y}, Style: style})
	style.Radius = min(style.Radius, vg.Points(4.5))
	p.Keys = append(p.Keys, draw.Key{Name: name, Dot: &style})
}

// axisRange returns the range of the values that are drawn, with the room around it.
func (f *ObjectiveCurveFigure) axisRange() (low, high float64) {
	low, _ = draw.Span(f.values)
	high = highestShown(f.values)
	edge := (high - low) / 20
	return low - edge, high + edge
}

// leastIndex returns where values are least; one of them is finite.
func leastIndex(values []float64) int {
	best := -1
	for i, v := range values {
		if !math.IsNaN(v) && (best < 0 || v < values[best]) {
			best = i
		}
	}
	return best
}

// highestShown returns the highest value that is drawn of a curve: where it soars, as a
// likelihood does where it has next to no noise, the half of it that is best has half
// of the picture.
func highestShown(values []float64) float64 {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	slices.Sort(sorted)
	least, middle, highest := sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1]
	if middle == least {
		return highest
	}
	return min(highest, least+2*(middle-least))
}

// between returns the value at a place between the points of a curve, on its line.
func between(xs, values []float64, x float64) float64 {
	i, _ := slices.BinarySearch(xs, x)
	i = min(max(i, 1), len(xs)-1)
	part := (x - xs[i-1]) / (xs[i] - xs[i-1])
	return values[i-1] + part*(values[i]-values[i-1])
}

// say describes the range, the least objective and the marks.
func (f *ObjectiveCurveFigure) say(p *draw.Panel, best int) {
	text := fmt.Sprintf("The %s over %s from %s to %s; the other parameters keep their values. Its minimum is %s, at %s",
		f.objective.Name(), f.axis.name, draw.Value(f.axis.from), draw.Value(f.axis.to), draw.Value(f.values[best]),
		draw.Value(f.axis.natural(f.axis.grid(f.points)[best])))
	for _, m := range f.marks {
		text += fmt.Sprintf(". Marked: %s at %s", m.name, draw.Value(m.at))
	}
	p.Say("%s", text)
}
