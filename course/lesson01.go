package course

import (
	"context"
	"math"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "01-1",
			Question: "What is the mean of f at x = 0.5, given f(0) = 1 without noise, and a squared exponential of variance 1 and lengthscale 1?",
			Answer: numberOr(0.01, func() (float64, error) {
				q, err := given01(1e-10, []float64{0}, []float64{1}, 0.5)
				return q.mean, err
			},
				numberSlip{number(math.Exp(-0.25)), "that is exp(-0.25): the distance has to be squared, and there is a 2 below it in the exponent"},
				numberSlip{number(1), "that is the observation, half a lengthscale away"}),
			Hints: []string{
				"With one observation the mean is k(x, 0) divided by k(0, 0), times the observation.",
				"k(0, 0) is the variance. For k(0.5, 0) put the distance into the exponential of the covariance function.",
				"The exponent is minus the squared distance over twice the squared lengthscale.",
			},
			Right: "The mean falls back to the prior's 0 as the covariance function does.",
		},
		Exercise{
			ID:       "01-2",
			Question: "What is the standard deviation of f at x = 0.5 in the same setting?",
			Answer: numberOr(0.01, func() (float64, error) {
				q, err := given01(1e-10, []float64{0}, []float64{1}, 0.5)
				return math.Sqrt(q.variance), err
			},
				numberSlip{square, "that is the variance; the standard deviation is asked for"},
				numberSlip{number(math.Sqrt(1 - math.Exp(-0.125))), "the covariance is taken away once; what an observation takes from a variance is a square"},
				numberSlip{number(1 - math.Exp(-0.125)), "the covariance is taken away once, and the root is missing"},
				numberSlip{number(1), "that is the prior's, before the observation"}),
			Hints: []string{
				"The variance is k(x, x) less what the observation explains. The value that was observed does not matter.",
				"What it explains is k(x, 0) squared over k(0, 0).",
				"The exercise before has k(0.5, 0). At the end take the root.",
			},
			Right: "Half a lengthscale away, f is known to about half of its prior standard deviation.",
		},
		Exercise{
			ID:       "01-3",
			Question: "Write the mean and variance of f at x, given y1 observed at 0 and y2 at 1: squared exponential of variance 1 and lengthscale 1, noise of variance 0.1.",
			Answer:   like("a func(x, y1, y2 float64) (mean, variance float64)", predictionsOf, right01, slips01()...),
			Hints: []string{
				"C is a matrix of 2 rows. Its diagonal elements are k(0, 0) plus the noise, the others k(0, 1).",
				"The inverse of a matrix with a on the diagonal and b off it is (a, -b; -b, a) over a² - b².",
				"With k1 = k(x, 0) and k2 = k(x, 1) the weights of y1 and y2 are (a k1 - b k2) and (a k2 - b k1) over a² - b².",
				"The variance is 1 less weight times covariance, added up over both observations.",
			},
			Right: "That is all that gplib.Condition computes, with n observations instead of 2.",
		},
		Exercise{
			ID:       "01-4",
			Question: "Fit Scale(1, SE(1)) with noise Gaussian(0.1) to the six observations of section 2. Which standard deviation of the noise is learned?",
			Answer: numberOr(0.02, func() (float64, error) {
				s, err := noise01()
				return math.Sqrt(s), err
			},
				numberSlip{square, "that is the variance of the noise"},
				numberSlip{number(math.Sqrt(0.1)), "that is where the fit starts: the learned model is in the result"},
				numberSlip{number(0.1), "that is the variance with which the fit starts"}),
			Hints: []string{
				"gplib.Fit(ctx, model, data, nil) gives a result; display.Params shows what it has learned.",
				"The parameter noise.variance is the variance. What has the unit of y?",
			},
			Right: "The noise is small next to the observations, which go from -1.7 to 0.75.",
		},
		Exercise{
			ID:       "01-5",
			Question: "Fit the model of section 4 without season to the months before 1992. Which of the three parts that are left takes the season over: trend, irregular or noise?",
			Answer: Word("mauna:6992b438586e6f98136d2d83ecca69e381c61113ec6add3916d20fff70f5a379",
				"mauna:25a3e744c503f06ed3a2ce804577eca3c4f559650ad5e74a94ef4e16d761cf39",
				"mauna:4e089969ba2fca0cffa112876eab4b0802674dc6c51d4edd13d33b503982b749"),
			Hints: []string{
				"Sum two parts instead of three, fit, and set both fits side by side with display.Params.",
				"The season goes up and down within a year. Which part has a lengthscale far below a year now, that had a longer one before?",
			},
			Right: "A lengthscale of some 0.2 years follows each season by itself, and knows nothing of the next: the forecast has none.",
		},
		Exercise{
			ID:        "01-6",
			Question:  "Your numbers, course.Own(\"01-6\"), are x, y and s. What is the mean of f at 0, given y observed at x with noise of variance s, and a squared exponential of variance 1 and lengthscale 1?",
			Draw:      noisy01,
			AnswerFor: mean01,
			Hints: []string{
				"It is the setting of 01-1 with noise, seen from the other side: what is the distance from the observation?",
				"The noise adds to the variance of the observation: the mean is k(0, x) over k(x, x) + s, times y.",
			},
			Right: "The noise shrinks the mean towards the prior's 0 by the factor 1/(1 + s), everywhere.",
		},
	)
}

// moments01 are the mean and the variance of f at a point.
type moments01 struct{ mean, variance float64 }

// noisy01 draws x, y and s of exercise 01-6, with two decimals.
func noisy01(rng *rand.Rand) []float64 {
	between := func(lo, hi float64) float64 { return math.Round(100*(lo+(hi-lo)*rng.Float64())) / 100 }
	return []float64{between(0.5, 1.2), between(0.5, 2.5), between(0.15, 0.6)}
}

// mean01 judges exercise 01-6 for the numbers x, y and s.
func mean01(own []float64) Answer {
	x, y, s := own[0], own[1], own[2]
	k := math.Exp(-x * x / 2)
	return numberOr(0.01, func() (float64, error) {
		q, err := given01(s, []float64{x}, []float64{y}, 0)
		return q.mean, err
	},
		numberSlip{number(k * y), "the noise is missing: the observation has the variance 1 + s"},
		numberSlip{number(k * y / (1 + s*s)), "s is a variance; it must not be squared"},
		numberSlip{number(k * k * y / (1 + s)), "the exponent lacks a factor: the squared distance is over twice the squared lengthscale"},
		numberSlip{number(y / (1 + s)), "that is the mean at the observation"},
		numberSlip{number(k * y / s), "the variance of f itself is missing in the denominator"})
}

// given01 returns the posterior of f at x under a squared exponential of variance and
// lengthscale 1, given observations with noise of the variance s.
func given01(s float64, xs, ys []float64, x float64) (moments01, error) {
	d, err := gplib.NewData(cov.Line(xs), ys)
	if err != nil {
		return moments01{}, err
	}
	p, err := gplib.Condition(gplib.Model{Cov: cov.SE(1), Noise: gplib.FixedGaussian(s)}, d)
	if err != nil {
		return moments01{}, err
	}
	q, err := p.Predict(cov.Line([]float64{x}))
	if err != nil {
		return moments01{}, err
	}
	return moments01{q.Mean[0], q.Var[0]}, nil
}

// noise01 returns the variance of the noise that a fit to six observations learns.
func noise01() (float64, error) {
	d, err := gplib.NewData(cov.Line([]float64{-1.5, -1, -0.75, -0.4, -0.25, 0}), []float64{-1.7, -1.2, -0.35, 0.1, 0.5, 0.75})
	if err != nil {
		return 0, err
	}
	fit, err := gplib.Fit(context.Background(), gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}, d, nil)
	if err != nil {
		return 0, err
	}
	p, err := fit.Param("noise.variance")
	return p.Value, err
}

// predict01 is the type of the answer to exercise 01-3.
type predict01 = func(x, y1, y2 float64) (mean, variance float64)

func predictionsOf(f predict01, rng *rand.Rand) ([]float64, error) {
	var values []float64
	for range 6 {
		mean, variance := f(3*rng.Float64()-1, rng.NormFloat64(), rng.NormFloat64())
		values = append(values, mean, variance)
	}
	return values, nil
}

// right01 asks gplib.
func right01(x, y1, y2 float64) (mean, variance float64) {
	q, err := given01(0.1, []float64{0, 1}, []float64{y1, y2}, x)
	if err != nil {
		return math.NaN(), math.NaN()
	}
	return q.mean, q.variance
}

// slips01 returns the typical mistakes of exercise 01-3.
func slips01() []slip[predict01] {
	se := func(d float64) float64 { return math.Exp(-d * d / 2) }
	wide := func(d float64) float64 { return math.Exp(-d * d) }
	right := solve01(se, 0.1)
	return []slip[predict01]{
		{func(_, _, _ float64) (float64, float64) { return 0, 1 }, "that is the prior: the observations change nothing yet"},
		{solve01(se, 0), "the noise is missing on the diagonal of C"},
		{solve01(se, 0.01), "0.1 is the variance of the noise; it must not be squared"},
		{solve01(wide, 0.1), "the exponent lacks a factor: the squared distance is over twice the squared lengthscale"},
		{func(x, y1, y2 float64) (float64, float64) { m, v := right(x, y1, y2); return m, v + 0.1 },
			"the variance is that of a new observation y; that of f has no noise added"},
		{func(x, y1, y2 float64) (float64, float64) { m, v := right(x, y1, y2); return m, math.Sqrt(v) },
			"the second number is the standard deviation, want the variance"},
		{func(x, y1, y2 float64) (float64, float64) {
			k1, k2 := se(x), se(x-1)
			return (k1*y1 + k2*y2) / 1.1, 1 - (k1*k1+k2*k2)/1.1
		}, "the two observations are treated as independent: the off-diagonal elements of C are k(0, 1)"},
	}
}

// solve01 returns the posterior given two observations, by the inverse of a 2 × 2
// matrix.
func solve01(k func(d float64) float64, s float64) predict01 {
	return func(x, y1, y2 float64) (mean, variance float64) {
		a, b, k1, k2 := k(0)+s, k(1), k(x), k(x-1)
		w1, w2 := (a*k1-b*k2)/(a*a-b*b), (a*k2-b*k1)/(a*a-b*b)
		return w1*y1 + w2*y2, k(0) - w1*k1 - w2*k2
	}
}
