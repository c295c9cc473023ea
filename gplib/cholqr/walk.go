package cholqr

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/inducing"
)

// walk is the state of one start: its present point and its history.
type walk struct {
	*gplib.Start
	learner  Hybrid
	free     int         // parameters that are not fixed
	model    gplib.Model // the present one
	theta    []float64
	factors  *factors
	informer *informer
	epsilon  float64
	value    float64 // F less the log prior density, if any
	first    []int
	tried    []int // the number of the latest attempt that concerned a point
	swaps    []Swap
	accepted int
	epoch    int
	iter     int // iterations of L-BFGS
	found    gplib.Findings
	status   gplib.Status
}

// newWalk returns a walk at the start's model with its first inducing points.
func newWalk(h *hybrid, s *gplib.Start) (*walk, error) {
	n, m := s.Data.Len(), s.Model
	w := &walk{Start: s, learner: h.Hybrid, free: h.free, model: m, theta: m.Theta(), tried: make([]int, n)}
	w.informer = newInformer(h.Pivots, h.Z, n, s.RNG)
	var err error
	if w.first, err = w.choose(); err != nil {
		return nil, err
	}
	if err := w.begin(); err != nil {
		return nil, err
	}
	w.value = w.objective(m)
	w.record(gplib.Step{Value: w.value, Theta: w.theta})
	return w, nil
}

// choose returns the first inducing points. A fit that is cancelled before it
// has any gets random ones.
func (w *walk) choose() ([]int, error) {
	selection, err := w.learner.Start.Select(w.Ctx, w.model, w.Data, w.learner.M, w.RNG)
	if err != nil && w.Ctx.Err() != nil {
		selection, err = inducing.Random{}.Select(context.WithoutCancel(w.Ctx), w.model, w.Data, w.learner.M, w.RNG)
	}
	if err != nil {
		return nil, fmt.Errorf("cholqr: the initial points: %w", err)
	}
	return selection.Index, nil
}

// largestJitter is relative to the mean prior variance.
const firstJitter, largestJitter = 1e-6, 1e-2

// begin sets ε and the factors of the first points: while they are singular it
// multiplies ε by ten.
func (w *walk) begin() error {
	diag := make([]float64, w.Data.Len())
	w.model.Cov.Diag(diag, w.Data.X)
	mean := stat.Mean(diag, nil)
	w.epsilon = w.learner.Jitter
	if w.epsilon == 0 {
		w.epsilon = firstJitter * mean
	}
	for {
		p, err := newProblem(w.model, w.Data, w.learner.Objective, w.epsilon)
		if err != nil {
			return err
		}
		if w.factors == nil {
			w.factors = newFactors(p, max(1, len(w.first)), w.informer.room(len(w.first), w.Data.Len()))
		}
		w.factors.problem = p
		if err = w.factors.build(w.first); err == nil {
			return nil
		}
		if w.epsilon *= 10; !(w.epsilon <= largestJitter*mean) {
			return err
		}
		w.found = gplib.Findings{{Code: "jitter", Found: fmt.Sprintf("the jitter is %.3g", w.epsilon), Means: "the first inducing points are nearly the same"}}
	}
}

// objective returns F at the present factors, less the log prior density of m.
func (w *walk) objective(m gplib.Model) float64 {
	prior, _ := m.LogPrior()
	return w.factors.value() - prior
}

// sparse returns the approximation by the present inducing points.
func (w *walk) sparse() inducing.Sparse {
	return inducing.Sparse{
		Approximation: w.learner.Objective.approximation(),
		Points:        w.Data.X.Subset(w.factors.index()), Jitter: w.epsilon,
	}
}

// points returns the present inducing points and how they came about.
func (w *walk) points() chosen {
	return chosen{w.Data, w.sparse(), w.factors.index(), w.first, slices.Clip(w.swaps)}
}

// run goes through epochs until a rule ends them. Exchanges come first: from
// inducing points that explain little, L-BFGS would call everything noise.
func (w *walk) run() {
	for idle := 0; idle < w.learner.Rules.Patience; w.epoch++ {
		before := w.value
		for _, phase := range []func() bool{w.exchange, w.learn} {
			if !phase() {
				w.status = gplib.Stalled
				return
			}
			if status, stop := w.stopped(); stop {
				w.status = status
				return
			}
		}
		if before-w.value > w.Settings.Tol*math.Abs(w.value) {
			idle = 0
		} else {
			idle++
		}
	}
	w.status = gplib.Converged
}

// stopped reports whether the walk must end, by an interrupt or the limit of
// iterations.
func (w *walk) stopped() (gplib.Status, bool) {
	status, stop := w.Interrupted()
	if !stop && w.iter >= w.Settings.MaxIter {
		return gplib.IterationLimit, true
	}
	return status, stop
}

// learn runs a phase of L-BFGS on the parameters. Its result counts only if new
// factors at it confirm that the objective fell. It returns false if no factors
// are left to continue with.
func (w *walk) learn() bool {
	index, old := w.factors.index(), w.factors.problem
	if result := w.descend(); result != nil {
		p, err := newProblem(result.Model, w.Data, w.learner.Objective, w.epsilon)
		if err == nil {
			w.factors.problem = p
			err = w.factors.build(index)
		}
		if value := w.objective(result.Model); err == nil && value < w.value {
			w.model, w.theta, w.value = result.Model, result.Model.Theta(), value
			return true
		}
	}
	w.factors.problem = old
	return w.factors.build(index) == nil
}

// descend returns the result of L-BFGS from the present parameters with the
// points held, or nil if there is nothing to learn or no result.
func (w *walk) descend() *gplib.Result {
	if w.free == 0 {
		return nil
	}
	settings := w.Within(min(w.learner.Rules.Phase, w.Settings.MaxIter-w.iter))
	settings.Observe = w.observe
	lbfgs := gplib.LBFGS{Objective: w.sparse(), Condition: gplib.Unconditioned}
	result, _ := lbfgs.Fit(w.Ctx, w.model, w.Data, settings) // the error is the observer's, or the start's
	return result
}

// observe records a step of L-BFGS; the first is the walk's present point.
func (w *walk) observe(s gplib.Step) error {
	if s.Iter == 0 {
		return nil
	}
	w.iter++
	s.Monitors = w.monitors()
	return w.RelayAt(s, w.endAt(s))
}

// exchange runs the discrete phase: one round of attempts, or rounds while they
// succeed. It returns false if no factors are left to continue with.
func (w *walk) exchange() bool {
	for begun := len(w.swaps); ; {
		tried, accepted := len(w.swaps), w.accepted
		if !w.round() {
			return false
		}
		least := leastSuccess * float64(len(w.swaps)-tried)
		ended := !w.learner.rounds || float64(w.accepted-accepted) <= least || len(w.swaps)-begun >= max(defaultSwaps, w.learner.M/2)
		if _, stop := w.Interrupted(); stop || ended {
			return true
		}
	}
}

// round attempts to exchange the inducing points that were tried least
// recently. It returns false if no factors are left to continue with.
func (w *walk) round() bool {
	turn := append(w.turn(), -1)
	for i, j := range turn[:len(turn)-1] {
		if _, stop := w.Interrupted(); stop {
			return true
		}
		began := time.Now()
		w.informer.prepare(w.factors)
		w.factors.coming = turn[i+1]
		s := w.factors.swap(w.factors.at[j], w.informer.z, w.learner.Candidates)
		w.informer.settle(w.factors, s.Accepted)
		s.Elapsed = time.Since(began)
		w.keep(s)
		if w.factors.alarm > 1 && w.factors.build(w.factors.index()) != nil {
			return false
		}
	}
	return true
}

// turn returns the inducing points whose turn it is, equals in random order.
func (w *walk) turn() []int {
	points := w.factors.index()
	w.RNG.Shuffle(len(points), func(a, b int) { points[a], points[b] = points[b], points[a] })
	slices.SortStableFunc(points, func(a, b int) int { return cmp.Compare(w.tried[a], w.tried[b]) })
	return points[:min(w.learner.Swaps, len(points))]
}

// keep records an attempt.
func (w *walk) keep(s Swap) {
	s.Epoch = w.epoch
	w.swaps = append(w.swaps, s)
	w.tried[s.Out] = len(w.swaps)
	if s.Accepted {
		w.accepted++
		w.tried[s.In] = len(w.swaps)
		w.value = w.objective(w.model)
	}
	w.record(gplib.Step{Value: w.value, Theta: w.theta})
}

// record adds a step to the trace.
func (w *walk) record(s gplib.Step) {
	s.Monitors = w.monitors()
	w.RecordAt(s, w.endAt(s))
}

// endAt returns the end of the walk at a step with the present points.
func (w *walk) endAt(s gplib.Step) func() (*gplib.End, error) {
	points, given := w.points(), w.Fitting.Model
	return func() (*gplib.End, error) { return points.end(given.With(s.Theta), s.Value), nil }
}

func (w *walk) monitors() []gplib.Monitor {
	return []gplib.Monitor{
		{Name: "epoch", Value: float64(w.epoch), Meaning: "passes of exchanges and descent so far"},
		{Name: "swaps", Value: float64(len(w.swaps)), Meaning: "exchanges of inducing points tried so far"},
		{Name: "swaps accepted", Value: float64(w.accepted), Meaning: "exchanges that lowered the objective"},
		{Name: "information pivots", Value: float64(w.informer.z), Meaning: "columns that the scores of candidates are computed from"},
	}
}
