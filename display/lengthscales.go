package display

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// LengthscalesFigure draws how fast f bends along each input; [Lengthscales] makes one.
type LengthscalesFigure struct {
	draw.Options[*LengthscalesFigure]
	results []*gplib.Result
	names   []string
	inputs  []string
}

// Lengthscales draws the standard deviation of each input over its lengthscale, for one
// or more results, as bars: the longer a bar, the more f bends along that input. It does
// not depend on units. If a lengthscale belongs to several inputs, or a result does not
// hold its inputs, bars are inverse lengthscales.
//
// A short bar does not mean that an input does not matter: a linear effect has a long
// lengthscale and a large variance (Piironen and Vehtari 2016). [Relevance] shows how
// much inputs matter.
//
//	display.Lengthscales(fit)
func Lengthscales(results ...*gplib.Result) *LengthscalesFigure {
	f := &LengthscalesFigure{results: results, names: gplib.Names(results...)}
	f.Options = draw.NewOptions(f, draw.NewFigure("lengthscales", f.draw))
	return f
}

// Names sets the results' names in the legend; the default is [gplib.Names].
func (f *LengthscalesFigure) Names(names ...string) *LengthscalesFigure {
	f.names = renamed(f.names, names)
	return f
}

// Inputs sets the names of the inputs, in the order of the lengthscales; the default is
// the data's names, else those of the parameters.
func (f *LengthscalesFigure) Inputs(names ...string) *LengthscalesFigure {
	f.inputs = names
	return f
}

// bending is a figure's data of one result.
type bending struct {
	values []float64
	// names are the inputs' names if each lengthscale belongs to a named input, else the
	// parameters'.
	names []string
	// unitless reports that values are standard deviations of inputs over lengthscales;
	// else they are inverse lengthscales.
	unitless bool
}

func bendingOf(r *gplib.Result) bending {
	var found []cov.Param
	for _, p := range r.Model.Params() {
		path, _, _ := strings.Cut(p.Name, "[")
		if strings.HasPrefix(path[strings.LastIndex(path, ".")+1:], "lengthscale") && p.Value > 0 {
			found = append(found, p)
		}
	}
	spread := spreadOfInputs(r, found)
	of := bending{unitless: spread != nil}
	var inputs []string
	for i, p := range found {
		value := 1 / p.Value
		if of.unitless {
			value *= spread[i]
		}
		of.values, of.names = append(of.values, value), append(of.names, p.Name)
		if len(p.Dims) == 1 && p.Dims[0] < len(r.Model.Inputs) {
			inputs = append(inputs, r.Model.Inputs[p.Dims[0]])
		}
	}
	if distinct(inputs) == len(found) {
		of.names = inputs
	}
	return of
}

// spreadOfInputs returns the standard deviations of the inputs that lengthscales belong
// to, in the model's units; nil where one belongs to several, or no inputs are there.
func spreadOfInputs(r *gplib.Result, lengthscales []cov.Param) []float64 {
	p := r.Posterior
	if scaled, ok := p.(interface{ Scaled() gplib.Posterior }); ok {
		p = scaled.Scaled()
	}
	if p == nil {
		return nil
	}
	x, ok := p.Data().X.(*cov.Matrix)
	if !ok || x == nil || x.Len() < 2 {
		return nil
	}
	spread := make([]float64, len(lengthscales))
	for i, l := range lengthscales {
		switch {
		case len(l.Dims) == 1 && l.Dims[0] < x.Dim():
			spread[i] = stat.PopStdDev(x.Column(l.Dims[0]), nil)
		case l.Dims == nil && x.Dim() == 1:
			spread[i] = stat.PopStdDev(x.Column(0), nil)
		default:
			return nil
		}
	}
	return spread
}

func distinct(names []string) int {
	seen := map[string]bool{}
	for _, name := range names {
		seen[name] = true
	}
	return len(seen)
}

func (f *LengthscalesFigure) draw() ([]*draw.Panel, error) {
	if len(f.results) == 0 {
		return nil, fmt.Errorf("display: Lengthscales: there is no result")
	}
	p := draw.NewPanel()
	all, err := f.bendings()
	if err != nil {
		return nil, err
	}
	p.X.Label.Text = "standard deviation of the input / lengthscale"
	if !all[0].unitless {
		p.X.Label.Text = "1/lengthscale: compare inputs of one unit"
	}
	var rows, told []string
	for i, r := range all {
		if len(r.names) > len(rows) {
			rows = slices.Clone(r.names)
		}
		f.addBars(p, r.values, i)
		told = append(told, f.order(r.values, r.names, i))
	}
	p.Say("Bending along inputs, the greatest first. %s", strings.Join(told, " "))
	for k := range rows {
		rows[k] = nameAt(f.inputs, k, rows[k])
	}
	nameBarRows(p, rows)
	draw.LeaveHeadroom(&p.X)
	return []*draw.Panel{p}, nil
}

// bendings returns the values of all results, in one kind of unit.
func (f *LengthscalesFigure) bendings() ([]bending, error) {
	all, unitless := make([]bending, len(f.results)), true
	for i, r := range f.results {
		if r == nil {
			return nil, fmt.Errorf("display: Lengthscales: result %d is nil", i)
		}
		if all[i] = bendingOf(r); len(all[i].values) == 0 {
			return nil, fmt.Errorf("display: Lengthscales: the model of result %d has no lengthscale", i)
		}
		unitless = unitless && all[i].unitless
	}
	if !unitless {
		for i, r := range f.results {
			all[i] = bendingOf(&gplib.Result{Model: r.Model})
		}
	}
	return all, nil
}

// order lists the inputs of result i, the greatest value first.
func (f *LengthscalesFigure) order(values []float64, names []string, i int) string {
	order := make([]int, len(values))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	const most = 8
	told := make([]string, min(len(order), most))
	for at := range told {
		k := order[at]
		told[at] = nameAt(f.inputs, k, names[k]) + " " + draw.Value(values[k])
	}
	return nameAt(f.names, i, resultName(f.results[i], i)) + ": " + strings.Join(told, ", ") + "."
}

// addBars draws the bars of result i.
func (f *LengthscalesFigure) addBars(p *draw.Panel, values []float64, i int) {
	bars := &draw.Rectangles{Color: draw.Color(i)}
	for k, v := range values {
		low, high := barRow(k, i, len(f.results))
		bars.Append(0, v, low, high)
	}
	p.Add(bars)
	if len(f.results) > 1 {
		p.Keys = append(p.Keys, draw.Key{Name: nameAt(f.names, i, resultName(f.results[i], i)), Areas: []color.Color{draw.Color(i)}})
	}
}
