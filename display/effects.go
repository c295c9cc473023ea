package display

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/category"
)

// EffectsFigure draws the effects of inputs; [Effects] makes one.
type EffectsFigure struct {
	draw.Options[*EffectsFigure]
	result *gplib.Result
	inputs []string
	pair   []string
}

const (
	// mostEffects is the number of inputs that are drawn unless Inputs chooses them.
	mostEffects = 9
	// pairValues is the number of values of each input of a pair.
	pairValues = 21
)

// Effects draws the effect of each input on f ([gplib.Effects]): the average of f over the rows of
// the data with the input at each value, and its 95 % band. Short lines at the bottom are the
// values in the data. Dots are partial residuals: the effect at the row's value and what f leaves
// of the observation. A pattern of the dots about the curve is an interaction, or structure that f
// does not follow. All panels have one y axis, so that steep curves are those of inputs that
// matter; [Relevance] has numbers for that. A category ([krigo/gplib/dataset.OneHot]) is one input,
// with a dot and a 95 % line at each of its levels.
//
// The average is over combinations of inputs that need not occur: where inputs depend on each
// other, curves follow f where no data are, and bands are wide there. Of a model with a likelihood
// the effects are those on the latent f, without residuals.
//
//	display.Effects(fit).Inputs("temp", "load")
func Effects(r *gplib.Result) *EffectsFigure {
	f := &EffectsFigure{result: r}
	f.Options = draw.NewOptions(f, draw.NewFigure("effects", f.draw))
	if r != nil && r.Posterior != nil {
		if x, err := coordinates(r.Posterior.Data().X); err == nil {
			sizeFor(f.Figure, min(len(effectInputs(x)), mostEffects))
		}
	}
	return f
}

// Inputs chooses inputs by their names, in their order; the standard is the first nine. Inputs
// without names are x[0], x[1] and so on; a category has the name of its column, such as site.
func (f *EffectsFigure) Inputs(names ...string) *EffectsFigure {
	f.inputs = names
	sizeFor(f.Figure, len(names))
	return f
}

// Pair draws the joint effect of two inputs, by their names, as levels instead: lines that are not
// alike from left to right are an interaction.
func (f *EffectsFigure) Pair(a, b string) *EffectsFigure {
	f.pair = []string{a, b}
	draw.StandardSize(f.Figure, 2*contourPanel, 320)
	return f
}

func (f *EffectsFigure) draw() ([]*draw.Panel, error) {
	panels, err := f.panels()
	if err != nil {
		return nil, fmt.Errorf("display: Effects: %w", err)
	}
	return panels, nil
}

func (f *EffectsFigure) panels() ([]*draw.Panel, error) {
	if f.result == nil || f.result.Posterior == nil {
		return nil, errors.New("the result is nil or has no posterior")
	}
	x, err := coordinates(f.result.Posterior.Data().X)
	switch {
	case err != nil:
		return nil, err
	case x.Len() == 0:
		return nil, errors.New("the posterior keeps no rows, which is so after FitRows and FitPasses; see gplib.Effects")
	case f.pair != nil:
		return f.ofPair(x)
	}
	return f.ofEach(x)
}

// ofEach draws an effect in each panel.
func (f *EffectsFigure) ofEach(x *cov.Matrix) ([]*draw.Panel, error) {
	chosen, all, err := f.chosen(x)
	if err != nil {
		return nil, err
	}
	inputs := len(chosen)
	columns, shown := arrange(f.Figure, inputs)
	chosen = chosen[:shown]
	first := make([]int, shown)
	for i, in := range chosen {
		first[i] = in.columns[0]
	}
	effects, err := gplib.Effects(f.result.Posterior, nil, first...)
	if err != nil {
		return nil, err
	}
	rest, rows, err := f.residuals()
	if err != nil {
		return nil, err
	}
	var panels []*draw.Panel
	for i, in := range chosen {
		panels = append(panels, f.panel(effects[i], in.placed(x, effects[i]), rows, rest))
	}
	shareRange(panels)
	shareYName(panels, columns)
	if shown < all && f.inputs == nil || shown < inputs {
		panels[0].Remark("%d of %d inputs", shown, all)
	}
	if n := x.Len(); effects[0].Rows < n {
		panels[0].Remark("averaged over %d of %s", effects[0].Rows, draw.Count(n, "row"))
	}
	return panels, nil
}

// residuals returns what f leaves of the observations in some rows, none with a likelihood.
func (f *EffectsFigure) residuals() (rest []float64, rows []int, err error) {
	d := f.result.Posterior.Data()
	if f.result.Model.Lik != nil || len(d.Y) != d.X.Len() {
		return nil, nil, nil
	}
	rows = gplib.Spaced(d.Len(), mostPartRows)
	some := d.Subset(rows)
	q, err := f.result.Predict(some.X)
	if err != nil {
		return nil, nil, err
	}
	return floats.SubTo(make([]float64, len(rows)), some.Y, q.Mean), rows, nil
}

// panel draws an effect, with the values of the input in all rows, and the residuals of some.
func (f *EffectsFigure) panel(e gplib.Effect, input placedInput, rows []int, rest []float64) *draw.Panel {
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = input.name, f.unit()
	if len(rows) > 0 {
		dots := draw.Dots{Rows: rows}
		for i, row := range rows {
			at := input.values[row]
			dots.X, dots.Y = append(dots.X, at), append(dots.Y, rest[i]+interpolated(input.at, e.Mean, at))
		}
		addRest(p, dots, "partial residuals")
	}
	input.add(p, e)
	draw.Widen(&p.X)
	least, greatest := draw.Span(e.Mean)
	at := func(v float64) string { return input.text(slices.Index(e.Mean, v)) }
	p.Say("The effect of %s runs from %s at %s to %s at %s", input.name, draw.Value(least), at(least), draw.Value(greatest), at(greatest))
	return p
}

func (f *EffectsFigure) unit() string {
	if f.result.Model.Lik != nil {
		return "effect on latent f"
	}
	return "effect on " + targetName(f.result.Posterior.Data())
}

// interpolated returns the piecewise linear function through the points at v, which is among x.
func interpolated(x, y []float64, v float64) float64 {
	k, exact := slices.BinarySearch(x, v)
	switch {
	case exact || k == 0:
		return y[min(k, len(y)-1)]
	case k == len(x):
		return y[k-1]
	}
	t := (v - x[k-1]) / (x[k] - x[k-1])
	return (1-t)*y[k-1] + t*y[k]
}

// shareRange gives all panels the y axis of all.
func shareRange(panels []*draw.Panel) {
	shareHeight(panels)
	for _, p := range panels {
		draw.Widen(&p.Y)
	}
}

// ofPair draws the mean of a joint effect next to its standard deviation.
func (f *EffectsFigure) ofPair(x *cov.Matrix) ([]*draw.Panel, error) {
	g, err := pairOf(x, f.pair)
	if err != nil {
		return nil, err
	}
	var values [][]float64
	for _, v := range g.y {
		for _, u := range g.x {
			values = append(values, []float64{u, v})
		}
	}
	e, err := gplib.EffectAt(f.result.Posterior, nil, []int{g.a, g.b}, values)
	if err != nil {
		return nil, err
	}
	panels := []*draw.Panel{g.panel(f.unit(), e.Mean), g.panel("sd of the effect", e.Std())}
	columns, shown := arrange(f.Figure, len(panels))
	panels = panels[:shown]
	if columns > 1 {
		draw.ShareNames(f.Figure, panels)
	}
	g.addData(panels, x)
	least, greatest := draw.Span(e.Mean)
	panels[0].Say("The joint effect of %s and %s runs from %s to %s, with a standard deviation of up to %s",
		g.names[g.a], g.names[g.b], draw.Value(least), draw.Value(greatest), draw.Value(slices.Max(e.Std())))
	for _, p := range panels[1:] {
		p.Silence()
	}
	return panels, nil
}

// pairOf returns the grid over two inputs.
func pairOf(x *cov.Matrix, names []string) (*plane, error) {
	if x.Dim() < 2 {
		return nil, errors.New("Pair needs two inputs, and there is one")
	}
	g := &plane{names: inputNames(x, x.Dim())}
	var err error
	if g.a, err = inputNamed(g.names, names[0]); err != nil {
		return nil, fmt.Errorf("Pair: %w", err)
	}
	if g.b, err = inputNamed(g.names, names[1]); err != nil {
		return nil, fmt.Errorf("Pair: %w", err)
	}
	categories := category.Of(x)
	for _, k := range []int{g.a, g.b} {
		if c := category.Having(categories, k); c != nil {
			return nil, fmt.Errorf("Pair: %q is a 0/1 column of the category %s; want two numbers", g.names[k], c.Name)
		}
	}
	if g.a == g.b {
		return nil, fmt.Errorf("Pair(%q, %q): want two inputs", names[0], names[1])
	}
	side := func(j int) []float64 {
		lo, hi := draw.Span(x.Column(j))
		if !draw.FiniteRange(lo, hi) {
			err = fmt.Errorf("the input %s is %g in all rows", g.names[j], lo)
		}
		return evenly(lo, hi, pairValues)
	}
	g.x, g.y = side(g.a), side(g.b)
	return g, err
}
