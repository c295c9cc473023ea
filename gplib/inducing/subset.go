package inducing

import (
	"context"
	"fmt"

	"krigo/gplib"
)

// Subset is the learner of sparse regression with inducing points chosen
// among the data: epochs of a choice by Selector and a phase of L-BFGS on the
// hyper-parameters. Where the choice is [Selector.Fixed] it is made once. A
// new choice may raise the objective; the best epoch is returned.
//
// Steps have the monitors epoch, trace bound (tr(Λ⁻¹(K - Q))) and inducing
// points (their number). The result's posterior is a [*Posterior], whose
// Points are the inducing points and whose Certificate says if they are
// enough. A phase has 20 iterations by default, 100 where the choice is fixed;
// see [Rules].
type Subset struct {
	// Size is the number of inducing points, m; 0 is 100, or all where there
	// are fewer.
	Size int
	// Selector chooses them; nil is [GreedyVariance].
	Selector Selector
	// Approximation is the objective; the default is [VFE].
	Approximation Approximation
	// Jitter is ε of [Sparse]; 0 is 1e-6 times the mean prior variance at the
	// start, and the same throughout the fit.
	Jitter float64
	Rules  Rules
}

// Fit learns the hyper-parameters of m from d; see [gplib.Learner].
func (l Subset) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	if l.Selector == nil {
		l.Selector = GreedyVariance{}
	}
	f, err := newFit(ctx, m, d, s, l.rules())
	if err != nil {
		return nil, err
	}
	if l.Size, err = sizeFor(l.Size, d.Len()); err != nil {
		return nil, err
	}
	l.Jitter = jitterFor(l.Jitter, m, d)
	if err := f.starts(func() epoch { return l.epochs(f) }); err != nil {
		return nil, err
	}
	sparse := Sparse{Approximation: l.Approximation, Points: f.best.points, Jitter: l.Jitter}
	p, err := sparse.Condition(f.best.model, d)
	if err != nil {
		return nil, err
	}
	return f.result(fmt.Sprintf("%v, %s points", l.Approximation, l.Selector.Name()), p)
}

// rules fills in defaults.
func (l Subset) rules() Rules {
	defaults := Rules{Phase: 20, Patience: 3}
	if l.Selector.Fixed() {
		defaults = Rules{Phase: 100, Patience: 1}
	}
	return l.Rules.or(defaults)
}

// epochs returns the epochs of one start.
func (l Subset) epochs(f *fit) epoch {
	objective := &steady{Sparse: Sparse{Approximation: l.Approximation, Jitter: l.Jitter}}
	count := 0
	return func(m gplib.Model) (*arrival, error) {
		chosen := count == 0 || !l.Selector.Fixed()
		if chosen {
			selection, err := choose(f, l.Selector, m, l.Size)
			if err != nil {
				return nil, err
			}
			objective.Points = selection.Points(f.data.X)
		}
		result, err := f.phase(objective, m, func(s gplib.Step) error {
			if s.Iter == 0 && !chosen { // the last step again
				return nil
			}
			return f.record(s, objective.monitors(count)...)
		})
		if err != nil {
			return nil, err
		}
		count++
		return arrivalAt(result.Model, objective.Points, result), nil
	}
}
