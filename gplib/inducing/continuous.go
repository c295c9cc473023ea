package inducing

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Continuous is the learner of sparse regression whose inducing points may be
// anywhere: L-BFGS moves their coordinates and the hyper-parameters together by
// the gradient with respect to both. With [VFE] it is the method of Titsias
// (2009), with [FITC] the sparse pseudo-input Gaussian process (SPGP) of
// Snelson and Ghahramani (2006).
//
// Inputs are a *cov.Matrix and the covariance function is differentiable by
// them. Steps and posterior are those of [Subset]; a phase has 200 iterations
// by default, after which L-BFGS restarts; see [Rules]. Steps have the
// hyper-parameters, and with Path the points too.
type Continuous struct {
	// Size is the number of inducing points, m; 0 is 100, or as many as there
	// are data.
	Size int
	// Selector chooses the points to begin with among the data; nil is
	// [Random]. It is not used where Start is given.
	Selector Selector
	// Start, where not nil, are the points to begin with, in place of Size
	// chosen ones. Restarts begin with as many chosen ones.
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
	return gplib.Learn(ctx, &continuous{Continuous: l}, m, d, s)
}

// continuous is the [gplib.Method] of one fit.
type continuous struct {
	Continuous
	units *frame
}

func (l *continuous) Begin(f *gplib.Fitting) (err error) {
	if l.Rules, err = l.Rules.check(f, Rules{Phase: 200, Patience: 1}); err != nil {
		return err
	}
	x, ok := f.Data.X.(*cov.Matrix)
	if !ok {
		return fmt.Errorf("inducing: Continuous takes points of a matrix, not %T", f.Data.X)
	}
	l.units = newFrame(x)
	if l.Selector == nil {
		l.Selector = Random{}
	}
	if l.Start != nil {
		l.Size = min(l.Start.Len(), f.Data.Len())
	}
	if l.Size, err = sizeFor(l.Size, f.Data.Len()); err != nil {
		return err
	}
	l.Jitter = jitterFor(l.Jitter, f.First(), f.Data)
	f.Name = fmt.Sprintf("%v, continuous points", l.Approximation)
	f.Together = f.Data.Len()*l.Size <= smallStart
	if l.Start == nil {
		return nil
	}
	return l.sparse(l.Start).check(f.Model, f.Data)
}

func (l *continuous) Run(s *gplib.Start) (*gplib.End, error) {
	d := &descent{s, l.Rules}
	return d.run(l.epochs(d), l.sparse)
}

func (l *continuous) sparse(points cov.Inputs) Sparse {
	return Sparse{Approximation: l.Approximation, Points: points, Jitter: l.Jitter}
}

// epochs returns the epochs of one start.
func (l *continuous) epochs(d *descent) epoch {
	objective := &moving{steady{Sparse: l.sparse(nil)}}
	var z *cov.Matrix
	count := 0
	return func(m gplib.Model) (*arrival, error) {
		if z == nil {
			var err error
			if z, err = l.begin(d, m); err != nil {
				return nil, err
			}
		}
		moved := m
		moved.Cov = newLocated(m.Cov, z, l.units)
		result, err := d.phase(objective, moved, func(s gplib.Step) error {
			if s.Iter == 0 && count > 0 { // the last step again
				return nil
			}
			s.Monitors = objective.monitors(count)
			at := pointsAt(moved, s.Theta)
			if l.Path {
				s.Monitors = append(s.Monitors, path(at)...)
			}
			s.Theta = hyper(moved, s.Theta)
			return d.record(s, l.sparse(at))
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

// begin returns the points of a start.
func (l *continuous) begin(d *descent, m gplib.Model) (*cov.Matrix, error) {
	if l.Start != nil && d.Number == 0 {
		return l.Start, nil
	}
	selection, err := d.choose(l.Selector, m, l.Size)
	if err != nil {
		return nil, err
	}
	return selection.Points(d.Data.X).(*cov.Matrix), nil
}
