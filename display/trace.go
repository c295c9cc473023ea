package display

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"krigo/gplib"
)

// TraceFigure draws how fits converged. Set what is its own (Names, ByTime)
// before what every [Figure] has (Title, Labels, Size).
type TraceFigure struct {
	*Figure
	traces []gplib.Trace
	names  []string
	chosen []string // monitors; nil is those that tell of convergence
	byTime bool
}

// Trace draws one or more traces: above, how far the objective was from the
// best value that any trace with the same objective found, on a logarithmic
// scale; below, the gradient norm and what else tells of convergence: the
// learner's residuals and gaps. Monitors chooses others. The standard size is
// 640 by 480.
//
//	display.Trace(ml.Trace, admm.Trace).Names("ML", "GPCV").ByTime()
func Trace(traces ...gplib.Trace) *TraceFigure {
	f := &TraceFigure{traces: traces}
	f.Figure = newFigure("trace", f.draw).Size(figureWidth, 480)
	return f
}

// Names sets the traces' names in the legend.
func (f *TraceFigure) Names(names ...string) *TraceFigure {
	f.names = names
	return f
}

// Monitors chooses what is drawn below the objective, by the names in
// [gplib.Step], or "gradient norm".
func (f *TraceFigure) Monitors(names ...string) *TraceFigure {
	f.chosen = names
	return f
}

// ByTime draws against wall time instead of iterations.
func (f *TraceFigure) ByTime() *TraceFigure {
	f.byTime = true
	return f
}

func (f *TraceFigure) draw() ([]*panel, error) {
	if len(f.traces) == 0 {
		return nil, errors.New("display: Trace: there is no trace")
	}
	for i, t := range f.traces {
		if len(t.Steps) == 0 {
			return nil, fmt.Errorf("display: Trace: trace %d has no steps", i)
		}
	}
	panels := []*panel{f.gapPanel()}
	logarithmic, linear := f.monitors()
	if len(logarithmic) > 0 {
		panels = append(panels, f.monitorPanel(logarithmic, true))
	}
	if len(linear) > 0 {
		panels = append(panels, f.monitorPanel(linear, false))
	}
	f.alignX(panels)
	return panels, nil
}

// alignX gives all panels the same range and the last one the label.
func (f *TraceFigure) alignX(panels []*panel) {
	hi := 0.0
	for _, t := range f.traces {
		_, greatest := span(f.position(t))
		hi = max(hi, greatest)
	}
	if hi == 0 {
		hi = 1
	}
	for _, p := range panels {
		p.X.Min, p.X.Max = 0, hi
	}
	label := &panels[len(panels)-1].X.Label
	label.Text = "iteration"
	if f.byTime {
		label.Text = "time (s)"
	}
}

// position is where the steps stand on the x axis.
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

// best is the least value of an objective that any trace found.
func (f *TraceFigure) best(objective string) float64 {
	best := math.Inf(1)
	for _, t := range f.traces {
		if t.Objective == objective {
			least, _ := span(valuesOf(t, func(s gplib.Step) float64 { return s.Value }))
			best = min(best, least)
		}
	}
	return best
}

// gapPanel draws each objective's distance from the best value, or the values
// themselves where none is above the best.
func (f *TraceFigure) gapPanel() *panel {
	p := newPanel()
	f.addObjective(p, f.best)
	p.Y.Label.Text = "objective − best"
	if p.Y.Min > p.Y.Max {
		p = newPanel()
		f.addObjective(p, func(string) float64 { return math.Inf(-1) })
		p.Y.Label.Text = "objective"
		widen(&p.Y)
		return p
	}
	setLog(&p.Y)
	return p
}

// addObjective draws what each objective has above base, or all of it where
// the base is -Inf.
func (f *TraceFigure) addObjective(p *panel, base func(objective string) float64) {
	for i, t := range f.traces {
		lowest := base(t.Objective)
		values := valuesOf(t, func(s gplib.Step) float64 {
			if math.IsInf(lowest, -1) {
				return s.Value
			}
			return log10(s.Value - lowest)
		})
		style := stroke(Color(i), lineWidth)
		p.addSteps(f.position(t), values, style)
		p.keys = append(p.keys, key{name: nameAt(f.names, i, orElse(t.Objective, "objective")), line: style})
	}
}

// addSteps draws values by iteration, each marked where they are few.
func (p *panel) addSteps(x, y []float64, style draw.LineStyle) {
	p.Add(curve{x, y, style})
	if len(x) <= 40 {
		p.Add(dots{x, y, draw.GlyphStyle{Color: style.Color, Radius: vg.Points(1.8), Shape: draw.CircleGlyph{}}})
	}
}

// gradientNorm names the monitor that every learner reports.
const gradientNorm = "gradient norm"

// monitors lists what the traces report besides the objective: what can be
// drawn on a logarithmic scale, and the rest.
func (f *TraceFigure) monitors() (logarithmic, linear []string) {
	for _, name := range f.monitorNames() {
		least, greatest := math.Inf(1), math.Inf(-1)
		for _, t := range f.traces {
			lo, hi := span(valuesOf(t, monitor(name)))
			least, greatest = min(least, lo), max(greatest, hi)
		}
		switch {
		case least >= 0 && greatest > 0 && !math.IsInf(least, 1):
			logarithmic = append(logarithmic, name)
		case name != gradientNorm && least <= greatest:
			linear = append(linear, name)
		}
	}
	return logarithmic, linear
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

// tellsConvergence tells whether a monitor goes to zero as a fit converges.
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

// dashes tell monitors apart where colours tell traces apart.
var dashes = [][]float64{nil, {4, 2}, {1.2, 1.6}, {6, 2, 1.2, 2}}

// labelRunes is the length of a y label that a panel has room for.
const labelRunes = 20

func (f *TraceFigure) monitorPanel(names []string, logarithmic bool) *panel {
	p := newPanel()
	for k, name := range names {
		style := stroke(mutedColor, lineWidth, dashes[mod(k, len(dashes))]...)
		for i, t := range f.traces {
			line := style
			line.Color = Color(i)
			if len(f.traces) == 1 {
				line = stroke(Color(k+1), lineWidth)
				style = line
			}
			p.addSteps(f.position(t), monitorValues(t, name, logarithmic), line)
		}
		p.keys = append(p.keys, key{name: name, line: style})
	}
	if len(names) == 1 && len(names[0]) <= labelRunes {
		p.Y.Label.Text, p.keys = names[0], nil
	}
	if logarithmic {
		setLog(&p.Y)
	} else {
		widen(&p.Y)
	}
	return p
}

func monitorValues(t gplib.Trace, name string, logarithmic bool) []float64 {
	values := valuesOf(t, monitor(name))
	if logarithmic {
		for i, v := range values {
			values[i] = log10(v)
		}
	}
	return values
}
