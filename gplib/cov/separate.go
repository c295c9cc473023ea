package cov

import "fmt"

// Separable is a covariance function that is a product of one-dimensional
// ones,
//
//	k(x, x') = s Π_l k_l(x_l, x'_l),
//
// as [Separate] found it. Its Gram matrix on a grid is a Kronecker product.
type Separable struct {
	// Scale holds the positions, among the parameters of k, of those whose
	// product is s; one may occur more than once.
	Scale []int
	// Factors holds k_l, one a dimension.
	Factors []Factor
}

// Factor is the factor k_l of one dimension.
type Factor struct {
	// Func is k_l, of inputs of one dimension; nil where k does not depend
	// on the dimension.
	Func Func
	// Params[p] is the position, among the parameters of k, of parameter p
	// of Func.
	Params []int
	// Lengthscales holds the elements of Params for lengthscales in the unit of the
	// input.
	Lengthscales []int
}

// Value returns s given the values of all parameters of k.
func (s *Separable) Value(theta []float64) float64 {
	value := 1.0
	for _, p := range s.Scale {
		value *= theta[p]
	}
	return value
}

// At returns the factor at the values theta of all parameters of k.
func (f Factor) At(theta []float64) Func {
	if f.Func == nil {
		return nil
	}
	own := make([]float64, len(f.Params))
	for p, at := range f.Params {
		own[p] = theta[at]
	}
	return f.Func.With(own)
}

// Separate finds the factors of k on inputs of dimension d >= 1. Separable are the
// squared exponential and [PeriodicARD], any function on one dimension (see [On]), and
// [Scale], [Product], [Power] and [Tie] of separable ones. The error names the part
// that is not separable.
func Separate(k Func, d int) (*Separable, error) {
	if d < 1 {
		return nil, fmt.Errorf("cov: Separate: d is %d", d)
	}
	k = present(k, "Separate")
	s := &separation{Separable: Separable{Factors: make([]Factor, d)}}
	if err := s.add(k, positions(0, len(k.Params())), positions(0, d)); err != nil {
		return nil, err
	}
	return &s.Separable, nil
}

// positions returns n numbers from first on.
func positions(first, n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = first + i
	}
	return at
}

// separation is a Separable in the making.
type separation struct{ Separable }

// separable is a body that knows its factors: separate multiplies s by them, or returns
// an error that says why it has none. at and dims are as in [separation.add].
type separable interface {
	separate(s *separation, at, dims []int) error
}

// add multiplies by k, a part of the whole: at[p] is the position of its parameter p,
// dims are its dimensions.
func (s *separation) add(k Func, at, dims []int) error {
	if f, ok := k.(function); ok {
		if b, ok := f.body.(separable); ok {
			return b.separate(s, at, dims)
		}
	}
	return s.addLeaf(k, at, dims, nil)
}

func picked(at, index []int) []int {
	chosen := make([]int, len(index))
	for i, j := range index {
		chosen[i] = at[j]
	}
	return chosen
}

// addLeaf takes a function that is not known to have factors: it may depend on one
// dimension. lengths is the part of at with lengthscales in the unit of the input.
func (s *separation) addLeaf(k Func, at, dims, lengths []int) error {
	if len(dims) != 1 {
		return fmt.Errorf("cov: %v of %d inputs is not a product of functions of one input each; cov.SE is (of one lengthscale, "+
			"or of %d), and so is cov.Product(cov.On(cov.Matern52(1), 0), cov.On(cov.Matern52(1), 1), ...)", k, len(dims), len(dims))
	}
	s.multiply(dims[0], k, at, lengths)
	return nil
}

// multiply puts a factor on one dimension.
func (s *separation) multiply(d int, k Func, at, lengths []int) {
	f := &s.Factors[d]
	if f.Func == nil {
		f.Func = k
	} else {
		f.Func = Product(f.Func, k)
	}
	f.Params = append(f.Params, at...)
	f.Lengthscales = append(f.Lengthscales, lengths...)
}
