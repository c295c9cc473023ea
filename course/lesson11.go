package course

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/learntest"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "11-1",
			Question: "What is the largest q for which exp(-|x-x'|^q) is a covariance function on the line?",
			Answer: numberOr(0.005, func() (float64, error) { return 2, nil },
				numberSlip{number(1), "there are larger ones: the squared exponential is of this form"},
				numberSlip{number(3), "that is the bell of section 2; one of its matrices had a negative eigenvalue"},
				numberSlip{number(2.5), "look at the power at high frequencies there: it goes below 0, if only a little"}),
			Hints: []string{
				"Move the slider of section 2 to where the power first goes below 0.",
				"Between which two frames does it happen? Draw power(q, omega) there for q of your own.",
				"The number is a whole one, and you know the function that belongs to it.",
			},
			Right: "Exponents above 0 and up to 2 make covariance functions; cov.GammaExponential has them.",
		},
		Exercise{
			ID:       "11-2",
			Question: "Write the derivative of exp(-(x-x')²/(2l²)) by the lengthscale l.",
			Answer:   like("a func(x, y, l float64) float64", byLengthsOf, byLength11, slips112()...),
			Hints: []string{
				"The derivative of exp(g(l)) is exp(g(l)) times that of g.",
				"g is minus half the squared distance, times l to the power of -2.",
				"The derivative of l to the power of -2 is -2 times l to the power of -3.",
			},
			Right: "The derivative by the logarithm of l is l times that; learners use it.",
		},
		Exercise{
			ID:       "11-3",
			Question: "Write a covariance function whose draws are even and which is not constant.",
			Answer:   Judged("a func(x, y float64) float64", matrixOf, evenly),
			Hints: []string{
				"f is even where f(x) = (g(x) + g(-x))/2 for a process g. Work out the covariance of that.",
				"It has the four terms k(x, y), k(x, -y), k(-x, y) and k(-x, -y).",
				"With a squared exponential for k two of them are equal to the other two.",
			},
			Right: "What is known of a function before any data belongs into its covariance function: half of the points are enough then.",
		},
		Exercise{
			ID:       "11-4",
			Question: "Write a learner that keeps the contract and comes within 2 nats of the lowest negative log marginal likelihood in 300 steps.",
			Answer:   Judged("a gplib.Learner, which has a method Fit", learnedBy, closely),
			Hints: []string{
				"Begin with the learner of section 5 under a name of your own, and see that it is accepted, or read the message.",
				"Fit passes everything to gplib.Learn; Begin names the method and calls f.Default; Run records and ends.",
				"Moves on the learning scale (s.SpaceOf, Start, Natural) keep the bounds. Random numbers come from s.RNG only.",
				"Where it does not get near enough, make the moves smaller: a tenth to a third of a unit of the logarithm.",
			},
			Right: "It has restarts, time limits, live displays and comparisons now, and you wrote none of them.",
		},
	)
}

// byLength11s is the type of the answer to exercise 11-2.
type byLength11s = func(x, y, l float64) float64

func byLengthsOf(f byLength11s, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 12)
	for i := range values {
		values[i] = f(rng.NormFloat64(), rng.NormFloat64(), 0.5+2*rng.Float64())
	}
	return values, nil
}

// byLength11 returns the derivative of [cov.SE], by its own AddGrad.
func byLength11(x, y, l float64) float64 {
	grad := make([]float64, 1)
	cov.SE(l).AddGrad(grad, mat.NewDense(1, 1, []float64{1}), cov.Line([]float64{x}), cov.Line([]float64{y}))
	return grad[0]
}

func slips112() []slip[byLength11s] {
	k := func(x, y, l float64) float64 { return math.Exp(-(x - y) * (x - y) / (2 * l * l)) }
	return []slip[byLength11s]{
		{func(_, _, _ float64) float64 { return 0 }, "it gives 0 always, as before anything was written"},
		{func(x, y, l float64) float64 { return -byLength11(x, y, l) },
			"the sign: a longer lengthscale makes two points more alike"},
		{func(x, y, l float64) float64 { return l * byLength11(x, y, l) },
			"that is the derivative by the logarithm of l; one power of l is missing below"},
		{func(x, y, l float64) float64 { return byLength11(x, y, l) / k(x, y, l) },
			"the exponential is missing: it stays as a factor"},
		{func(x, y, l float64) float64 { return byLength11(x, y, l) / 2 }, "it is half of what it should be: the 2 in the exponent cancels"},
		{func(x, y, l float64) float64 { return 2 * byLength11(x, y, l) }, "it is twice what it should be: the 2 in the exponent cancels"},
		{func(x, y, l float64) float64 { return byLength11(x, y, l) / (x - y) }, "the distance has to be squared"},
		{k, "that is the function itself"},
	}
}

// points11 returns where the function of exercise 11-3 is looked at: pairs of x and -x,
// and others.
func points11(rng *rand.Rand) []float64 {
	var x []float64
	for range 8 {
		v := 0.3 + 2*rng.Float64()
		x = append(x, v, -v)
	}
	return append(x, 0)
}

// matrixOf returns the values of f at all pairs of points, row by row.
func matrixOf(f func(x, y float64) float64, rng *rand.Rand) ([]float64, error) {
	return pairwise(f, points11(rng))
}

// evenly reports whether values belong to a covariance function of even functions that
// are not constant.
func evenly(values []float64, rng *rand.Rand) error {
	x := points11(rng)
	n := len(x)
	if len(values) != n*n {
		return errors.New("its values cannot be read")
	}
	k := mat.NewDense(n, n, values)
	size := mat.Norm(k, math.Inf(1))
	if size == 0 {
		return errors.New("it is 0 everywhere")
	}
	for i := range n {
		for j := range i {
			if math.Abs(k.At(i, j)-k.At(j, i)) > 1e-9*size {
				return fmt.Errorf("k(%.3g, %.3g) and k(%.3g, %.3g) differ: it is not symmetric", x[i], x[j], x[j], x[i])
			}
		}
	}
	for i := 0; i+1 < n; i += 2 {
		if d := k.At(i, i) + k.At(i+1, i+1) - 2*k.At(i, i+1); d > 1e-9*size {
			return fmt.Errorf("f(x) - f(-x) has the variance %.3g at x = %.3g; draws that are even have none", d, x[i])
		}
	}
	return semidefinite(k, size)
}

// semidefinite reports whether no eigenvalue is negative, and whether draws can differ
// from one point to another.
func semidefinite(k *mat.Dense, size float64) error {
	n, _ := k.Dims()
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(n, mat.DenseCopyOf(k).RawMatrix().Data), false) {
		return errors.New("its matrix has no eigenvalues")
	}
	if least := e.Values(nil)[0]; least < -1e-9*size {
		return fmt.Errorf("its matrix has the eigenvalue %.3g: it is not a covariance function", least)
	}
	if last := n - 1; math.Abs(k.At(0, 0)+k.At(last, last)-2*k.At(0, last)) <= 1e-9*size && math.Abs(k.At(2, 2)-k.At(0, 0)) <= 1e-9*size {
		return errors.New("its draws are constant")
	}
	return nil
}

// learned11 is the observation of a learner.
type learned11 struct {
	Fault    string    // of a fit
	Method   string    // what it calls itself
	Findings []string  // of learntest
	Theta    []float64 // that it learned
}

// case11 returns the model and the data of exercise 11-4.
func case11() (gplib.Model, gplib.Data, error) {
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(0.7)), Noise: gplib.Gaussian(0.05)}
	d, _, err := dataset.Draw(m, cov.Grid(0, 6, 40), 9)
	return m.With([]float64{0.5, 0.4, 0.2}), d, err
}

func learnedBy(l gplib.Learner, _ *rand.Rand) (learned11, error) {
	m, d, err := case11()
	if err != nil {
		return learned11{}, err
	}
	fit, err := l.Fit(context.Background(), m, d, &gplib.Settings{MaxIter: 300, OwnStart: true})
	if err != nil || fit == nil {
		return learned11{Fault: fmt.Sprint(err)}, nil
	}
	return learned11{Method: fit.Method, Findings: learntest.Findings(l, m, d.Subset(gplib.Spaced(40, 24))), Theta: fit.Model.Theta()}, nil
}

// closely reports whether a learner keeps the contract and comes near to the optimum.
func closely(got learned11, _ *rand.Rand) error {
	m, d, err := case11()
	if err != nil {
		return err
	}
	best, err := gplib.Fit(context.Background(), m, d, nil)
	switch {
	case err != nil:
		return err
	case got.Fault != "":
		return fmt.Errorf("a fit of it fails: %s", got.Fault)
	case len(got.Theta) != len(m.Params()):
		return fmt.Errorf("its model has %d parameters, want %d", len(got.Theta), len(m.Params()))
	case len(got.Findings) > 0:
		return fmt.Errorf("it breaks the contract (%d findings), first: %s", len(got.Findings), got.Findings[0])
	case got.Method == best.Method:
		return errors.New("that is the learner of gplib; write one of your own")
	}
	value, err := gplib.LML{}.Eval(m.With(got.Theta), d, nil)
	if err != nil {
		return err
	}
	if value > best.Value+2 {
		return fmt.Errorf("it keeps the contract and ends %.3g nats above the lowest value, want 2 or less", value-best.Value)
	}
	return nil
}
