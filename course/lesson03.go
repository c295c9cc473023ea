package course

import (
	"math"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "03-1",
			Question: "A single y = 2 is observed, under a mean of 0. Which variance of y (that of f and of the noise together) makes it most probable?",
			Answer: numberOr(0.01, func() (float64, error) { return 2 * 2, nil },
				numberSlip{number(2), "that is a standard deviation; the variance is asked for"},
				numberSlip{number(1), "that is how models start, not what the observation says"}),
			Hints: []string{
				"With one observation C is a number c. Write -log p(y) as a function of it.",
				"It is y²/(2c) + log(c)/2 and a constant. Take the derivative by c.",
				"It is 0 where the two terms balance: y² over c² is 1 over c.",
			},
			Right: "The best variance is y². The data-fit term is -1/2 there; for n observations it is -n/2.",
		},
		Exercise{
			ID:       "03-2",
			Question: "Write the log marginal likelihood of two observations whose C has 1 on the diagonal and c off it.",
			Answer:   like("a func(y1, y2, c float64) float64", evidencesOf, evidence03(1, 0.5, 0.5, 1), slips03()...),
			Hints: []string{
				"There are three terms: data fit, complexity penalty and a constant. All of them have a minus.",
				"The determinant of C is 1 - c², and the complexity penalty has half of its logarithm.",
				"yᵀC⁻¹y is (y1² - 2 c y1 y2 + y2²) over the determinant.",
				"With n = 2 the constant is the logarithm of 2π.",
			},
			Right: "gplib.LML{}.Terms computes the same three terms, by a Cholesky factorisation of C.",
		},
		Exercise{
			ID:       "03-3",
			Question: "Under SE(l) with noise of variance 0.1: how many times as probable are the eight observations of section 4 with l = 1 as with l = 5?",
			Answer: numberOr(0.02, ratio03,
				numberSlip{math.Log, "that is the difference of the logarithms; how many times asks for its exponential"},
				numberSlip{func(right float64) float64 { return -math.Log(right) }, "that is a difference of logarithms, with the wrong sign"},
				numberSlip{func(right float64) float64 { return 1 / right }, "it is the other way round: the ratio is that of 1 to 5"}),
			Hints: []string{
				"gplib.LML{}.Eval(model, data, nil) gives the negative log marginal likelihood, at the parameters of the model.",
				"Evaluate it at both lengthscales and take the difference: which one is smaller?",
				"A difference of logarithms is the logarithm of a ratio.",
			},
			Right: "Where the noise may follow the lengthscale, hardly anything of that ratio is left: section 4.",
		},
		Exercise{
			ID:       "03-4",
			Question: "The lengthscale gets shorter, and all else stays. Which term of the log marginal likelihood falls, whatever the observations are: data fit, complexity penalty or constant?",
			Answer: Word("occam:130a54b0fc71d574009f8f111d85158880e723e0b7b79b84492b0a5e7e37d7e1",
				"occam:52259d975b2213401a99ffdbda11abc3cdedc793ae10d956fdc8cc49202e064c",
				"occam:a7028355be33894879fe454911aa5ddf7c1d4bb2081ee2cb081021eecb58b900", "occam:ab561fe84c4fd973ad8f538fb11f50d44cdc21d75f9bf6ac804ebf0f22308032"),
			Hints: []string{
				"Section 2 draws the terms over the lengthscale. Go from right to left.",
				"A shorter lengthscale allows for more functions. Which term is the price of that?",
			},
			Right: "The shorter lengthscale multiplies C, entry by entry, by another covariance matrix with 1 on its diagonal, and that never makes the determinant smaller (Oppenheim's inequality).",
		},
	)
}

// ratio03 returns how many times as probable the observations of lesson 03 are under one
// lengthscale as under another.
func ratio03() (float64, error) {
	d, err := gplib.NewData(cov.Line([]float64{0.2, 2.2, 3, 5.4, 5.9, 6.5, 7.2, 7.5}), []float64{1.29, 0.33, -0.22, 0.33, -0.7, -1.2, -1.4, -0.55})
	if err != nil {
		return 0, err
	}
	var values [2]float64
	for i, l := range []float64{1, 5} {
		m := gplib.Model{Cov: cov.SE(l), Noise: gplib.Gaussian(0.1)}
		if values[i], err = (gplib.LML{}).Eval(m, d, nil); err != nil {
			return 0, err
		}
	}
	return math.Exp(values[1] - values[0]), nil
}

// three is a function of three numbers.
type three = func(y1, y2, c float64) float64

func evidencesOf(f three, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 8)
	for i := range values {
		values[i] = f(rng.NormFloat64(), rng.NormFloat64(), 1.8*rng.Float64()-0.9)
	}
	return values, nil
}

// evidence03 returns the log marginal likelihood of exercise 03-2, times sign, with factors
// of its data fit, its complexity penalty and its constant, which are right at 1/2, 1/2 and 1.
func evidence03(sign, fit, complexity, constant float64) three {
	return func(y1, y2, c float64) float64 {
		det := 1 - c*c
		return sign * (-fit*(y1*y1-2*c*y1*y2+y2*y2)/det - complexity*math.Log(det) - constant*math.Log(2*math.Pi))
	}
}

// slips03 returns the typical mistakes of exercise 03-2.
func slips03() []slip[three] {
	right := evidence03(1, 0.5, 0.5, 1)
	return []slip[three]{
		{func(_, _, _ float64) float64 { return 0 }, "it is 0 everywhere"},
		{evidence03(-1, 0.5, 0.5, 1), "it has the wrong sign: that is the negative log marginal likelihood"},
		{evidence03(1, 0.5, 0.5, 0), "the constant is missing"},
		{evidence03(1, 0.5, 0.5, 0.5), "the constant is that of one observation, here are two"},
		{evidence03(1, 0.5, 1, 1), "the complexity penalty has half of the logarithm of the determinant"},
		{evidence03(1, 0.5, -0.5, 1), "the complexity penalty has the wrong sign: a greater determinant makes the data less probable"},
		{evidence03(1, 0.5, 0, 1), "the complexity penalty is missing: without it, the greatest variance fits best"},
		{evidence03(1, 1, 0.5, 1), "the data fit lacks the factor 1/2"},
		{func(y1, y2, c float64) float64 { return math.Exp(right(y1, y2, c)) }, "that is the density itself; its logarithm is asked for"},
		{func(y1, y2, c float64) float64 { return right(y1, y2, -c) }, "C⁻¹ has -c off the diagonal: the mixed term has the wrong sign"},
		{func(y1, y2, _ float64) float64 { return right(y1, y2, 0) }, "c has no effect: the two observations are correlated"},
	}
}
