package course

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

// Covariance returns an [Answer] that is a covariance function of points of dimension dim:
// a [cov.Func], or a function of two numbers where dim is 1. It has to be symmetric and
// positive semi-definite on random points, to pass covtest if it is a cov.Func, and to
// have the values of want, up to tolerance times the largest one.
func Covariance(tolerance float64, dim int, want cov.Func) Answer {
	if dim < 1 || want == nil {
		return broken{fmt.Errorf("course: Covariance takes a dimension of 1 or more and a function, and got %d and %v", dim, want)}
	}
	kind := "a cov.Func"
	if dim == 1 {
		kind = "a func(x, y float64) float64, or a cov.Func"
	}
	return Judged(kind, func(f any, rng *rand.Rand) (grams, error) {
		x := scattered(dim, rng)
		if k, ok := as[func(x, y float64) float64](f); ok && dim == 1 {
			values, err := pairwise(func(a, b []float64) float64 { return k(a[0], b[0]) }, x)
			return grams{K: values}, err
		}
		if k, ok := f.(cov.Func); ok {
			return gramsOfFunc(k, x)
		}
		return grams{}, fmt.Errorf("the answer is %s, want %s", kindOf(f), kind)
	}, func(g grams, rng *rand.Rand) error {
		right, err := gramsOfFunc(want, scattered(dim, rng))
		if err != nil {
			return uncomputed(err)
		}
		return g.fault(right, tolerance)
	})
}

// grams are the values of a covariance function between all points, row by row, and what
// covtest finds.
type grams struct {
	K        []float64
	Findings []string
}

// scattered returns random points; the last repeats the first.
func scattered(dim int, rng *rand.Rand) [][]float64 {
	x := make([][]float64, 9)
	for i := range x {
		x[i] = make([]float64, dim)
		for k := range x[i] {
			x[i][k] = 1.5 * rng.NormFloat64()
		}
	}
	return append(x, slices.Clone(x[0]))
}

// pairwise returns the values of a function of two points at all pairs of x, row by row.
func pairwise[P float64 | []float64](k func(a, b P) float64, x []P) ([]float64, error) {
	var values []float64
	for _, a := range x {
		for _, b := range x {
			v := k(a, b)
			if !isFinite(v) {
				return nil, fmt.Errorf("k(%.3g, %.3g) is %v, want a finite number", a, b, v)
			}
			values = append(values, v)
		}
	}
	return values, nil
}

func gramsOfFunc(f cov.Func, x [][]float64) (grams, error) {
	n := len(x)
	points := cov.Points(mat.NewDense(n, len(x[0]), slices.Concat(x...)))
	if err := f.Check(points); err != nil {
		return grams{}, err
	}
	k := mat.NewDense(n, n, nil)
	f.Gram(k, points, points)
	if err := allFinite(k.RawMatrix().Data); err != nil {
		return grams{}, err
	}
	return grams{k.RawMatrix().Data, covtest.Findings(f, points)}, nil
}

// fault says what is wrong with g, properties first.
func (g grams) fault(right grams, tolerance float64) error {
	n := int(math.Sqrt(float64(len(right.K))))
	if len(g.K) != n*n {
		return errors.New("what the answer shows of itself cannot be read")
	}
	size := largest(g.K)
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			if math.Abs(g.K[i*n+j]-g.K[j*n+i]) > 1e-10*size {
				return errors.New("it is not symmetric: k(x, y) differs from k(y, x)")
			}
			sym.SetSym(i, j, g.K[i*n+j])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sym, false) || eigen.Values(nil)[0] < -1e-9*float64(n)*size {
		return errors.New("it is not positive semi-definite: a matrix of its values has a negative eigenvalue")
	}
	if err := differ(g.K, right.K, tolerance); err != nil {
		return err
	}
	if len(g.Findings) > 0 {
		return fmt.Errorf("covtest: %s", g.Findings[0])
	}
	return nil
}
