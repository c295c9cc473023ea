package cov

import (
	"math"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
)

// RationalQuadratic returns a scale mixture of squared exponentials:
//
//	k = (1 + r²/(2α))^(-α)
//
// (Rasmussen and Williams 2006, equation 4.19). It tends to [SE] as α grows. r and the
// lengthscales are as in SE.
func RationalQuadratic(alpha float64, lengthscale ...float64) Func {
	return newStationary(rationalQuadratic{}, []float64{alpha}, lengthscale)
}

func init() { registerStationary(rationalQuadratic{}) }

type rationalQuadratic struct{}

func (rationalQuadratic) label() string        { return "rq" }
func (rationalQuadratic) name() string         { return "RationalQuadratic" }
func (rationalQuadratic) shapeNames() []string { return []string{"alpha"} }

func (rationalQuadratic) value(k, _, r2, shape []float64) {
	alpha := shape[0]
	for j, q := range r2 {
		k[j] = -alpha * math.Log1p(q/(2*alpha))
	}
	linalg.Exp(k, k)
}

func (rationalQuadratic) slope(ws, _, w, k, r2, shape []float64) {
	for j, q := range r2 {
		ws[j] = w[j] * k[j] / (1 + q/(2*shape[0]))
	}
}

// shapeGrad: ∂k/∂α = k (g/(1+g) - ln(1+g)) with g = r²/(2α).
func (rationalQuadratic) shapeGrad(grad, w, k, r2, shape []float64) {
	for j, q := range r2 {
		g := q / (2 * shape[0])
		grad[0] += w[j] * k[j] * (g/(1+g) - math.Log1p(g))
	}
}

func (rationalQuadratic) jet(r2 jet.Jet, shape []jet.Jet) jet.Jet {
	alpha := shape[0]
	return r2.Div(alpha.Scale(2)).Log1p().Mul(alpha).Scale(-1).Exp()
}
