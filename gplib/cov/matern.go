package cov

import (
	"math"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
)

// Matern12 returns the Matérn covariance function of smoothness 1/2, the exponential
// one, whose paths are continuous and nowhere differentiable:
//
//	k = exp(-r)
//
// (Rasmussen and Williams 2006, section 4.2.1). r and the lengthscales are as in [SE].
func Matern12(lengthscale ...float64) Func { return newStationary(matern12{}, nil, lengthscale) }

// Matern32 returns the Matérn covariance function of smoothness 3/2, whose paths
// are once differentiable:
//
//	k = (1 + √3 r) exp(-√3 r)
//
// (Rasmussen and Williams 2006, equation 4.17).
func Matern32(lengthscale ...float64) Func { return newStationary(matern32{}, nil, lengthscale) }

// Matern52 returns the Matérn covariance function of smoothness 5/2, whose paths
// are twice differentiable:
//
//	k = (1 + √5 r + 5r²/3) exp(-√5 r)
//
// (Rasmussen and Williams 2006, equation 4.17).
func Matern52(lengthscale ...float64) Func { return newStationary(matern52{}, nil, lengthscale) }

func init() {
	registerStationary(matern12{})
	registerStationary(matern32{})
	registerStationary(matern52{})
}

type matern12 struct{}

func (matern12) label() string        { return "matern12" }
func (matern12) name() string         { return "Matern12" }
func (matern12) shapeNames() []string { return nil }

func (matern12) value(k, spare, r2, _ []float64) { expOfDistance(k, spare, r2, 1) }

func (matern12) slope(ws, _, w, k, r2, _ []float64) {
	for j, q := range r2 {
		ws[j] = 0
		if q > 0 {
			ws[j] = w[j] * k[j] / math.Sqrt(q)
		}
	}
}

func (matern12) shapeGrad(_, _, _, _, _ []float64) {}

type matern32 struct{}

func (matern32) label() string        { return "matern32" }
func (matern32) name() string         { return "Matern32" }
func (matern32) shapeNames() []string { return nil }

func (matern32) value(k, spare, r2, _ []float64) {
	expOfDistance(k, spare, r2, 3)
	linalg.MulAdd(k, k, spare)
}

// slope: s = 3 exp(-√3 r).
func (matern32) slope(ws, spare, w, _, r2, _ []float64) {
	expOfDistance(ws, spare, r2, 3)
	linalg.MulTo(ws, ws, w)
	linalg.ScaleTo(ws, 3, ws)
}

func (matern32) shapeGrad(_, _, _, _, _ []float64) {}

type matern52 struct{}

func (matern52) label() string        { return "matern52" }
func (matern52) name() string         { return "Matern52" }
func (matern52) shapeNames() []string { return nil }

func (matern52) value(k, spare, r2, _ []float64) {
	expOfDistance(k, spare, r2, 5)
	linalg.AddScaledTo(spare, spare, 5.0/3, r2)
	linalg.MulAdd(k, k, spare)
}

// slope: s = 5/3 (1 + √5 r) exp(-√5 r).
func (matern52) slope(ws, spare, w, _, r2, _ []float64) {
	expOfDistance(ws, spare, r2, 5)
	linalg.MulAdd(ws, ws, spare)
	linalg.MulTo(ws, ws, w)
	linalg.ScaleTo(ws, 5.0/3, ws)
}

func (matern52) shapeGrad(_, _, _, _, _ []float64) {}

// expOfDistance writes √(c r²) into distance and exp(-√(c r²)) into dst.
func expOfDistance(dst, distance, r2 []float64, c float64) {
	linalg.SqrtTo(distance, c, r2)
	linalg.ScaleTo(dst, -1, distance)
	linalg.Exp(dst, dst)
}

func (matern12) jet(r2 jet.Jet, _ []jet.Jet) jet.Jet { return maternJet(r2, 0) }
func (matern32) jet(r2 jet.Jet, _ []jet.Jet) jet.Jet { return maternJet(r2, 1) }
func (matern52) jet(r2 jet.Jet, _ []jet.Jet) jet.Jet { return maternJet(r2, 2) }

// maternJet returns the function of smoothness ν = p + 1/2, which is θ_p(z) e^(-z)/θ_p(0) with z = √(2ν) r and the
// reverse Bessel polynomial θ_p. By z² its derivatives are
//
//	d/d(z²) θ_m(z) e^(-z) = -θ_(m-1)(z) e^(-z)/2,  θ_(-m-1)(z) = θ_m(z)/z^(2m+1)
//
// (Abramowitz and Stegun 1964, equation 9.6.28, where √(2/π) z^(m+1/2) K_(m+1/2)(z) = θ_m(z) e^(-z)). No terms cancel,
// and derivatives that exist at r = 0 are exact there.
func maternJet(r2 jet.Jet, p int) jet.Jet {
	s := r2.Scale(float64(2*p + 1))
	z := math.Sqrt(s.Value())
	taylor := make([]float64, r2.Ring().Terms())
	factor := math.Exp(-z) / besselPolynomial(p, 0)
	for k := range taylor {
		if k > 0 {
			factor *= -0.5 / float64(k)
		}
		if m := p - k; m >= 0 {
			taylor[k] = factor * besselPolynomial(m, z)
		} else {
			taylor[k] = factor * besselPolynomial(-m-1, z) / math.Pow(z, float64(-2*m-1))
		}
	}
	return s.Compose(taylor)
}

// besselPolynomial returns the reverse Bessel polynomial θ_m(z), m >= 0.
func besselPolynomial(m int, z float64) float64 {
	if m == 0 {
		return 1
	}
	before, now := 1.0, 1+z
	for k := 2; k <= m; k++ {
		before, now = now, float64(2*k-1)*now+z*z*before
	}
	return now
}
