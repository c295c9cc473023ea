package display

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// ObservationsFigure draws data without a model; [Observations] makes one.
type ObservationsFigure struct {
	draw.Options[*ObservationsFigure]
	sets  []gplib.Data
	names []string
	trend bool
}

// mostInputs is the number of inputs that have a panel of their own.
const mostInputs = 12

// Observations draws the observations of data against each of their inputs, twelve at
// most: a first look, before any model. Several sets, such as training and test data,
// have different colours. Trend adds a smooth curve.
//
//	display.Observations(train, test).Names("training", "test")
func Observations(sets ...gplib.Data) *ObservationsFigure {
	f := &ObservationsFigure{sets: sets}
	f.Options = draw.NewOptions(f, draw.NewFigure("observations", f.draw))
	if len(sets) > 0 {
		if x, err := coordinates(sets[0].X); err == nil {
			sizeFor(f.Figure, min(x.Dim(), mostInputs))
		}
	}
	return f
}

// Names sets the names of the sets of data in the legend.
func (f *ObservationsFigure) Names(names ...string) *ObservationsFigure {
	f.names = names
	return f
}

// Trend adds a smooth curve through the observations of each set: a line fitted about
// each point, with the weights of a normal density (local linear regression; Fan and
// Gijbels 1996, section 2.3). It shows what an average hides, but nothing about the
// other inputs, which vary along it.
func (f *ObservationsFigure) Trend() *ObservationsFigure {
	f.trend = true
	return f
}

func (f *ObservationsFigure) draw() ([]*draw.Panel, error) {
	xs, err := f.inputs()
	if err != nil {
		return nil, fmt.Errorf("display: Observations: %w", err)
	}
	dim := xs[0].Dim()
	columns, shown := arrange(f.Figure, min(dim, mostInputs))
	panels := make([]*draw.Panel, shown)
	for k := range panels {
		panels[k] = f.panel(xs, k)
	}
	if dim > len(panels) {
		panels[0].Remark("the first %d of %d inputs", len(panels), dim)
	}
	shareYName(panels, columns)
	f.say(panels, xs)
	return panels, nil
}

// inputs returns the checked inputs of all sets.
func (f *ObservationsFigure) inputs() ([]*cov.Matrix, error) {
	if len(f.sets) == 0 {
		return nil, errors.New("there are no data")
	}
	xs := make([]*cov.Matrix, len(f.sets))
	for i, d := range f.sets {
		if err := d.Check(); err != nil {
			return nil, fmt.Errorf("data %d: %w", i, err)
		}
		x, err := coordinates(d.X)
		if err != nil {
			return nil, fmt.Errorf("data %d: %w", i, err)
		}
		if xs[i] = x; x.Dim() != xs[0].Dim() {
			return nil, fmt.Errorf("data %d have %d inputs, data 0 have %d", i, x.Dim(), xs[0].Dim())
		}
	}
	return xs, nil
}

// panel draws all sets against input k.
func (f *ObservationsFigure) panel(xs []*cov.Matrix, k int) *draw.Panel {
	p := draw.NewPanel()
	name := inputNames(xs[0], xs[0].Dim())[k]
	p.X.Label.Text, p.Y.Label.Text = name, targetName(f.sets[0])
	for i, d := range f.sets {
		f.addSet(p, xs[i].Column(k), d.Y, i)
	}
	for i, d := range f.sets {
		if f.trend {
			f.addTrend(p, xs[i].Column(k), d.Y, i)
		}
	}
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	return p
}

// set is the colour's number and the name of set i: data alone are drawn as in
// other figures, in the colour of texts.
func (f *ObservationsFigure) addSet(p *draw.Panel, x, y []float64, i int) {
	style := draw.DotStyle(len(y), draw.InkColor)
	if len(f.sets) > 1 {
		style = draw.DotStyle(len(y), draw.Color(i))
		p.Keys = append(p.Keys, draw.Key{Name: f.name(i), Dot: &style})
	}
	p.Add(draw.Dots{X: x, Y: y, Style: style}.Numbered())
}

func (f *ObservationsFigure) name(i int) string {
	return nameAt(f.names, i, fmt.Sprintf("data %d", i+1))
}

func (f *ObservationsFigure) addTrend(p *draw.Panel, x, y []float64, i int) {
	at, trend := trendOf(x, y)
	if len(at) == 0 {
		return
	}
	name, c := "trend", draw.Color(0)
	if len(f.sets) > 1 {
		name, c = "trend of "+f.name(i), draw.Color(i)
	}
	style := draw.Stroke(c, draw.LineWidth)
	p.Add(draw.Curve{X: at, Y: trend, Style: style})
	p.Keys = append(p.Keys, draw.Key{Name: name, Line: style})
}

// say describes the ranges of the data, and the input that the observations follow
// most.
func (f *ObservationsFigure) say(panels []*draw.Panel, xs []*cov.Matrix) {
	var parts []string
	for i, d := range f.sets {
		lo, hi := draw.Span(d.Y)
		of := ""
		if len(f.sets) > 1 {
			of = " (" + f.name(i) + ")"
		}
		parts = append(parts, fmt.Sprintf("%s%s of %s from %s to %s", draw.Count(d.Len(), "observation"), of,
			targetName(f.sets[0]), draw.Value(lo), draw.Value(hi)))
	}
	var inputs []string
	strongest, which := 0.0, ""
	for k, name := range inputNames(xs[0], xs[0].Dim())[:len(panels)] {
		values := xs[0].Column(k)
		lo, hi := draw.Span(values)
		inputs = append(inputs, fmt.Sprintf("%s (%s to %s)", name, draw.Value(lo), draw.Value(hi)))
		if r := stat.Correlation(values, f.sets[0].Y, nil); math.Abs(r) > math.Abs(strongest) {
			strongest, which = r, name
		}
	}
	text := strings.Join(parts, "; ") + ", against " + draw.List(inputs)
	if which != "" {
		text += fmt.Sprintf("; the strongest correlation, %s, is that with %s", draw.Value(strongest), which)
	}
	panels[0].Say("%s", text)
	for _, p := range panels[1:] {
		p.Silence()
	}
}
