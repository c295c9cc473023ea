package course

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "14-1",
			Question: "The best value so far is 1. At a point the model has the mean 1.2 and the standard deviation 0.5. What is the expected improvement there?",
			Answer: numberOr(0.005, func() (float64, error) { return improvement14(1, 1.2, 0.5), nil },
				numberSlip{number(probability14(1, 1.2, 0.5)), "that is the probability of an improvement; how large is it on average?"},
				numberSlip{number(improvement14(1.2, 1, 0.5)), "that is for a maximum; a value below 1 is an improvement"},
				numberSlip{number(improvement14(1, 1.2, 0.5) / 0.5), "that is in standard deviations; multiply by one"},
				numberSlip{number(improvement14(1, 1.2, math.Sqrt(0.5))), "0.5 is the standard deviation, not the variance"},
				numberSlip{number(improvement14(1, 1.2, 0.25)), "0.5 is the standard deviation; it was squared"},
				numberSlip{number(0.5 * distuv.UnitNormal.Prob(-0.4)), "the term zΦ(z) is missing"},
				numberSlip{number(0), "that is the improvement by the mean; f is uncertain, and may be below 1"}),
			Hints: []string{
				"z is the distance of the mean from the best value, in standard deviations: (best - mean)/sd.",
				"The expected improvement is sd (zΦ(z) + φ(z)). Here z is negative.",
				"distuv.UnitNormal has CDF for Φ and Prob for φ.",
			},
			Right: "A point whose mean is worse than the best can still be worth an evaluation: the improvement cannot be negative.",
		},
		Exercise{
			ID:       "14-2",
			Question: "Write the expected improvement of a minimisation.",
			Answer:   like("a func(best, mean, sd float64) float64", improvementsOf14, improvement14, slips142()...),
			Hints: []string{
				"The improvement is max(best - f, 0), with f normal. Start with z = (best - mean)/sd.",
				"In standard deviations it is zΦ(z) + φ(z) on average.",
				"Multiply that by sd. distuv.UnitNormal has CDF and Prob.",
			},
			Right: "The term with Φ rewards a low mean, the one with φ a wide interval: exploitation and exploration in one number.",
		},
		Exercise{
			ID:       "14-3",
			Question: "What is the logarithm of the expected improvement at z = -40, with the standard deviation 1?",
			Answer: numberOr(1e-4, func() (float64, error) { return logImprovement14(40), nil },
				numberSlip{number(-800 - logRoot14), "that is log φ(z); the expected improvement is smaller, by about the factor 1/z²"},
				numberSlip{number(-800 - logRoot14 - math.Log(40)), "that is the log probability of an improvement; the improvement itself is small, too: its factor is 1/z², not 1/|z|"},
				numberSlip{number(-800 - 2*math.Log(40)), "log φ(z) has a constant, which is missing"},
				numberSlip{number(-800 - logRoot14 + 2*math.Log(40)), "the factor is 1/z²: its logarithm is negative"},
				numberSlip{number((-800 - logRoot14 - 2*math.Log(40)) / math.Ln10), "that is the decimal logarithm"},
				numberSlip{number(-1600 - logRoot14 - 2*math.Log(40)), "φ(z) has z²/2 in its exponent"}),
			Hints: []string{
				"math.Log(math.Exp(…)) does not help: the exponential is 0 before the logarithm is taken. Work with logarithms from the start.",
				"Far below, zΦ(z) + φ(z) is nearly φ(z)/z².",
				"So it is log φ(z) - 2 log|z|, with log φ(z) = -z²/2 - log √(2π).",
			},
			Right: "That is a number of a few hundred, with a gradient that leads uphill; the expected improvement itself is 0 in a float64.",
		},
		Exercise{
			ID:       "14-4",
			Question: "Which of the three points do the probability of improvement, the expected improvement and the lower bound mean - 2 sd choose?",
			Answer: Judged("a []float64 of three numbers of points", func(chosen []float64, _ *rand.Rand) ([]float64, error) {
				return chosen, allFinite(chosen)
			}, judge144),
			Hints: []string{
				"The best value so far is 1. Compute z = (best - mean)/sd of each point first.",
				"The probability of improvement is Φ(z): it does not ask how large the improvement is.",
				"The lower bound asks for nothing but the low end of the interval: the least mean - 2 sd is chosen.",
			},
			Right: "The probability takes a sure gain that is tiny, the bound the widest interval, and the expected improvement weighs both.",
		},
		Exercise{
			ID:       "14-5",
			Question: "At which temperature and for how many minutes is the cost of the oven within 0.05 of its least?",
			Answer: Judged("a []float64 of a temperature and minutes", func(x []float64, _ *rand.Rand) ([]float64, error) {
				return x, allFinite(x)
			}, judge145),
			Hints: []string{
				"bo.New(baking, &bo.Settings{Noiseless: true}) begins a search; its Minimise takes ctx, oven and a number of evaluations.",
				"Minimise returns the best evaluation. Its X is the point.",
				"25 evaluations are enough. Look at the least value so far with display.Regret.",
			},
			Right: "Some batches burnt on the way: the search learns where that happens, and stays away from there.",
		},
	)
}

var logRoot14 = math.Log(2*math.Pi) / 2

// improvement14 returns the expected improvement on best of a normal value.
func improvement14(best, mean, sd float64) float64 {
	z := (best - mean) / sd
	return sd * (z*distuv.UnitNormal.CDF(z) + distuv.UnitNormal.Prob(z))
}

// probability14 returns the probability of an improvement.
func probability14(best, mean, sd float64) float64 { return distuv.UnitNormal.CDF((best - mean) / sd) }

// logImprovement14 returns the logarithm of the expected improvement at z = -t for the standard deviation 1 and a t of
// 20 or more: by the asymptotic series of Mills' ratio, zΦ(z) + φ(z) is φ(t)(1/t² - 3/t⁴ + 15/t⁶ - …).
func logImprovement14(t float64) float64 {
	u := 1 / (t * t)
	return -t*t/2 - logRoot14 - 2*math.Log(t) + math.Log1p(-3*u+15*u*u-105*u*u*u)
}

// improvement14s is the type of the answer to exercise 14-2.
type improvement14s = func(best, mean, sd float64) float64

func improvementsOf14(f improvement14s, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 12)
	for i := range values {
		values[i] = f(rng.NormFloat64(), rng.NormFloat64(), 0.3+2*rng.Float64())
	}
	return values, nil
}

func slips142() []slip[improvement14s] {
	return []slip[improvement14s]{
		{func(_, _, _ float64) float64 { return 0 }, "it gives 0 always, as before anything was written"},
		{func(best, mean, sd float64) float64 { return improvement14(mean, best, sd) }, "that is for a maximum; z is (best - mean)/sd"},
		{probability14, "that is the probability of an improvement"},
		{func(best, mean, sd float64) float64 { return improvement14(best, mean, sd) / sd }, "that is in standard deviations; multiply by sd"},
		{func(best, mean, sd float64) float64 { return (best - mean) * probability14(best, mean, sd) }, "the term with the density φ is missing"},
		{func(best, mean, sd float64) float64 { return sd * distuv.UnitNormal.Prob((best-mean)/sd) }, "the term zΦ(z) is missing"},
		{func(best, mean, sd float64) float64 { return improvement14(best, mean, math.Sqrt(sd)) }, "sd is the standard deviation already; no root is needed"},
		{func(best, mean, sd float64) float64 { return math.Log(improvement14(best, mean, sd)) }, "that is the logarithm of it"},
		{func(best, mean, _ float64) float64 { return max(best-mean, 0) }, "that is the improvement by the mean; f is uncertain"},
	}
}

// means14 and sds14 are those of the points of exercise 14-4, whose best value so far is 1.
var means14, sds14 = []float64{1, 2.2, 0.95}, []float64{0.5, 1.2, 0.02}

// chosen14 returns the points that the three acquisitions choose.
func chosen14() []float64 {
	bound := func(_, mean, sd float64) float64 { return 2*sd - mean }
	var chosen []float64
	for _, score := range []improvement14s{probability14, improvement14, bound} {
		best := 0
		for i := range means14 {
			if score(1, means14[i], sds14[i]) > score(1, means14[best], sds14[best]) {
				best = i
			}
		}
		chosen = append(chosen, float64(best))
	}
	return chosen
}

// judge144 compares with the points that are chosen.
func judge144(got []float64, _ *rand.Rand) error {
	right := chosen14()
	if len(got) != len(right) {
		return fmt.Errorf("there are %d numbers, want three", len(got))
	}
	fromOne := true
	for i := range right {
		fromOne = fromOne && got[i] == right[i]+1
	}
	if fromOne {
		return errors.New("points count from 0")
	}
	for i, name := range []string{"the probability of improvement", "the expected improvement", "the lower bound"} {
		if got[i] != right[i] {
			return fmt.Errorf("%s does not choose point %g", name, got[i])
		}
	}
	return nil
}

// The bounds of the oven of exercise 14-5, and the least cost, at 217.2° and 17.3 minutes.
const (
	coolest14, hottest14  = 150, 250
	shortest14, longest14 = 5, 120
	leastCost14           = 2.4633
)

// cost14 returns the cost of a batch; it is infinite if the batch burns.
func cost14(temperature, minutes float64) float64 {
	heat := temperature/20 + math.Log2(minutes)
	if heat > 15.5 {
		return math.Inf(1)
	}
	return 4*(heat-15)*(heat-15) + temperature/100 + minutes/60
}

// judge145 evaluates the oven at the point.
func judge145(x []float64, _ *rand.Rand) error {
	if len(x) != 2 {
		return fmt.Errorf("there are %d numbers, want a temperature and minutes", len(x))
	}
	inside := func(temperature, minutes float64) bool {
		return temperature >= coolest14 && temperature <= hottest14 && minutes >= shortest14 && minutes <= longest14
	}
	switch c := cost14(x[0], x[1]); {
	case !inside(x[0], x[1]) && inside(x[1], x[0]):
		return errors.New("the temperature comes first, then the minutes")
	case !inside(x[0], x[1]):
		return errors.New("the oven goes from 150 to 250 degrees, and from 5 to 120 minutes")
	case math.IsInf(c, 1):
		return errors.New("that batch burns")
	case c > leastCost14+0.05:
		return fmt.Errorf("the cost is %.3f there; the least is lower by more than 0.05", c)
	}
	return nil
}
