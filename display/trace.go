package display

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
)

// TraceFigure draws the convergence of fits; [Trace] makes one.
type TraceFigure struct {
	draw.Options[*TraceFigure]
	traces []gplib.Trace
	names  []string
	chosen []string // monitors; nil selects those of convergence
	byTime bool
	params []string
}

// Trace draws one or more traces: above, in a panel for each objective, its distance from
// the best value that any trace with the same objective found, on a logarithmic scale;
// below, the gradient norm and the other monitors of convergence: the learner's residuals
// and gaps. Monitors chooses others. What is too small for the scale, such as the best
// value itself or residuals at a start that is a solution, lies on its lower edge. The
// default size is 640 by 480 for one objective.
//
//	display.Trace(ml.Trace, admm.Trace).Names("ML", "GPCV").ByTime()
func Trace(traces ...gplib.Trace) *TraceFigure {
	f := &TraceFigure{traces: traces}
	f.Options = draw.NewOptions(f, draw.NewFigure("trace", f.draw))
	draw.StandardSize(f.Figure, draw.Width, f.height())
	return f
}

const (
	traceHeight     = 480 // of a figure with one objective, in CSS pixels
	objectiveHeight = 180 // of each other objective
)

// height returns the standard height without parameters.
func (f *TraceFigure) height() int {
	return traceHeight + objectiveHeight*max(0, len(f.objectives())-1)
}

// objectives lists the different objectives in their order.
func (f *TraceFigure) objectives() []string {
	var names []string
	for _, t := range f.traces {
		if !slices.Contains(names, t.Objective) {
			names = append(names, t.Objective)
		}
	}
	return names
}

// Names sets the traces' names in the legend.
func (f *TraceFigure) Names(names ...string) *TraceFigure {
	f.names = names
	return f
}

// Monitors chooses the curves below the objective, by the names in [gplib.Step], or
// "gradient norm". Without names, none is drawn.
func (f *TraceFigure) Monitors(names ...string) *TraceFigure {
	f.chosen = append([]string{}, names...)
	return f
}

// ByTime draws against wall time instead of iterations.
func (f *TraceFigure) ByTime() *TraceFigure {
	f.byTime = true
	return f
}

func (f *TraceFigure) draw() ([]*draw.Panel, error) {
	if len(f.traces) == 0 {
		return nil, errors.New("display: Trace: there is no trace")
	}
	for i, t := range f.traces {
		if len(t.Steps) == 0 {
			return nil, fmt.Errorf("display: Trace: trace %d has no steps", i)
		}
	}
	var panels []*draw.Panel
	for _, objective := range f.objectives() {
		panels = append(panels, f.gapPanel(objective))
	}
	logarithmic, linear := f.monitors()
	if len(logarithmic) > 0 {
		panels = append(panels, f.monitorPanel(logarithmic, 0, true))
	}
	if len(linear) > 0 {
		panels = append(panels, f.monitorPanel(linear, len(logarithmic), false))
	}
	ways, err := f.paramPanels()
	if err != nil {
		return nil, err
	}
	panels = append(panels, ways...)
	f.alignX(panels)
	panels[0].Say("%s", f.story())
	return panels, nil
}

// story describes the course of each objective.
func (f *TraceFigure) story() string {
	var told []string
	for i, t := range f.traces {
		first, last := t.Steps[0], t.Steps[len(t.Steps)-1]
		told = append(told, fmt.Sprintf("%s went from %s to %s in %s.", f.traceName(i, t),
			draw.Value(first.Value), draw.Value(last.Value), draw.Count(last.Iter, "iteration")))
	}
	return strings.Join(told, " ")
}

// alignX gives all panels the same range and the last one the label.
func (f *TraceFigure) alignX(panels []*draw.Panel) {
	hi := 0.0
	for _, t := range f.traces {
		_, greatest := draw.Span(f.position(t))
		hi = max(hi, greatest)
	}
	if hi == 0 {
		hi = 1
	}
	for _, p := range panels {
		p.X.Min, p.X.Max = 0, hi
		p.X.Tick.Marker = draw.Ticks{Whole: !f.byTime}
	}
	label := &panels[len(panels)-1].X.Label
	label.Text = "iteration"
	if f.byTime {
		label.Text = "time (s)"
	}
}

// position returns where the steps stand on the x axis.
func (f *TraceFigure) position(t gplib.Trace) []float64 {
	return valuesOf(t, func(s gplib.Step) float64 {
		if f.byTime {
			return s.Elapsed.Seconds()
		}
		return float64(s.Iter)
	})
}

func valuesOf(t gplib.Trace, value func(gplib.Step) float64) []float64 {
	out := make([]float64, len(t.Steps))
	for i, s := range t.Steps {
		out[i] = value(s)
	}
	return out
}

// best returns the least value of an objective that any trace found.
func (f *TraceFigure) best(objective string) float64 {
	best := math.Inf(1)
	for _, t := range f.traces {
		if t.Objective == objective {
			least, _ := draw.Span(valuesOf(t, func(s gplib.Step) float64 { return s.Value }))
			best = min(best, least)
		}
	}
	return best
}

// gapPanel draws an objective's distance from the best value, or the values themselves
// if none is above the best or if a trace is of Markov chains, which do not descend.
func (f *TraceFigure) gapPanel(objective string) *draw.Panel {
	best, several := f.best(objective), len(f.objectives()) > 1
	var gaps [][]float64
	chains := false
	for _, t := range f.traces {
		if t.Objective == objective {
			gaps = append(gaps, valuesOf(t, func(s gplib.Step) float64 { return s.Value - best }))
			chains = chains || ofChains(t)
		}
	}
	p := draw.NewPanel()
	floor := floorOf(gaps)
	if floor == 0 || chains {
		f.addObjective(p, objective, func(value float64) float64 { return value })
		p.Y.Label.Text = "objective"
		draw.Widen(&p.Y)
	} else {
		f.addObjective(p, objective, func(value float64) float64 { return logFrom(floor, value-best) })
		p.Y.Label.Text = "objective − best"
		draw.SetLog(&p.Y)
	}
	if several {
		p.Heading = headingOf(objective)
	}
	return p
}

// headingOf names an objective and its unit, which logarithms of densities have.
func headingOf(objective string) string {
	if strings.Contains(objective, "log ") {
		return objective + " (nats)"
	}
	return orElse(objective, "objective")
}

// leastPart is the least part of its greatest value that a logarithmic axis shows.
const leastPart = 1e-12

// floorOf returns the lower edge of a logarithmic axis for the values of several traces:
// their least positive value, apart from first ones, which may be of a solution, and from
// those that are tiny beside the greatest. It is 0 where no value is positive.
func floorOf(traces [][]float64) float64 {
	least, greatest := math.Inf(1), 0.0
	for _, values := range traces {
		for k, v := range values {
			if v > 0 && !math.IsInf(v, 1) {
				greatest = max(greatest, v)
				if k > 0 {
					least = min(least, v)
				}
			}
		}
	}
	return max(min(least, greatest), leastPart*greatest)
}

// logFrom returns the decimal logarithm of a value, or of the floor where it is less.
func logFrom(floor, value float64) float64 {
	if math.IsNaN(value) {
		return value
	}
	return draw.Log10(max(value, floor))
}

// ofChains reports whether the steps of a trace are draws of Markov chains: these
// name their chain.
func ofChains(t gplib.Trace) bool { return !math.IsNaN(monitor("chain")(t.Steps[0])) }

// addObjective draws the traces of an objective, at the heights of their values.
func (f *TraceFigure) addObjective(p *draw.Panel, objective string, height func(value float64) float64) {
	for i, t := range f.traces {
		if t.Objective != objective {
			continue
		}
		style := draw.Stroke(draw.Color(i), draw.LineWidth)
		addSteps(p, f.position(t), valuesOf(t, func(s gplib.Step) float64 { return height(s.Value) }), style)
		p.Keys = append(p.Keys, draw.Key{Name: f.traceName(i, t), Line: style})
	}
}

// addSteps draws values by iteration, each marked where they are few.
func addSteps(p *draw.Panel, x, y []float64, style vgdraw.LineStyle) {
	p.Add(draw.Curve{X: x, Y: y, Style: style})
	if len(x) <= 40 {
		p.Add(draw.Dots{X: x, Y: y, Style: vgdraw.GlyphStyle{Color: style.Color, Radius: vg.Points(1.8), Shape: vgdraw.CircleGlyph{}}})
	}
}

// gradientNorm names the monitor that every learner reports.
const gradientNorm = "gradient norm"

// monitors lists what the traces report besides the objective: what can be
// drawn on a logarithmic scale, and the rest. Counts, which may be 0, are not.
func (f *TraceFigure) monitors() (logarithmic, linear []string) {
	for _, name := range f.monitorNames() {
		least, greatest := math.Inf(1), math.Inf(-1)
		for _, t := range f.traces {
			lo, hi := draw.Span(valuesOf(t, monitor(name)))
			least, greatest = min(least, lo), max(greatest, hi)
		}
		switch {
		case least >= 0 && greatest > 0 && !math.IsInf(least, 1) && !f.counts(name):
			logarithmic = append(logarithmic, name)
		case name != gradientNorm && least <= greatest:
			linear = append(linear, name)
		}
	}
	return logarithmic, linear
}

// counts reports whether a monitor counts something: all its values are whole numbers.
func (f *TraceFigure) counts(name string) bool {
	if name == gradientNorm || tellsConvergence(name) {
		return false
	}
	for _, t := range f.traces {
		if slices.ContainsFunc(valuesOf(t, monitor(name)), func(v float64) bool { return !math.IsNaN(v) && v != math.Trunc(v) }) {
			return false
		}
	}
	return true
}

// monitorNames lists the monitors to draw.
func (f *TraceFigure) monitorNames() []string {
	if f.chosen != nil {
		return f.chosen
	}
	names := []string{gradientNorm}
	for _, t := range f.traces {
		for _, m := range t.Steps[0].Monitors {
			if tellsConvergence(m.Name) && !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// tellsConvergence reports whether a monitor goes to zero as a fit converges.
func tellsConvergence(name string) bool {
	return strings.HasSuffix(name, "residual") || strings.HasSuffix(name, "gap")
}

// monitor reads the monitor of the given name; NaN is absent.
func monitor(name string) func(gplib.Step) float64 {
	return func(s gplib.Step) float64 {
		if name == gradientNorm {
			return s.GradNorm
		}
		for _, m := range s.Monitors {
			if m.Name == name {
				return m.Value
			}
		}
		return math.NaN()
	}
}

// dashes distinguish monitors when colours distinguish traces.
var dashes = [][]float64{nil, {4, 2}, {1.2, 1.6}, {6, 2, 1.2, 2}}

// labelRunes is the length of a y label that a panel has room for.
const labelRunes = 20

// monitorPanel draws monitors, before which other panels have others.
func (f *TraceFigure) monitorPanel(names []string, before int, logarithmic bool) *draw.Panel {
	p := draw.NewPanel()
	var all [][]float64
	for _, name := range names {
		for _, t := range f.traces {
			all = append(all, valuesOf(t, monitor(name)))
		}
	}
	floor := floorOf(all)
	for k, name := range names {
		style := draw.Stroke(draw.MutedColor, draw.LineWidth, dashes[(before+k)%len(dashes)]...)
		for i, t := range f.traces {
			line := style
			line.Color = draw.Color(i)
			if len(f.traces) == 1 {
				line = draw.Stroke(draw.Color(before+k+1), draw.LineWidth)
				style = line
			}
			values := valuesOf(t, monitor(name))
			for at, v := range values {
				if logarithmic {
					values[at] = logFrom(floor, v)
				}
			}
			addSteps(p, f.position(t), values, line)
		}
		p.Keys = append(p.Keys, draw.Key{Name: name, Line: style})
	}
	if len(names) == 1 && len(names[0]) <= labelRunes {
		p.Y.Label.Text, p.Keys = names[0], nil
	}
	if logarithmic {
		draw.SetLog(&p.Y)
	} else {
		draw.Widen(&p.Y)
	}
	f.sayEnds(p, names)
	return p
}

// sayEnds lists the last values of monitors.
func (f *TraceFigure) sayEnds(p *draw.Panel, names []string) {
	var told []string
	for _, name := range names {
		var ends []string
		for _, t := range f.traces {
			if v := monitor(name)(t.Steps[len(t.Steps)-1]); !math.IsNaN(v) {
				ends = append(ends, draw.Value(v))
			}
		}
		told = append(told, name+" at "+draw.List(ends))
	}
	p.Say("At the end: %s", strings.Join(told, ", "))
}
