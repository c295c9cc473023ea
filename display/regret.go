package display

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"krigo/display/draw"
	"krigo/gplib/bo"
)

// RegretFigure draws the progress of Bayesian optimisations; [Regret] makes one.
type RegretFigure struct {
	draw.Options[*RegretFigure]
	runs    []*bo.Optimiser
	names   []string
	minimum float64 // NaN is unknown
}

// Regret draws the least feasible value so far of runs over their evaluations, which are dots. A curve that still
// falls at its end is one of a run that may be continued. With the minimum of the function, if it is known
// (Minimum), it draws the difference to it on a logarithmic axis: the simple regret.
func Regret(runs ...*bo.Optimiser) *RegretFigure {
	f := &RegretFigure{runs: runs, minimum: math.NaN()}
	f.Options = draw.NewOptions(f, draw.NewFigure("regret", f.draw))
	return f
}

// Names sets the names of the runs in the legend.
func (f *RegretFigure) Names(names ...string) *RegretFigure {
	f.names = names
	return f
}

// Minimum sets the minimum of the function.
func (f *RegretFigure) Minimum(v float64) *RegretFigure {
	f.minimum = v
	return f
}

// leastRegret is the least difference to the minimum that is drawn; smaller ones are drawn as this.
const leastRegret = 1e-12

func (f *RegretFigure) draw() ([]*draw.Panel, error) {
	if len(f.runs) == 0 {
		return nil, errors.New("display: Regret: there is no run")
	}
	p, known := draw.NewPanel(), !math.IsNaN(f.minimum)
	p.X.Label.Text, p.Y.Label.Text = "evaluations", "least value so far"
	if known {
		p.Y.Label.Text = "regret"
	}
	said := make([]string, len(f.runs))
	for i, run := range f.runs {
		if run == nil {
			return nil, fmt.Errorf("display: Regret: run %d is nil", i)
		}
		at, values, least := progress(run)
		if len(at) == 0 {
			return nil, fmt.Errorf("display: Regret: run %d has no feasible evaluation", i)
		}
		name := nameAt(f.names, i, fmt.Sprintf("run %d", i+1))
		said[i] = fmt.Sprintf("%s: %s after %s", name, draw.Value(f.shown(least[len(least)-1])), draw.Count(len(run.Evaluations()), "evaluation"))
		if last := least[len(least)-1]; known && last < f.minimum-1e-6*max(1, math.Abs(f.minimum)) {
			p.Remark("%s: values below the minimum, by noise or because the minimum is wrong", name)
			said[i] += fmt.Sprintf(", with values down to %s, below the minimum", draw.Value(last))
		}
		f.add(p, i, name, at, values, least)
	}
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	if known {
		draw.SetLog(&p.Y)
	}
	p.Say("The %s. %s", p.Y.Label.Text, strings.Join(said, "; "))
	return []*draw.Panel{p}, nil
}

// shown returns what is drawn of a value, without its logarithm.
func (f *RegretFigure) shown(v float64) float64 {
	if math.IsNaN(f.minimum) {
		return v
	}
	return max(v-f.minimum, leastRegret)
}

// progress returns the numbers of the feasible evaluations from 1, their values and the least value up to each.
func progress(run *bo.Optimiser) (at, values, least []float64) {
	best := math.Inf(1)
	for i, e := range run.Evaluations() {
		if !e.Feasible() {
			continue
		}
		best = min(best, e.Y)
		at, values, least = append(at, float64(i+1)), append(values, e.Y), append(least, best)
	}
	return at, values, least
}

// add draws a run: a staircase that falls at the evaluations that improve the best.
func (f *RegretFigure) add(p *draw.Panel, i int, name string, at, values, least []float64) {
	known := !math.IsNaN(f.minimum)
	var x, y []float64
	dots := make([]float64, len(values))
	for k := range at {
		dots[k] = place(f.shown(values[k]), known)
		height := place(f.shown(least[k]), known)
		if k > 0 {
			x, y = append(x, at[k]), append(y, y[len(y)-1])
		}
		x, y = append(x, at[k]), append(y, height)
	}
	line, dot := draw.Stroke(draw.Color(i), draw.LineWidth), draw.DotStyle(len(at), draw.Faded(draw.Color(i), 0.6))
	p.Add(draw.Dots{X: at, Y: dots, Style: dot}, draw.Curve{X: x, Y: y, Style: line})
	p.Keys = append(p.Keys, draw.Key{Name: name, Line: line})
}
