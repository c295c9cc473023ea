package course

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "06-1",
			Question: "The hold-out error is 3.2 for signal variance 1 and noise variance 0.25. What is it for 4 and 1?",
			Answer: numberOr(0.001, heldOut06,
				numberSlip{number(12.8), "that would be so if predictions were multiplied by 2, as variances by 4 suggest; do they change at all"},
				numberSlip{number(51.2), "an error does not grow with the square of a variance"},
				numberSlip{number(6.4), "an error does not grow as a standard deviation does"},
				numberSlip{number(0.8), "the error is not divided by the factor"},
			),
			Hints: []string{
				"Write the predictions of V with the factor: what becomes of the cross-covariance, and what of the inverse?",
				"K_VT is multiplied by 4, and C as a whole too. What is the inverse of 4C?",
			},
			Right: "Only ratios of variances matter to a mean, and so to squared errors.",
		},
		Exercise{
			ID:       "06-2",
			Question: "Write the errors of leave-one-out from the inverse of C and from y.",
			Answer:   like("a function of a matrix [][]float64 and of y []float64 that returns a []float64", errorsLeftOut, leftOut06, slips062()...),
			Hints: []string{
				"First alpha, the product of the inverse and y: a sum over each row.",
				"Each alpha is divided by the element of the inverse on the diagonal, in the same row.",
			},
			Right: "One inverse serves all n of them.",
		},
		Exercise{
			ID:       "06-3",
			Question: "Write the corrected standard error of the mean of paired differences.",
			Answer:   like("a function of differences []float64 and two int that returns a float64", correctedErrors, corrected06(correction06), slips063()...),
			Hints: []string{
				"stat.StdDev(diffs, nil) is s, with k - 1 in the denominator.",
				"The factor under the root has two terms: that of the naive error, and the size of a test part relative to a training part.",
				"int divides int without a fraction in Go: make both float64 first.",
			},
			Right: "However many repeats, the error does not fall below s times the root of test over train.",
		},
		Exercise{
			ID:       "06-4",
			Question: "Write the z that minimises the augmented Lagrangian of one point in T and one in V.",
			Answer:   like("a function of six numbers that returns a number", zSteps, zStep06, slips064()...),
			Hints: []string{
				"It is a parabola in z: set the derivative to 0.",
				"The derivative of (yV - kz)² is -2k(yV - kz), that of the penalty has rho c (cz - yT).",
				"Collect what multiplies z on one side: 2k² and one more term.",
			},
			Right: "With many points k and c become matrices: that is step 2 of section 8.",
		},
		Exercise{
			ID:       "06-5",
			Question: "Is the lengthscale of five blocks shorter or longer than that of random folds?",
			Answer:   Word("blocks:09094e99f7f7b47a0f7842abca98adeea6a431a81a60ab0465261f8b01e6be4a"),
			Hints: []string{
				"Run the fit, and look at Model and at display.Fit of it.",
				"A block is 2 wide, the period of the wiggle is about that. What can the best prediction be in the middle of a block?",
			},
			Right: "Nothing in the middle of a block can be foreseen, so the best is a function that hardly changes: blocks ask for another thing than neighbours do.",
		},
	)
}

// heldOut06 returns 3.2 times what a factor of 4 makes of a hold-out error.
func heldOut06() (float64, error) {
	d, err := gplib.NewData(cov.Line([]float64{0, 0.5, 1.2, 1.6, 2.3}), []float64{0.3, 1, 0.4, -0.2, -1})
	if err != nil {
		return 0, err
	}
	held := gplib.HoldOut{Loss: gplib.SquaredError, Held: []int{1, 3}}
	var errs [2]float64
	for i, factor := range []float64{1, 4} {
		m := gplib.Model{Cov: cov.Scale(factor, cov.SE(1)), Noise: gplib.Gaussian(0.25 * factor)}
		if errs[i], err = held.Eval(m, d, nil); err != nil {
			return 0, err
		}
	}
	return 3.2 * errs[1] / errs[0], nil
}

// leaver is a function of the inverse of C and y.
type leaver = func(inverse [][]float64, y []float64) []float64

// errorsLeftOut returns the results of f for random matrices and observations.
func errorsLeftOut(f leaver, rng *rand.Rand) ([]float64, error) {
	var all []float64
	for range 3 {
		n := 3 + rng.IntN(4)
		root, y := mat.NewDense(n, n, nil), make([]float64, n)
		for i := range n {
			y[i] = rng.NormFloat64()
			for j := range n {
				root.Set(i, j, rng.NormFloat64())
			}
		}
		inverse := make([][]float64, n)
		for i := range inverse {
			inverse[i] = make([]float64, n)
			for j := range inverse {
				inverse[i][j] = mat.Dot(root.RowView(i), root.RowView(j))
			}
			inverse[i][i]++
		}
		all = append(all, f(inverse, y)...)
	}
	return all, nil
}

// leftOut06 returns the formula of Rasmussen and Williams (2006), equation 5.12, less y.
func leftOut06(inverse [][]float64, y []float64) []float64 {
	return eachLeftOut(func(alpha, q, _ float64) float64 { return alpha / q })(inverse, y)
}

// eachLeftOut returns a function of each alpha, diagonal element of the inverse and y.
func eachLeftOut(f func(alpha, q, y float64) float64) leaver {
	return func(inverse [][]float64, y []float64) []float64 {
		out := make([]float64, len(y))
		for i, row := range inverse {
			alpha := 0.0
			for j, v := range row {
				alpha += v * y[j]
			}
			out[i] = f(alpha, row[i], y[i])
		}
		return out
	}
}

func slips062() []slip[leaver] {
	return []slip[leaver]{
		{eachLeftOut(func(_, _, _ float64) float64 { return 0 }), "it is 0 everywhere"},
		{eachLeftOut(func(a, _, _ float64) float64 { return a }), "that is alpha: the diagonal of the inverse is missing"},
		{eachLeftOut(func(a, q, _ float64) float64 { return -a / q }), "it has the wrong sign: the observation comes first, then the mean"},
		{eachLeftOut(func(a, q, _ float64) float64 { return a * q }), "alpha is multiplied by the diagonal of the inverse, and not divided"},
		{eachLeftOut(func(a, q, _ float64) float64 { return a / math.Sqrt(q) }), "that is the error over its standard deviation, the standardised one"},
		{eachLeftOut(func(_, q, _ float64) float64 { return 1 / q }), "those are the variances"},
		{eachLeftOut(func(a, q, y float64) float64 { return y - a/q }), "those are the means, and the errors are asked for"},
	}
}

// corrector is a function of differences and of the sizes of test and training parts.
type corrector = func(diffs []float64, test, train int) float64

// correctedErrors returns the results of f for random differences.
func correctedErrors(f corrector, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 6)
	for i := range values {
		diffs := make([]float64, 3+rng.IntN(8))
		for j := range diffs {
			diffs[j] = 0.4 + rng.NormFloat64()
		}
		values[i] = f(diffs, 3+rng.IntN(9), 20+rng.IntN(30))
	}
	return values, nil
}

// correction06 returns the factor of Nadeau and Bengio (2003) under the root, of k
// differences.
func correction06(k, test, train float64) float64 { return 1/k + test/train }

// corrected06 returns a standard error with a factor under the root.
func corrected06(factor func(k, test, train float64) float64) corrector {
	return func(diffs []float64, test, train int) float64 {
		return stat.StdDev(diffs, nil) * math.Sqrt(factor(float64(len(diffs)), float64(test), float64(train)))
	}
}

func slips063() []slip[corrector] {
	right := corrected06(correction06)
	return []slip[corrector]{
		{func([]float64, int, int) float64 { return 0 }, "it is 0 everywhere"},
		{corrected06(func(k, _, _ float64) float64 { return 1 / k }), "that is the naive error, or int divided by int, which drops the fraction: test over train has no effect"},
		{corrected06(func(_, test, train float64) float64 { return test / train }), "the term of the naive error, 1/k, is missing"},
		{corrected06(func(k, test, train float64) float64 { return 1/k + train/test }), "test and training part are exchanged"},
		{corrected06(func(k, test, train float64) float64 { return 1/k + test/(test+train) }), "the test part is compared with the training part, not with all"},
		{corrected06(func(_, _, _ float64) float64 { return 1 }), "that is the standard deviation of the differences, not an error of their mean"},
		{func(d []float64, test, train int) float64 { return math.Pow(right(d, test, train), 2) }, "that is a variance: the root is missing"},
		{func(d []float64, test, train int) float64 {
			return stat.StdDev(d, nil) * correction06(float64(len(d)), float64(test), float64(train))
		}, "the root of the factor is missing"},
		{func(d []float64, test, train int) float64 {
			k := float64(len(d))
			return right(d, test, train) * math.Sqrt((k-1)/k)
		}, "s has k - 1 in the denominator, as stat.StdDev has it"},
	}
}

// zStepper is a z-step of one point in T and one in V.
type zStepper = func(k, c, yV, yT, lambda, rho float64) float64

// zSteps returns the results of f for random numbers.
func zSteps(f zStepper, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 8)
	for i := range values {
		values[i] = f(0.3+rng.Float64(), 1+rng.Float64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), 0.5+2*rng.Float64())
	}
	return values, nil
}

// zStep06 minimises (yV - kz)² + lambda (cz - yT) + rho (cz - yT)²/2.
func zStep06(k, c, yV, yT, lambda, rho float64) float64 {
	return (2*k*yV + c*(rho*yT-lambda)) / (2*k*k + rho*c*c)
}

func slips064() []slip[zStepper] {
	return []slip[zStepper]{
		{func(_, _, _, _, _, _ float64) float64 { return 0 }, "it is 0 everywhere"},
		{func(k, c, yV, yT, lambda, rho float64) float64 {
			return (k*yV + c*(rho*yT-lambda)) / (k*k + rho*c*c)
		}, "the error on V is squared without a half before it: its derivative has a factor 2"},
		{func(k, c, yV, yT, lambda, rho float64) float64 {
			return (2*k*yV + c*(2*rho*yT-lambda)) / (2*k*k + 2*rho*c*c)
		}, "the penalty has a half before it: its derivative has no factor 2"},
		{func(k, c, yV, yT, lambda, rho float64) float64 { return zStep06(k, c, yV, yT, -lambda, rho) }, "lambda has the wrong sign"},
		{func(k, c, yV, yT, _, rho float64) float64 { return zStep06(k, c, yV, yT, 0, rho) }, "lambda has no effect"},
		{func(k, c, yV, yT, lambda, _ float64) float64 { return zStep06(k, c, yV, yT, lambda, 1) }, "rho has no effect"},
		{func(k, c, yV, yT, lambda, rho float64) float64 {
			return (2*k*yV + c*(rho*yT-lambda)) / (2*k*k + rho*c)
		}, "in the denominator c has to be squared"},
		{func(_, c, _, yT, _, _ float64) float64 { return yT / c }, "that closes the constraint, whatever the error on V: it is where z goes at last, not what this step gives"},
		{func(k, _, yV, _, _, _ float64) float64 { return yV / k }, "that makes the error on V 0 and forgets the constraint"},
	}
}
