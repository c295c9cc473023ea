package cov

import "math"

// SE is the squared exponential (RBF, Gaussian) covariance function
//
//	k(x, x') = exp(-r²/2),  r² = Σ_k ((x_k - x'_k)/l_k)²
//
// (Rasmussen and Williams 2006, equation 4.9). One lengthscale serves all
// dimensions; d of them are relevances of the d dimensions (ARD). Its
// variance is 1; see [Scale].
func SE(lengthscale ...float64) Func { return newStationary(se{}, nil, lengthscale) }

type se struct{}

func (se) label() string        { return "se" }
func (se) name() string         { return "SE" }
func (se) shapeNames() []string { return nil }

func (se) value(k, r2, _ []float64) {
	for j, r := range r2 {
		k[j] = math.Exp(-r / 2)
	}
}

func (se) slope(dk, k, _, _ []float64) {
	for j, v := range k {
		dk[j] = -v / 2
	}
}

func (se) shapeGrad(_, _, _, _, _ []float64) {}
