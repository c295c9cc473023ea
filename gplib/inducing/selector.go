package inducing

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Selector chooses inducing points among the inputs of the data.
type Selector interface {
	// Name is the customary name, for results and tables.
	Name() string
	// Fixed reports whether the choice is the same whatever the parameters of
	// the model are, so that learners choose once.
	Fixed() bool
	// Select chooses at most size different points of d, 1 <= size <= n, for
	// the model's present parameters. It chooses fewer where the rest would
	// add nothing, or where ctx is cancelled; the error is ctx's if there are none
	// yet. A nil src is a fixed seed. Learners with restarts call it concurrently.
	Select(ctx context.Context, m gplib.Model, d gplib.Data, size int, src rand.Source) (*Selection, error)
}

// Selection holds the points that a selector chose, in the order of choice.
type Selection struct {
	// Index holds the positions of the chosen points.
	Index []int
	// Trace[m] is tr(K - Q) of the first m points, Q = K_xz K_zz⁻¹ K_zx, for
	// m from 0 to len(Index): the summed prior variance of f at x that they
	// leave. It never rises. It is nil if the selector does not compute it.
	Trace []float64
}

// Points returns the chosen points of x, the inputs given to Select.
func (s *Selection) Points(x cov.Inputs) cov.Inputs { return x.Subset(s.Index) }

// Rest returns the trace that all chosen points leave, +Inf if the selector
// does not compute it.
func (s *Selection) Rest() float64 {
	if len(s.Trace) == 0 {
		return math.Inf(1)
	}
	return s.Trace[len(s.Trace)-1]
}

// Gap returns an upper bound, in nats, of the gap between the log marginal
// likelihood and the evidence lower bound of the chosen points, for
// observations y less their mean and the noise variance s > 0:
//
//	t/(2s) + t‖y‖²/(2s(s + t))
//
// with t the trace left, which bounds the largest eigenvalue of K - Q.
func (s *Selection) Gap(y []float64, noise float64) (float64, error) {
	if !(noise > 0) || math.IsInf(noise, 1) {
		return 0, fmt.Errorf("inducing: Gap: the noise variance is %v; it must be positive", noise)
	}
	square := 0.0
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return 0, fmt.Errorf("inducing: Gap: y[%d] is %v", i, v)
		}
		square += v * v
	}
	t := s.Rest()
	if math.IsInf(t, 1) {
		return t, nil
	}
	return t/(2*noise) + t*square/(2*noise*(noise+t)), nil
}

// checkSelect checks the arguments of Select by a selector that needs the noise of the model.
func checkSelect(ctx context.Context, name string, m gplib.Model, d gplib.Data, size int) error {
	if err := checkSelectLik(ctx, name, m, d, size); err != nil {
		return err
	}
	if err := m.Check(d.X); err != nil {
		return fmt.Errorf("inducing: %s: %w", name, err)
	}
	return nil
}

// checkSelectLik does checkSelect for a model with any likelihood.
func checkSelectLik(ctx context.Context, name string, m gplib.Model, d gplib.Data, size int) error {
	if ctx == nil {
		return fmt.Errorf("inducing: %s: ctx is nil; pass context.Background()", name)
	}
	if err := d.Check(); err != nil {
		return fmt.Errorf("inducing: %s: %w", name, err)
	}
	if err := m.CheckLik(d.X); err != nil {
		return fmt.Errorf("inducing: %s: %w", name, err)
	}
	if n := d.Len(); size < 1 || size > n {
		return fmt.Errorf("inducing: %s: size is %d; it must lie in [1, %d], the number of points", name, size, n)
	}
	return nil
}

// pivoting grows a partial Cholesky factor of the covariance matrix of x by
// chosen points.
type pivoting struct {
	*linalg.PartialCholesky
	row   func(dst []float64, i int)
	least []float64 // below this much of its variance a point adds nothing
	trace []float64
}

// leastRest is the part of its prior variance that a point must have left to
// be chosen.
const leastRest = 1e-12

func newPivoting(k cov.Func, x cov.Inputs, size int) (*pivoting, error) {
	diag := make([]float64, x.Len())
	k.Diag(diag, x)
	factor, err := linalg.NewPartialCholesky(diag, size)
	if err != nil {
		return nil, fmt.Errorf("inducing: %w", err)
	}
	for i := range diag {
		diag[i] *= leastRest
	}
	return &pivoting{factor, rowsOf(k, x), diag, []float64{factor.Trace()}}, nil
}

// eligible reports whether point j is not explained by the chosen ones.
func (p *pivoting) eligible(j int) bool { return p.Rest()[j] > p.least[j] }

func (p *pivoting) add(j int) {
	p.Append(j, p.row)
	p.trace = append(p.trace, p.Trace())
}

// selection returns the chosen points, or an error if there are none.
func (p *pivoting) selection(ctx context.Context) (*Selection, error) {
	if p.Len() == 0 {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("inducing: no point was chosen: %w", err)
		}
		return nil, errors.New("inducing: the covariance function is 0 at every point")
	}
	return &Selection{Index: p.Pivots(), Trace: p.trace}, nil
}

// rowsOf returns a function that writes rows of the Gram matrix of x.
func rowsOf(k cov.Func, x cov.Inputs) func(dst []float64, i int) {
	return func(dst []float64, i int) {
		k.Gram(mat.NewDense(1, len(dst), dst), x.Subset([]int{i}), x)
	}
}
