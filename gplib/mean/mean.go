// Package mean holds the mean functions of models: one file each, with the constructor,
// the type, its derivatives and its description. Users find the constructors in gplib,
// as gplib.ConstantMean and so on; errors use those names.
package mean

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Func is a mean function m(x; β). Like [cov.Func] it is immutable. Some also implement
// [Differentiable] or [Describer]; see [WithParams] and [Degree] too. A nil Func is the
// zero function.
type Func interface {
	// Params lists the parameters; the slice is the caller's own.
	Params() []param.Param
	// With returns a copy with parameter values theta.
	With(theta []float64) Func
	// Check returns an error if the mean cannot take x.
	Check(x cov.Inputs) error
	// Eval writes m(x_i) into dst, of length x.Len().
	Eval(dst []float64, x cov.Inputs)
	// AddGrad adds Σ_i w_i ∂m(x_i)/∂β_p to grad[p].
	AddGrad(grad, w []float64, x cov.Inputs)
}

// Differentiable is a [Func] that has derivatives by its inputs.
type Differentiable interface {
	Func
	// InputGrad adds ∂m/∂x_k at point i of x to grad[k].
	InputGrad(grad []float64, x *cov.Matrix, i int)
}

// AddInputGrad adds ∂m/∂x_k at the points x to their rows of dst, x.Len() × d. It fails
// if m neither is a [Differentiable] nor wraps one.
func AddInputGrad(dst *mat.Dense, m Func, x *cov.Matrix) error {
	for {
		outer, ok := m.(interface{ inner() Func })
		if !ok {
			break
		}
		m = outer.inner()
	}
	if m == nil {
		return nil
	}
	d, ok := m.(Differentiable)
	if !ok {
		return fmt.Errorf("gplib: gradient by inputs: a mean of type %T has none; it is not a DifferentiableMean", m)
	}
	for i := range x.Len() {
		d.InputGrad(dst.RawRowView(i), x, i)
	}
	return nil
}

// Jacobian returns the derivatives of m at the points x by the parameters at the
// positions of, x.Len() × len(of).
func Jacobian(m Func, of []int, x cov.Inputs) *mat.Dense {
	grad, one := make([]float64, len(m.Params())), []float64{1}
	j := mat.NewDense(x.Len(), len(of), nil)
	for i := range x.Len() {
		clear(grad)
		m.AddGrad(grad, one, cov.Block(x, i, i+1))
		for k, p := range of {
			j.Set(i, k, grad[p])
		}
	}
	return j
}

// Degree returns the degree of m where that is a polynomial in each coordinate whose
// parameters are the coefficients: where it has a method Degree.
func Degree(m Func) (degree int, ok bool) {
	p, ok := m.(interface{ Degree() int })
	if !ok {
		return 0, false
	}
	return p.Degree(), true
}
