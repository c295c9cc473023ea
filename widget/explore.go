package widget

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"krigo/display"
	"krigo/display/draw"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// exploredRows bounds the rows of data in a redraw, so that it keeps up with a slider.
const exploredRows = 500

// mostSliders is the largest number of parameters that get a slider without being
// named.
const mostSliders = 20

// Explore shows the effect of a model's hyper-parameters: a slider for each, and below
// them the posterior given the data, with the log marginal likelihood and its terms
// ([gplib.LMLTerms]), next to the landscape of that with a mark at the sliders' values.
// Names select the parameters with a slider, as those of [gplib.Model.Param] do; without
// names these are all free parameters, if there are 20 or fewer. The others keep their
// values.
//
//	widget.Explore(model, data, "lengthscale", "noise")
//
// Sliders begin at the model's values. Those of positive parameters are logarithmic and
// go from a thirtieth of the value to thirty times it, others by the range of y or
// twice their size in both directions; within the bounds of [gplib.Model.ParamsFor].
//
// Inputs of one dimension are drawn as a fit, of two as contours, if neither is the
// number of a group, and others as observed values against leave-one-out predictions. Of
// more than 500 rows 500 are taken, in equal steps, as the title says.
//
// The landscape covers the ranges of two sliders: of a lengthscale and of the noise,
// unless names choose others. For one slider it is a curve. When a third slider moves,
// the landscape changes, on a coarse grid at first, refined when the sliders rest; until
// the first one is complete the mark is alone.
func Explore(m gplib.Model, d gplib.Data, names ...string) {
	e, err := newExplorer("Explore", m, d, names)
	if err != nil {
		mime.Show(mime.Failed(err))
		return
	}
	if mime.Converses() {
		e.landscapes.task = mime.NewTask("the landscape of Explore", e.refine)
	}
	showAs("Explore", "Explore", e.draw, e.controls())
}

// ExploreFrames is [Explore] drawn ahead by [Frames], for pages that are read without a
// kernel. One or two names make an output of a fair size.
func ExploreFrames(m gplib.Model, d gplib.Data, names ...string) *FramesOutput {
	e, err := newExplorer("ExploreFrames", m, d, names)
	if err != nil {
		return &FramesOutput{fault: err}
	}
	return framesAs("ExploreFrames", "ExploreFrames", e.draw, e.controls())
}

// explorer is a model whose parameters sliders set.
type explorer struct {
	model   gplib.Model
	data    gplib.Data
	rows    int // part of the data
	names   []string
	sliders []*FloatControl
	// landscapes are the landscapes of the sliders' positions.
	landscapes landscapes
}

func newExplorer(call string, m gplib.Model, d gplib.Data, names []string) (*explorer, error) {
	fail := func(err error) (*explorer, error) { return nil, fmt.Errorf("widget: %s: %w", call, err) }
	if err := d.Check(); err != nil {
		return fail(err)
	}
	if err := m.Check(d.X); err != nil {
		return fail(err)
	}
	e := &explorer{model: m, data: d, rows: d.Len()}
	if e.rows > exploredRows {
		index := make([]int, exploredRows)
		for i := range index {
			index[i] = i * (e.rows - 1) / (exploredRows - 1)
		}
		e.data = d.Subset(index)
	}
	params, err := explored(m, d, names)
	if err != nil {
		return fail(err)
	}
	low, high := draw.Span(d.Y)
	for _, p := range params {
		e.names = append(e.names, p.Name)
		e.sliders = append(e.sliders, sliderOf(p, high-low))
	}
	e.landscapes.over = drawnOver(params)
	return e, nil
}

// explored returns the parameters that names select, or all that are not fixed.
func explored(m gplib.Model, d gplib.Data, names []string) ([]cov.Param, error) {
	all := m.ParamsFor(d)
	var chosen []cov.Param
	called := map[string]string{}
	for _, name := range names {
		p, err := m.Param(name)
		if err != nil {
			return nil, err
		}
		if other, ok := called[p.Name]; ok {
			return nil, fmt.Errorf("%s is named twice, as %q and %q", p.Name, other, name)
		}
		called[p.Name] = name
		for _, q := range all {
			if q.Name == p.Name {
				chosen = append(chosen, q)
			}
		}
	}
	if len(names) > 0 {
		return chosen, nil
	}
	for _, p := range all {
		if !p.Fixed {
			chosen = append(chosen, p)
		}
	}
	switch {
	case len(chosen) == 0:
		return nil, errors.New("the model has no parameters that are not fixed: name those to explore")
	case len(chosen) > mostSliders:
		return nil, fmt.Errorf("the model has %d parameters that are not fixed, more than %d: name those to explore, such as %q",
			len(chosen), mostSliders, chosen[len(chosen)-1].Name)
	}
	return chosen, nil
}

// sliderOf returns a slider for a parameter, where y has so large a range.
func sliderOf(p cov.Param, rangeOfY float64) *FloatControl {
	if p.Transform != cov.Identity {
		const factor = 30
		return Float(p.Name, max(threeDigits(p.Value/factor), p.Min), min(threeDigits(p.Value*factor), p.Max)).Value(p.Value).Log()
	}
	reach := 2 * math.Abs(p.Value)
	if p.Role == param.RoleMean {
		reach = max(reach, rangeOfY)
	}
	if reach == 0 {
		reach = 1
	}
	return Float(p.Name, max(p.Value-threeDigits(reach), p.Min), min(p.Value+threeDigits(reach), p.Max)).Value(p.Value)
}

func threeDigits(v float64) float64 { return parsed(strconv.FormatFloat(v, 'g', 3, 64)) }

func (e *explorer) controls() []Control {
	var controls []Control
	for _, s := range e.sliders {
		controls = append(controls, s)
	}
	return controls
}

// draw draws the posterior of the model with the values of the sliders, and their
// position in the landscape.
func (e *explorer) draw() any {
	m := e.model
	for i, s := range e.sliders {
		var err error
		if m, err = m.Set(e.names[i], s.Get()); err != nil {
			return err
		}
	}
	posterior, err := gplib.Condition(m, e.data)
	if err != nil {
		return err
	}
	terms, err := posterior.Terms()
	if err != nil {
		return err
	}
	r := &gplib.Result{Name: "at the sliders", Model: m, Posterior: posterior, Value: -terms.Sum()}
	landscape := e.landscape(m)
	if display.HasPlane(r) {
		return draw.Grid(display.Contour(r), landscape).Columns(1).Title(e.title(terms))
	}
	return draw.Grid(display.Fit(r), landscape).Columns(2).Title(e.title(terms))
}

func (e *explorer) title(t gplib.LMLTerms) string {
	of := ""
	if n := e.data.Len(); n < e.rows {
		of = fmt.Sprintf(" (%d of %d rows)", n, e.rows)
	}
	return fmt.Sprintf("Log marginal likelihood %s%s = data fit %s + complexity %s + constant %s",
		draw.Value(t.Sum()), of, draw.Value(t.DataFit), draw.Value(t.Complexity), draw.Value(t.Constant))
}
