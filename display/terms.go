package display

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krigo/display/draw"
	"krigo/gplib"
)

// TermsFigure draws the terms of a log marginal likelihood over one parameter; [Terms] makes one.
type TermsFigure struct {
	draw.Options[*TermsFigure]
	ctx    context.Context
	model  gplib.Model
	data   gplib.Data
	axis   landscapeAxis
	points int
	values []gplib.LMLTerms // at the points, once they were computed; NaN where there are none
}

// Terms draws the terms of the log marginal likelihood (Rasmussen and Williams 2006, figure 5.3)
// over one parameter, named as in [gplib.Model.Param], while the others keep the model's values: the
// data fit is best where every observation is followed, the complexity penalty is least where the
// model allows for few functions, and their sum, with the constant, is highest between them. If a
// term falls steeply, the better half of the sum has half of the picture.
//
// The terms are evaluated 101 times when the figure is first shown (Resolution sets another
// number); ctx ends that with an error. Where they have no value there is no curve.
//
//	display.Terms(ctx, model, data, "lengthscale")
func Terms(ctx context.Context, m gplib.Model, d gplib.Data, x string) *TermsFigure {
	f := &TermsFigure{ctx: ctx, model: m, data: d, axis: newLandscapeAxis(x), points: curvePoints}
	f.Options = draw.NewOptions(f, draw.NewFigure("terms", f.draw))
	return f
}

// Between sets the range of the parameter, in natural values.
func (f *TermsFigure) Between(lo, hi float64) *TermsFigure {
	f.axis.lo, f.axis.hi = lo, hi
	f.values = nil
	return f
}

// Resolution sets the number of values of the parameter, 2 to 1000.
func (f *TermsFigure) Resolution(n int) *TermsFigure {
	f.points = n
	f.values = nil
	return f
}

func (f *TermsFigure) prepare() error {
	switch {
	case f.ctx == nil:
		return errors.New("ctx is nil; pass context.Background()")
	case f.points < 2 || f.points > 1000:
		return fmt.Errorf("Resolution(%d): want 2 to 1000", f.points)
	}
	if err := f.axis.find(f.model); err != nil {
		return err
	}
	return f.axis.choose(f.model.Theta()[f.axis.index], nil)
}

// evaluate computes the terms at the points, NaN where that fails.
func (f *TermsFigure) evaluate() (err error) {
	none := gplib.LMLTerms{DataFit: math.NaN(), Complexity: math.NaN(), Constant: math.NaN()}
	f.values, err = evaluateAlong(f.ctx, f.axis, f.points, f.model, none, func(m gplib.Model) (gplib.LMLTerms, error) {
		return gplib.LML{}.Terms(m, f.data)
	})
	return err
}

func (f *TermsFigure) draw() ([]*draw.Panel, error) {
	err := f.prepare()
	if err == nil && f.values == nil {
		err = f.evaluate()
	}
	if err != nil {
		return nil, fmt.Errorf("display: Terms: %w", err)
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = f.axis.name, "nats"
	loss := f.add(p, 2, "sum, with the constant", func(t gplib.LMLTerms) float64 { return -t.Sum() }, draw.LineWidth+0.6)
	best := leastIndex(loss)
	top := math.Inf(-1)
	for i, term := range []struct {
		name string
		of   func(gplib.LMLTerms) float64
	}{{"data fit", func(t gplib.LMLTerms) float64 { return -t.DataFit }}, {"complexity penalty", func(t gplib.LMLTerms) float64 { return -t.Complexity }}} {
		for _, v := range f.add(p, i, term.name, term.of, draw.LineWidth) {
			if !math.IsNaN(v) {
				top = max(top, -v)
			}
		}
	}
	f.axis.settle(&p.X)
	p.Y.Min, p.Y.Max = -highestShown(loss), max(top, -loss[best])
	draw.Widen(&p.Y)
	at := f.values[best]
	p.Say("The terms of the log marginal likelihood over %s from %s to %s; the other parameters keep their values. "+
		"Their sum is greatest, %s, at %s, with a data fit of %s and a complexity penalty of %s", f.axis.name,
		draw.Value(f.axis.from), draw.Value(f.axis.to), draw.Value(at.Sum()), draw.Value(f.axis.natural(f.axis.grid(f.points)[best])),
		draw.Value(at.DataFit), draw.Value(at.Complexity))
	return []*draw.Panel{p}, nil
}

// add draws a term and returns its values with the opposite sign, as of gives them.
func (f *TermsFigure) add(p *draw.Panel, color int, name string, of func(gplib.LMLTerms) float64, width float64) []float64 {
	losses, values := make([]float64, len(f.values)), make([]float64, len(f.values))
	for i, t := range f.values {
		losses[i] = of(t)
		values[i] = -losses[i]
	}
	style := draw.Stroke(draw.Color(color), width)
	p.Add(draw.Curve{X: f.axis.grid(f.points), Y: values, Style: style})
	p.Keys = append(p.Keys, draw.Key{Name: name, Line: style})
	return losses
}
