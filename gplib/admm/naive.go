package admm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// naive is the state of the scheme from one start. Each fold keeps its best
// point by its own exact error F_k.
type naive struct {
	*team
	best   [][]float64
	values []float64
	rules  []*rule
	status []gplib.Status
	done   []bool
}

func (k KFold) beginNaive(f *fit) scheme { return k.newTeam(f).naive }

// naive runs the folds in parallel until all have stopped. Each step of the
// trace is the mean of the folds' best points so far.
func (t *team) naive(r *recorder, phi []float64) gplib.Status {
	a := t.newNaive(r, phi)
	for {
		a.record(r)
		a.judge(r)
		if !slices.Contains(a.done, false) {
			break
		}
		a.round()
	}
	if _, stop := r.Interrupted(); !stop && !t.Each.NoPolish {
		a.polish(r)
	}
	return slices.MaxFunc(a.status, func(x, y gplib.Status) int { return int(x - y) })
}

func (t *team) newNaive(r *recorder, phi []float64) *naive {
	t.place(r, phi)
	n := len(t.own)
	a := &naive{
		team: t, best: make([][]float64, n), values: make([]float64, n),
		rules: make([]*rule, n), status: make([]gplib.Status, n), done: make([]bool, n),
	}
	for k := range t.own {
		a.values[k] = math.Inf(1)
		a.rules[k] = t.Each.newRule(t.fit, r.Number)
		a.keep(k)
	}
	return a
}

// keep remembers fold k's present point where it is its best.
func (a *naive) keep(k int) {
	if s := a.states[k]; s.error < a.values[k] || a.best[k] == nil {
		a.best[k], a.values[k] = slices.Clone(a.own[k].phi), s.error
	}
}

// round is one iteration of the folds that have not stopped.
func (a *naive) round() {
	a.own.each(func(k int, l *lagrangian) {
		if a.done[k] {
			return
		}
		before := l.phi
		a.Each.iterate(l, a.steps[k], l)
		if l.stopped() {
			return
		}
		a.rules[k].moved(l.theta(before), l.theta(l.phi), slices.Equal(before, l.phi))
		a.states[k] = l.measure()
		if a.Each.AdaptRho {
			l.rho = balanced(l.rho, a.states[k])
		}
	})
	if a.stop() {
		return
	}
	for k := range a.own {
		a.keep(k)
	}
}

// judge asks each fold's rule whether it has ended.
func (a *naive) judge(r *recorder) {
	for k, s := range a.states {
		if !a.done[k] {
			a.status[k], a.done[k] = a.rules[k].done(r, s)
		}
	}
}

// mean returns the arithmetic mean of the natural parameters. If all are equal
// it is exact, so that the spread is 0.
func (a *naive) mean() []float64 {
	first := a.best[0]
	if !slices.ContainsFunc(a.best, func(phi []float64) bool { return !slices.Equal(phi, first) }) {
		return slices.Clone(first)
	}
	theta := make([]float64, len(a.space.params))
	for _, phi := range a.best {
		floats.AddScaled(theta, 1/float64(len(a.best)), a.space.theta(phi))
	}
	return a.space.phiOf(theta)
}

func (a *naive) record(r *recorder) {
	w := a.mean()
	s := a.at(w)
	r.add(w, s, a.monitors(s, spreadOfFolds(a.spread(w))))
}

// polish ends each fold's own problem by BFGS on F_k.
func (a *naive) polish(r *recorder) {
	a.own.each(func(k int, l *lagrangian) {
		l.rho = 0
		b := newDescent(exactError{folds: folds{l}}, l.bounds())
		b.Begin(a.best[k])
		status := a.minimise(b, polishIterations, a.Settings.Tol/10, func() (gplib.Status, bool) {
			status, stop := r.Interrupted()
			if !stop && b.Value <= a.values[k] {
				a.best[k], a.values[k] = slices.Clone(b.X), b.Value
			}
			return status, stop
		})
		if status != gplib.Stalled || a.status[k] != gplib.Converged {
			a.status[k] = status
		}
	})
	if !a.stop() {
		a.own.each(func(k int, l *lagrangian) {
			l.solveError(a.best[k])
			l.solveDual(solveTol)
			a.states[k] = l.measure()
		})
		a.record(r)
	}
}
