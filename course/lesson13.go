package course

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"krigo/gplib/lik"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "13-1",
			Question: "Write the derivative of Student's log density with respect to f, for an error r = y - f.",
			Answer:   like("a func(r, scale, dof float64) float64", pullsOf13, pull13, slips131()...),
			Hints: []string{
				"The log density depends on f by -(ν+1)/2 log(1 + r²/(νs²)) alone.",
				"The derivative of the logarithm is 2r/(νs²) over 1 + r²/(νs²), times that of r by f, which is -1.",
				"Multiply numerator and denominator by νs²: the denominator is νs² + r².",
			},
			Right: "For small errors it is r/s² times (ν+1)/ν, nearly that of normal noise; for large ones it is (ν+1)/r.",
		},
		Exercise{
			ID:       "13-2",
			Question: "At which error does Student's t with scale 0.5 and 9 degrees of freedom pull hardest?",
			Answer: numberOr(0.005, func() (float64, error) { return 0.5 * math.Sqrt(9), nil },
				numberSlip{number(0.5 * 9), "the root of the degrees of freedom is missing"},
				numberSlip{number(3), "that is in units of the scale"},
				numberSlip{number(0.25 * 9), "that is the square of the error"},
				numberSlip{number(pull13(1.5, 0.5, 9)), "that is the pull itself; the error is asked for"},
				numberSlip{number(0.5), "at one scale the pull still grows"}),
			Hints: []string{
				"The pull is (ν+1) r/(νs² + r²). Where is its derivative by r zero?",
				"A quotient is greatest where νs² + r² - r·2r is 0.",
				"So r² is νs².",
			},
			Right: "Beyond it an observation lets go, and the log density is convex: there a Newton step has no target.",
		},
		Exercise{
			ID:       "13-3",
			Question: "The latent f of a year has the mean 0.5 and the variance 1.2 under a Poisson likelihood. How many events are to be expected?",
			Answer: numberOr(0.005, func() (float64, error) { return math.Exp(0.5 + 1.2/2), nil },
				numberSlip{number(math.Exp(0.5)), "that is the rate at the mean of f, its median; the mean of exp(f) is larger"},
				numberSlip{number(math.Exp(0.5 + 1.2)), "half of the variance belongs in the exponent, not all of it"},
				numberSlip{number(math.Exp(0.5 + 1.2*1.2/2)), "1.2 is the variance already; it was squared"},
				numberSlip{number(0.5 + 1.2/2), "that is the logarithm of it"},
				numberSlip{number(math.Exp(0.5 - 1.2/2)), "that is the mode of exp(f); the mean is on the other side"}),
			Hints: []string{
				"The expected count is the mean of exp(f) over f, which is lognormal.",
				"The mean of exp(f) for f ~ N(m, v) is exp(m + v/2).",
			},
			Right: "Uncertainty of a logarithm raises the mean: lik.Observed{Lik: lik.Poisson(), Mean: 0.5, Var: 1.2}.Moments() says the same.",
		},
		Exercise{
			ID:       "13-4",
			Question: "A count has a negative binomial distribution with the mean 6 and the size 3. What is its standard deviation?",
			Answer: numberOr(0.005, func() (float64, error) { return deviation13(6, 3), nil },
				numberSlip{square, "that is the variance"},
				numberSlip{number(math.Sqrt(6)), "that is the Poisson distribution's"},
				numberSlip{number(math.Sqrt(6 + 6.0/3)), "the mean is squared in the second term"},
				numberSlip{number(math.Sqrt(36.0 / 3)), "the variance of the Poisson distribution, the mean, is missing"},
				numberSlip{number(math.Sqrt(6 + 36*3)), "the size divides: a large one is the Poisson distribution"}),
			Hints: []string{
				"The variance is the mean and something that grows with its square.",
				"It is μ + μ²/k with the size k.",
				"Then take the root.",
			},
			Right: "A Poisson count of that mean has a standard deviation of less than 2.5: intervals would be much too narrow.",
		},
		Exercise{
			ID:       "13-5",
			Question: "Which two rows of suspects were moved, counted from 0 and in ascending order?",
			Answer: Judged("a []float64 of two rows", func(rows []float64, _ *rand.Rand) ([]float64, error) {
				return rows, allFinite(rows)
			}, judge135),
			Hints: []string{
				"They are neighbours, and hide each other from normal noise: use Student's t.",
				"robust(\"suspects\", suspects) is such a fit, and farthest(fit, 2) has its farthest rows.",
				"Sort the two, and write them as []float64{…}.",
			},
			Right: "With normal noise two bad neighbours look like a function that jumps.",
		},
	)
}

// pull13s is the type of the answer to exercise 13-1.
type pull13s = func(r, scale, dof float64) float64

func pullsOf13(pull pull13s, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 12)
	for i := range values {
		values[i] = pull(2*rng.NormFloat64(), 0.3+rng.Float64(), 2.5+6*rng.Float64())
	}
	return values, nil
}

func pull13(r, scale, dof float64) float64 { return lik.StudentT(scale, dof).Log(r, 0).D1 }

func slips131() []slip[pull13s] {
	return []slip[pull13s]{
		{func(_, _, _ float64) float64 { return 0 }, "it gives 0 always, as before anything was written"},
		{func(r, scale, dof float64) float64 { return -pull13(r, scale, dof) }, "the sign is turned: an observation above f pulls it up"},
		{func(r, scale, _ float64) float64 { return r / (scale * scale) }, "that is the pull under normal noise"},
		{func(r, scale, dof float64) float64 { return pull13(r, math.Sqrt(scale), dof) }, "the scale is not squared"},
		{func(r, scale, dof float64) float64 { return pull13(r, scale, dof) / (dof + 1) * dof }, "the factor is ν + 1, not ν"},
		{func(r, scale, dof float64) float64 { return pull13(r, scale, dof) / 2 }, "half of it is lost: the derivative of r² is 2r"},
		{func(r, scale, dof float64) float64 { return (dof + 1) * r / (scale*scale + r*r) }, "the denominator lacks the degrees of freedom: νs² + r²"},
		{func(r, scale, dof float64) float64 { return lik.StudentT(scale, dof).Log(r, 0).Value }, "that is the log density; its derivative is asked for"},
	}
}

// deviation13 returns the standard deviation of a negative binomial count.
func deviation13(mean, size float64) float64 {
	_, v := lik.NegativeBinomial(size).Moments(math.Log(mean))
	return math.Sqrt(v)
}

// judge135 compares with the two rows of exercise 13-5.
func judge135(rows []float64, _ *rand.Rand) error {
	first := float64(rand.New(rand.NewPCG(12, 12)).IntN(38))
	right := []float64{first, first + 1}
	reversed := []float64{first + 1, first}
	switch {
	case slices.Equal(rows, right):
		return nil
	case len(rows) != len(right):
		return fmt.Errorf("there are %d rows, want two", len(rows))
	case slices.Equal(rows, reversed):
		return errors.New("these are the rows, in descending order")
	case slices.Equal(rows, []float64{first + 1, first + 2}):
		return errors.New("that is one too many: rows count from 0")
	case slices.Contains(right, rows[0]) || slices.Contains(right, rows[1]):
		return errors.New("one of them is right")
	}
	return errors.New("neither of them was moved")
}
