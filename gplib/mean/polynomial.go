package mean

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Linear returns the mean function m(x) = c_0 + Σ_k c_k x_k of inputs of
// dimension len(coefficients)-1. Its parameters, any numbers, are "mean[0]",
// "mean[1]" and so on.
func Linear(coefficients ...float64) Func {
	return polynomial{1, coefficientParams(coefficients)}
}

// Polynomial returns the mean function of powers up to a degree >= 1 of each
// coordinate, without products of coordinates:
//
//	m(x) = c_0 + Σ_k Σ_p c_{(k, p)} x_k^p,  p = 1 ... degree,
//
// with the coefficients in the order c_0, x_0, x_0², ..., x_1, x_1² ...:
// there are 1 + degree·d of them for inputs of dimension d.
func Polynomial(degree int, coefficients ...float64) Func {
	return polynomial{degree, coefficientParams(coefficients)}
}

func coefficientParams(values []float64) []param.Param {
	ps := make([]param.Param, len(values))
	for i, v := range values {
		ps[i] = param.Real(fmt.Sprintf("mean[%d]", i), v).As(param.RoleMean)
	}
	return ps
}

func init() {
	RegisterKind("polynomial", func(s Spec) (Func, error) {
		ps, err := param.RestoreAs(param.RoleMean, s.Params)
		return polynomial{s.Whole, ps}, err
	})
}

type polynomial struct {
	degree int
	ps     []param.Param
}

// Params returns the parameters; each slope of a linear mean has its input as Dims.
func (m polynomial) Params() []param.Param {
	ps := slices.Clone(m.ps)
	for i := range ps {
		if m.degree == 1 && i > 0 {
			ps[i].Dims = []int{i - 1}
		}
	}
	return ps
}

func (m polynomial) With(theta []float64) Func {
	return polynomial{m.degree, param.WithValues(m.ps, theta)}
}

func (m polynomial) WithParams(ps []param.Param) Func {
	ps = slices.Clone(ps)
	for i := range ps {
		ps[i].Dims = nil
	}
	return polynomial{m.degree, ps}
}

func (m polynomial) Describe() (Spec, error) {
	ps, err := param.Describe(m.ps)
	return Spec{Kind: "polynomial", Whole: m.degree, Params: ps}, err
}

func (m polynomial) Check(x cov.Inputs) error {
	if m.degree < 1 {
		return fmt.Errorf("gplib: the degree of PolynomialMean is %d, less than 1", m.degree)
	}
	mx, ok := cov.PointsOf(x)
	if !ok {
		return fmt.Errorf("gplib: a polynomial mean takes points of a matrix, not %T", x)
	}
	if want := 1 + m.degree*mx.Dim(); len(m.ps) != want {
		return fmt.Errorf("gplib: a mean of degree %d has %d coefficients, inputs of dimension %d need %d",
			m.degree, len(m.ps), mx.Dim(), want)
	}
	for _, p := range m.ps {
		if err := p.Check(); err != nil {
			return fmt.Errorf("gplib: %w", err)
		}
	}
	return nil
}

func (m polynomial) Eval(dst []float64, x cov.Inputs) {
	for i := range dst {
		dst[i] = 0
		m.each(x, i, func(c int, power float64) { dst[i] += m.ps[c].Value * power })
	}
}

func (m polynomial) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, wi := range w {
		m.each(x, i, func(c int, power float64) { grad[c] += wi * power })
	}
}

func (m polynomial) Degree() int { return m.degree }

func (m polynomial) functionals() {}

// each calls f with the basis functions at point i, or the values of functional i on them.
func (m polynomial) each(x cov.Inputs, i int, f func(c int, power float64)) {
	if l, ok := x.(*cov.FunctionalInputs); ok {
		m.eachFunctional(l, i, f)
		return
	}
	f(0, 1)
	c, points := 1, x.(*cov.Matrix)
	for k := range points.Dim() {
		power := 1.0
		for range m.degree {
			power *= points.At(i, k)
			f(c, power)
			c++
		}
	}
}

func (m polynomial) eachFunctional(x *cov.FunctionalInputs, i int, f func(c int, power float64)) {
	f(0, ones(x, i))
	for k := range x.Dim() {
		for p := range m.degree {
			f(1+k*m.degree+p, x.Monomial(i, k, p+1))
		}
	}
}

// InputGrad adds ∂m/∂x_k at point i to grad[k].
func (m polynomial) InputGrad(grad []float64, x *cov.Matrix, i int) {
	c := 1
	for k := range x.Dim() {
		for p := range m.degree {
			grad[k] += m.ps[c].Value * float64(p+1) * math.Pow(x.At(i, k), float64(p))
			c++
		}
	}
}

func (m polynomial) String() string {
	return fmt.Sprintf("polynomial of degree %d, coefficients %.4g", m.degree, param.Values(m.ps))
}
