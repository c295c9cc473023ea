package course

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

func init() {
	mustDefine(Exercise{
		ID:       "09-1",
		Question: "Which part of the prior variance at x = 1 is left, given an inducing point at 0 and a squared exponential of variance 1 and lengthscale 1?",
		Answer: numberOr(0.01, unexplained,
			numberSlip{number(math.Exp(-1)), "that is the part that the inducing point explains"},
			numberSlip{number(1 - math.Exp(-0.5)), "the covariance with the inducing point enters squared"},
			numberSlip{number(math.Sqrt(1 - math.Exp(-1))), "that is a standard deviation"},
		),
		Hints: []string{
			"With one inducing point the matrix K_II is the number k(0, 0).",
			"What is explained at x is k(x, 0) k(0, 0)⁻¹ k(0, x).",
			"Take that off k(x, x). It is the posterior variance at x given f(0) without noise.",
		},
		Right: "It is the variance of f(1) given f(0): what ten points leave of it at 200 rows is the trace in F.",
	}, Exercise{
		ID:       "09-2",
		Question: "By how many nats does F fall when the only observation, y = 2, becomes an inducing point? The prior variance is 1, the noise variance 0.25.",
		Answer: numberOr(0.01, firstGain,
			numberSlip{number(0.5 * (16 - math.Log(4) + 4)), "this lacks the noise variance in ρ², the slip of the authors' code"},
			numberSlip{number(0.5 * (12.8 - math.Log(5))), "this lacks the prior variance that is explained, the trace in F"},
			numberSlip{number(12.8 - math.Log(5) + 4), "this lacks the factor one half"},
			numberSlip{number(0.5 * (12.8 + math.Log(5) + 4)), "the logarithm has the wrong sign: a more flexible model has its price"},
		),
		Hints: []string{
			"Without inducing points P is the identity and r is y. The column ℓ is the number k(0, 0) / √k(0, 0).",
			"So ρ² is the noise variance plus 1, and all three terms of the formula are numbers.",
			"Or take the difference of F without the point, with K̂ = 0 and the whole prior variance in the trace, and with it, where K̂ = K.",
		},
		Right: "Most of it is the better fit; the trace brings 2 nats, and the logarithm takes some back.",
	}, Exercise{
		ID:       "09-3",
		Question: "Write a search by swaps: a set that no exchange of one position improves.",
		Answer:   Judged("a func(f func(index []int) float64, n int, start []int) []int", searches, swapOptimal),
		Hints: []string{
			"Two loops: over the places of the set, and over the positions that may stand there. Skip those that are in the set.",
			"Change a copy of the set, ask f, and keep the change only where f falls.",
			"One round is not the end: an exchange may make another one worth while. Go round until a whole round changes nothing.",
		},
		Right: "This is the search of CholQR without its two savings: cheap estimates of what a candidate brings, and factors that are brought to date.",
	}, Exercise{
		ID:       "09-4",
		Question: "Pick eight of the lesson's 200 observations so that F is within one nat of the lowest that we know.",
		Answer:   Judged("an []int of positions", positions, goodEight),
		Hints: []string{
			"Begin with any eight, such as gplib.Spaced(200, 8). Then exchange: your search of 09-3 does it, or cholqr.Hybrid.",
			"The objective is inducing.Sparse{Points: data.Subset(index).X}.Eval(known, data, nil).",
			"cholqr.Hybrid learns hyper-parameters, too. cov.Fix and gplib.FixedGaussian hold them, so that it only swaps.",
			"The posterior of its result is a *cholqr.Posterior, whose Index has the positions.",
		},
		Right: "Points at equal distances lose some 20 nats more: what counts is how far the curve can be told from eight of its points.",
	})
}

// unexplained returns the posterior variance at 1 given f(0): the residual variance with an
// inducing point at 0.
func unexplained() (float64, error) {
	d, err := gplib.NewData(cov.Line([]float64{0}), []float64{0})
	if err != nil {
		return 0, err
	}
	p, err := gplib.Condition(gplib.Model{Cov: cov.SE(1), Noise: gplib.FixedGaussian(1e-10)}, d)
	if err != nil {
		return 0, err
	}
	q, err := p.Predict(cov.Line([]float64{1}))
	if err != nil {
		return 0, err
	}
	return q.Var[0], nil
}

// firstGain is by the dense formula of F for one observation: without inducing points the
// likelihood of noise alone and all of the prior variance in the trace, with the point the
// exact likelihood.
func firstGain() (float64, error) {
	const y, prior, noise = 2, 1, 0.25
	without := (y*y/noise + math.Log(noise) + prior/noise) / 2
	with := (y*y/(prior+noise) + math.Log(prior+noise)) / 2
	return without - with, nil
}

// found is the result of a search on one objective, and whether it left its start
// unchanged.
type found struct {
	Set  []int
	Kept bool
}

// setSearch is the type of the answer to 09-3.
type setSearch = func(f func(index []int) float64, n int, start []int) []int

// objectives is how many objectives a search is tried on. On one of them a single round of exchanges
// is often enough, as a search that never goes round again has it; on so many it never is.
const objectives = 60

// searches runs a search on objectives.
func searches(search setSearch, rng *rand.Rand) ([]found, error) {
	var all []found
	for range objectives {
		f, n, start := setObjective(rng)
		given := slices.Clone(start)
		set := search(f, n, given)
		all = append(all, found{set, slices.Equal(given, start)})
	}
	return all, nil
}

// setObjective returns an objective of sets of 4 among 14, in which positions have worths of
// their own and in pairs, and a set to begin with.
func setObjective(rng *rand.Rand) (f func([]int) float64, n int, start []int) {
	const size, count = 4, 14
	var worth [count][count]float64
	for i := range count {
		for j := range count {
			worth[i][j] = rng.NormFloat64()
		}
	}
	return func(index []int) float64 {
		sum := 0.0
		for _, i := range index {
			for _, j := range index {
				sum += worth[i][j]
			}
		}
		return sum
	}, count, rng.Perm(count)[:size]
}

// swapOptimal returns nil where no exchange of one position improves any of the sets.
func swapOptimal(all []found, rng *rand.Rand) error {
	for k := range objectives {
		f, n, start := setObjective(rng)
		if k >= len(all) {
			return fmt.Errorf("there are %d sets of %d", len(all), objectives)
		}
		set := all[k].Set
		if err := checkPositions(set, len(start), n); err != nil {
			return err
		}
		if !all[k].Kept {
			return fmt.Errorf("start was written over; work on a copy")
		}
		if err := improvable(f, n, set); err != nil {
			return err
		}
	}
	return nil
}

// improvable returns an error that names the exchange of one position that lowers f most, if any
// does.
func improvable(f func([]int) float64, n int, set []int) error {
	now := f(set)
	best, place, with := now-1e-9, -1, 0
	for i := range set {
		for j := range n {
			if slices.Contains(set, j) {
				continue
			}
			other := slices.Clone(set)
			other[i] = j
			if v := f(other); v < best {
				best, place, with = v, i, j
			}
		}
	}
	if place < 0 {
		return nil
	}
	return fmt.Errorf("the set %v is not the end: %d instead of %d lowers f by %.3g", set, with, set[place], now-best)
}

// checkPositions says what is wrong with a set of positions below n.
func checkPositions(set []int, size, n int) error {
	if len(set) != size {
		return fmt.Errorf("there are %d positions, want %d", len(set), size)
	}
	for i, j := range set {
		if j < 0 || j >= n {
			return fmt.Errorf("position %d is not among 0 to %d", j, n-1)
		}
		if slices.Contains(set[:i], j) {
			return fmt.Errorf("position %d stands there twice", j)
		}
	}
	return nil
}

// positions returns a set of positions as it is.
func positions(set []int, _ *rand.Rand) ([]int, error) { return set, nil }

// goodEight returns nil where eight of the lesson's observations have an F within a nat of that
// to which exchanges lead.
func goodEight(set []int, _ *rand.Rand) error {
	if err := checkPositions(set, 8, 200); err != nil {
		return err
	}
	d, err := wavyCurve()
	if err != nil {
		return err
	}
	held := gplib.Model{Cov: cov.Fix(cov.Scale(1.5, cov.SE(0.7))), Noise: gplib.FixedGaussian(0.1)}
	value, err := inducing.Sparse{Points: d.Subset(set).X}.Eval(held, d, nil)
	if err != nil {
		return err
	}
	best, err := cholqr.Hybrid{M: 8}.Fit(context.Background(), held, d, &gplib.Settings{Restarts: 2})
	if err != nil {
		return err
	}
	if loss := value - best.Value; loss > 1 {
		return fmt.Errorf("these eight are %.3g nats above what exchanges reach", loss)
	}
	return nil
}

// wavyCurve returns the data of lesson 09, section 1.
func wavyCurve() (gplib.Data, error) {
	rng := rand.New(rand.NewPCG(7, 3))
	xs, ys := make([]float64, 200), make([]float64, 200)
	for i := range xs {
		xs[i] = 6 * float64(i) / 199
		ys[i] = math.Sin(2*xs[i]) - 0.8*math.Cos(3.1*xs[i]+1) + 0.3*rng.NormFloat64()
	}
	return gplib.NewData(cov.Line(xs), ys)
}
