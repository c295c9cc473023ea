package course

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// slip is a common mistake: the wrong answer, and its explanation.
type slip[A any] struct {
	answer A
	says   string
}

// numberSlip is a common mistake whose answer is a function of the right number.
type numberSlip = slip[func(right float64) float64]

// numberOr is [Number] with explanations of common wrong numbers.
func numberOr(tolerance float64, want func() (float64, error), slips ...numberSlip) Answer {
	observe := func(x float64, _ *rand.Rand) (float64, error) { return finite(x) }
	judge := func(x float64, _ *rand.Rand) error {
		right, err := want()
		if err != nil {
			return uncomputed(err)
		}
		fault := differs(x, right, tolerance)
		for _, s := range slips {
			if fault != nil && differs(x, s.answer(right), tolerance) == nil {
				return errors.New(s.says)
			}
		}
		return fault
	}
	return Judged("a number", observe, judge)
}

// number and square are answers of common mistakes: any number, and a variance instead
// of a standard deviation.
func number(x float64) func(float64) float64 { return func(float64) float64 { return x } }
func square(right float64) float64           { return right * right }

// like returns an [Answer] that accepts results within 1e-6, relatively, of right, where at
// evaluates both at the same random points. Results that equal a common mistake are
// reported with its explanation.
func like[A any](want string, at func(A, *rand.Rand) ([]float64, error), right A, slips ...slip[A]) Answer {
	again := func(a A, seed uint64) ([]float64, error) { return at(a, source(seed)) }
	observe := func(a A, rng *rand.Rand) ([]float64, error) {
		values, err := again(a, rng.Uint64())
		for _, v := range values {
			if !isFinite(v) {
				return nil, fmt.Errorf("it gives %v, want finite numbers", v)
			}
		}
		return values, err
	}
	judge := func(got []float64, rng *rand.Rand) error {
		seed := rng.Uint64()
		values, err := again(right, seed)
		if err != nil {
			return uncomputed(err)
		}
		if agree(got, values) {
			return nil
		}
		for _, s := range slips {
			if values, err := again(s.answer, seed); err == nil && agree(got, values) {
				return errors.New(s.says)
			}
		}
		return errors.New("its values at random points are not those wanted")
	}
	return Judged(want, observe, judge)
}

// agree reports whether two lists are equal up to a part of 1e-6 of the larger size.
func agree(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-6*math.Max(1e-3, math.Max(math.Abs(a[i]), math.Abs(b[i]))) {
			return false
		}
	}
	return true
}

// ofTwo evaluates a function of two numbers at points between -2 and 2.
func ofTwo(f func(x, y float64) float64, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 12)
	for i := range values {
		values[i] = f(4*rng.Float64()-2, 4*rng.Float64()-2)
	}
	return values, nil
}
