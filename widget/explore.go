package widget

import (
	"fmt"
	"slices"

	"krigo/cell"
	"krigo/display"
	"krigo/display/draw"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/explore"
)

// exploredRows bounds the rows of data in a redraw, so that it keeps up with a slider.
const exploredRows = 500

// Explore returns a figure of a model with data, to be a cell's value, whose readers see what follows
// from what they change: the posterior, the landscape of the log marginal likelihood over two
// parameters, and its terms ([gplib.LMLTerms]). Names select the parameters with a slider, as those of
// [gplib.Model.Param] do; without names these are all free parameters, if there are 20 or fewer. The
// others keep their values.
//
//	explored := widget.Explore(model, data, "lengthscale", "noise")
//	explored
//
// In krigo's notebook page, in JupyterLab and Notebook 7 with krigo's extension, and in pages of krigo
// run --live, readers of a figure of one input also drag, add and remove observations, drag the dot of
// the landscape, choose another covariance function or another likelihood (Student's t, Bernoulli,
// Poisson, by Laplace's approximation), and run the optimiser step by step, which uses the log marginal
// likelihood without priors. The page computes by WebAssembly or by the kernel, with the same results.
// [Explored.Get] returns the model and the data as they are on screen, and a figure that is shown again
// is as its reader left it. That is for 300 rows or fewer, inputs that are not standardised, and parts
// of gplib's and cov's own ([gplib.Model.MarshalJSON]).
//
// Elsewhere, and for other inputs, there are sliders alone, which redraw a picture: inputs of one
// dimension as a fit, of two as contours, if neither is the number of a group, and others as observed
// values against leave-one-out predictions. Of more than 500 rows 500 are taken, in equal steps, as the
// title says.
//
// Sliders begin at the model's values. Those of positive parameters are logarithmic and
// go from a thirtieth of the value to thirty times it, others by the range of y or
// twice their size in both directions; within the bounds of [gplib.Model.ParamsFor].
//
// The landscape covers the ranges of two sliders: of a lengthscale, or else a period, and of the
// noise, unless names choose others. For one slider it is a curve. When a third slider moves,
// the landscape changes, on a coarse grid at first, refined when the sliders rest.
func Explore(m gplib.Model, d gplib.Data, names ...string) *Explored {
	e, err := newExplorer("Explore", m, d, names)
	return &Explored{model: m, data: d, fault: err, explorer: e}
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
	picture    cell.Bundle // that a file shows, or empty
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
	for _, p := range params {
		e.names = append(e.names, p.Name)
		e.sliders = append(e.sliders, sliderOf(p, d.Y))
	}
	e.landscapes.over = explore.Over(params)
	return e, nil
}

// show shows sliders, and below them the picture that follows them.
func (e *explorer) show() {
	if mime.Converses() {
		e.landscapes.task = mime.NewTask("the landscape of Explore", e.refine)
	}
	showAs("Explore", "Explore", e.draw, e.controls())
}

// now returns the model with the values of the sliders.
func (e *explorer) now() (gplib.Model, error) {
	m := e.model
	for i, s := range e.sliders {
		var err error
		if m, err = m.Set(e.names[i], s.Get()); err != nil {
			return gplib.Model{}, err
		}
	}
	return m, nil
}

// metadata returns the metadata of the picture.
func (e *explorer) metadata() map[string]any {
	if e == nil {
		return nil
	}
	return e.picture.Metadata
}

// explored returns the parameters that names select, or all that are not fixed, in the order of the names.
func explored(m gplib.Model, d gplib.Data, names []string) ([]cov.Param, error) {
	free, err := explore.Free(m, d, names)
	if err != nil {
		return nil, err
	}
	all := m.ParamsFor(d)
	if len(names) == 0 {
		return slices.DeleteFunc(all, func(p cov.Param) bool { return !free[p.Name] }), nil
	}
	var chosen []cov.Param
	for _, name := range names {
		p, err := m.Param(name)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(all, func(q cov.Param) bool { return q.Name == p.Name })
		chosen = append(chosen, all[at])
	}
	return chosen, nil
}

// sliderOf returns a slider for a parameter of a model of observations y.
func sliderOf(p cov.Param, y []float64) *FloatControl {
	low, high, log := explore.Range(p, y)
	slider := Float(p.Name, low, high).Value(p.Value)
	if log {
		slider = slider.Log()
	}
	return slider
}

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
	m, err := e.now()
	if err != nil {
		return err
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
	return fmt.Sprintf("Log marginal likelihood %s%s = data fit %s + complexity penalty %s + constant %s",
		draw.Value(t.Sum()), of, draw.Value(t.DataFit), draw.Value(t.Complexity), draw.Value(t.Constant))
}
