package statespace

import (
	"math"

	"krigo/gplib/cov"
)

// features is a covariance function Σ_k φ_k(t) φ_k(t'): that of a sum of functions φ_k with independent
// standard normal weights, which do not change.
type features interface {
	size() int
	// at writes the features at t, which is dt after the origin.
	at(phi []float64, t, dt float64)
	// addGrad adds Σ_k w_k ∂φ_k/∂θ_p to grad[p] for the features phi at t.
	addGrad(grad, w, phi []float64, t, dt float64)
	// error is the part of the variance that the features leave out.
	error() float64
}

// featuresNamed returns the features of a covariance function of package cov, or nil.
func featuresNamed(s cov.Spec) features {
	switch s.Kind {
	case "Linear":
		if len(s.Theta) == 0 {
			return monomials{1, 1}
		}
		return line(s.Theta[0])
	case "PolynomialBasis":
		return monomials{0, s.Whole[0]}
	case "Cosine":
		return newWaves(s.Theta[0], []float64{0, 1}, nil)
	case "Periodic":
		return newPeriodic(s.Theta[0], s.Theta[1])
	}
	return nil
}

// line is t/l of a lengthscale l.
type line float64

func (l line) size() int                                    { return 1 }
func (l line) at(phi []float64, t, _ float64)               { phi[0] = t / float64(l) }
func (l line) error() float64                               { return 0 }
func (l line) addGrad(grad, w, phi []float64, _, _ float64) { grad[0] -= w[0] * phi[0] / float64(l) }

// monomials are the powers of t from one degree to another.
type monomials struct{ from, to int }

func (m monomials) size() int { return m.to - m.from + 1 }

func (m monomials) at(phi []float64, t, _ float64) {
	power := math.Pow(t, float64(m.from))
	for k := range phi {
		phi[k] = power
		power *= t
	}
}

func (m monomials) error() float64                          { return 0 }
func (m monomials) addGrad(_, _, _ []float64, _, _ float64) {}

// waves are cosine and sine of the multiples j of a frequency, with amplitudes: those of j = 0 is one feature, if it
// has an amplitude. A periodic covariance function has such a series (Solin and Särkkä 2014, section 3.2).
type waves struct {
	period     float64
	amplitudes []float64 // by j
	// byLength are the derivatives of the amplitudes by the lengthscale, nil where they are no parameters'.
	byLength []float64
	constant int // 1 with a feature of j = 0
	missing  float64
}

func newWaves(period float64, amplitudes, byLength []float64) *waves {
	w := &waves{period: period, amplitudes: amplitudes, byLength: byLength}
	if amplitudes[0] != 0 {
		w.constant = 1
	}
	return w
}

func (w *waves) size() int      { return w.constant + 2*(len(w.amplitudes)-1) }
func (w *waves) error() float64 { return w.missing }

func (w *waves) at(phi []float64, _, dt float64) {
	sin1, cos1 := math.Sincos(2 * math.Pi * math.Mod(dt, w.period) / w.period)
	if w.constant == 1 {
		phi[0] = w.amplitudes[0]
		phi = phi[1:]
	}
	sin, cos := sin1, cos1
	for j, a := range w.amplitudes[1:] {
		phi[2*j], phi[2*j+1] = a*cos, a*sin
		sin, cos = sin*cos1+cos*sin1, cos*cos1-sin*sin1
	}
}

// addGrad: the derivative of an angle 2πj dt/period by the period is minus itself divided by the period.
func (w *waves) addGrad(grad, weight, phi []float64, _, dt float64) {
	byLength, byAngle := 0.0, 0.0
	if w.constant == 1 {
		if w.byLength != nil {
			byLength = weight[0] * w.byLength[0]
		}
		weight, phi = weight[1:], phi[1:]
	}
	for j, a := range w.amplitudes[1:] {
		cos, sin := phi[2*j], phi[2*j+1]
		byAngle += float64(j+1) * (weight[2*j+1]*cos - weight[2*j]*sin)
		if w.byLength != nil {
			byLength += w.byLength[j+1] / a * (weight[2*j]*cos + weight[2*j+1]*sin)
		}
	}
	byPeriod := -byAngle * 2 * math.Pi * dt / (w.period * w.period)
	if w.byLength == nil {
		grad[0] += byPeriod
		return
	}
	grad[0] += byLength
	grad[1] += byPeriod
}

// truncation is the part of the variance of a periodic function that its harmonics may leave out.
const truncation = 1e-12

// mostHarmonics is the number of harmonics that are computed at most: a lengthscale of 0.02 has that many.
const mostHarmonics = 400

// newPeriodic returns the harmonics of exp(-2 sin²(πd/p)/l²) = Σ_j c_j cos(2πjd/p), with c_0 = exp(-a)I_0(a) and
// c_j = 2 exp(-a)I_j(a) for a = 1/l² and the modified Bessel functions I (Solin and Särkkä 2014, equations 26 to 27).
func newPeriodic(length, period float64) *waves {
	a := 1 / (length * length)
	bessel := scaledBessel(a)
	amplitudes, byLength := []float64{}, []float64{}
	rest := 1.0
	for j := 0; j <= mostHarmonics && rest > truncation; j++ {
		c, slope := bessel[j], bessel[1]-bessel[0]
		if j > 0 {
			c, slope = 2*bessel[j], bessel[j-1]+bessel[j+1]-2*bessel[j]
		}
		root := math.Sqrt(c)
		rest = 2 * tail(bessel[j+1:])
		amplitudes = append(amplitudes, root)
		byLength = append(byLength, slope/(2*root)*-2*a/length)
	}
	w := newWaves(period, amplitudes, byLength)
	w.missing = rest
	return w
}

// tail sums small numbers first.
func tail(v []float64) (sum float64) {
	for j := len(v) - 1; j >= 0; j-- {
		sum += v[j]
	}
	return sum
}

// scaledBessel returns exp(-a)I_j(a) for j up to mostHarmonics + 1 and beyond, by the recurrence
// I_{j-1} = I_{j+1} + 2j/a I_j from above, which is stable, and the sum I_0 + 2Σ_j I_j = exp(a) (Miller's algorithm).
func scaledBessel(a float64) []float64 {
	const margin = 40
	bessel := make([]float64, mostHarmonics+margin)
	above, at, sum := 0.0, math.SmallestNonzeroFloat64*1e20, 0.0
	for j := len(bessel) - 1; j >= 0; j-- {
		bessel[j] = at
		sum += at
		if j > 0 {
			sum += at
		}
		above, at = at, above+2*float64(j)/a*at
		if at > 1e200 {
			above, at, sum = above/1e200, at/1e200, sum/1e200
			for k := j; k < len(bessel); k++ {
				bessel[k] /= 1e200
			}
		}
	}
	for j := range bessel {
		bessel[j] /= sum
	}
	return bessel
}
