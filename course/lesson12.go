package course

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/ep"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "12-1",
			Question: "The latent f has the mean 1 and the variance 4, and the link is logistic. What is the probability of the label 1?",
			Answer: numberOr(0.005, func() (float64, error) { return averaged12(1, 4), nil },
				numberSlip{number(logistic12(1)), "that is the probability at the mean of f; f is uncertain, so average over it"},
				numberSlip{number(averaged12(1, 16)), "4 is the variance; it was taken for the standard deviation"},
				numberSlip{number(distuv.UnitNormal.CDF(0.5)), "that is the probability that f is above 0; a label 1 is not certain there"},
				numberSlip{number(distuv.UnitNormal.CDF(1 / math.Sqrt(5))), "that is for the probit link"},
				numberSlip{func(right float64) float64 { return 1 - right }, "that is the probability of the label 0"}),
			Hints: []string{
				"The probability is the mean of 1/(1 + exp(-f)) over f, not its value at the mean of f.",
				"It is nearer to 1/2 than the value at the mean.",
				"lik.Observed has a method Moments; the first of its results is the mean of the label.",
			},
			Right: "To be unsure of f is a reason to bet less.",
		},
		Exercise{
			ID:       "12-2",
			Question: "What is the target of Newton's method in a row with the label 0 and the latent value 3? The link is logistic.",
			Answer: numberOr(0.005, func() (float64, error) { return target12(0, 3), nil },
				numberSlip{number(target12(1, 3)), "that is for the label 1"},
				numberSlip{number(3 - logistic12(3)), "that is f and the slope; the slope is over the weight W"},
				numberSlip{number(3 + logistic12(3)), "the slope of a label 0 is negative, and it is over the weight W"},
				numberSlip{number(6 - target12(0, 3)), "the wrong sign of the slope: a label 0 pulls f down"},
				numberSlip{number(target12(0, 3) - 3), "that is how far the target is from f; add f"},
				numberSlip{number(1 / math.Sqrt(weight12(3))), "that is the standard deviation of the target"}),
			Hints: []string{
				"The target is f + g/W, with the slope g and the weight W of the row's log likelihood.",
				"The log likelihood of the label 0 is log(1 - sigmoid(f)). Its slope is -sigmoid(f).",
				"The weight is sigmoid(f)(1 - sigmoid(f)) for either label.",
			},
			Right: "A label that surprises has a far target, with a long line: it pulls hard, and only as far as the parabola can be believed.",
		},
		Exercise{
			ID:       "12-3",
			Question: "Write a step of Newton's method for a single row with the prior N(0, v) and the logistic link.",
			Answer:   like("a func(y, f, v float64) float64", stepsOf12, newton12, slips123()...),
			Hints: []string{
				"The objective is log p(y|f) - f²/(2v). Its derivative is y - sigmoid(f) - f/v.",
				"Newton's step divides the derivative by minus the second one, which is sigmoid(f)(1 - sigmoid(f)) + 1/v.",
				"The next f is the present one and that step. It is also the mean given the target z: W z over W + 1/v.",
			},
			Right: "That is regression on one target: W z/(W + 1/v), with z = f + (y - sigmoid(f))/W.",
		},
		Exercise{
			ID:       "12-4",
			Question: "A missed label 1 costs nine times as much as a false alarm. From which probability of the label 1 on is the answer 1 the cheaper one?",
			Answer: numberOr(0.005, func() (float64, error) { return 0.1, nil },
				numberSlip{number(0.9), "the other way round: misses are dear, so alarms should come early"},
				numberSlip{number(1.0 / 9), "that is a ratio of costs; which probability p has costs 9p and 1 - p that are equal?"},
				numberSlip{number(0.5), "that is for equal costs"},
				numberSlip{number(10), "a probability is at most 1; take one over it"}),
			Hints: []string{
				"The answer 0 costs 9 with the probability p, the answer 1 costs 1 with the probability 1 - p.",
				"At the threshold both are equal: 9p = 1 - p.",
			},
			Right: "Costs set the threshold, and only calibrated probabilities can be compared with it.",
		},
		Exercise{
			ID:       "12-5",
			Question: "What is the probability of the label 1 at the dose 6.5 of the eight trials, by expectation propagation?",
			Answer: numberOr(0.005, func() (float64, error) { return eight12(false, 6.5) },
				numberSlip{ofLaplace12, "that is by Laplace's approximation"},
				numberSlip{func(right float64) float64 { return 1 - right }, "that is the probability of the label 0"},
				numberSlip{func(float64) float64 { return latent12(6.5) }, "that is the mean of f; the probability is MeanY"},
				numberSlip{func(float64) float64 { return logistic12(latent12(6.5)) }, "that is the sigmoid of the mean of f; MeanY is the mean of sigmoid(f)"}),
			Hints: []string{
				"ep.Condition(steep, eight) returns the posterior at the parameters of steep; Fit would learn others.",
				"Its Predict takes cov.Line([]float64{6.5}).",
				"Of the prediction, Mean is that of f, and MeanY() that of the label: the probability.",
			},
			Right: "Laplace's approximation is a tenth lower there: with a prior variance of 50 the mode of f is far from its mean.",
		},
	)
}

func logistic12(f float64) float64 { return 1 / (1 + math.Exp(-f)) }

func weight12(f float64) float64 { return logistic12(f) * (1 - logistic12(f)) }

// averaged12 returns the mean of the logistic function over a normal f.
func averaged12(mean, variance float64) float64 {
	p, _ := lik.Observed{Lik: lik.Bernoulli(), Mean: mean, Var: variance}.Moments()
	return p
}

// target12 returns the target of a row of label y.
func target12(y, f float64) float64 { return f + (y-logistic12(f))/weight12(f) }

// step12 is the type of the answer to exercise 12-3.
type step12 = func(y, f, v float64) float64

func stepsOf12(step step12, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 12)
	for i := range values {
		values[i] = step(float64(rng.IntN(2)), 2*rng.NormFloat64(), 0.5+5*rng.Float64())
	}
	return values, nil
}

func newton12(y, f, v float64) float64 {
	return f + (y-logistic12(f)-f/v)/(weight12(f)+1/v)
}

func slips123() []slip[step12] {
	return []slip[step12]{
		{func(_, f, _ float64) float64 { return f }, "f stays where it is, as before anything was written"},
		{func(y, f, v float64) float64 { return f + (y-logistic12(f))/(weight12(f)+1/v) }, "the slope lacks the prior's part, -f/v"},
		{func(y, f, v float64) float64 { return f + (y-logistic12(f)-f/v)/weight12(f) }, "the curvature lacks the prior's part, 1/v"},
		{func(y, f, _ float64) float64 { return target12(y, f) }, "that is the target; the prior pulls the step towards 0"},
		{func(y, f, v float64) float64 { return f + y - logistic12(f) - f/v }, "that is a step along the slope; Newton's divides it by the curvature"},
		{func(y, f, v float64) float64 { return f - (y-logistic12(f)-f/v)/(weight12(f)+1/v) }, "it goes downhill: turn the sign of the step"},
		{func(y, f, v float64) float64 { return f + (y-logistic12(f)-f*v)/(weight12(f)+v) }, "v is a variance; the prior's precision is 1/v"},
		{func(y, f, v float64) float64 { return (y - logistic12(f) - f/v) / (weight12(f) + 1/v) }, "that is the step alone; add the present f"},
	}
}

// model12 returns the model and the data of exercise 12-5.
func model12() (gplib.Model, gplib.Data) {
	return gplib.Model{Cov: cov.Scale(50, cov.SE(1)), Lik: lik.Bernoulli()},
		gplib.Data{X: cov.Line([]float64{0, 1, 2, 3, 4, 5, 6, 7}), Y: []float64{1, 1, 1, 0, 0, 0, 1, 1}}
}

// eight12 returns the probability of the label 1 at a dose, by Laplace's approximation or by expectation
// propagation.
func eight12(byLaplace bool, dose float64) (float64, error) {
	q, err := predicted12(byLaplace, dose)
	if err != nil {
		return 0, err
	}
	return q.MeanY()[0], nil
}

func predicted12(byLaplace bool, dose float64) (gplib.Prediction, error) {
	m, d := model12()
	var p gplib.Posterior
	var err error
	if byLaplace {
		p, err = laplace.Condition(m, d)
	} else {
		p, err = ep.Condition(m, d)
	}
	if err != nil {
		return gplib.Prediction{}, err
	}
	return p.Predict(cov.Line([]float64{dose}))
}

func ofLaplace12(float64) float64 {
	p, err := eight12(true, 6.5)
	if err != nil {
		return math.NaN()
	}
	return p
}

// latent12 returns the mean of f at a dose by expectation propagation.
func latent12(dose float64) float64 {
	q, err := predicted12(false, dose)
	if err != nil {
		return math.NaN()
	}
	return q.Mean[0]
}
