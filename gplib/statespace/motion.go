package statespace

import (
	"math"

	"krigo/gplib/internal/oscillator"
)

// motion is a stationary process of variance 1 with a state of a few numbers. The first is the
// process, and the others are derivatives in the natural unit of time, so that no unit matters.
type motion interface {
	// size is the number b of state variables, and covariance returns their stationary covariance, b × b.
	size() int
	covariance() []float64
	// move writes the matrix A, b × b, by which the expected state moves in time dt >= 0. A is 0 where its exponential
	// is, so that an infinite dt over a lengthscale makes no NaN.
	move(a []float64, dt float64)
	// addGrad adds Σ_ij w_ij ∂A_ij/∂θ_p to grad[p] for the A of dt that move returned. It adds nothing where A is 0.
	addGrad(grad, w, a []float64, dt float64)
}

// motionNamed returns the motion of a covariance function of package cov, or nil.
func motionNamed(kind string, theta []float64) motion {
	switch kind {
	case "Matern12":
		return matern12(theta[0])
	case "Matern32":
		return matern32(theta[0])
	case "Matern52":
		return matern52(theta[0])
	case "SHO":
		return sho{theta[0], theta[1]}
	}
	return nil
}

// over reports whether the matrix of a motion is 0.
func over(a []float64) bool {
	for _, v := range a {
		if v != 0 {
			return false
		}
	}
	return true
}

// matern12 is the Ornstein-Uhlenbeck process of a lengthscale.
type matern12 float64

func (l matern12) size() int             { return 1 }
func (l matern12) covariance() []float64 { return []float64{1} }

func (l matern12) move(a []float64, dt float64) { a[0] = math.Exp(-dt / float64(l)) }

func (l matern12) addGrad(grad, w, a []float64, dt float64) {
	if !over(a) {
		grad[0] += w[0] * a[0] * dt / float64(l) / float64(l)
	}
}

// matern32 has the state (f, f′/λ) with λ = √3/l (Hartikainen and Särkkä 2010, section 4.1).
type matern32 float64

func (l matern32) size() int             { return 2 }
func (l matern32) covariance() []float64 { return []float64{1, 0, 0, 1} }

func (l matern32) move(a []float64, dt float64) {
	x := math.Sqrt(3) * dt / float64(l)
	e := math.Exp(-x)
	if e == 0 {
		clear(a)
		return
	}
	ex := e * x
	a[0], a[1] = e+ex, ex
	a[2], a[3] = -ex, e-ex
}

// addGrad: ∂A/∂x = F A for x = λ dt, with F = [[0, 1], [-1, -2]].
func (l matern32) addGrad(grad, w, a []float64, dt float64) {
	if over(a) {
		return
	}
	x := math.Sqrt(3) * dt / float64(l)
	slope := w[0]*a[2] + w[1]*a[3] - w[2]*(a[0]+2*a[2]) - w[3]*(a[1]+2*a[3])
	grad[0] -= slope * x / float64(l)
}

// matern52 has the state (f, f′/λ, f″/λ²) with λ = √5/l.
type matern52 float64

func (l matern52) size() int { return 3 }

func (l matern52) covariance() []float64 {
	return []float64{1, 0, -1. / 3, 0, 1. / 3, 0, -1. / 3, 0, 1}
}

// move: A = exp(-x)(I + xN + x²N²/2) with N = F + I nilpotent.
func (l matern52) move(a []float64, dt float64) {
	x := math.Sqrt(5) * dt / float64(l)
	e := math.Exp(-x)
	if e == 0 {
		clear(a)
		return
	}
	ex := e * x
	h := ex * x / 2
	a[0], a[1], a[2] = e+ex+h, ex+2*h, h
	a[3], a[4], a[5] = -h, e+ex-2*h, ex-h
	a[6], a[7], a[8] = h-ex, 2*h-3*ex, e-2*ex+h
}

// addGrad: ∂A/∂x = F A with F = [[0, 1, 0], [0, 0, 1], [-1, -3, -3]].
func (l matern52) addGrad(grad, w, a []float64, dt float64) {
	if over(a) {
		return
	}
	x, slope := math.Sqrt(5)*dt/float64(l), 0.0
	for j := range 3 {
		slope += w[j]*a[3+j] + w[3+j]*a[6+j] - w[6+j]*(a[j]+3*a[3+j]+3*a[6+j])
	}
	grad[0] -= slope * x / float64(l)
}

// sho has the state (f, f′/ω) with ω = 2π/period.
type sho struct{ period, quality float64 }

func (s sho) size() int             { return 2 }
func (s sho) covariance() []float64 { return []float64{1, 0, 0, 1} }

// coordinates returns the time in the unit 1/ω and the damping.
func (s sho) coordinates(dt float64) (x, beta float64) {
	return 2 * math.Pi * dt / s.period, 1 / (2 * s.quality)
}

func (s sho) move(a []float64, dt float64) {
	x, beta := s.coordinates(dt)
	a[0], a[1], a[3] = oscillator.Response(x, beta)
	a[2] = -a[1]
}

// addGrad: ∂A/∂x = F A with F = [[0, 1], [-1, -2β]].
func (s sho) addGrad(grad, w, a []float64, dt float64) {
	if over(a) {
		return
	}
	x, beta := s.coordinates(dt)
	byTime := w[0]*a[2] + w[1]*a[3] - w[2]*a[3] - w[3]*(a[1]+2*beta*a[3])
	grad[0] -= byTime * x / s.period
	byK, byS, byE := oscillator.ByDamping(x, beta, a[0], a[1], a[3])
	grad[1] -= (w[0]*byK + (w[1]-w[2])*byS + w[3]*byE) * 2 * beta * beta
}
