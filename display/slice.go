package display

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/internal/category"
)

// SliceFigure draws a prediction along one input; [Slice] makes one.
type SliceFigure struct {
	draw.Options[*SliceFigure]
	slice  *gplib.Slice
	err    error
	target string
	values []float64 // of the input in the data

	names      []string // of the inputs
	categories []category.Category
}

// Slice draws the prediction of a fit along one input, with the others at their medians in the data (categories
// at their most frequent level) or, if at names them, at other values ([gplib.Result.Slice]): the mean, the bands
// of f and the interval of a new observation, as [Fit] draws them. Short lines at the bottom are the values of the
// input in the data. The rows themselves have other values of the other inputs and are not on the slice; [Effects]
// averages over them.
//
//	display.Slice(fit, "temp", map[string]float64{"load": 0.8})
func Slice(r *gplib.Result, input string, at map[string]float64) *SliceFigure {
	f := &SliceFigure{}
	f.Options = draw.NewOptions(f, draw.NewFigure("slice", f.draw))
	if r == nil || r.Posterior == nil {
		f.err = errors.New("the result is nil or has no posterior")
		return f
	}
	if f.slice, f.err = r.Slice(input, at); f.err != nil {
		return f
	}
	x, err := coordinates(r.Posterior.Data().X)
	if err != nil {
		f.err = err
		return f
	}
	f.names, f.categories = inputNames(x, x.Dim()), category.Of(x)
	f.target, f.values = targetName(r.Posterior.Data()), x.Column(slices.Index(f.names, input))
	return f
}

func (f *SliceFigure) draw() ([]*draw.Panel, error) {
	if f.err != nil {
		return nil, fmt.Errorf("display: Slice: %w", f.err)
	}
	p, s := draw.NewPanel(), f.slice
	p.X.Label.Text, p.Y.Label.Text = s.Input, f.target
	q := forecastOf(s.Values, s.Prediction, 0)
	addFit(p, q)
	p.Add(draw.Rug{X: slices.Compact(slices.Sorted(slices.Values(f.values))), Style: draw.Stroke(draw.InkColor, 0.5)})
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	fixed := "the only input"
	if others := f.others(); others != "" {
		fixed = "at " + others
		p.Remark("%s", fixed)
	}
	least, greatest := draw.Span(q.mean)
	p.Say("Along %s, %s: the mean runs from %s to %s, with 95 %% bands of up to ± %s", s.Input, fixed,
		draw.Value(least), draw.Value(greatest), draw.Value(slices.Max(q.widths)))
	return []*draw.Panel{p}, nil
}

// others lists the values of the other inputs, of categories their levels.
func (f *SliceFigure) others() string {
	at := maps.Clone(f.slice.At)
	var all []string
	for _, c := range f.categories {
		code := make([]float64, len(c.Columns))
		for k, j := range c.Columns {
			code[k] = at[f.names[j]]
		}
		level := c.Level(code)
		if level < 0 {
			continue
		}
		all = append(all, fmt.Sprintf("%s = %s", c.Name, c.Levels[level]))
		for _, j := range c.Columns {
			delete(at, f.names[j])
		}
	}
	for name, v := range at {
		all = append(all, fmt.Sprintf("%s = %s", name, draw.Value(v)))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
