package display

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"sync"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// RelevanceFigure draws how much each input contributes to f; [Relevance] makes one.
type RelevanceFigure struct {
	draw.Options[*RelevanceFigure]
	results []*gplib.Result
	names   []string
	inputs  []string
	at      cov.Inputs

	computing sync.Mutex
	found     [][]gplib.Sensitivity // of each result
}

// mostRelevanceRows is the number of inputs that a figure shows.
const mostRelevanceRows = 20

// Relevance draws how much each input contributes to f under the posteriors of one or more
// results, the greatest first: its total Sobol index, the share of the variance of f that
// depends on the input, as a light bar with a line for the 95 % interval; and its first-order
// index, the share that it explains alone, as a dark bar. What a light bar has more than the dark
// one are interactions with other inputs. [gplib.Sensitivities] says what is assumed.
//
// An input may be left out if the whole interval of its total index is next to 0; then
// compare the fits with [gplib.Compare].
//
//	display.Relevance(fit)
func Relevance(results ...*gplib.Result) *RelevanceFigure {
	f := &RelevanceFigure{results: results, names: gplib.Names(results...)}
	f.Options = draw.NewOptions(f, draw.NewFigure("relevance", f.draw))
	return f
}

// Names sets the results' names in the legend; the default is [gplib.Names].
func (f *RelevanceFigure) Names(names ...string) *RelevanceFigure {
	f.names = renamed(f.names, names)
	return f
}

// Inputs sets the names of the inputs, in the order of the data's columns, a category once, at the
// first of its columns; the default is their own names.
func (f *RelevanceFigure) Inputs(names ...string) *RelevanceFigure {
	f.inputs = names
	return f
}

// At sets the rows at which f is evaluated; the default is the data of each result. Fits
// of rows that are not in memory need it.
func (f *RelevanceFigure) At(x cov.Inputs) *RelevanceFigure {
	f.at, f.found = x, nil
	return f
}

// sensitivities returns those of each result, computed once.
func (f *RelevanceFigure) sensitivities() ([][]gplib.Sensitivity, error) {
	f.computing.Lock()
	defer f.computing.Unlock()
	if f.found != nil {
		return f.found, nil
	}
	if len(f.results) == 0 {
		return nil, errors.New("display: Relevance: there is no result")
	}
	var all [][]gplib.Sensitivity
	for i, r := range f.results {
		if r == nil {
			return nil, fmt.Errorf("display: Relevance: result %d is nil", i)
		}
		found, err := gplib.Sensitivities(r.Posterior, f.at, nil)
		if err != nil {
			return nil, fmt.Errorf("display: Relevance: result %d: %w", i, err)
		}
		all = append(all, found)
		if own, first := inputsOf(found), inputsOf(all[0]); !slices.Equal(own, first) {
			return nil, fmt.Errorf("display: Relevance: result %d has the inputs %q, result 0 has %q; draw them apart", i, own, first)
		}
	}
	f.found = all
	return all, nil
}

func inputsOf(found []gplib.Sensitivity) []string {
	names := make([]string, len(found))
	for k, s := range found {
		names[k] = s.Input
	}
	return names
}

func (f *RelevanceFigure) draw() ([]*draw.Panel, error) {
	all, err := f.sensitivities()
	if err != nil {
		return nil, err
	}
	order := byTotal(all)
	shown := order[:min(len(order), mostRelevanceRows)]
	p := draw.NewPanel()
	p.X.Label.Text = "share of the variance of f"
	var told, rows []string
	for _, j := range shown {
		rows = append(rows, f.inputName(all[0], j))
	}
	for i, found := range all {
		f.addBars(p, found, shown, i)
		told = append(told, f.story(found, shown, i))
	}
	f.addKeys(p)
	if len(shown) < len(order) {
		p.Remark("%d of %d inputs", len(shown), len(order))
	}
	p.Say("Relevance of inputs, the greatest first, as total index with its 95 %% interval and first-order index. %s", strings.Join(told, " "))
	nameBarRows(p, rows)
	draw.LeaveHeadroom(&p.X)
	return []*draw.Panel{p}, nil
}

// byTotal returns the positions of the inputs, the greatest total index of any result first.
func byTotal(all [][]gplib.Sensitivity) []int {
	order := make([]int, len(all[0]))
	greatest := make([]float64, len(order))
	for j := range order {
		order[j] = j
		for _, found := range all {
			greatest[j] = max(greatest[j], found[j].Total.Value)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(greatest[b], greatest[a]) })
	return order
}

func (f *RelevanceFigure) inputName(found []gplib.Sensitivity, j int) string {
	return nameAt(f.inputs, j, found[j].Input)
}

// addBars draws the bars of result i, and the intervals of the total indices.
func (f *RelevanceFigure) addBars(p *draw.Panel, found []gplib.Sensitivity, shown []int, i int) {
	total := &draw.Rectangles{Color: draw.Light(draw.Color(i))}
	first := &draw.Rectangles{Color: draw.Color(i)}
	for row, j := range shown {
		low, high := barRow(row, i, len(f.results))
		inset := (high - low) / 4
		total.Append(0, found[j].Total.Value, low, high)
		first.Append(0, min(found[j].First.Value, found[j].Total.Value), low+inset, high-inset)
	}
	p.Add(total, first)
	for row, j := range shown {
		low, high := barRow(row, i, len(f.results))
		middle := (low + high) / 2
		p.Add(draw.Curve{X: []float64{found[j].Total.Lower, found[j].Total.Upper}, Y: []float64{middle, middle}, Style: intervalStyle})
	}
}

var intervalStyle = draw.Stroke(draw.InkColor, 1)

func (f *RelevanceFigure) addKeys(p *draw.Panel) {
	solid := draw.Color(0)
	if len(f.results) > 1 {
		solid = draw.MutedColor
		for i := range f.results {
			p.Keys = append(p.Keys, draw.Key{Name: f.resultName(i), Areas: []color.Color{draw.Color(i)}})
		}
	}
	p.Keys = append(p.Keys,
		draw.Key{Name: "alone", Areas: []color.Color{solid}},
		draw.Key{Name: "with others", Areas: []color.Color{draw.Light(solid)}},
		draw.Key{Name: "95 % interval", Line: intervalStyle})
}

func (f *RelevanceFigure) resultName(i int) string {
	return nameAt(f.names, i, resultName(f.results[i], i))
}

// story lists the inputs of result i.
func (f *RelevanceFigure) story(found []gplib.Sensitivity, shown []int, i int) string {
	const most = 8
	var told []string
	for _, j := range shown[:min(len(shown), most)] {
		told = append(told, fmt.Sprintf("%s %v, alone %s", f.inputName(found, j), found[j].Total, draw.Value(found[j].First.Value)))
	}
	return f.resultName(i) + ": " + strings.Join(told, "; ") + "."
}
