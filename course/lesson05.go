package course

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"krigo/display/draw"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "05-1",
			Question: "Which part of the observations do 80 % intervals hold, where the standard deviations are two thirds of what they should be?",
			Answer: numberOr(0.01, func() (float64, error) { return held05(0.8, 2.0/3), nil },
				numberSlip{number(0.8 * 2 / 3), "the interval is two thirds as wide, but the density is highest in the middle: what is lost are the ends"},
				numberSlip{number(held05(0.95, 2.0/3)), "that is for intervals of 95 %"},
				numberSlip{number(held05(0.8, 1.5)), "that is for standard deviations one and a half times too large"},
				numberSlip{number(held05(0.8, 4.0/9)), "two thirds are of the standard deviation, not of the variance: it was squared"},
				numberSlip{number(held05(0.6, 2.0/3)), "80 % in the middle leave 10 % on either side, not 20 %"}),
			Hints: []string{
				"How many of the model's own standard deviations is the end of its 80 % interval from the mean? distuv.UnitNormal.Quantile(0.9) says.",
				"In true standard deviations that end is two thirds as far.",
				"The part of a normal distribution within a standard deviations of its mean is 2 CDF(a) - 1.",
			},
			Right: "About a quarter of what was promised is lost: intervals of 80 % tell of a wrong factor sooner than those of 95 %.",
		},
		Exercise{
			ID:       "05-2",
			Question: "The points of a QQ figure lie on a line through 0 of slope 0.4. By which factor must the predicted standard deviations be multiplied?",
			Answer: numberOr(0.01, func() (float64, error) { return 0.4, nil },
				numberSlip{number(1 / 0.4), "the other way round: the errors are smaller than was predicted"},
				numberSlip{number(0.16), "that is the factor for the variances"},
				numberSlip{number(math.Sqrt(0.4)), "a slope is one of standard deviations already; no root is needed"}),
			Hints: []string{
				"The standard normal has the quantile 2 somewhere. Which one have the standardised errors there?",
				"The standardised errors are the errors over the predicted standard deviation. Those are 0.4 standard normal numbers: is the divisor too small or too large?",
				"After the change the slope must be 1.",
			},
			Right: "The model was not sure enough. A flat line says so, as a hump of the transform does.",
		},
		Exercise{
			ID:       "05-3",
			Question: "Write the probability integral transform of an observation under a normal prediction.",
			Answer:   like("a func(y, mean, variance float64) float64", transformsOf, transform05, slips053()...),
			Hints: []string{
				"First the standardised error: the observation less the mean, over the standard deviation.",
				"Then the standard normal distribution function of that, distuv.UnitNormal.CDF.",
				"With math.Erf it is half of 1 + Erf(z/√2).",
			},
			Right: "It is even between 0 and 1 where predictions are right, whatever their means and variances are.",
		},
		Exercise{
			ID:       "05-4",
			Question: "500 observations at one point, a covariance function of variance 2, noise of variance 0.001: what is the condition number of C?",
			Answer: numberOr(0.01, func() (float64, error) { return (500*2 + 1e-3) / 1e-3, nil },
				numberSlip{number(2 / 1e-3), "that is for one observation: the largest eigenvalue grows with the number of points that say the same"},
				numberSlip{number(500 / 1e-3), "the variance of the covariance function is 2"},
				numberSlip{number(500 * 2), "that is the largest eigenvalue; it is over the smallest"},
				numberSlip{number(500 * 4 / 1e-3), "2 is the variance; it must not be squared"},
				numberSlip{number(1e-3 / (500*2 + 1e-3)), "that is the smallest eigenvalue over the largest: the other way round"}),
			Hints: []string{
				"K has the same number everywhere. Which vector does it not send to 0, and what does it make of that one?",
				"The vector of ones is multiplied by n times the variance. All vectors at a right angle to it are sent to 0.",
				"The noise is added to every eigenvalue. Then take the largest over the smallest.",
			},
			Right: "Repeated points make the bound of section 5 exact. Six of the sixteen digits are lost, and ten are enough.",
		},
		Exercise{
			ID:       "05-5",
			Question: "Which row of suspect was moved, counted from 0?",
			Answer: numberOr(1e-9, row05,
				numberSlip{func(right float64) float64 { return right + 1 }, "that is one too many: rows count from 0"}),
			Hints: []string{
				"Fit gplib.Auto(suspect), and take the predictions of its posterior with each row left out: fit.Posterior.(*gplib.Exact).LeaveOneOut().",
				"The standardised error of a row is its observation less the mean, over the root of VarY. Which one is the largest in size?",
				"Go through the rows and keep the number of the one with the largest size so far.",
			},
			Right: "A row left out is judged by its neighbours, so that a value which is common elsewhere stands out where it is not.",
		},
		Exercise{
			ID:       "05-6",
			Question: "Draw as a line, over the level from 0 to 1, which part of the observations central intervals hold, where the standard deviations are two thirds of what they should be.",
			Answer:   Figure(drawn05),
			Hints: []string{
				"Exercise 05-1 has the point at the level 0.8. Make a function of the level of it.",
				"The interval of the level p ends at the quantile (1+p)/2.",
				"display.NewPlot() makes an empty plot, and Add draws a plotter.NewFunction(f) on it, or a plotter.NewLine of points.",
				"Set XMax of the function to 1: it is drawn from XMin to there.",
			},
			Right: "It sags below the diagonal, as the curve of a model that is too sure does in display.Calibration.",
		},
	)
}

// held05 returns the part that central intervals hold, where the standard deviations are a
// factor of what they should be.
func held05(level, factor float64) float64 {
	end := distuv.UnitNormal.Quantile((1+level)/2) * factor
	return 2*distuv.UnitNormal.CDF(end) - 1
}

// drawn05 reports whether a line is the one of exercise 05-6, or what is wrong with the
// last one.
func drawn05(drawn []draw.Series) error {
	fault := errors.New("it draws points and no line: join them")
	for _, s := range drawn {
		if s.Kind != draw.LineSeries {
			continue
		}
		if fault = sagging05(s.X, s.Y); fault == nil {
			return nil
		}
	}
	return fault
}

// sagging05 checks that a line is the coverage of intervals with 2/3 of the right
// standard deviation, over the level.
func sagging05(level, part []float64) error {
	const few = 20
	switch lo, hi := draw.Span(level); {
	case len(level) < few:
		return fmt.Errorf("the line has %d points, want %d or more", len(level), few)
	case lo < 0 || hi > 1:
		return fmt.Errorf("the line goes from %.3g to %.3g, but levels are between 0 and 1", lo, hi)
	case lo > 0.05 || hi < 0.95:
		return fmt.Errorf("the line goes from the level %.3g to %.3g, and has to begin at 0 and end at 1", lo, hi)
	}
	along := func(f func(p float64) float64) bool {
		for i, p := range level {
			if !(math.Abs(part[i]-f(p)) < 0.005) {
				return false
			}
		}
		return true
	}
	if along(func(p float64) float64 { return held05(p, 2.0/3) }) {
		return nil
	}
	for _, s := range slips056() {
		if along(s.answer) {
			return errors.New(s.says)
		}
	}
	return errors.New("the line is not what such intervals hold")
}

func slips056() []numberSlip {
	end := func(p float64) float64 { return distuv.UnitNormal.Quantile((1+p)/2) * 2 / 3 }
	return []numberSlip{
		{number(0), "it is 0 everywhere"},
		{func(p float64) float64 { return p }, "that is the diagonal, which predictions that are right hold"},
		{func(p float64) float64 { return 2 * p / 3 }, "the interval is two thirds as wide, but the density is highest in the middle: what is lost are the ends"},
		{func(p float64) float64 { return held05(p, 1.5) }, "that is for standard deviations one and a half times too large, or x and y are exchanged"},
		{func(p float64) float64 { return held05(p, 4.0/9) }, "two thirds are of the standard deviation, not of the variance: it was squared"},
		{func(p float64) float64 { return distuv.UnitNormal.CDF(end(p)) }, "that is the part below the upper end of the interval; the lower end has to go, too"},
		{func(p float64) float64 { return held05(2*p-1, 2.0/3) }, "the interval of the level p ends at the quantile (1+p)/2, not at p"},
		{func(p float64) float64 { return 100 * held05(p, 2.0/3) }, "the part is in percent, and the level is not"},
	}
}

// transform05s is the type of the answer to exercise 05-3.
type transform05s = func(y, mean, variance float64) float64

func transformsOf(f transform05s, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 12)
	for i := range values {
		mean, variance := rng.NormFloat64(), 0.2+3*rng.Float64()
		values[i] = f(mean+math.Sqrt(variance)*rng.NormFloat64(), mean, variance)
	}
	return values, nil
}

func transform05(y, mean, variance float64) float64 {
	return distuv.Normal{Mu: mean, Sigma: math.Sqrt(variance)}.CDF(y)
}

func slips053() []slip[transform05s] {
	phi := distuv.UnitNormal.CDF
	return []slip[transform05s]{
		{func(_, _, _ float64) float64 { return 0 }, "it gives 0 always, as before anything was written"},
		{func(y, mean, variance float64) float64 { return phi((y - mean) / variance) },
			"the error is divided by the variance; divide it by the standard deviation"},
		{func(y, mean, variance float64) float64 { return transform05(mean, y, variance) },
			"the sign is turned round: an observation far above the mean has a transform near 1"},
		{func(y, mean, variance float64) float64 { return (y - mean) / math.Sqrt(variance) },
			"that is the standardised error; take the normal distribution function of it"},
		{func(y, mean, _ float64) float64 { return phi(y - mean) }, "the variance plays no part in it"},
		{func(y, mean, variance float64) float64 { return math.Erf((y - mean) / math.Sqrt(variance)) },
			"math.Erf lies between -1 and 1, and is not the normal distribution function; there is a root of 2 in it too"},
		{func(y, mean, variance float64) float64 {
			return (1 + math.Erf((y-mean)/math.Sqrt(variance))) / 2
		}, "the argument of math.Erf lacks a root of 2"},
		{func(y, mean, variance float64) float64 {
			return distuv.Normal{Mu: mean, Sigma: math.Sqrt(variance)}.Prob(y)
		}, "that is the density; the distribution function is asked for"},
	}
}

// row05 returns the row of the data of exercise 05-5 that was moved.
func row05() (float64, error) { return float64(rand.New(rand.NewPCG(10, 8)).IntN(120)), nil }
