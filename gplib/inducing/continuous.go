package inducing

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Continuous is the learner of sparse regression whose inducing points lie
// anywhere: L-BFGS moves their coordinates and the hyper-parameters together
// by the gradient with respect to both. With [VFE] it is the method of
// Titsias (2009), with [FITC] the sparse pseudo-input Gaussian process (SPGP)
// of Snelson and Ghahramani (2006).
//
// Inputs are a *cov.Matrix and the covariance function is differentiable by
// them. Steps and posterior are those of [Subset]; a phase has 200 iterations
// by default, after which L-BFGS begins anew; see [Rules]. Steps have the
// hyper-parameters, and with Path the points too.
type Continuous struct {
	// Size is the number of inducing points, m; 0 is 100, or as many as there
	// are data.
	Size int
	// Selector chooses the points to begin with among the data; nil is
	// [Random]. It is not used where Start is given.
	Selector Selector
	// Start, where not nil, are the points to begin with, in place of Size
	// chosen ones. Restarts begin with chosen ones, as many.
	Start *cov.Matrix
	// Approximation is the objective; the default is [VFE].
	Approximation Approximation
	// Jitter is ε of [Sparse]; 0 is 1e-6 times the mean prior variance at the
	// start, and the same throughout the fit.
	Jitter float64
	// Path adds the coordinates of the inducing points to the monitors of each
	// step, as "inducing[a, k]" for coordinate k of point a.
	Path  bool
	Rules Rules
}

// Fit learns the hyper-parameters of m and the inducing points from d; see
// [gplib.Learner].
func (l Continuous) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	f, err := newFit(ctx, m, d, s, l.Rules.or(Rules{Phase: 200, Patience: 1}))
	if err != nil {
		return nil, err
	}
	x, ok := d.X.(*cov.Matrix)
	if !ok {
		return nil, fmt.Errorf("inducing: Continuous takes points of a matrix, not %T", d.X)
	}
	if l, err = l.resolved(m, d); err != nil {
		return nil, err
	}
	units := newFrame(x)
	if err := f.starts(func() epoch { return l.epochs(f, units) }); err != nil {
		return nil, err
	}
	sparse := Sparse{Approximation: l.Approximation, Points: f.best.points, Jitter: l.Jitter}
	p, err := sparse.Condition(f.best.model, d)
	if err != nil {
		return nil, err
	}
	return f.result(fmt.Sprintf("%v, continuous points", l.Approximation), p)
}

// resolved fills in defaults and checks the options.
func (l Continuous) resolved(m gplib.Model, d gplib.Data) (Continuous, error) {
	var err error
	if l.Selector == nil {
		l.Selector = Random{}
	}
	if l.Start != nil {
		l.Size = min(l.Start.Len(), d.Len())
	}
	if l.Size, err = sizeFor(l.Size, d.Len()); err != nil {
		return l, err
	}
	l.Jitter = jitterFor(l.Jitter, m, d)
	if l.Start == nil {
		return l, nil
	}
	return l, Sparse{Approximation: l.Approximation, Points: l.Start, Jitter: l.Jitter}.check(m, d)
}

// epochs returns the epochs of one start.
func (l Continuous) epochs(f *fit, units *frame) epoch {
	objective := &moving{steady{Sparse: Sparse{Approximation: l.Approximation, Jitter: l.Jitter}}}
	var z *cov.Matrix
	count := 0
	return func(m gplib.Model) (*arrival, error) {
		if z == nil {
			var err error
			if z, err = l.begin(f, m); err != nil {
				return nil, err
			}
		}
		moved := m
		moved.Cov = newLocated(m.Cov, z, units)
		result, err := f.phase(objective, moved, func(s gplib.Step) error {
			if s.Iter == 0 && count > 0 { // the last step again
				return nil
			}
			monitors := objective.monitors(count)
			if l.Path {
				monitors = append(monitors, path(moved, s.Theta)...)
			}
			s.Theta = hyper(moved, s.Theta)
			return f.record(s, monitors...)
		})
		if err != nil {
			return nil, err
		}
		count++
		best, at := unlocated(result.Model)
		z = at.points()
		return arrivalAt(best, z, result), nil
	}
}

// begin are the points of a start.
func (l Continuous) begin(f *fit, m gplib.Model) (*cov.Matrix, error) {
	if l.Start != nil && f.restart == 0 {
		return l.Start, nil
	}
	selection, err := choose(f, l.Selector, m, l.Size)
	if err != nil {
		return nil, err
	}
	return selection.Points(f.data.X).(*cov.Matrix), nil
}
