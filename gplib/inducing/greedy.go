// Package inducing chooses inducing points: the few points that stand for
// many in sparse approximations.
//
//	s, err := inducing.Greedy(k, x, 100, 1e-6)
//	z := s.Points(x)
//	fmt.Println(s.Rest()) // the trace that the points leave unexplained
package inducing

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Selection is what [Greedy] chose, in the order of choice: its first m points
// are the selection of m.
type Selection struct {
	// Index holds the positions of the chosen points.
	Index []int
	// Trace[m] is tr(K - Q) of the first m points, Q = K_xz K_zz⁻¹ K_zx, for
	// m from 0 to len(Index): the summed prior variance of f at x that they
	// leave. It never rises.
	Trace []float64
}

// Greedy chooses at most m of the points x, each the one of largest variance
// given the earlier ones, until the trace left is at most tol times the
// trace of K. It takes O(n m²) time, O(n m) memory and m rows of K.
//
// The trace is a certificate: with these points the evidence lower bound of
// Titsias (2009) is below the log marginal likelihood by at most
// [Selection.Gap], and by t/(2s) to t/s in the mean over y drawn from the
// model, for t = Trace[m] and the noise variance s (Burt, Rasmussen and van der
// Wilk 2020, Journal of Machine Learning Research 21, 131, sections 3 and
// 4.2.2, where the method is called greedy conditional variance).
func Greedy(k cov.Func, x cov.Inputs, m int, tol float64) (*Selection, error) {
	switch {
	case k == nil:
		return nil, errors.New("inducing: Greedy: the covariance function is nil")
	case x == nil || x.Len() == 0:
		return nil, errors.New("inducing: Greedy: there are no points")
	case m < 1:
		return nil, fmt.Errorf("inducing: Greedy: m is %d; it must be at least 1", m)
	case !(tol >= 0 && tol < 1):
		return nil, fmt.Errorf("inducing: Greedy: tol is %v; it must lie in [0, 1)", tol)
	}
	if err := k.Check(x); err != nil {
		return nil, fmt.Errorf("inducing: %w", err)
	}
	diag := make([]float64, x.Len())
	k.Diag(diag, x)
	total := 0.0
	for _, v := range diag {
		total += v
	}
	p, err := linalg.PivotedCholesky(diag, rowsOf(k, x), m, tol*total)
	if err != nil {
		return nil, fmt.Errorf("inducing: %w", err)
	}
	if len(p.Pivots) == 0 {
		return nil, errors.New("inducing: Greedy: the covariance function is 0 at every point")
	}
	return &Selection{Index: p.Pivots, Trace: p.Trace}, nil
}

// Points returns the chosen points of x, the inputs that were chosen from.
func (s *Selection) Points(x cov.Inputs) cov.Inputs { return x.Subset(s.Index) }

// Rest is the trace that all chosen points leave.
func (s *Selection) Rest() float64 { return s.Trace[len(s.Trace)-1] }

// Gap bounds from above by how much the evidence lower bound of the chosen
// points is below the log marginal likelihood, in nats, for observations
// y less their mean and the noise variance s > 0:
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
	return t/(2*noise) + t*square/(2*noise*(noise+t)), nil
}

// rowsOf writes rows of the Gram matrix of x.
func rowsOf(k cov.Func, x cov.Inputs) func(dst []float64, i int) {
	return func(dst []float64, i int) {
		k.Gram(mat.NewDense(1, len(dst), dst), x.Subset([]int{i}), x)
	}
}
