package display

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/category"
)

// effectInput is an input with an effect: a number, or a category with its columns.
type effectInput struct {
	name     string
	columns  []int
	category *category.Category // nil of a number
}

// effectInputs returns the inputs of points, in the order of their first columns.
func effectInputs(x *cov.Matrix) []effectInput {
	categories := category.Of(x)
	var all []effectInput
	for j, name := range inputNames(x, x.Dim()) {
		c := category.Having(categories, j)
		switch {
		case c == nil:
			all = append(all, effectInput{name: name, columns: []int{j}})
		case c.Columns[0] == j:
			all = append(all, effectInput{c.Name, c.Columns, c})
		}
	}
	return all
}

// chosen returns the inputs to draw, a category once, and the number of all.
func (f *EffectsFigure) chosen(x *cov.Matrix) (chosen []effectInput, of int, err error) {
	all := effectInputs(x)
	if f.inputs == nil {
		return all[:min(len(all), mostEffects)], len(all), nil
	}
	for _, name := range f.inputs {
		k := slices.IndexFunc(all, func(in effectInput) bool { return in.name == name })
		if k < 0 {
			j, err := inputNamed(inputNames(x, x.Dim()), name)
			if err != nil {
				return nil, 0, fmt.Errorf("Inputs: %w", err)
			}
			k = slices.IndexFunc(all, func(in effectInput) bool { return slices.Contains(in.columns, j) })
		}
		if all[k].category == nil || !slices.ContainsFunc(chosen, func(in effectInput) bool { return in.name == all[k].name }) {
			chosen = append(chosen, all[k])
		}
	}
	if len(chosen) == 0 {
		return nil, 0, errors.New("Inputs names none")
	}
	return chosen, len(all), nil
}

// placedInput is an input on the axis of its panel: a category has its levels at 0, 1 and so on.
type placedInput struct {
	effectInput
	at     []float64 // the values of the effect
	values []float64 // of the rows
}

func (in effectInput) placed(x *cov.Matrix, e gplib.Effect) placedInput {
	out := placedInput{effectInput: in, at: make([]float64, len(e.Values))}
	if in.category == nil {
		for k, v := range e.Values {
			out.at[k] = v[0]
		}
		out.values = x.Column(in.columns[0])
		return out
	}
	for k := range out.at {
		out.at[k] = float64(k)
	}
	out.values = in.category.Values
	return out
}

// text returns value k of the effect.
func (in placedInput) text(k int) string {
	if in.category != nil {
		return in.category.Levels[k]
	}
	return draw.Value(in.at[k])
}

// add draws the effect: of a number as a curve with its band and the values of the rows, of a category
// as a dot and a line at each level.
func (in placedInput) add(p *draw.Panel, e gplib.Effect) {
	sd := e.Std()
	if in.category == nil {
		addBand(p, in.at, e.Mean, sd)
		marks := slices.Compact(slices.Sorted(slices.Values(in.values)))
		p.Add(draw.Rug{X: marks, Style: draw.Stroke(draw.InkColor, 0.5)})
		return
	}
	line := draw.Stroke(draw.Color(0), draw.LineWidth)
	var ticks draw.GivenTicks
	for k, at := range in.at {
		p.Add(draw.Curve{X: []float64{at, at}, Y: []float64{e.Mean[k] - z95*sd[k], e.Mean[k] + z95*sd[k]}, Style: line})
		ticks = append(ticks, plot.Tick{Value: at, Label: in.text(k)})
	}
	dot := vgdraw.GlyphStyle{Color: draw.Color(0), Radius: vg.Points(3.5), Shape: vgdraw.CircleGlyph{}}
	p.Add(draw.Dots{X: in.at, Y: e.Mean, Style: dot})
	p.Keys = append(p.Keys, draw.Key{Name: "mean at a level, 95 %", Line: line, Dot: &dot})
	const room = 0.5 // beside the first and the last level
	p.X.Min, p.X.Max, p.X.Tick.Marker = -room, float64(len(in.at)-1)+room, ticks
}
