package course

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "00-1",
			Question: "Write a function of two int that returns which part of n trials were hits, as a float64.",
			Answer: like("a func(hits, n int) float64", sharesOf, func(hits, n int) float64 { return float64(hits) / float64(n) },
				slip[func(hits, n int) float64]{func(_, _ int) float64 { return 0 }, "it is 0 everywhere, as before anything was written"},
				slip[func(hits, n int) float64]{func(hits, n int) float64 { return float64(hits / n) }, "int divided by int drops the fraction: convert first, then divide"},
				slip[func(hits, n int) float64]{func(hits, n int) float64 { return float64(n) / float64(hits) }, "it is the other way round: hits over n"},
				slip[func(hits, n int) float64]{func(hits, n int) float64 { return 100 * float64(hits) / float64(n) }, "that is in percent; the part of 1 is asked for"},
				slip[func(hits, n int) float64]{func(hits, n int) float64 { return float64(n-hits) / float64(n) }, "that is the part of the misses"}),
			Hints: []string{
				"What does 7 / 2 give in Go, where both are int?",
				"float64(hits) is hits as a float64. Both operands of / must have the same type.",
			},
			Right: "Go never converts a number by itself, so that you see where a fraction is lost.",
		},
		Exercise{
			ID:       "00-2",
			Question: "Write a function that returns a new slice: the values less their mean, divided by their standard deviation (with n - 1).",
			Answer:   like("a func(y []float64) []float64", standardisedOf, standardised00, slips002()...),
			Hints: []string{
				"stat.Mean(y, nil) and stat.StdDev(y, nil) are the two numbers.",
				"out := make([]float64, len(y)) is a new slice of the same length; fill it in a loop over range y.",
				"A slice is a view of memory: y[i] = … also changes the caller's numbers. Write to out[i] instead.",
			},
			Right: "The caller's slice is as it was: in Go, too, a function that is handed a slice can change it.",
		},
	)
}

// sharesOf returns values of f, at first that of nothing but hits, where no fraction is lost.
func sharesOf(f func(hits, n int) float64, rng *rand.Rand) ([]float64, error) {
	values := []float64{f(5, 5)}
	for range 11 {
		n := 2 + rng.IntN(50)
		values = append(values, f(1+rng.IntN(n), n))
	}
	return values, nil
}

// standardisedOf returns the results of f for random numbers, followed by what f has left of these.
func standardisedOf(f func(y []float64) []float64, rng *rand.Rand) ([]float64, error) {
	var all []float64
	for range 3 {
		y := make([]float64, 3+rng.IntN(4))
		for i := range y {
			y[i] = 5 + 3*rng.NormFloat64()
		}
		all = append(all, f(y)...)
		all = append(all, y...)
	}
	return all, nil
}

func standardised00(y []float64) []float64 {
	return scaled00(y, stat.Mean(y, nil), stat.StdDev(y, nil))
}

// scaled00 returns the values less centre, over unit.
func scaled00(y []float64, centre, unit float64) []float64 {
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = (v - centre) / unit
	}
	return out
}

// slips002 returns the typical mistakes of exercise 00-2.
func slips002() []slip[func(y []float64) []float64] {
	return []slip[func(y []float64) []float64]{
		{slices.Clone[[]float64], "the values are as they were, as before anything was written"},
		{func(y []float64) []float64 {
			copy(y, standardised00(y))
			return y
		}, "it changes the slice that it was given: make a new one"},
		{func(y []float64) []float64 { return scaled00(y, stat.Mean(y, nil), stat.Variance(y, nil)) },
			"it is divided by the variance; take the standard deviation"},
		{func(y []float64) []float64 { return scaled00(y, 0, stat.StdDev(y, nil)) }, "the mean is not subtracted"},
		{func(y []float64) []float64 { return scaled00(y, stat.Mean(y, nil), 1) }, "it is not divided by the standard deviation"},
		{func(y []float64) []float64 {
			return scaled00(y, stat.Mean(y, nil), math.Sqrt(stat.PopVariance(y, nil)))
		},
			"that has n in the denominator; n - 1 is asked for"},
	}
}
