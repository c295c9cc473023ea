package cov

import (
	"math"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
	"krigo/gplib/param"
)

// Cauchy returns the generalised Cauchy covariance function
//
//	k = (1 + r^γ)^(-β/γ),  0 < γ <= 2, β > 0
//
// (the Cauchy class of Gneiting and Schlather 2004, SIAM Review 46, 269-282). gamma is the
// roughness of the paths as in [GammaExponential], and beta, apart from it, how slowly the
// correlation falls at large distances: k ~ r^(-β). r and the lengthscales are as in [SE]
// without its ½. gamma is bounded by 2, where [RationalQuadratic] with α = β/2 and other
// lengthscales is the same.
func Cauchy(gamma, beta float64, lengthscale ...float64) Func {
	return Bound(newStationary(cauchy{}, []float64{gamma, beta}, lengthscale), "gamma", param.DefaultMin, 2)
}

func init() { registerStationary(cauchy{}) }

type cauchy struct{}

func (cauchy) label() string        { return "cauchy" }
func (cauchy) name() string         { return "Cauchy" }
func (cauchy) shapeNames() []string { return []string{"gamma", "beta"} }

func (cauchy) value(k, _, r2, shape []float64) {
	gamma, beta := shape[0], shape[1]
	for j, q := range r2 {
		k[j] = -beta / gamma * math.Log1p(math.Pow(q, gamma/2))
	}
	linalg.Exp(k, k)
}

// slope: s = β r^(γ-2) k / (1 + r^γ).
func (cauchy) slope(ws, _, w, k, r2, shape []float64) {
	gamma, beta := shape[0], shape[1]
	for j, q := range r2 {
		ws[j] = 0
		if q > 0 {
			ws[j] = w[j] * beta * math.Pow(q, gamma/2-1) * k[j] / (1 + math.Pow(q, gamma/2))
		}
	}
}

// shapeGrad, with u = r^γ:
//
//	∂k/∂γ = k β/γ (ln(1+u)/γ - ln(r) u/(1+u)),  ∂k/∂β = -k ln(1+u)/γ
func (cauchy) shapeGrad(grad, w, k, r2, shape []float64) {
	gamma, beta := shape[0], shape[1]
	for j, q := range r2 {
		if q > 0 {
			u := math.Pow(q, gamma/2)
			log := math.Log1p(u) / gamma
			grad[0] += w[j] * k[j] * beta / gamma * (log - math.Log(q)/2*u/(1+u))
			grad[1] -= w[j] * k[j] * log
		}
	}
}

func (cauchy) jet(r2 jet.Jet, shape []jet.Jet) jet.Jet {
	gamma, beta := shape[0], shape[1]
	return r2.Pow(gamma.Scale(0.5)).Log1p().Mul(beta.Div(gamma)).Scale(-1).Exp()
}
