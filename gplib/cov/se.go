package cov

import (
	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
)

// SE returns the squared exponential (RBF, Gaussian) covariance function
//
//	k(x, x') = exp(-r²/2),  r² = Σ_k ((x_k - x'_k)/l_k)²
//
// (Rasmussen and Williams 2006, equation 4.9). One lengthscale serves all
// dimensions; d of them are relevances of the d dimensions (ARD). Its
// variance is 1; see [Scale].
func SE(lengthscale ...float64) Func { return newStationary(se{}, nil, lengthscale) }

func init() { registerStationary(se{}) }

type se struct{}

func (se) label() string        { return "se" }
func (se) name() string         { return "SE" }
func (se) shapeNames() []string { return nil }

func (se) value(k, _, r2, _ []float64) {
	linalg.ScaleTo(k, -0.5, r2)
	linalg.Exp(k, k)
}

func (se) slope(ws, _, w, k, _, _ []float64) { linalg.MulTo(ws, w, k) }

func (se) shapeGrad(_, _, _, _, _ []float64) {}

// factorises: exp(-(r² + q²)/2) is a product, so that separate has a factor a
// dimension.
func (se) factorises() {}

func (se) jet(r2 jet.Jet, _ []jet.Jet) jet.Jet { return r2.Scale(-0.5).Exp() }
