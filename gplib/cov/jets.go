package cov

import (
	"fmt"

	"krigo/gplib/internal/jet"
)

// analytic is a body that is evaluated on Taylor polynomials: from its formula come the derivatives of
// any order by the coordinates of both points, which [Functionals] need.
type analytic interface {
	// jet returns k(x, y; theta) by the formula. It calls Fail of the ring if there is none.
	jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet
}

// jetOf returns k(x, y; theta) of any covariance function.
func jetOf(k Func, r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	if f, ok := k.(function); ok {
		if b, ok := f.body.(analytic); ok {
			return b.jet(r, theta, x, y)
		}
	}
	return r.Fail(fmt.Errorf("cov: derivatives and integrals of f are not available with %v; cov.Formula takes any function that can be written down", k))
}

// jetsOf returns the values of the parts of a sum or product; theta holds their parameters one after another.
func (s several) jetsOf(r *jet.Ring, theta, x, y []jet.Jet) []jet.Jet {
	values := make([]jet.Jet, len(s.parts))
	for i, k := range s.parts {
		p := len(k.Params())
		values[i] = jetOf(k, r, theta[:p], x, y)
		theta = theta[p:]
	}
	return values
}

// of returns element k of the parameters of all dimensions: their only one, or one for each.
func of(theta []jet.Jet, k int) jet.Jet { return theta[min(k, len(theta)-1)] }

// dotJets returns Σ_k x_k y_k/l_k², without lengthscales Σ_k x_k y_k.
func dotJets(r *jet.Ring, length, x, y []jet.Jet) jet.Jet {
	sum := r.Constant(0)
	for k := range x {
		term := x[k].Mul(y[k])
		if len(length) > 0 {
			term = term.Div(of(length, k).Square())
		}
		sum = sum.Add(term)
	}
	return sum
}

// distanceJets returns Σ_k ((x_k - y_k)/l_k)², without lengthscales |x - y|².
func distanceJets(r *jet.Ring, length, x, y []jet.Jet) jet.Jet {
	sum := r.Constant(0)
	for k := range x {
		d := x[k].Sub(y[k])
		if len(length) > 0 {
			d = d.Div(of(length, k))
		}
		sum = sum.Add(d.Square())
	}
	return sum
}

// differ reports whether two points differ.
func differ(x, y []jet.Jet) bool {
	for k := range x {
		if x[k].Value() != y[k].Value() {
			return true
		}
	}
	return false
}
