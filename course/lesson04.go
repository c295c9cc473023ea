package course

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "04-1",
			Question: "Write the gradient of the log marginal likelihood by variance, lengthscale and noise variance.",
			Answer:   like("a func(x, y, theta []float64) []float64", gradientsOf, weighted04(0.5, 0.5), slips041()...),
			Hints: []string{
				"Section 4 has the derivative by the noise variance. The other two differ from it in the matrix ∂C alone.",
				"By the variance, ∂C has exp(-r²/2) everywhere: there is no noise in it. By the lengthscale it has v exp(-r²/2) r²/l.",
				"With α and C⁻¹, each derivative is half of the sum over all i and j of (αᵢαⱼ - C⁻¹ᵢⱼ) ∂Cᵢⱼ.",
				"factor.InverseTo(inverse) writes C⁻¹ into a *mat.SymDense, and α is C⁻¹ times y.",
			},
			Right: "gplib does the same in one pass over the pairs of rows, for any covariance function.",
		},
		Exercise{
			ID:       "04-2",
			Question: "The slope of the log marginal likelihood by the noise variance is 30 where that variance is 0.02. What is it by the logarithm of the variance?",
			Answer: numberOr(0.001, func() (float64, error) { return 30 * 0.02, nil },
				numberSlip{number(30 / 0.02), "it is divided by the variance; the chain rule multiplies by ds/d(log s)"},
				numberSlip{number(30 * math.Log(0.02)), "the logarithm itself plays no part: its derivative does"},
				numberSlip{number(30), "the slope by the logarithm is another number: a step of 1 in the logarithm is a factor of e"},
				numberSlip{number(30 * math.Sqrt(0.02)), "that is multiplied by the standard deviation; the parameter is the variance"}),
			Hints: []string{
				"Write s = exp(u) with u = log s. What is ds/du?",
				"By the chain rule the slope by u is the slope by s, times ds/du.",
				"The derivative of exp(u) is exp(u), and that is s itself.",
			},
			Right: "A logarithm makes slopes near 0 smaller and far from 0 larger, so that all parameters have about one unit.",
		},
		Exercise{
			ID:       "04-3",
			Question: "A start ends at the best optimum with probability 0.2, whatever the others do. How many starts make it at least 95 % sure that one of them does?",
			Answer: numberOr(0, func() (float64, error) { return math.Ceil(math.Log(0.05) / math.Log(0.8)), nil },
				numberSlip{number(13), "with 13 it is a little less than 95 %"},
				numberSlip{number(5), "five starts hit it once on average, and all fail with probability 0.8⁵"},
				numberSlip{number(2), "that is for starts that fail with probability 0.2"},
				numberSlip{number(math.Log(0.05) / math.Log(0.8)), "starts come whole"}),
			Hints: []string{
				"What is the probability that all of k starts miss it?",
				"Each misses it with probability 0.8, and so k of them with 0.8 to the power of k.",
				"The smallest k for which that is 0.05 or less: take logarithms.",
			},
			Right: "How many starts you need depends on the probability of a good one alone, not on how many other optima there are.",
		},
		Exercise{
			ID:       "04-4",
			Question: "On a ridge of constant v/l² a fit ends at the variance 8 and the lengthscale 20. Which variance describes the same line at the lengthscale 100?",
			Answer: numberOr(0.001, func() (float64, error) { return 8 * (100.0 / 20) * (100.0 / 20), nil },
				numberSlip{number(40), "v/l² is constant, not v/l: the lengthscale is squared"},
				numberSlip{number(8.0 / 25), "the other way round: the longer lengthscale takes the larger variance"},
				numberSlip{number(8), "the same variance at five times the lengthscale makes the line flatter"},
				numberSlip{number(8 * 125), "the lengthscale is squared, not cubed"},
				numberSlip{number(8.0 / 400), "that is v/l², which both points share; the variance is asked for"}),
			Hints: []string{
				"What is v/l² where the fit ended?",
				"The same quotient at l = 100: multiply it by 100².",
			},
			Right: "Where two parameters enter by a quotient, read the quotient: each of them alone says little about the data.",
		},
	)
}

// gradients is the type of the answer to exercise 04-1.
type gradients = func(x, y, theta []float64) []float64

func gradientsOf(f gradients, rng *rand.Rand) ([]float64, error) {
	var all []float64
	for range 4 {
		n := 3 + rng.IntN(4)
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			x[i], y[i] = 4*rng.Float64(), rng.NormFloat64()
		}
		all = append(all, f(x, y, []float64{0.5 + rng.Float64(), 0.5 + rng.Float64(), 0.2 + rng.Float64()})...)
	}
	return all, nil
}

// weighted04 returns the gradient of the log marginal likelihood with factors of its data fit
// and of its complexity penalty, which are right at 1/2.
func weighted04(fit, complexity float64) gradients {
	return func(x, y, theta []float64) []float64 {
		n, v, l, s := len(x), theta[0], theta[1], theta[2]
		c, byVariance, byLength := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				r := (x[i] - x[j]) / l
				k := math.Exp(-r * r / 2)
				c.SetSym(i, j, v*k)
				byVariance.SetSym(i, j, k)
				byLength.SetSym(i, j, v*k*r*r/l)
			}
			c.SetSym(i, i, v+s)
		}
		var factor mat.Cholesky
		inverse, alpha := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
		if !factor.Factorize(c) || factor.InverseTo(inverse) != nil {
			return []float64{math.NaN(), math.NaN(), math.NaN()}
		}
		alpha.MulVec(inverse, mat.NewVecDense(n, y))
		by := func(dc mat.Matrix) float64 {
			var product mat.Dense
			product.Mul(inverse, dc)
			return fit*mat.Inner(alpha, dc, alpha) - complexity*mat.Trace(&product)
		}
		one := mat.NewDiagDense(n, nil)
		for i := range n {
			one.SetDiag(i, 1)
		}
		return []float64{by(byVariance), by(byLength), by(one)}
	}
}

// slips041 returns the typical mistakes of exercise 04-1.
func slips041() []slip[gradients] {
	changed := func(change func(grad, theta []float64)) gradients {
		right := weighted04(0.5, 0.5)
		return func(x, y, theta []float64) []float64 {
			grad := right(x, y, theta)
			change(grad, theta)
			return grad
		}
	}
	return []slip[gradients]{
		{weighted04(0, 0), "it is 0 everywhere, as before anything was written"},
		{changed(func(g, _ []float64) { g[0], g[1] = 0, 0 }), "the derivatives by variance and lengthscale are still 0"},
		{weighted04(-0.5, -0.5), "it has the wrong sign: that is the gradient of the negative log marginal likelihood"},
		{weighted04(1, 1), "the factor 1/2 is missing"},
		{weighted04(0.5, 0), "the trace is missing: the complexity penalty changes with the parameters, too"},
		{weighted04(0, 0.5), "the data fit is missing: without α the observations have no effect"},
		{weighted04(0.5, -0.5), "the trace has the wrong sign"},
		{changed(func(g, theta []float64) {
			for k := range g {
				g[k] *= theta[k]
			}
		}), "that is the gradient by the logarithms of the parameters; by the parameters themselves is asked for"},
		{changed(func(g, theta []float64) { g[1] *= theta[1] }), "by the lengthscale, the division by l is missing"},
		{changed(func(g, theta []float64) { g[1] *= theta[1] * theta[1] }),
			"by the lengthscale, ∂C has r²/l with r = (xᵢ - xⱼ)/l: the difference of the inputs is divided by l as well"},
		{changed(func(g, theta []float64) { g[1] /= theta[0] }), "by the lengthscale, the variance v is missing"},
		{changed(func(g, _ []float64) { g[1] = -g[1] }), "by the lengthscale, the sign is wrong: a longer one makes all covariances larger"},
		{changed(func(g, theta []float64) { g[0] *= theta[0] }), "by the variance, ∂C is exp(-r²/2), without v"},
	}
}
