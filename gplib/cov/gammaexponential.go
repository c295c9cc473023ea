package cov

import (
	"math"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
	"krigo/gplib/param"
)

// GammaExponential returns the covariance function
//
//	k = exp(-r^γ),  0 < γ <= 2
//
// (Rasmussen and Williams 2006, equation 4.18), from rough paths to those of SE. r and
// the lengthscales are as in [SE] without its ½. gamma is bounded by 2.
func GammaExponential(gamma float64, lengthscale ...float64) Func {
	return Bound(newStationary(gammaExponential{}, []float64{gamma}, lengthscale), "gamma", param.DefaultMin, 2)
}

func init() { registerStationary(gammaExponential{}) }

type gammaExponential struct{}

func (gammaExponential) label() string        { return "gammaexp" }
func (gammaExponential) name() string         { return "GammaExponential" }
func (gammaExponential) shapeNames() []string { return []string{"gamma"} }

func (gammaExponential) value(k, _, r2, shape []float64) {
	for j, q := range r2 {
		k[j] = -math.Pow(q, shape[0]/2)
	}
	linalg.Exp(k, k)
}

// slope: s = γ r^(γ-2) k.
func (gammaExponential) slope(ws, _, w, k, r2, shape []float64) {
	for j, q := range r2 {
		ws[j] = 0
		if q > 0 {
			ws[j] = w[j] * shape[0] * math.Pow(q, shape[0]/2-1) * k[j]
		}
	}
}

// shapeGrad: ∂k/∂γ = -k r^γ log r.
func (gammaExponential) shapeGrad(grad, w, k, r2, shape []float64) {
	for j, q := range r2 {
		if q > 0 {
			grad[0] -= w[j] * k[j] * math.Pow(q, shape[0]/2) * math.Log(q) / 2
		}
	}
}

func (gammaExponential) jet(r2 jet.Jet, shape []jet.Jet) jet.Jet {
	return r2.Pow(shape[0].Scale(0.5)).Scale(-1).Exp()
}
