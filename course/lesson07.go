package course

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "07-1",
			Question: "What is the expected NLPD in nats for each observation of one who knows f and that the noise has the standard deviation 0.5?",
			Answer: numberOr(0.01, func() (float64, error) { return floor07(0.5, 1), nil },
				numberSlip{number(floor07(0.5, 0)), "the error of a prediction is not 0 but the noise: its square, over twice the variance, is missing"},
				numberSlip{number(floor07(0.5, 2)), "the squared error is divided by twice the variance, so that its mean is less than that"},
				numberSlip{number(floor07(math.Sqrt(0.5), 1)), "0.5 is the standard deviation; the variance is less"},
				numberSlip{number(floor07(1, 1)), "that is for noise of the standard deviation 1, as in the lesson"},
				numberSlip{number(-floor07(0.5, 1)), "that is the log density; the score is its negative"}),
			Hints: []string{
				"Put the predictive standard deviation 0.5 into the equation of section 2, and take the mean of its second part.",
				"The mean of the squared error is the variance of the noise.",
				"So the second part is a half, whatever the noise is. The first one has the logarithm of 2 pi times the variance.",
			},
			Right: "Half the noise is log 2 nats less. The score has the unit of y in it: compare it on one data set only.",
		},
		Exercise{
			ID:       "07-2",
			Question: "An iteration takes 0.4 s at n = 2000, in proportion to n³. With how many rows do 50 iterations end in 10 s?",
			Answer: numberOr(0.01, func() (float64, error) { return rows07(1.0 / 3), nil },
				numberSlip{number(rows07(1)), "that is for a cost in proportion to n"},
				numberSlip{number(rows07(1.0 / 2)), "that is for a cost in proportion to n²"},
				numberSlip{number(rows07(3)), "the cube is on the wrong side: half the time is less than half the rows lost"}),
			Hints: []string{
				"How long may an iteration take?",
				"Times are in the ratio of the cubes of the numbers of rows.",
				"The ratio of the times is a half, so the ratio of the rows is its cube root.",
			},
			Right: "Half the time costs a fifth of the rows: a subset of the data is a strong rival because n³ falls so fast.",
		},
		Exercise{
			ID:       "07-3",
			Question: "Write what may be reported of a fit with a budget: the test score of the step of the lowest objective that ended in time.",
			Answer:   like("a func(seconds, objective, test []float64, budget float64) float64", reportsOf, report07, slips073()...),
			Hints: []string{
				"Go through the steps, and leave out those that ended later than the budget.",
				"Keep the number of the step whose objective is lowest so far, not the objective itself.",
				"At the end return test at that number.",
			},
			Right: "The test rows are looked at once, by nobody who decides anything.",
		},
		Exercise{
			ID:       "07-4",
			Question: "Write the mean difference of paired scores over its corrected standard error.",
			Answer:   like("a func(a, b []float64, r float64) float64", pairedOf, paired07, slips074()...),
			Hints: []string{
				"Make the list of differences first: stat.MeanStdDev(d, nil) is their mean and their standard deviation, with K - 1 below.",
				"The standard deviation of one difference is not the standard error of the mean: there is a factor with the number of folds.",
				"The factor is the root of 1/K + r, where K is the number of folds as a float64.",
			},
			Right: "Values beyond some two to three, by Student's t distribution with K - 1 degrees of freedom, are unlikely to be chance.",
		},
	)
}

// floor07 returns the NLPD of right predictions with noise of standard deviation sd,
// with half the given number of squared standardised errors.
func floor07(sd, squares float64) float64 {
	return math.Log(2*math.Pi*sd*sd)/2 + squares/2
}

// rows07 returns the number of rows where a cost that grows by 1/exponent is half of that
// of 2000 rows.
func rows07(exponent float64) float64 { return 2000 * math.Pow(10.0/(50*0.4), exponent) }

// report7 is the type of the answer to exercise 07-3.
type report7 = func(seconds, objective, test []float64, budget float64) float64

// reportsOf calls f with records of fits, in which objectives and test scores mostly,
// but not always, fall.
func reportsOf(f report7, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 12)
	for i := range values {
		n := 5 + rng.IntN(10)
		seconds, objective, test := make([]float64, n), make([]float64, n), make([]float64, n)
		for k := range n {
			seconds[k] = float64(k) + rng.Float64()
			objective[k] = 10 - float64(k) + 3*rng.NormFloat64()
			test[k] = 2 - 0.1*float64(k) + 0.3*rng.NormFloat64()
		}
		values[i] = f(slices.Clone(seconds), slices.Clone(objective), slices.Clone(test), seconds[0]+float64(n-1)*rng.Float64())
	}
	return values, nil
}

func report07(seconds, objective, test []float64, budget float64) float64 {
	return test[floats.MinIdx(objective[:inTime(seconds, budget)])]
}

// inTime returns the number of steps that ended within the budget.
func inTime(seconds []float64, budget float64) int {
	return floats.Count(func(t float64) bool { return t <= budget }, seconds)
}

func slips073() []slip[report7] {
	return []slip[report7]{
		{func(_, _, _ []float64, _ float64) float64 { return 0 }, "it gives 0 always, as before anything was written"},
		{func(_, _, test []float64, _ float64) float64 { return floats.Min(test) },
			"that is the best test score of all steps: it was chosen by the test rows, which flatters"},
		{func(seconds, _, test []float64, budget float64) float64 {
			return floats.Min(test[:inTime(seconds, budget)])
		},
			"that is the best test score in time: it was chosen by the test rows, which flatters"},
		{func(_, objective, test []float64, _ float64) float64 { return test[floats.MinIdx(objective)] },
			"some steps that were chosen ended after the budget"},
		{func(seconds, _, test []float64, budget float64) float64 { return test[inTime(seconds, budget)-1] },
			"that is the last step in time, and not the one of the lowest objective"},
		{func(seconds, objective, _ []float64, budget float64) float64 {
			return floats.Min(objective[:inTime(seconds, budget)])
		}, "that is the lowest objective; the test score of its step is asked for"},
	}
}

// paired7 is the type of the answer to exercise 07-4.
type paired7 = func(a, b []float64, r float64) float64

// pairedOf calls f with scores on folds; some folds are harder than others.
func pairedOf(f paired7, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 8)
	for i := range values {
		k := 3 + rng.IntN(8)
		a, b := make([]float64, k), make([]float64, k)
		for j := range a {
			fold := 1 + rng.NormFloat64()
			a[j], b[j] = fold+0.3*rng.NormFloat64(), fold+0.2+0.3*rng.NormFloat64()
		}
		values[i] = f(a, b, 1/float64(k-1))
	}
	return values, nil
}

func paired07(a, b []float64, r float64) float64 {
	return differences(a, b, func(k float64) float64 { return 1/k + r }, 1)
}

// differences returns the mean of a - b over the root of a factor that knows the number of
// pairs, times their standard deviation with that number less df below.
func differences(a, b []float64, factor func(k float64) float64, df float64) float64 {
	d := floats.SubTo(make([]float64, len(a)), a, b)
	k := float64(len(d))
	return stat.Mean(d, nil) / math.Sqrt(factor(k)*stat.PopVariance(d, nil)*k/(k-df))
}

func slips074() []slip[paired7] {
	none := func(k float64) float64 { return 1 / k }
	return []slip[paired7]{
		{func(_, _ []float64, _ float64) float64 { return 0 }, "it gives 0 always, as before anything was written"},
		{func(a, b []float64, _ float64) float64 { return differences(a, b, none, 1) },
			"r is missing: that is the usual standard error, which finds differences that are none"},
		{func(a, b []float64, _ float64) float64 {
			return differences(a, b, func(float64) float64 { return 1 }, 1)
		},
			"that divides by the standard deviation of one difference"},
		{func(a, b []float64, r float64) float64 {
			return differences(a, b, func(k float64) float64 { return 1/k + r }, 0)
		}, "the standard deviation has K - 1 below, not K"},
		{func(a, b []float64, r float64) float64 { return -paired07(a, b, r) }, "the sign is that of b - a"},
		{func(a, b []float64, r float64) float64 {
			k := float64(len(a))
			return (stat.Mean(a, nil) - stat.Mean(b, nil)) / math.Sqrt((1/k+r)*(stat.Variance(a, nil)+stat.Variance(b, nil)))
		}, "the two lists were taken as if they were independent; take the differences first, fold by fold"},
		{func(a, b []float64, _ float64) float64 {
			return stat.Mean(floats.SubTo(make([]float64, len(a)), a, b), nil)
		}, "that is the mean difference itself; divide it by its standard error"},
	}
}
