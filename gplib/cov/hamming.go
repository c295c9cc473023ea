package cov

import (
	"fmt"
	"slices"

	"krigo/gplib/linalg"
)

// Hamming returns the covariance function of categorical variables, which falls
// with the weighted number of those that differ:
//
//	k(x, x') = exp(-Σ_k [x_k ≠ x'_k]/l_k)
//
// (Hutter et al. 2011, equation 1, with l = 1/λ). Inputs are [Categories],
// [Strings] or points of a matrix, whose coordinates count as labels. One
// lengthscale serves all variables, or there is one for each.
func Hamming(lengthscale ...float64) Func { return function{hamming{slices.Clone(lengthscale)}} }

func init() {
	register("Hamming", needs{theta: 1}, func(w written) Func { return Hamming(w.Theta...) })
}

type hamming struct{ length []float64 }

func (h hamming) label() string                { return "hamming" }
func (h hamming) params() []Param              { return positives("lengthscale", h.length) }
func (h hamming) with(theta []float64) body    { return hamming{slices.Clone(theta)} }
func (h hamming) diag(dst []float64, _ Inputs) { fill(dst, 1) }
func (h hamming) String() string               { return call("Hamming", h.length) }

func (h hamming) check(x Inputs) error {
	m, err := codes{}.of(x)
	if err != nil {
		return err
	}
	return checkLengthscales("Hamming", h.length, m)
}

// codes numbers the labels of each variable.
type codes map[label]float64

type label struct {
	variable int
	value    string
}

// of returns x with numbers for labels.
func (c codes) of(x Inputs) (*Matrix, error) {
	switch x := x.(type) {
	case *Matrix:
		return matrixOf("Hamming", x)
	case Strings:
		m := newMatrix(len(x), 1)
		for i, s := range x {
			m.data[i] = c.number(label{0, s})
		}
		return m, nil
	case Categories:
		return c.table(x)
	default:
		return nil, fmt.Errorf("cov: Hamming takes Categories, Strings or points of a matrix, not %T", x)
	}
}

func (c codes) table(x Categories) (*Matrix, error) {
	if len(x) == 0 || len(x[0]) == 0 {
		return nil, fmt.Errorf("cov: Categories of %d points have no variable", len(x))
	}
	m := newMatrix(len(x), len(x[0]))
	for i, row := range x {
		if len(row) != m.d {
			return nil, fmt.Errorf("cov: Categories[%d] has %d values, Categories[0] has %d", i, len(row), m.d)
		}
		for k, s := range row {
			m.data[k*m.n+i] = c.number(label{k, s})
		}
	}
	return m, nil
}

func (c codes) number(l label) float64 {
	if _, ok := c[l]; !ok {
		c[l] = float64(len(c))
	}
	return c[l]
}

func (h hamming) Describe() (Spec, error) { return describeLeaf("Hamming", h.params()) }

func (h hamming) rows(a, b Inputs) evaluator {
	numbers := codes{}
	ma, errA := numbers.of(a)
	mb, errB := numbers.of(b)
	if errA != nil || errB != nil {
		panic("cov: Hamming on inputs that its Check rejects")
	}
	return &hammingRows{hamming: h, a: ma, b: mb, k: make([]float64, chunk)}
}

type hammingRows struct {
	hamming
	a, b      *Matrix
	k         []float64
	i, lo, hi int
}

func (e *hammingRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo, e.hi = i, lo, hi
	clear(dst)
	for d := range e.a.d {
		x, cost := e.a.col(d)[i], 1/e.length[min(d, len(e.length)-1)]
		for j, v := range e.b.col(d)[lo:hi] {
			if v != x {
				dst[j] -= cost
			}
		}
	}
	linalg.Exp(dst, dst)
	copy(e.k, dst)
}

// grad: ∂k/∂l_k = k [x_k ≠ x'_k]/l_k².
func (e *hammingRows) grad(grad, w []float64) {
	for d := range e.a.d {
		x, p, sum := e.a.col(d)[e.i], min(d, len(e.length)-1), 0.0
		for j, v := range e.b.col(d)[e.lo:e.hi] {
			if v != x {
				sum += w[j] * e.k[j]
			}
		}
		grad[p] += sum / square(e.length[p])
	}
}
