package gplib

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// LinearMean is the mean function m(x) = c_0 + Σ_k c_k x_k of inputs of
// dimension len(coefficients)-1. Its parameters, any numbers, are "mean[0]",
// "mean[1]" and so on.
func LinearMean(coefficients ...float64) Mean {
	return polynomialMean{1, coefficientParams(coefficients)}
}

// PolynomialMean is the mean function of powers up to a degree >= 1 of each
// coordinate, without products of coordinates:
//
//	m(x) = c_0 + Σ_k Σ_p c_{(k, p)} x_k^p,  p = 1 ... degree,
//
// with the coefficients in the order c_0, x_0, x_0², ..., x_1, x_1² ...:
// there are 1 + degree·d of them for inputs of dimension d. They are learned
// as point estimates; [UncertainMean] integrates over them.
func PolynomialMean(degree int, coefficients ...float64) Mean {
	return polynomialMean{degree, coefficientParams(coefficients)}
}

func coefficientParams(values []float64) []cov.Param {
	ps := make([]cov.Param, len(values))
	for i, v := range values {
		ps[i] = cov.Real(fmt.Sprintf("mean[%d]", i), v).As(param.RoleMean)
	}
	return ps
}

// UncertainMean returns a copy of the model whose mean's coefficients, of a
// [LinearMean], [PolynomialMean] or [ConstantMean], are not learned but
// integrated over: they are independent and normal about their values b with
// the standard deviation std > 0, so that posteriors, likelihoods and
// samples carry their uncertainty (Rasmussen and Williams 2006, section 2.7,
// equation 2.40 with B = std²I). Large std says that little is known.
func UncertainMean(m Model, std float64) (Model, error) {
	degree := 0
	switch mean := m.Mean.(type) {
	case polynomialMean:
		degree = mean.degree
	case constantMean:
	default:
		return Model{}, fmt.Errorf("gplib: UncertainMean: the model's mean is %T, no polynomial", m.Mean)
	}
	if !(std > 0) || math.IsInf(std, 1) {
		return Model{}, fmt.Errorf("gplib: UncertainMean: std is %v; it must be positive", std)
	}
	basis := cov.Fix(cov.PolynomialBasis(degree, std*std))
	return Model{Mean: m.Mean, Cov: cov.Sum(m.Cov, basis), Noise: m.Noise}.HoldingMean(), nil
}

type polynomialMean struct {
	degree int
	ps     []cov.Param
}

func (m polynomialMean) Params() []cov.Param { return slices.Clone(m.ps) }

func (m polynomialMean) With(theta []float64) Mean {
	return polynomialMean{m.degree, withValues(m.ps, theta)}
}

func (m polynomialMean) Check(x cov.Inputs) error {
	if m.degree < 1 {
		return fmt.Errorf("gplib: the degree of PolynomialMean is %d, less than 1", m.degree)
	}
	mx, ok := x.(*cov.Matrix)
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

func (m polynomialMean) Eval(dst []float64, x cov.Inputs) {
	for i := range dst {
		dst[i] = 0
		m.each(x.(*cov.Matrix), i, func(c int, power float64) { dst[i] += m.ps[c].Value * power })
	}
}

func (m polynomialMean) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, wi := range w {
		m.each(x.(*cov.Matrix), i, func(c int, power float64) { grad[c] += wi * power })
	}
}

// each calls f with the basis functions at point i.
func (m polynomialMean) each(x *cov.Matrix, i int, f func(c int, power float64)) {
	f(0, 1)
	c := 1
	for k := range x.Dim() {
		power := 1.0
		for range m.degree {
			power *= x.At(i, k)
			f(c, power)
			c++
		}
	}
}

// InputGrad adds ∂m/∂x_k at point i to grad[k].
func (m polynomialMean) InputGrad(grad []float64, x *cov.Matrix, i int) {
	c := 1
	for k := range x.Dim() {
		for p := range m.degree {
			grad[k] += m.ps[c].Value * float64(p+1) * math.Pow(x.At(i, k), float64(p))
			c++
		}
	}
}

func (m polynomialMean) String() string {
	values := make([]float64, len(m.ps))
	for i, p := range m.ps {
		values[i] = p.Value
	}
	return fmt.Sprintf("polynomial of degree %d, coefficients %.4g", m.degree, values)
}
