package display

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/display/draw"
	"krigo/gplib"
)

// ResidualsFigure draws the residuals of fits; [Residuals] makes one.
type ResidualsFigure struct {
	draw.Options[*ResidualsFigure]
	results []*gplib.Result
	names   []string
	test    gplib.Data
}

// mostResidualInputs is the number of inputs that residuals are drawn against.
const mostResidualInputs = 7

// Residuals draws the standardised residuals (y - mean)/sd of fits against the
// prediction, each input and the order of the data. A good fit shows no pattern, and
// one in twenty is outside of the dashed lines: a bend indicates structure that f
// cannot follow, a funnel noise that is not constant, a drift along the order
// dependence. Each observation is predicted from all others if the posterior can (an
// exact one), or else from all, which makes residuals too small; the legend says which.
// Test draws those of other data.
func Residuals(results ...*gplib.Result) *ResidualsFigure {
	f := &ResidualsFigure{results: results}
	f.Options = draw.NewOptions(f, draw.NewFigure("residuals", f.draw))
	dim := 1
	if checkResults("Residuals", results) == nil {
		if x, err := coordinates(results[0].Posterior.Data().X); err == nil {
			dim = min(x.Dim(), mostResidualInputs)
		}
	}
	sizeFor(f.Figure, dim+2)
	return f
}

// Names sets the results' names in the legend; the default is the methods.
func (f *ResidualsFigure) Names(names ...string) *ResidualsFigure {
	f.names = names
	return f
}

// Test draws the residuals of observations that were not fitted.
func (f *ResidualsFigure) Test(d gplib.Data) *ResidualsFigure {
	f.test = d
	return f
}

// residuals are the standardised residuals z of one result and its predictions.
type residuals struct {
	mean, z []float64
	kind    string // how they came about, in words
}

func (f *ResidualsFigure) draw() ([]*draw.Panel, error) {
	if err := checkResults("Residuals", f.results); err != nil {
		return nil, err
	}
	all := make([]residuals, len(f.results))
	for i, r := range f.results {
		var err error
		if all[i], err = f.of(r); err != nil {
			return nil, fmt.Errorf("display: Residuals: result %d: %w", i, err)
		}
		if all[i].kind != all[0].kind || len(all[i].z) != len(all[0].z) {
			return nil, fmt.Errorf("display: Residuals: result %d has %d residuals (%s), result 0 has %d (%s)",
				i, len(all[i].z), all[i].kind, len(all[0].z), all[0].kind)
		}
	}
	return f.panels(all), nil
}

// of returns the residuals of a result.
func (f *ResidualsFigure) of(r *gplib.Result) (residuals, error) {
	d := r.Posterior.Data()
	if f.test.X != nil {
		d = f.test
	}
	if err := d.Check(); err != nil {
		return residuals{}, err
	}
	p, err := predictedBy(r, f.test)
	if err != nil {
		return residuals{}, err
	}
	z, err := standardised(p.data.Y, p.Prediction)
	return residuals{mean: p.MeanY(), z: z, kind: p.kind}, err
}

// standardised returns the errors of predictions in units of their standard
// deviations.
func standardised(y []float64, p gplib.Prediction) ([]float64, error) {
	if len(p.Mean) != len(y) || len(p.VarY) != len(y) {
		return nil, fmt.Errorf("%d predictions for %d observations", len(p.Mean), len(y))
	}
	z, mean := make([]float64, len(y)), p.MeanY()
	for i := range y {
		if !(p.VarY[i] > 0) {
			return nil, fmt.Errorf("the prediction of observation %d has the variance %g", i, p.VarY[i])
		}
		z[i] = (y[i] - mean[i]) / math.Sqrt(p.VarY[i])
	}
	return z, nil
}

// data returns those whose residuals are drawn.
func (f *ResidualsFigure) data() gplib.Data {
	if f.test.X != nil {
		return f.test
	}
	return f.results[0].Posterior.Data()
}

func (f *ResidualsFigure) panels(all []residuals) []*draw.Panel {
	d := f.data()
	against, inputs := residualsAgainst(d)
	columns, shown := arrange(f.Figure, 1+len(against))
	panels := []*draw.Panel{f.panel("prediction of "+targetName(d), func(i int) []float64 { return all[i].mean }, all)}
	for _, c := range against[:min(len(against), max(shown-1, 1))] {
		panels = append(panels, f.panel(c.name, func(int) []float64 { return c.values }, all))
	}
	if drawn := min(len(panels)-1, len(against)-1); drawn < inputs {
		panels[0].Remark("%d of %d inputs", drawn, inputs)
	}
	for _, p := range panels {
		p.Y.Label.Text = "residual (sd)"
	}
	shareYName(panels, columns)
	panels[0].Remark("%s", all[0].kind)
	f.say(panels, all)
	return panels
}

// residualsAgainst returns the inputs of the data, as many as are drawn, then the
// order; count is the number of all inputs.
func residualsAgainst(d gplib.Data) (against []column, count int) {
	if x, err := coordinates(d.X); err == nil {
		count = x.Dim()
		for k, name := range inputNames(x, x.Dim())[:min(count, mostResidualInputs)] {
			against = append(against, column{name, x.Column(k)})
		}
	}
	return append(against, column{"order of the data", evenly(1, float64(d.Len()), d.Len())}), count
}

// panel draws the residuals of all results against x, and where 95 % of those of
// calibrated predictions lie.
func (f *ResidualsFigure) panel(label string, x func(i int) []float64, all []residuals) *draw.Panel {
	p := draw.NewPanel()
	p.X.Label.Text = label
	for i, r := range all {
		style := draw.DotStyle(len(r.z), draw.Color(i))
		p.Add(draw.Dots{X: x(i), Y: r.z, Style: style}.Numbered())
		if len(all) > 1 {
			p.Keys = append(p.Keys, draw.Key{Name: nameAt(f.names, i, resultName(f.results[i], i)), Dot: &style})
		}
	}
	lo, hi := p.X.Min, p.X.Max
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	dashed := draw.Stroke(draw.MutedColor, 0.9, 3, 2)
	for _, level := range []float64{-z95, 0, z95} {
		style := dashed
		if level == 0 {
			style = draw.Stroke(draw.MutedColor, 0.9)
		}
		p.Add(draw.Curve{X: []float64{lo, hi}, Y: []float64{level, level}, Style: style})
	}
	p.Keys = append(p.Keys, draw.Key{Name: "95 % where calibrated", Line: dashed})
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	return p
}

func (f *ResidualsFigure) say(panels []*draw.Panel, all []residuals) {
	said := ""
	for i, r := range all {
		inside := 0
		for _, z := range r.z {
			if math.Abs(z) <= z95 {
				inside++
			}
		}
		worst := maxAbs(r.z)
		name := ""
		if len(all) > 1 {
			name = nameAt(f.names, i, resultName(f.results[i], i)) + ": "
		}
		said += fmt.Sprintf(" %s%.0f %% of %s lie within 1.96 standard deviations, the largest is %s.",
			name, 100*float64(inside)/float64(len(r.z)), draw.Count(len(r.z), "residual"), draw.Value(worst))
	}
	panels[0].Say("Standardised residuals, %s.%s", all[0].kind, said)
	for _, p := range panels[1:] {
		p.Silence()
	}
}

// maxAbs returns the value that is farthest from 0.
func maxAbs(values []float64) float64 {
	lo, hi := floats.Min(values), floats.Max(values)
	if -lo > hi {
		return lo
	}
	return hi
}
