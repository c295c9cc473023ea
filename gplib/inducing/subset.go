package inducing

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Subset is the learner of sparse regression with inducing points chosen
// among the data: epochs of a choice by Selector and a phase of L-BFGS on the
// hyper-parameters. Where the choice is [Selector.Fixed] it is made once. A
// new choice may raise the objective; the best epoch is returned.
//
// Steps have the monitors epoch, trace bound (tr(Λ⁻¹(K - Q))) and inducing
// points (their number). The result's posterior is a [*Posterior], whose
// Points are the inducing points and whose Certificate shows whether they are
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
	return gplib.Learn(ctx, &subset{l}, m, d, s)
}

// subset is the [gplib.Method] of one fit.
type subset struct{ Subset }

func (l *subset) Begin(f *gplib.Fitting) (err error) {
	if l.Selector == nil {
		l.Selector = GreedyVariance{}
	}
	defaults := Rules{Phase: 20, Patience: 3}
	if l.Selector.Fixed() {
		defaults = Rules{Phase: 100, Patience: 1}
	}
	if l.Rules, err = l.Rules.check(f, defaults); err != nil {
		return err
	}
	if l.Size, err = sizeFor(l.Size, f.Data.Len()); err != nil {
		return err
	}
	l.Jitter = jitterFor(l.Jitter, f.First(), f.Data)
	f.Name = fmt.Sprintf("%v, %s points", l.Approximation, l.Selector.Name())
	f.Together = f.Data.Len()*l.Size <= smallStart
	return nil
}

func (l *subset) Run(s *gplib.Start) (*gplib.End, error) {
	d := &descent{s, l.Rules}
	return d.run(l.epochs(d), l.sparse)
}

func (l *subset) sparse(points cov.Inputs) Sparse {
	return Sparse{Approximation: l.Approximation, Points: points, Jitter: l.Jitter}
}

// epochs returns the epochs of one start.
func (l *subset) epochs(d *descent) epoch {
	objective := &steady{Sparse: l.sparse(nil)}
	count := 0
	return func(m gplib.Model) (*arrival, error) {
		chosen := count == 0 || !l.Selector.Fixed()
		if chosen {
			selection, err := d.choose(l.Selector, m, l.Size)
			if err != nil {
				return nil, err
			}
			objective.Points = selection.Points(d.Data.X)
		}
		result, err := d.phase(objective, m, func(s gplib.Step) error {
			if s.Iter == 0 && !chosen { // the last step again
				return nil
			}
			s.Monitors = objective.monitors(count)
			return d.record(s, objective.Sparse)
		})
		if err != nil {
			return nil, err
		}
		count++
		return arrivalAt(result.Model, objective.Points, result), nil
	}
}
