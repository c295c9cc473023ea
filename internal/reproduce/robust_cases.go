package reproduce

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// uncleanCase is a small regression set that is spoilt in one way.
type uncleanCase struct {
	name string
	// quick cases are in quick runs, and healthy ones deserve no warning.
	quick, healthy bool
	spoil          func(r *recipe)
}

// recipe says how the rows of a case are made.
type recipe struct {
	rows  int // to train on
	place func(rng *rand.Rand) []float64
	law   func(x []float64) float64
	noise float64 // standard deviation
	// error, where not nil, draws the error of an observation at x instead.
	error func(rng *rand.Rand, x []float64) float64
	// inputs and observation say how rows are recorded.
	inputs      func(x []float64) []float64
	observation func(y float64) float64
	// train spoils the training rows only.
	train func(r recipe, rng *rand.Rand, s sample) sample
	// series replaces all rows, before those to train on are chosen among them.
	series func(r recipe, rng *rand.Rand, s sample) sample
	mean   gplib.Mean
	// spread, where positive, is the standard deviation of y by which errors
	// are judged, in place of the test rows' own.
	spread float64
}

// sample are rows.
type sample struct {
	x [][]float64
	y []float64
}

const testRows = 100

// uncleanCases are all cases. Their clean form is sin 2x₁ + x₂/2 on [-2, 2]²
// with noise of standard deviation 0.05.
var uncleanCases = []uncleanCase{
	{"clean", true, true, func(*recipe) {}},
	{"income of 50,000 ± 20,000", true, false, func(r *recipe) { r.inputs = income }},
	{"x times 1e9", true, false, func(r *recipe) { r.inputs = affine(1e9, 0) }},
	{"x times 1e-9", false, false, func(r *recipe) { r.inputs = affine(1e-9, 0) }},
	{"x times 1e3", false, false, func(r *recipe) { r.inputs = affine(1e3, 0) }},
	{"x times 1e-3", false, false, func(r *recipe) { r.inputs = affine(1e-3, 0) }},
	{"one column times 1e6", false, false, func(r *recipe) { r.inputs = func(x []float64) []float64 { return []float64{1e6 * x[0], x[1]} } }},
	{"x + 1e6", false, false, func(r *recipe) { r.inputs = affine(1, 1e6) }},
	{"heavy-tailed x", true, false, func(r *recipe) { r.inputs = exponentials }},
	{"y + 1000", true, false, func(r *recipe) { r.observation = line(1, 1000) }},
	{"y - 1e6", false, false, func(r *recipe) { r.observation = line(1, -1e6) }},
	{"y times 1e3", true, false, func(r *recipe) { r.observation = line(1e3, 0) }},
	{"y times 1e5", false, false, func(r *recipe) { r.observation = line(1e5, 0) }},
	{"y times 1e6", true, false, func(r *recipe) { r.observation = line(1e6, 0) }},
	{"y times 1e-3", false, false, func(r *recipe) { r.observation = line(1e-3, 0) }},
	{"y times 1e-6", false, false, func(r *recipe) { r.observation = line(1e-6, 0) }},
	{"prices of 300,000 ± 90,000", false, false, func(r *recipe) { r.observation = line(1e5, 3e5) }},
	{"prices with their mean", true, false, func(r *recipe) { r.observation, r.mean = line(1e5, 3e5), gplib.ConstantMean(3e5) }},
	{"mixed scales", false, false, mixScales},
	{"rows 5 times", true, false, func(r *recipe) { r.train = repeated(5) }},
	{"rows 5 times with fresh noise", false, false, func(r *recipe) { r.train = observedAgain(5) }},
	{"rows 10 times", false, false, func(r *recipe) { r.train = repeated(10) }},
	{"half the rows twice", false, false, func(r *recipe) { r.train = halfTwice }},
	{"50 in a column of zeros", true, false, lonelyFifty},
	{"constant column", false, false, func(r *recipe) { r.inputs = func(x []float64) []float64 { return append(slices.Clone(x), 7) } }},
	{"collinear columns", false, true, func(r *recipe) { r.inputs = func(x []float64) []float64 { return append(slices.Clone(x), x[0]+x[1]) } }},
	{"one-hot columns", true, true, oneHot},
	{"integer x", false, true, integers},
	{"sorted rows", false, true, func(r *recipe) { r.train = sorted }},
	{"clusters of x far apart", false, false, clusters},
	{"20 columns", false, false, func(r *recipe) { r.place = uniform(20) }},
	{"5 rows", false, false, func(r *recipe) { r.rows = 5 }},
	{"10 rows", false, false, func(r *recipe) { r.rows = 10 }},
	{"0/1 y", false, false, func(r *recipe) { r.observation = func(y float64) float64 { return math.Max(0, math.Copysign(1, y)) } }},
	{"pure noise", false, false, func(r *recipe) { r.law, r.noise = constant(0), 1 }},
	{"constant y", true, false, func(r *recipe) { r.law, r.noise, r.spread = constant(3), 0, 0.03 }},
	{"constant y and 1e-9 noise", false, false, func(r *recipe) { r.law, r.noise, r.spread = constant(3), 1e-9, 0.03 }},
	{"outlier of y", false, false, func(r *recipe) { r.train = outlier }},
	{"noiseless y", false, false, func(r *recipe) { r.noise = 0 }},
	{"large noise", false, false, func(r *recipe) { r.noise = 1 }},
	{"rounded y", false, false, func(r *recipe) { r.observation = func(y float64) float64 { return math.Round(10*y) / 10 } }},
	{"skewed y", false, false, func(r *recipe) { r.observation = func(y float64) float64 { return math.Exp(1.5 * y) } }},
	{"step function", false, false, func(r *recipe) { r.law = func(x []float64) float64 { return math.Copysign(1, x[0]) + x[1]/2 } }},
}

// data makes the rows of a case, the same at every call.
func (c uncleanCase) data() (r recipe, train, test gplib.Data, err error) {
	return c.dataOf(rand.NewPCG(1, 43))
}

// dataOf makes the rows of a source.
func (c uncleanCase) dataOf(src rand.Source) (r recipe, train, test gplib.Data, err error) {
	r = recipe{rows: 60, place: uniform(2), law: wave, noise: 0.05, inputs: slices.Clone[[]float64], observation: line(1, 0)}
	c.spoil(&r)
	rng := rand.New(src)
	a, b := r.sample(rng, r.rows), r.sample(rng, testRows)
	if r.series != nil {
		a, b = r.series(r, rng, a.with(b)).split(rng, r.rows)
	}
	if r.train != nil {
		a = r.train(r, rng, a)
	}
	if train, err = a.data(); err != nil {
		return r, train, test, fmt.Errorf("%s: %w", c.name, err)
	}
	test, err = b.data()
	return r, train, test, err
}

func (r recipe) sample(rng *rand.Rand, n int) sample {
	var s sample
	for range n {
		x := r.place(rng)
		s.x, s.y = append(s.x, r.inputs(x)), append(s.y, r.observe(rng, x))
	}
	return s
}

// with returns the rows of both.
func (s sample) with(more sample) sample {
	return sample{slices.Concat(s.x, more.x), slices.Concat(s.y, more.y)}
}

// split returns n of the rows, chosen at random, and the others.
func (s sample) split(rng *rand.Rand, n int) (a, b sample) {
	for k, i := range rng.Perm(len(s.y)) {
		to := &b
		if k < n {
			to = &a
		}
		to.x, to.y = append(to.x, s.x[i]), append(to.y, s.y[i])
	}
	return a, b
}

func (r recipe) observe(rng *rand.Rand, x []float64) float64 {
	if r.error != nil {
		return r.observation(r.law(x) + r.error(rng, x))
	}
	return r.observation(r.law(x) + r.noise*rng.NormFloat64())
}

func (s sample) data() (gplib.Data, error) {
	x, err := cov.Rows(s.x)
	if err != nil {
		return gplib.Data{}, err
	}
	return gplib.NewData(x, s.y)
}

func wave(x []float64) float64 { return math.Sin(2*x[0]) + x[1]/2 }

func constant(v float64) func([]float64) float64 { return func([]float64) float64 { return v } }

func uniform(d int) func(rng *rand.Rand) []float64 {
	return func(rng *rand.Rand) []float64 {
		x := make([]float64, d)
		for k := range x {
			x[k] = 4*rng.Float64() - 2
		}
		return x
	}
}

// line returns y ↦ scale·y + shift, and affine the same of each input.
func line(scale, shift float64) func(y float64) float64 {
	return func(y float64) float64 { return scale*y + shift }
}

func affine(scale, shift float64) func(x []float64) []float64 {
	return func(x []float64) []float64 { return mapped(x, line(scale, shift)) }
}

func exponentials(x []float64) []float64 {
	return mapped(x, func(v float64) float64 { return math.Exp(1.5 * v) })
}

func mapped(x []float64, f func(float64) float64) []float64 {
	image := make([]float64, len(x))
	for k, v := range x {
		image[k] = f(v)
	}
	return image
}

// income has a standard deviation of 20,000 in the second column.
func income(x []float64) []float64 { return []float64{x[0], 50000 + 10000*math.Sqrt(3)*x[1]} }

// mixScales has three columns and y in units of their own.
func mixScales(r *recipe) {
	r.place = uniform(3)
	r.inputs = func(x []float64) []float64 { return []float64{1e-4 * x[0], 1e5 * x[1], 2000 + 300*x[2]} }
	r.observation = line(5000, 20000)
}

func repeated(times int) func(recipe, *rand.Rand, sample) sample {
	return func(_ recipe, _ *rand.Rand, s sample) sample {
		return sample{slices.Repeat(s.x, times), slices.Repeat(s.y, times)}
	}
}

// observedAgain draws the noise of each copy independently.
func observedAgain(times int) func(recipe, *rand.Rand, sample) sample {
	return func(r recipe, rng *rand.Rand, s sample) sample {
		s = sample{slices.Repeat(s.x, times), slices.Repeat(s.y, times)}
		for i, x := range s.x {
			s.y[i] = r.observe(rng, x)
		}
		return s
	}
}

func halfTwice(_ recipe, _ *rand.Rand, s sample) sample {
	half := len(s.y) / 2
	return sample{append(s.x, s.x[:half]...), append(s.y, s.y[:half]...)}
}

// lonelyFifty has a third column that is 0 but in one training row.
func lonelyFifty(r *recipe) {
	r.inputs = func(x []float64) []float64 { return append(slices.Clone(x), 0) }
	r.train = func(_ recipe, _ *rand.Rand, s sample) sample {
		s.x[0][2] = 50
		return s
	}
}

// oneHot has three columns for a category that shifts y.
func oneHot(r *recipe) {
	r.place = func(rng *rand.Rand) []float64 {
		x := append(uniform(2)(rng), 0, 0, 0)
		x[2+rng.IntN(3)] = 1
		return x
	}
	r.law = func(x []float64) float64 { return wave(x) + x[3]/2 - x[4]/2 }
}

// integers has counts from 0 to 19 for inputs.
func integers(r *recipe) {
	r.place = func(rng *rand.Rand) []float64 { return []float64{float64(rng.IntN(20)), float64(rng.IntN(20))} }
	r.law = func(x []float64) float64 { return wave(mapped(x, line(0.2, -2))) }
}

func sorted(_ recipe, _ *rand.Rand, s sample) sample {
	order := make([]int, len(s.y))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return slices.Compare(s.x[i], s.x[j]) })
	var t sample
	for _, i := range order {
		t.x, t.y = append(t.x, s.x[i]), append(t.y, s.y[i])
	}
	return t
}

// clusters has three squares, 1000 apart.
func clusters(r *recipe) {
	r.place = func(rng *rand.Rand) []float64 {
		x := uniform(2)(rng)
		x[0] += 1000 * float64(rng.IntN(3)-1)
		return x
	}
	r.law = func(x []float64) float64 {
		centre := math.Round(x[0] / 1000)
		return wave([]float64{x[0] - 1000*centre, x[1]}) + centre
	}
}

func outlier(_ recipe, _ *rand.Rand, s sample) sample {
	s.y[0] = 1e4
	return s
}
