package cov

import (
	"math"

	"krigo/gplib/linalg"
)

// Matern12 is the Matérn covariance function of smoothness 1/2, the
// exponential one, whose paths are continuous and nowhere differentiable:
//
//	k = exp(-r)
//
// (Rasmussen and Williams 2006, section 4.2.1). r and the lengthscales are
// those of [SE].
func Matern12(lengthscale ...float64) Func { return newStationary(matern12{}, nil, lengthscale) }

// Matern32 is the Matérn covariance function of smoothness 3/2, whose paths
// are once differentiable:
//
//	k = (1 + √3 r) exp(-√3 r)
//
// (Rasmussen and Williams 2006, equation 4.17).
func Matern32(lengthscale ...float64) Func { return newStationary(matern32{}, nil, lengthscale) }

// Matern52 is the Matérn covariance function of smoothness 5/2, whose paths
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

func (matern12) value(k, r2, _ []float64) { expOfDistance(k, r2, 1) }

func (matern12) slope(ws, w, k, r2, _ []float64) {
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

func (matern32) value(k, r2, _ []float64) {
	expOfDistance(k, r2, 3)
	for j, q := range r2 {
		k[j] *= 1 + math.Sqrt(3*q)
	}
}

// slope: s = 3 exp(-√3 r) is k without a factor.
func (matern32) slope(ws, w, k, r2, _ []float64) {
	for j, q := range r2 {
		ws[j] = 3 * w[j] * k[j] / (1 + math.Sqrt(3*q))
	}
}

func (matern32) shapeGrad(_, _, _, _, _ []float64) {}

type matern52 struct{}

func (matern52) label() string        { return "matern52" }
func (matern52) name() string         { return "Matern52" }
func (matern52) shapeNames() []string { return nil }

func (matern52) value(k, r2, _ []float64) {
	expOfDistance(k, r2, 5)
	for j, q := range r2 {
		k[j] *= 1 + math.Sqrt(5*q) + 5*q/3
	}
}

// slope: s = 5/3 (1 + √5 r) exp(-√5 r) is k with another factor.
func (matern52) slope(ws, w, k, r2, _ []float64) {
	for j, q := range r2 {
		t := 1 + math.Sqrt(5*q)
		ws[j] = 5.0 / 3 * t * w[j] * k[j] / (t + 5*q/3)
	}
}

func (matern52) shapeGrad(_, _, _, _, _ []float64) {}

// expOfDistance writes exp(-√(c r²)).
func expOfDistance(dst, r2 []float64, c float64) {
	for j, q := range r2 {
		dst[j] = -math.Sqrt(c * q)
	}
	linalg.Exp(dst, dst)
}
