package display

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/metric"
)

// Spent is the result of a budget, such as a number of inducing points or of seconds:
// the scores of one run, or of several with other seeds, folds or data.
type Spent struct {
	Budget float64
	Scores []float64
}

// BudgetsFigure compares methods by their scores for given budgets; [Budgets] makes
// one.
type BudgetsFigure struct {
	draw.Options[*BudgetsFigure]
	methods       []budgetMethod
	names         []string
	xName         string
	linearX, logY bool
	err           error
}

type budgetMethod struct {
	name   string
	points []Spent
}

// Budgets compares methods by their scores against their budgets, such as inducing
// points, rows or seconds, on a logarithmic scale. Several scores of a budget are drawn
// as their mean with bars of one standard error.
//
//	display.Budgets().
//		Method("CholQR", display.Spent{Budget: 10, Scores: []float64{0.31, 0.29}},
//			display.Spent{Budget: 20, Scores: []float64{0.22, 0.23}}).
//		Labels("inducing points", "RMSE")
func Budgets() *BudgetsFigure {
	f := &BudgetsFigure{xName: "budget"}
	f.Options = draw.NewOptions(f, draw.NewFigure("budgets", f.draw))
	return f
}

// Method adds the scores of a method, in any order of budgets. If a budget has several
// scores, their mean is drawn, with bars of one standard error of it.
func (f *BudgetsFigure) Method(name string, points ...Spent) *BudgetsFigure {
	f.methods = append(f.methods, budgetMethod{name, slices.Clone(points)})
	return f
}

// Fits adds several fits of a method: budget returns the budget of each one, and score
// its score. Fits of the same budget are taken together. A nil budget is the wall time
// of a fit in seconds.
//
//	display.Budgets().Fits("CholQR", nil, func(r *gplib.Result) (float64, error) {
//		p, err := r.Predict(test.X)
//		if err != nil {
//			return 0, err
//		}
//		return metric.RMSE(test.Y, p.Mean)
//	}, fits...)
func (f *BudgetsFigure) Fits(name string, budget func(*gplib.Result) float64, score func(*gplib.Result) (float64, error), fits ...*gplib.Result) *BudgetsFigure {
	if score == nil {
		f.err = errors.Join(f.err, fmt.Errorf("display: Budgets: %s has no score (it is nil)", name))
		return f
	}
	if budget == nil {
		budget = func(r *gplib.Result) float64 { return r.Elapsed.Seconds() }
		f.xName = "time (s)"
	}
	var points []Spent
	for i, r := range fits {
		if r == nil {
			f.err = errors.Join(f.err, fmt.Errorf("display: Budgets: fit %d of %s is nil", i, name))
			continue
		}
		value, err := score(r)
		if err != nil {
			f.err = errors.Join(f.err, fmt.Errorf("display: Budgets: the score of fit %d of %s: %w", i, name, err))
			continue
		}
		points = append(points, Spent{budget(r), []float64{value}})
	}
	return f.Method(name, points...)
}

// Names replaces the methods' names in the legend, in the order in which they
// were added.
func (f *BudgetsFigure) Names(names ...string) *BudgetsFigure {
	f.names = names
	return f
}

// LinearBudget draws budgets on a linear scale instead of a logarithmic one.
func (f *BudgetsFigure) LinearBudget() *BudgetsFigure {
	f.linearX = true
	return f
}

// LogScore draws scores, which must be positive, on a logarithmic scale.
func (f *BudgetsFigure) LogScore() *BudgetsFigure {
	f.logY = true
	return f
}

func (f *BudgetsFigure) draw() ([]*draw.Panel, error) {
	if f.err != nil {
		return nil, f.err
	}
	if len(f.methods) == 0 {
		return nil, errors.New("display: Budgets: there is no method; add one with Method or Fits")
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = f.xName, "score"
	said, barred := make([]string, len(f.methods)), false
	for i, m := range f.methods {
		means, err := f.meansOf(m)
		if err != nil {
			return nil, fmt.Errorf("display: Budgets: %s: %w", m.name, err)
		}
		f.addMethod(p, means, i)
		last := means[len(means)-1]
		said[i] = fmt.Sprintf("%s reaches %s with %s", f.name(i), draw.Value(last.mean), draw.Value(last.budget))
		barred = barred || slices.ContainsFunc(means, func(s meanScore) bool { return s.several })
	}
	if barred {
		p.Remark("bars: one standard error")
	}
	settle(&p.X, !f.linearX)
	settle(&p.Y, f.logY)
	f.markBudgets(&p.X)
	p.Say("Scores of %s by budget: %s", draw.Count(len(f.methods), "method"), strings.Join(said, "; "))
	return []*draw.Panel{p}, nil
}

// mostMarked is the largest number of budgets that are all marked individually.
const mostMarked = 8

// markBudgets marks the budgets themselves if they are few whole numbers, such as of
// inducing points, but enough to read the axis.
func (f *BudgetsFigure) markBudgets(a *plot.Axis) {
	var all []float64
	for _, m := range f.methods {
		for _, s := range m.points {
			all = append(all, s.Budget)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	fractional := slices.ContainsFunc(all, func(v float64) bool { return v != math.Trunc(v) })
	if len(all) < 3 || len(all) > mostMarked || fractional {
		return
	}
	ticks := make(draw.GivenTicks, len(all))
	for i, v := range all {
		ticks[i] = plot.Tick{Value: place(v, !f.linearX), Label: draw.Value(v)}
	}
	a.Tick.Marker = ticks
}

// place returns where a value stands on an axis.
func place(v float64, log bool) float64 {
	if log {
		return draw.Log10(v)
	}
	return v
}

func (f *BudgetsFigure) name(i int) string { return nameAt(f.names, i, f.methods[i].name) }

// meanScore returns the mean of a budget's scores and its standard error, 0 for one
// score.
type meanScore struct {
	budget, mean, stdErr float64
	several              bool
}

// meansOf joins the scores of equal budgets and puts budgets in order.
func (f *BudgetsFigure) meansOf(m budgetMethod) ([]meanScore, error) {
	scores := map[float64][]float64{}
	for _, s := range m.points {
		if err := f.check(s); err != nil {
			return nil, err
		}
		scores[s.Budget] = append(scores[s.Budget], s.Scores...)
	}
	var means []meanScore
	for budget, values := range scores {
		mean := meanScore{budget: budget, mean: stat.Mean(values, nil)}
		if mean.several = len(values) > 1; mean.several {
			var err error
			if mean.mean, mean.stdErr, err = metric.OverFolds(values); err != nil {
				return nil, err
			}
		}
		means = append(means, mean)
	}
	if len(means) == 0 {
		return nil, errors.New("there are no scores")
	}
	slices.SortFunc(means, func(a, b meanScore) int { return cmp.Compare(a.budget, b.budget) })
	return means, nil
}

func (f *BudgetsFigure) check(s Spent) error {
	if math.IsNaN(s.Budget) || math.IsInf(s.Budget, 0) || !f.linearX && s.Budget <= 0 {
		return fmt.Errorf("the budget %g cannot be drawn; on a logarithmic scale it must be positive (LinearBudget sets a linear one)", s.Budget)
	}
	if len(s.Scores) == 0 {
		return fmt.Errorf("the budget %g has no scores", s.Budget)
	}
	for _, v := range s.Scores {
		if math.IsNaN(v) || math.IsInf(v, 0) || f.logY && v <= 0 {
			return fmt.Errorf("the score %g of the budget %g cannot be drawn", v, s.Budget)
		}
	}
	return nil
}

// addMethod draws the means of method i, joined by a line, and their bars.
func (f *BudgetsFigure) addMethod(p *draw.Panel, means []meanScore, i int) {
	c := draw.Color(i)
	line, dot := draw.Stroke(c, draw.LineWidth), draw.DotStyle(len(means), c)
	var x, y []float64
	for _, m := range means {
		at := place(m.budget, !f.linearX)
		x, y = append(x, at), append(y, place(m.mean, f.logY))
		if lower := m.mean - m.stdErr; m.several && (lower > 0 || !f.logY) {
			p.Add(draw.Curve{X: []float64{at, at}, Y: []float64{place(lower, f.logY), place(m.mean+m.stdErr, f.logY)}, Style: draw.Stroke(c, 1)})
		}
	}
	p.Add(draw.Curve{X: x, Y: y, Style: line}, draw.Dots{X: x, Y: y, Style: dot})
	p.Keys = append(p.Keys, draw.Key{Name: f.name(i), Line: line, Dot: &dot})
}

// settle widens an axis, and labels a logarithmic one with the original values.
func settle(a *plot.Axis, log bool) {
	if a.Min == a.Max {
		a.Min, a.Max = a.Min-0.5, a.Max+0.5
	}
	if log {
		draw.SetLog(a)
		return
	}
	draw.Widen(a)
}
