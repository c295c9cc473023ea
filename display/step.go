package display

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// StepFigure draws the state of a fit at a step; [Step] makes one.
type StepFigure struct {
	draw.Options[*StepFigure]
	result *gplib.Result
	step   int
}

// Step draws the state of a fit at step i of its trace ([gplib.Result.At]): the fit,
// for inputs of one or two dimensions, or predicted against observed values; what the
// method learns besides parameters, such as the exchanges of inducing points of package
// cholqr, the functions of grief or the features of rkhs, of inputs on a line; and
// objective, parameters and residuals with the step marked. The legend has the values
// of parameters at the step. See krigo/widget.ExploreFit for all steps.
//
//	display.Step(fit, 10)
func Step(r *gplib.Result, i int) *StepFigure {
	f := &StepFigure{result: r, step: i}
	f.Options = draw.NewOptions(f, draw.NewFigure("step", f.draw))
	if r != nil && i >= 0 && i < len(r.Trace.Steps) {
		f.Title(fmt.Sprintf("Step %d of %d: %s", i, len(r.Trace.Steps)-1, valueText(r.Trace, i)))
	}
	return f
}

// valueText returns the objective at a step.
func valueText(t gplib.Trace, i int) string {
	return orElse(t.Objective, "objective") + " " + draw.Value(t.Steps[i].Value)
}

func (f *StepFigure) draw() ([]*draw.Panel, error) {
	panels, err := f.panels()
	if err != nil {
		return nil, fmt.Errorf("display: Step: %w", err)
	}
	columns, shown := arrange(f.Figure, len(panels))
	draw.Columns(f.Figure, min(columns, 2))
	if shown < len(panels) {
		panels[0].Remark("%d of %d panels", shown, len(panels))
	}
	return panels[:shown], nil
}

// mostStepPanels is the number of panels: two rows of two.
const mostStepPanels = 4

func (f *StepFigure) panels() ([]*draw.Panel, error) {
	if f.result == nil {
		return nil, errors.New("the result is nil")
	}
	at, err := f.result.At(f.step)
	if err != nil {
		return nil, err
	}
	if at.Posterior == nil {
		return nil, errors.New("the fit has no posterior")
	}
	fit, err := f.fitted(at)
	if err != nil {
		return nil, err
	}
	how, err := f.how(at)
	if err != nil {
		return nil, err
	}
	panels := []*draw.Panel{fit, f.objective(at)}
	for _, p := range []*draw.Panel{how, f.ways(at), f.residuals()} {
		if p != nil && len(panels) < mostStepPanels {
			panels = append(panels, p)
		}
	}
	return panels, nil
}

// fitted returns the result at the step: on a line, over two inputs, or as predicted
// against observed values.
func (f *StepFigure) fitted(at *gplib.Result) (*draw.Panel, error) {
	x, err := coordinates(at.Posterior.Data().X)
	switch {
	case err == nil && x.Len() == 0:
		return nil, errors.New("the posterior has no data; there is no range to draw")
	case err == nil && x.Dim() == 1:
		return f.onLine(at, x)
	case err == nil && HasPlane(at):
		return f.onPlane(at)
	}
	panels, err := Fit(at).scatter()
	if err != nil {
		return nil, err
	}
	return panels[0], nil
}

func (f *StepFigure) onLine(at *gplib.Result, x *cov.Matrix) (*draw.Panel, error) {
	p, err := Fit(at).panel(x.Column(0))
	if err != nil {
		return nil, err
	}
	least, greatest := draw.Span(at.Posterior.Data().Y)
	room := 0.3 * (greatest - least) // so that the axis does not jump from step to step
	p.Y.Min, p.Y.Max = min(p.Y.Min, least-room), max(p.Y.Max, greatest+room)
	bottom := p.Y.Min
	draw.Widen(&p.Y)
	if z := pointsOf(at); z != nil {
		addStepPoints(p, at, z, func(z *cov.Matrix) (x, y []float64) { return z.Column(0), slices.Repeat([]float64{bottom}, z.Len()) })
	}
	return p, nil
}

func (f *StepFigure) onPlane(at *gplib.Result) (*draw.Panel, error) {
	contour := Contour(at)
	g, err := contour.grid()
	if err != nil {
		return nil, err
	}
	q, err := at.Posterior.Predict(g.points)
	if err != nil {
		return nil, err
	}
	of, mean := meanOf(q)
	p := g.panel("mean of "+of, mean)
	contour.addTraining([]*draw.Panel{p}, g)
	contour.say(p, g, of, mean, q.Std())
	if z := pointsOf(at); z != nil {
		addStepPoints(p, at, z, func(z *cov.Matrix) (x, y []float64) { return z.Column(0), z.Column(1) })
	}
	return p, nil
}

// pointsOf returns the inducing points of a result, or nil.
func pointsOf(r *gplib.Result) *cov.Matrix {
	p, ok := r.Posterior.(sparse)
	if !ok {
		return nil
	}
	z, err := coordinates(p.Points())
	if err != nil {
		return nil
	}
	return z
}

// addStepPoints draws inducing points where place has them, and the one apart that
// came at the step.
func addStepPoints(p *draw.Panel, at *gplib.Result, z *cov.Matrix, place func(z *cov.Matrix) (x, y []float64)) {
	style := pointStyle(draw.Color(1))
	x, y := place(z)
	p.Add(draw.Dots{X: x, Y: y, Style: style})
	p.Keys = append(p.Keys, draw.Key{Name: draw.Count(z.Len(), "inducing point"), Dot: &style})
	j := cameLast(at)
	if j < 0 {
		return
	}
	fresh := vgdraw.GlyphStyle{Color: draw.Color(3), Radius: vg.Points(5.5), Shape: vgdraw.PyramidGlyph{}}
	x, y = place(z.Subset([]int{j}).(*cov.Matrix))
	p.Add(draw.Dots{X: x, Y: y, Style: fresh})
	p.Keys = append(p.Keys, draw.Key{Name: "exchanged at this step", Dot: &fresh})
}

// cameLast returns the place, among the inducing points, of the point that the latest
// attempt put there, or -1.
func cameLast(at *gplib.Result) int {
	p, ok := at.Posterior.(*cholqr.Posterior)
	if !ok || len(p.Swaps()) == 0 {
		return -1
	}
	swaps, steps := p.Swaps(), at.Trace.Steps
	last := swaps[len(swaps)-1]
	tried := monitor("swaps")
	if n := len(steps); !last.Accepted || n < 2 || tried(steps[n-1]) == tried(steps[n-2]) {
		return -1
	}
	return slices.Index(p.Index(), last.In)
}

// trace is the fit's, as panels are made of.
func (f *StepFigure) trace() *TraceFigure { return Trace(f.result.Trace) }

// objective draws the path of the objective, and describes the parameters at the step.
func (f *StepFigure) objective(at *gplib.Result) *draw.Panel {
	t := f.trace()
	p := t.gapPanel(f.result.Trace.Objective)
	p.Keys = nil
	f.finish(p)
	p.Say("%s. %s", f.story(at), t.story())
	return p
}

// finish gives a panel of the trace its axis, and marks the step.
func (f *StepFigure) finish(p *draw.Panel) {
	f.trace().alignX([]*draw.Panel{p})
	p.X.Label.Text = "step"
	x := float64(f.result.Trace.Steps[f.step].Iter)
	p.Add(draw.Curve{X: []float64{x, x}, Y: []float64{p.Y.Min, p.Y.Max}, Style: draw.Stroke(draw.InkColor, 1)})
}

// ways draws the paths of parameters, with their values at the step in the legend, or
// returns nil if none is positive.
func (f *StepFigure) ways(at *gplib.Result) *draw.Panel {
	p, t, drawn := draw.NewPanel(), f.result.Trace, 0
	told, all := toldParams(at.Model)
	for _, q := range told {
		values := along(t, q.Name)
		if len(values) != len(t.Steps) || slices.ContainsFunc(values, func(v float64) bool { return !(v > 0) }) {
			p.Remark("%s", paramText(q))
			continue
		}
		for i, v := range values {
			values[i] = draw.Log10(v)
		}
		// Dashes distinguish them from the lines of other panels in one legend.
		style := draw.Stroke(draw.Color(drawn), draw.LineWidth, 4, 2)
		p.Add(draw.Curve{X: f.trace().position(t), Y: values, Style: style})
		p.Keys = append(p.Keys, draw.Key{Name: paramText(q), Line: style})
		drawn++
	}
	if drawn == 0 {
		return nil
	}
	if len(told) < all {
		p.Remark("%s", partOf(len(told), all))
	}
	p.Y.Label.Text = "parameters"
	settle(&p.Y, true)
	f.finish(p)
	return p
}

// residuals draws the monitors of convergence, or returns nil if there are none.
func (f *StepFigure) residuals() *draw.Panel {
	t := f.trace()
	names, _ := t.monitors()
	if len(names) == 0 {
		return nil
	}
	p := t.monitorPanel(names, 0, true)
	f.finish(p)
	return p
}

// mostTold is the largest number of parameters whose values are shown.
const mostTold = 5

// toldParams returns the free parameters to show, interpretable ones before weights,
// and the number of free ones.
func toldParams(m gplib.Model) (told []cov.Param, all int) {
	var free, weights []cov.Param
	for _, p := range m.Params() {
		switch {
		case p.Fixed:
		case p.Role == param.RoleNone:
			weights = append(weights, p)
		default:
			free = append(free, p)
		}
	}
	all = len(free) + len(weights)
	if all <= mostTold {
		free = append(free, weights...)
	}
	return free[:min(len(free), mostTold)], all
}

func partOf(n, all int) string { return fmt.Sprintf("%d of %s", n, draw.Count(all, "parameter")) }

// story describes the parameters at the step.
func (f *StepFigure) story(at *gplib.Result) string {
	var values []string
	told, all := toldParams(at.Model)
	for _, q := range told {
		values = append(values, paramText(q))
	}
	if z := pointsOf(at); z != nil {
		values = append(values, draw.Count(z.Len(), "inducing point"))
	}
	if len(values) == 0 {
		return at.Label()
	}
	story := at.Label() + " has " + draw.List(values)
	if len(told) < all {
		story += fmt.Sprintf(" (%s)", partOf(len(told), all))
	}
	return story
}

func paramText(p cov.Param) string { return p.Name + " " + draw.Value(p.Value) }
