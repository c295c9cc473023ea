package optim

import "math"

// Schedule gives the step length of step t, counted from 0.
type Schedule func(t int) float64

// ConstantRate returns rate at every step.
func ConstantRate(rate float64) Schedule { return func(int) float64 { return rate } }

// InverseDecay returns rate/(1 + t/half): half of rate after half steps.
func InverseDecay(rate, half float64) Schedule {
	return func(t int) float64 { return rate / (1 + float64(t)/half) }
}

// CosineDecay falls from rate to last over steps steps by half a cosine and
// stays there (Loshchilov and Hutter 2017, equation 5, without restarts).
func CosineDecay(rate, last float64, steps int) Schedule {
	return func(t int) float64 {
		part := min(float64(t)/float64(max(steps, 1)), 1)
		return last + (rate-last)*(1+math.Cos(math.Pi*part))/2
	}
}

// PowerDecay returns rate/(1+t)^power: the theory of stochastic approximation requires
// powers in (1/2, 1], or less for averages that follow a slower iteration.
func PowerDecay(rate, power float64) Schedule {
	return func(t int) float64 { return rate * math.Pow(1+float64(t), -power) }
}
