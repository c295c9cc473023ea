package lik

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Observed is the distribution of an observation whose latent value is normal,
//
//	p(y) = ∫ p(y|f) N(f; Mean, Var) df,
//
// which a posterior predicts. It need be neither normal nor symmetric. Integrals that have no closed
// form are sums over equally spaced values of f, whose number doubles until the sum stays the same:
// for smooth integrands the error falls exponentially with it (Trefethen and Weideman 2014, SIAM
// Review 56, 385-458).
type Observed struct {
	Lik Func
	// Mean and Var are the moments of f; Var is not negative.
	Mean, Var float64
}

// Closed forms that a likelihood may have, given the moments m and v of f.
type (
	momentsKnown interface {
		observedMoments(m, v float64) (mean, variance float64)
	}
	cdfKnown     interface{ observedCDF(y, m, v float64) float64 }
	densityKnown interface{ observedLog(y, m, v float64) float64 }
)

// closed returns the closed forms of the likelihood.
func (o Observed) closed() any {
	switch l := o.Lik.(type) {
	case family:
		return l.marginal()
	case adjusted:
		return Observed{Lik: l.Func}.closed()
	}
	return o.Lik
}

// Moments returns the mean and the variance of the observation; the variance may be +Inf.
func (o Observed) Moments() (mean, variance float64) {
	if known, ok := o.closed().(momentsKnown); ok {
		return known.observedMoments(o.Mean, o.Var)
	}
	mean = expect(o.Mean, o.Var, func(f float64) float64 { m, _ := o.Lik.Moments(f); return m })
	variance = expect(o.Mean, o.Var, func(f float64) float64 {
		m, v := o.Lik.Moments(f)
		return v + (m-mean)*(m-mean)
	})
	return mean, variance
}

// CDF returns the probability that the observation is at most y.
func (o Observed) CDF(y float64) float64 {
	if known, ok := o.closed().(cdfKnown); ok {
		return known.observedCDF(y, o.Mean, o.Var)
	}
	return meanCDF(o.Lik, y, o.Mean, o.Var)
}

// LogDensity returns the log density of the observation at y, or its log probability where
// observations are whole numbers. y must be a possible one ([Func].CheckTarget).
func (o Observed) LogDensity(y float64) float64 {
	if known, ok := o.closed().(densityKnown); ok {
		return known.observedLog(y, o.Mean, o.Var)
	}
	return logIntegral(o.Lik, y, o.Mean, o.Var)
}

// String describes the distribution.
func (o Observed) String() string {
	return fmt.Sprintf("%v, f ~ N(%.4g, %.4g)", o.Lik, o.Mean, o.Var)
}

// Bounds of the sums over f.
const (
	reach     = 12.0 // standard deviations of f to both sides
	firstStep = 0.5  // in standard deviations
	halvings  = 12   // of the step at most
	enough    = 1e-8 // the change of a sum, relative to that of absolute values: the next is its square
)

// expect returns the mean of g(f) for f ~ N(m, v).
func expect(m, v float64, g func(f float64) float64) float64 {
	if v == 0 {
		return g(m)
	}
	sd := math.Sqrt(v)
	sum := trapezoid(func(z float64) float64 { return g(m+sd*z) * math.Exp(-z*z/2) }, 0, -reach, reach, firstStep)
	return sum / math.Sqrt(2*math.Pi)
}

// trapezoid returns the integral of g, which vanishes at lo and hi, by sums over equally spaced points
// through centre. The step is halved until the sum stays the same.
func trapezoid(g func(x float64) float64, centre, lo, hi, step float64) float64 {
	sum, size := 0.0, 0.0
	add := func(from float64) {
		for x := from; x <= hi; x += step {
			v := g(x)
			sum, size = sum+v, size+math.Abs(v)
		}
		for x := from - step; x >= lo; x -= step {
			v := g(x)
			sum, size = sum+v, size+math.Abs(v)
		}
	}
	add(centre)
	for range halvings {
		before := sum
		add(centre + step/2)
		step /= 2
		if math.Abs(sum/2-before) <= enough*size/2 {
			break
		}
	}
	return sum * step
}

// meanCDF returns the mean of the distribution function at y for f ~ N(m, v).
func meanCDF(l interface{ CDF(y, f float64) float64 }, y, m, v float64) float64 {
	return min(max(expect(m, v, func(f float64) float64 { return l.CDF(y, f) }), 0), 1)
}

// logger has a log density with its derivatives.
type logger interface {
	Log(y, f float64) Derivatives
}

// logIntegral returns log ∫ p(y|f) N(f; m, v) df. The values of f reach from the mean of f to the mode
// of the integrand and reach standard deviations beyond, or surround the mode alone where that
// is far away.
func logIntegral(l logger, y, m, v float64) float64 {
	const far = 50
	if v == 0 {
		return l.Log(y, m).Value
	}
	sd := math.Sqrt(v)
	mode := (modeOf(l, y, m, v) - m) / sd
	lo, hi := math.Min(0, mode)-reach, math.Max(0, mode)+reach
	if math.Abs(mode) > far {
		lo, hi = mode-reach, mode+reach
	}
	log := func(z float64) float64 { return l.Log(y, m+sd*z).Value - z*z/2 }
	top := log(mode)
	if math.IsInf(top, -1) || math.IsNaN(top) {
		return math.Inf(-1)
	}
	sum := trapezoid(func(z float64) float64 { return math.Exp(log(z) - top) }, mode, lo, hi, firstStep)
	return top + math.Log(sum/math.Sqrt(2*math.Pi))
}

// modeOf returns a maximum of log p(y|f) - (f-m)²/2v, by Newton's method from m, with curvatures that
// are not positive left out and steps halved until they ascend.
func modeOf(l logger, y, m, v float64) float64 {
	value := func(f float64) float64 { return l.Log(y, f).Value - (f-m)*(f-m)/(2*v) }
	f := m
	for range 100 {
		at := l.Log(y, f)
		slope := at.D1 - (f-m)/v
		step := slope / (1/v + math.Max(-at.D2, 0))
		if math.IsNaN(step) || math.Abs(step) <= 1e-3*math.Sqrt(v) {
			break
		}
		here := value(f)
		for step != 0 && !(value(f+step) > here) && math.Abs(step) > 1e-12*math.Sqrt(v) {
			step /= 2
		}
		f += step
	}
	return f
}

// normal is the standard normal distribution.
var normal = distuv.UnitNormal
