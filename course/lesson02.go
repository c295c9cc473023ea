package course

import (
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "02-1",
			Question: "What is the correlation of f(x) and f(x') under a squared exponential, two lengthscales apart?",
			Answer: numberOr(0.01, func() (float64, error) { return valueAt(cov.SE(0.3), 0, 0.6), nil },
				numberSlip{square, "that is exp(-4): the exponent has a 2 below the squared distance"},
				numberSlip{number(math.Exp(-1)), "that is exp(-1): the distance, measured in lengthscales, has to be squared"},
				numberSlip{number(math.Exp(-0.5)), "that is the correlation one lengthscale apart"}),
			Hints: []string{
				"The unit does not matter: only d/l enters, and that is 2.",
				"The exponent is minus the square of that over 2.",
			},
			Right: "Three lengthscales away, hardly more than 0.01 is left: there the data say nothing.",
		},
		Exercise{
			ID:       "02-2",
			Question: "Write the squared exponential of variance 2 and lengthscale 0.5 of two numbers.",
			Answer: like("a func(x, y float64) float64", ofTwo, se02(2, 2*0.5*0.5),
				slip[two]{func(_, _ float64) float64 { return 0 }, "it is 0 everywhere"},
				slip[two]{se02(2, 0.5*0.5), "the exponent lacks a factor: the squared distance is over twice the squared lengthscale"},
				slip[two]{se02(2, 2*0.5), "the lengthscale is not squared"},
				slip[two]{se02(4, 2*0.5*0.5), "2 is the variance; it must not be squared"},
				slip[two]{se02(1, 2*0.5*0.5), "the variance is missing: at distance 0 it has to be 2"},
				slip[two]{se02(2, -2*0.5*0.5), "it grows with the distance: the exponent has the wrong sign"},
				slip[two]{func(x, y float64) float64 { return 2 * math.Exp(-math.Abs(x-y)) }, "the distance is not squared"}),
			Hints: []string{
				"At x = y it is the variance, and it falls with the squared distance.",
				"d := (x - y) / 0.5 is the distance in lengthscales.",
				"math.Exp takes minus half of the square of that.",
			},
			Right: "cov.Custom makes a covariance function of such a Go function, and cov.Formula of a text.",
		},
		Exercise{
			ID:       "02-3",
			Question: "How many zeros has a draw of lengthscale 0.4 between 0 and 10, on average?",
			Answer: numberOr(0.02, func() (float64, error) { return 10 / (math.Pi * 0.4), nil },
				numberSlip{number(10 / math.Pi), "that is for a lengthscale of 1"},
				numberSlip{number(10 * 0.4 / math.Pi), "a shorter lengthscale gives more zeros, not fewer"},
				numberSlip{number(10 / (2 * math.Pi * 0.4)), "those are the crossings from below only; half of all zeros"},
				numberSlip{number(25), "that is the length in lengthscales; a zero is rarer than that"}),
			Hints: []string{
				"Section 1 has the number for a lengthscale of 1.",
				"Only the length of the interval in lengthscales matters.",
			},
			Right: "Seen the other way round: count the zeros of what you measure, and you have an idea of the lengthscale.",
		},
		Exercise{
			ID:       "02-4",
			Question: "Over days: a trend of variance 9 and lengthscale 365, and added to it a weekly pattern of variance 4, of lengthscale 1 within the week, which changes its shape with lengthscale 100.",
			Answer:   like("a covariance function", gramOf, week02(cov.Product(cov.SE(100), cov.Periodic(1, 7))), slips02()...),
			Hints: []string{
				"Added to means cov.Sum. Which changes means a product: two days are alike if they are at the same point of the week and not far apart.",
				"cov.Scale(4, ...) gives the pattern its variance, once.",
				"cov.Periodic takes the lengthscale within the period first, then the period in the unit of the inputs.",
			},
			Right: "Each part is a sentence about the data. That is how models are written.",
		},
		Exercise{
			ID:       "02-5",
			Question: "f(x) = a + b x with independent a of variance 1 and b of variance 4, both of mean 0. Write the covariance of f(x) and f(y).",
			Answer: like("a func(x, y float64) float64", ofTwo, func(x, y float64) float64 { return 1 + 4*x*y },
				slip[two]{func(_, _ float64) float64 { return 0 }, "it is 0 everywhere"},
				slip[two]{func(x, y float64) float64 { return 1 + 2*x*y }, "b enters both f(x) and f(y): the expectation of b·b is its variance, not its standard deviation"},
				slip[two]{func(x, y float64) float64 { return 4 * x * y }, "a is missing: at x = 0 the line has the variance 1"},
				slip[two]{func(x, y float64) float64 { return 1 + 16*x*y }, "the variance of b must not be squared"},
				slip[two]{func(x, y float64) float64 { return 4 + x*y }, "the variances of a and b are exchanged"},
				slip[two]{func(x, y float64) float64 { return 1 + 4*math.Abs(x-y) }, "a line is not stationary: the covariance depends on x and y, not only on their distance"}),
			Hints: []string{
				"The covariance of two variables of mean 0 is the expectation of their product.",
				"Multiply (a + b x)(a + b y) out. Two of the four terms have the expectation 0.",
			},
			Right: "It is cov.Sum(cov.Constant(1), cov.Linear(0.5)): regression by straight lines is a Gaussian process, too.",
		},
	)
}

// two is a function of two numbers.
type two = func(x, y float64) float64

// se02 returns a squared exponential with what stands below the squared distance.
func se02(variance, below float64) two {
	return func(x, y float64) float64 { return variance * math.Exp(-(x-y)*(x-y)/below) }
}

// valueAt returns k(x, y).
func valueAt(k cov.Func, x, y float64) float64 {
	var dst mat.Dense
	dst.ReuseAs(1, 1)
	k.Gram(&dst, cov.Line([]float64{x}), cov.Line([]float64{y}))
	return dst.At(0, 0)
}

// gramOf evaluates a covariance function at each two of some days.
func gramOf(k cov.Func, rng *rand.Rand) ([]float64, error) {
	const n = 9
	days := make([]float64, n)
	for i := range days {
		days[i] = 200 * rng.Float64()
	}
	x := cov.Line(days)
	if err := k.Check(x); err != nil {
		return nil, errors.New("on inputs of one dimension it says: " + err.Error())
	}
	gram := mat.NewDense(n, n, nil)
	k.Gram(gram, x, x)
	return gram.RawMatrix().Data, nil
}

// week02 returns the trend of exercise 02-4 and a pattern of variance 4.
func week02(pattern cov.Func) cov.Func {
	return cov.Sum(cov.Scale(9, cov.SE(365)), cov.Scale(4, pattern))
}

// slips02 returns the typical mistakes of exercise 02-4.
func slips02() []slip[cov.Func] {
	trend, decay, week := cov.Scale(9, cov.SE(365)), cov.SE(100), cov.Periodic(1, 7)
	return []slip[cov.Func]{
		{cov.SE(1), "it has one part yet, want a sum of two"},
		{trend, "the weekly pattern is missing"},
		{week02(week), "the pattern repeats for ever: it has to change with lengthscale 100"},
		{cov.Sum(trend, decay, cov.Scale(4, week)), "decay and week are added: the product of them is wanted, which is small where one of them is"},
		{cov.Sum(trend, cov.Scale(4, decay), cov.Scale(4, week)), "decay and week are added: the product of them is wanted, which is small where one of them is"},
		{cov.Sum(trend, cov.Product(cov.Scale(4, decay), cov.Scale(4, week))), "the pattern's variance is 16: both factors have been scaled"},
		{week02(cov.Product(decay, cov.Periodic(7, 1))), "lengthscale and period are exchanged: cov.Periodic(lengthscale, period)"},
		{week02(cov.Product(decay, cov.Periodic(1, 1.0/7))), "the period is a time, 7 days, not a frequency"},
		{week02(cov.LocallyPeriodic(100, 7)), "cov.LocallyPeriodic has one lengthscale for both; the pattern's is 1, that of its change 100"},
		{cov.Sum(cov.Scale(81, cov.SE(365)), cov.Scale(16, cov.Product(decay, week))), "9 and 4 are variances; they must not be squared"},
		{cov.Product(trend, cov.Scale(4, cov.Product(decay, week))), "trend and pattern are multiplied, want their sum"},
	}
}
