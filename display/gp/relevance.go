package gp

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"krigo/display/draw"
	"krigo/gplib"
)

// RelevanceFigure draws how much each input matters to fitted models.
type RelevanceFigure struct {
	draw.Options[*RelevanceFigure]
	results []*gplib.Result
	names   []string
	inputs  []string
}

// Relevance draws the inverse lengthscales of results as bars (automatic
// relevance determination; Rasmussen and Williams 2006, section 5.1).
func Relevance(results ...*gplib.Result) *RelevanceFigure {
	f := &RelevanceFigure{results: results, names: gplib.Names(results...)}
	f.Options = draw.NewOptions(f, draw.NewFigure("relevance", f.draw))
	return f
}

// Names sets the results' names in the legend; the standard ones are
// those of [gplib.Names].
func (f *RelevanceFigure) Names(names ...string) *RelevanceFigure {
	f.names = renamed(f.names, names)
	return f
}

// Inputs sets the names of the inputs, in the order of the lengthscales; the
// standard ones are those of the data's inputs, else of the parameters.
func (f *RelevanceFigure) Inputs(names ...string) *RelevanceFigure {
	f.inputs = names
	return f
}

// relevances returns the inverse lengthscales of a result and their names: those of
// the inputs where each lengthscale belongs to one that has a name.
func relevances(r *gplib.Result) (values []float64, names []string) {
	var inputs []string
	for _, p := range r.Model.Params() {
		path, _, _ := strings.Cut(p.Name, "[")
		if !strings.HasPrefix(path[strings.LastIndex(path, ".")+1:], "lengthscale") || p.Value <= 0 {
			continue
		}
		values, names = append(values, 1/p.Value), append(names, p.Name)
		if len(p.Dims) == 1 && p.Dims[0] < len(r.Model.Inputs) {
			inputs = append(inputs, r.Model.Inputs[p.Dims[0]])
		}
	}
	if distinct(inputs) == len(values) {
		return values, inputs
	}
	return values, names
}

func distinct(names []string) int {
	seen := map[string]bool{}
	for _, name := range names {
		seen[name] = true
	}
	return len(seen)
}

func (f *RelevanceFigure) draw() ([]*draw.Panel, error) {
	if len(f.results) == 0 {
		return nil, fmt.Errorf("display: Relevance: there is no result")
	}
	p := draw.NewPanel()
	p.X.Label.Text = "relevance, 1/lengthscale"
	var rows, told []string
	for i, r := range f.results {
		if r == nil {
			return nil, fmt.Errorf("display: Relevance: result %d is nil", i)
		}
		values, names := relevances(r)
		if len(values) == 0 {
			return nil, fmt.Errorf("display: Relevance: the model of result %d has no lengthscale", i)
		}
		if len(names) > len(rows) {
			rows = names
		}
		f.addBars(p, values, i)
		told = append(told, f.order(values, names, i))
	}
	p.Say("Relevance of inputs, the greatest first. %s", strings.Join(told, " "))
	f.nameRows(p, rows)
	draw.LeaveHeadroom(&p.X)
	return []*draw.Panel{p}, nil
}

// order tells the inputs of result i by their relevance.
func (f *RelevanceFigure) order(values []float64, names []string, i int) string {
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

// addBars draws the bars of result i, those of the first input on top.
func (f *RelevanceFigure) addBars(p *draw.Panel, values []float64, i int) {
	const share = 0.8 // of a row that bars fill
	height := share / float64(len(f.results))
	bars := &draw.Rectangles{Color: draw.Color(i)}
	for k, v := range values {
		top := -float64(k) + share/2 - float64(i)*height
		bars.Append(0, v, top-0.9*height, top)
	}
	p.Add(bars)
	if len(f.results) > 1 {
		p.Keys = append(p.Keys, draw.Key{Name: nameAt(f.names, i, resultName(f.results[i], i)), Areas: []color.Color{draw.Color(i)}})
	}
}

func (f *RelevanceFigure) nameRows(p *draw.Panel, rows []string) {
	ticks := make(plot.ConstantTicks, len(rows))
	for k, name := range rows {
		ticks[k] = plot.Tick{Value: -float64(k), Label: nameAt(f.inputs, k, name)}
	}
	p.Y.Tick.Marker = ticks
	p.Y.Min, p.Y.Max = 0.5-float64(len(rows)), 0.5
}
