package course

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/grief"
)

func init() {
	mustDefine(
		Exercise{
			ID:       "08-1",
			Question: "What is the fourth largest eigenvalue on a grid of two inputs with 5, 1.9, 0.4 and 3, 2, 1.1?",
			Answer: numberOr(0.001, fourth08,
				numberSlip{number(5.7), "that is the third largest"},
				numberSlip{number(2.09), "that is the fourth from below"},
				numberSlip{number(3.8), "that is the second of the one times the second of the other: the tuples are no diagonal"},
				numberSlip{number(4.9), "eigenvalues of a grid are products, not sums"},
			),
			Hints: []string{
				"Each of the nine is one of the first input's times one of the second's.",
				"The largest is 15. The next ones are its neighbours: one step down in one of the inputs.",
				"Write the nine products as a table, and count from the largest.",
			},
			Right: "5 times 1.1: the first eigenvalue of one input makes up for the third of the other.",
		},
		Exercise{
			ID:       "08-2",
			Question: "Write the search for the p largest products of one of a and one of b.",
			Answer:   like("a function of a []float64, b []float64 and p int that returns a []float64", searched08, largest08, slips082()...),
			Hints: []string{
				"Two loops make all products; append them to a slice.",
				"slices.Sort puts the smallest first; slices.Reverse turns that round.",
				"Cut at min(p, len(products)).",
			},
			Right: "With the p best so far as a, input by input, the grid is never formed.",
		},
		Exercise{
			ID:       "08-3",
			Question: "Write an eigenfunction, given k(x, U), the eigenvector and the eigenvalue.",
			Answer:   like("a function of k []float64, q []float64 and an eigenvalue that returns a number", eigenvalued08, eigenfunction08(-0.5), slips083()...),
			Hints: []string{
				"k(x, U) q is a sum of products, over the points of the grid.",
				"What power of the eigenvalue stands before it in section 1?",
			},
			Right: "So the products of the functions sum to k, and none is scaled by its eigenvalue any more.",
		},
		Exercise{
			ID:       "08-4",
			Question: "Write the weight, 0 or more, that makes the data most probable.",
			Answer:   like("a function of t, d and the noise variance that returns a number", weighed08, weight08, slips084()...),
			Hints: []string{
				"The likelihood depends on w by v only: which v makes log v + t²/v least?",
				"Set the derivative by v, 1/v - t²/v², to 0, and solve v = noise + d w for w.",
				"If that is negative, what is the best of the weights that are allowed?",
			},
			Right: "A function that the data cannot tell from noise gets the weight 0: the prior of section 6 keeps it from that.",
		},
		Exercise{
			ID:       "08-5",
			Question: "How many functions keep 99 % of the prior variance of SE(0.2) on the rows of cov.Grid(-1, 1, 40), with 20 grid points?",
			Answer: numberOr(0, needed08,
				numberSlip{number(20), "all of them keep that much; fewer do, too"},
				numberSlip{number(40), "there are no more functions than grid points"},
				numberSlip{func(right float64) float64 { return right - 1 }, "so many keep a little less"},
				numberSlip{func(right float64) float64 { return right + 1 }, "so many keep 99 % and more, and one less does, too"},
			),
			Hints: []string{
				"dataset.Rows wants data: make some with gplib.NewData, whose observations do not matter here.",
				"grief.NewGrid(x, 20, 0), grief.NewBasis with p functions, grief.Accumulate, Captured.",
				"Try p from 1 on in a loop, and stop at the first that keeps 0.99.",
			},
			Right: "The shorter the lengthscale is relative to the range, the more functions it takes.",
		},
	)
}

// fourth08 returns the answer of exercise 08-1.
func fourth08() (float64, error) {
	return largest08([]float64{5, 1.9, 0.4}, []float64{3, 2, 1.1}, 4)[3], nil
}

// searcher is a search for the largest products.
type searcher = func(a, b []float64, p int) []float64

// searched08 returns the results of f for lists of random numbers, with the length of
// each list.
func searched08(f searcher, rng *rand.Rand) ([]float64, error) {
	var all []float64
	for _, p := range []int{1, 4, 7, 50} {
		a, b := falling(rng, 3+rng.IntN(3)), falling(rng, 2+rng.IntN(3))
		found := f(a, b, p)
		all = append(append(all, float64(len(found))), found...)
	}
	return all, nil
}

// falling returns n random numbers between 0 and 1, the largest first.
func falling(rng *rand.Rand, n int) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = 0.05 + 0.95*rng.Float64()
	}
	slices.Sort(xs)
	slices.Reverse(xs)
	return xs
}

func largest08(a, b []float64, p int) []float64 {
	return joined08(a, b, p, func(x, y float64) float64 { return x * y })
}

// joined08 returns the p largest of what join makes of each pair.
func joined08(a, b []float64, p int, join func(x, y float64) float64) []float64 {
	var all []float64
	for _, x := range a {
		for _, y := range b {
			all = append(all, join(x, y))
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all[:min(p, len(all))]
}

func slips082() []slip[searcher] {
	return []slip[searcher]{
		{func(_, _ []float64, _ int) []float64 { return nil }, "it returns nothing"},
		{func(a, b []float64, p int) []float64 {
			return joined08(a, b, p, func(x, y float64) float64 { return x + y })
		}, "those are sums; eigenvalues of a grid are products"},
		{func(a, b []float64, p int) []float64 {
			all := largest08(a, b, len(a)*len(b))
			slices.Reverse(all)
			return all[:min(p, len(all))]
		}, "those are the smallest"},
		{func(a, b []float64, p int) []float64 {
			found := largest08(a, b, p)
			slices.Reverse(found)
			return found
		}, "those are right, but the smallest comes first"},
		{func(a, b []float64, p int) []float64 { return largest08(a, b, len(a)*len(b)) }, "it returns all products, not p of them"},
		{func(a, b []float64, p int) []float64 {
			n := min(len(a), len(b), p)
			found := make([]float64, n)
			for i := range found {
				found[i] = a[i] * b[i]
			}
			return found
		}, "the tuples are no diagonal: each of a goes with each of b"},
		{func(a, b []float64, p int) []float64 { return unsorted08(a, b, p) }, "it takes the first products, in no order; the largest ones are wanted"},
	}
}

// unsorted08 returns the first p products.
func unsorted08(a, b []float64, p int) []float64 {
	var all []float64
	for _, x := range a {
		for _, y := range b {
			all = append(all, x*y)
		}
	}
	return all[:min(p, len(all))]
}

// evaluator is an eigenfunction at a point.
type evaluator = func(k, q []float64, lambda float64) float64

// eigenvalued08 returns values of f for random rows, vectors and eigenvalues.
func eigenvalued08(f evaluator, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 6)
	for i := range values {
		k, q := falling(rng, 3+i), falling(rng, 3+i)
		values[i] = f(k, q, 0.2+3*rng.Float64())
	}
	return values, nil
}

// eigenfunction08 has a power of the eigenvalue before the sum.
func eigenfunction08(power float64) evaluator {
	return func(k, q []float64, lambda float64) float64 {
		sum := 0.0
		for i := range k {
			sum += k[i] * q[i]
		}
		return math.Pow(lambda, power) * sum
	}
}

func slips083() []slip[evaluator] {
	return []slip[evaluator]{
		{func(_, _ []float64, _ float64) float64 { return 0 }, "it is 0 everywhere"},
		{eigenfunction08(0), "the eigenvalue is missing"},
		{eigenfunction08(-1), "it is divided by the eigenvalue, and not by its root: that would be the eigenvector continued off the grid"},
		{eigenfunction08(0.5), "it is multiplied by the root of the eigenvalue, not divided"},
		{eigenfunction08(1), "it is multiplied by the eigenvalue"},
	}
}

// weigher is the best weight of a function.
type weigher = func(t, d, noise float64) float64

// weighed08 returns values of f where the data show the function, and where they do not.
func weighed08(f weigher, rng *rand.Rand) ([]float64, error) {
	values := make([]float64, 8)
	for i := range values {
		noise := 0.2 + rng.Float64()
		root := math.Sqrt(noise)
		t := root * (1.2 + rng.Float64())
		if i%2 == 1 {
			t = root * 0.8 * rng.Float64()
		}
		values[i] = f(t, 0.3+2*rng.Float64(), noise)
	}
	return values, nil
}

func weight08(t, d, noise float64) float64 { return max(0, unbounded08(t, d, noise)) }

// unbounded08 may be negative.
func unbounded08(t, d, noise float64) float64 { return (t*t - noise) / d }

func slips084() []slip[weigher] {
	return []slip[weigher]{
		{func(_, _, _ float64) float64 { return 0 }, "it is 0 everywhere"},
		{unbounded08, "it is negative where t² is below the noise variance: a weight is 0 or more"},
		{func(t, d, noise float64) float64 { return math.Abs(unbounded08(t, d, noise)) }, "a negative solution is not made right by leaving out its sign"},
		{func(t, d, _ float64) float64 { return t * t / d }, "the noise is missing: it explains a part of t²"},
		{func(t, d, noise float64) float64 { return max(0, (t-noise)/d) }, "t has to be squared"},
		{func(t, d, noise float64) float64 { return max(0, t*t-noise) }, "that is d times w: d is missing"},
		{func(t, d, noise float64) float64 { return max(0, (t*t-noise)*d) }, "it is multiplied by d, not divided"},
		{func(t, d, noise float64) float64 { return noise + d }, "that is v at w = 1, not the best weight"},
	}
}

// needed08 returns the least number of functions of exercise 08-5.
func needed08() (float64, error) {
	d, err := gplib.NewData(cov.Grid(-1, 1, 40), make([]float64, 40))
	if err != nil {
		return 0, err
	}
	grid, err := grief.NewGrid(d.X, 20, 0)
	if err != nil {
		return 0, err
	}
	for p := 1; p <= 20; p++ {
		kept, err := captured08(d, grid, p)
		if err != nil || kept >= 0.99 {
			return float64(p), err
		}
	}
	return 0, errors.New("no number of functions keeps 99 % of the prior variance")
}

// captured08 returns the part of the prior variance that p functions of exercise 08-5 keep.
func captured08(d gplib.Data, grid *grief.Grid, p int) (float64, error) {
	rows, err := dataset.Rows(d)
	if err != nil {
		return 0, err
	}
	basis, err := grief.NewBasis(cov.SE(0.2), grid, p)
	if err != nil {
		return 0, err
	}
	sums, err := grief.Accumulate(context.Background(), basis, rows)
	if err != nil {
		return 0, err
	}
	return sums.Captured(), nil
}
