package gplib

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// LOO is the leave-one-out error of predictions, summed over the n
// observations (Rasmussen and Williams 2006, section 5.4.2). With C, r as in
// [LML], α = C⁻¹r and q_i = (C⁻¹)_ii, observation i left out is predicted
// with the error α_i/q_i and the variance 1/q_i. One evaluation takes O(n³)
// time and three n × n matrices.
type LOO struct {
	// Loss is what is summed: LogDensity or SquaredError.
	Loss Loss
}

// Loss is the loss of one prediction.
type Loss int

const (
	// LogDensity is the negative log density of y_i, in nats.
	LogDensity Loss = iota
	// SquaredError is the squared error of the mean, in the square of the
	// unit of y. It leaves a common factor of all variances undetermined.
	SquaredError
)

// Name is such as "leave-one-out negative log density".
func (l LOO) Name() string {
	if l.Loss == SquaredError {
		return "leave-one-out sum of squares"
	}
	return "leave-one-out negative log density"
}

// Eval returns the value and, where grad is not nil, the gradient with
// respect to the natural values of m.Params().
func (l LOO) Eval(m Model, d Data, grad []float64) (float64, error) {
	g, err := evaluationOf(m, d, grad)
	if err != nil {
		return 0, err
	}
	inverse := g.chol.Invert()
	byAlpha, byQ := make([]float64, d.Len()), make([]float64, d.Len())
	value := 0.0
	for i, a := range g.alpha {
		v, da, dq := l.Loss.at(a, inverse.At(i, i))
		value += v
		byAlpha[i], byQ[i] = da, dq
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, fmt.Errorf("gplib: the %s is %v at %v", l.Name(), value, m)
	}
	if grad != nil {
		g.looGrad(grad, inverse, byAlpha, byQ)
	}
	return value, nil
}

// at is the loss at α and q, and its derivatives by them.
func (l Loss) at(alpha, q float64) (value, byAlpha, byQ float64) {
	e := alpha / q
	if l == SquaredError {
		return e * e, 2 * e / q, -2 * e * e / q
	}
	return (math.Log(2*math.Pi/q) + alpha*e) / 2, e, -(1/q + e*e) / 2
}

// looGrad writes the gradient. From ∂α = -C⁻¹(∂C α + ∂m) and
// ∂q_i = -(C⁻¹ ∂C C⁻¹)_ii, with a and b the derivatives by α and q, it is
// Σ_ij W_ij ∂C_ij - (C⁻¹a)ᵀ∂m, W = -C⁻¹ diag(b) C⁻¹ - (C⁻¹a) αᵀ.
func (g *gram) looGrad(grad []float64, inverse *mat.Dense, byAlpha, byQ []float64) {
	clear(grad)
	n := len(byAlpha)
	minus := make([]float64, n) // -C⁻¹a
	for i := range minus {
		minus[i] = -floats.Dot(inverse.RawRowView(i), byAlpha)
	}
	w := mat.NewDense(n, n, nil)
	scaled := mat.NewDense(n, n, nil) // -diag(b) C⁻¹
	for i := range n {
		floats.ScaleTo(w.RawRowView(i), minus[i], g.alpha)
		floats.ScaleTo(scaled.RawRowView(i), -byQ[i], inverse.RawRowView(i))
	}
	linalg.AddMul(w, inverse, scaled)
	g.addGrad(grad, w, minus)
}
