package reproduce

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"krigo/gplib"
	"krigo/gplib/metric"
)

// robustKind is a part of [Robust]: cases of one kind that real data have, each drawn with
// several seeds and learned from the model of [gplib.AutoFor].
type robustKind struct {
	name  string
	cases []uncleanCase
}

var robustKinds = []robustKind{
	{"outliers", []uncleanCase{
		{"one observation 5 too high", true, false, func(r *recipe) { r.train = shifted(1, 5) }},
		{"one observation 2 too high", false, false, func(r *recipe) { r.train = shifted(1, 2) }},
		{"three observations 3 too high", false, false, func(r *recipe) { r.train = shifted(3, 3) }},
		{"noise of Student's t", false, false, func(r *recipe) { r.error = studentT2 }},
	}},
	{"starts", []uncleanCase{
		{"8 waves", true, false, func(r *recipe) { waves(r, 8) }},
		{"16 waves", false, false, func(r *recipe) { waves(r, 16) }},
		{"4 waves and a trend", false, false, func(r *recipe) {
			waves(r, 4)
			r.law = func(x []float64) float64 { return math.Sin(8*math.Pi*x[0]) + 5*x[0] }
		}},
	}},
	{"linear", []uncleanCase{
		{"a wave and a steep line", true, true, func(r *recipe) {
			r.law, r.noise = func(x []float64) float64 { return math.Sin(2*x[0]) + 10*x[1] }, 0.3
		}},
		{"five lines", false, true, func(r *recipe) { fiveLines(r) }},
		{"a line far from 0", false, true, func(r *recipe) {
			r.place, r.law, r.noise = uniform(1), func(x []float64) float64 { return 300 + 3*x[0] }, 0.5
		}},
	}},
	{"heteroscedastic", []uncleanCase{
		{"noise that grows 25 times", true, false, func(r *recipe) {
			r.error = func(rng *rand.Rand, x []float64) float64 { return 0.02 * math.Pow(5, (x[0]+2)/2) * rng.NormFloat64() }
		}},
		{"noise in a tenth of the rows", false, false, func(r *recipe) {
			r.error = func(rng *rand.Rand, x []float64) float64 {
				sd := 0.05
				if x[0] > 1.6 {
					sd = 1
				}
				return sd * rng.NormFloat64()
			}
		}},
		{"noise in proportion", false, false, func(r *recipe) {
			r.error = func(rng *rand.Rand, x []float64) float64 { return 0.3 * math.Abs(wave(x)) * rng.NormFloat64() }
		}},
	}},
	{"autocorrelated", []uncleanCase{
		{"errors that follow the one before", true, false, func(r *recipe) { r.series, r.noise = correlated, 0.3 }},
		{"a series in time", false, false, func(r *recipe) {
			r.place, r.law = uniform(1), func(x []float64) float64 { return math.Sin(2 * x[0]) }
			r.series, r.noise = func(r recipe, rng *rand.Rand, s sample) sample { return correlated(r, rng, sorted(r, rng, s)) }, 0.3
		}},
	}},
	{"categories", []uncleanCase{
		{"5 categories by number", true, false, func(r *recipe) { coded(r, 5) }},
		{"12 categories by number", false, false, func(r *recipe) { coded(r, 12) }},
		{"yes and no as 1 and 0", false, true, func(r *recipe) { coded(r, 2) }},
	}},
	{"duplicates", []uncleanCase{
		{"each place observed 3 times", true, true, func(r *recipe) { r.rows, r.train = 30, observedAgain(3) }},
		{"half the places observed twice", false, true, func(r *recipe) { r.train = halfAgain }},
		{"x in tenths", false, true, func(r *recipe) {
			r.place = uniform(1)
			r.inputs = func(x []float64) []float64 {
				return mapped(x, func(v float64) float64 { return math.Round(10*v) / 10 })
			}
			r.law = func(x []float64) float64 { return math.Sin(2 * math.Round(10*x[0]) / 10) }
		}},
	}},
}

// shifted makes some observations too high.
func shifted(count int, by float64) func(recipe, *rand.Rand, sample) sample {
	return func(_ recipe, rng *rand.Rand, s sample) sample {
		for _, i := range rng.Perm(len(s.y))[:count] {
			s.y[i] += by
		}
		return s
	}
}

// studentT2 is an error of Student's t with two degrees of freedom and the scale 0.05.
func studentT2(rng *rand.Rand, _ []float64) float64 {
	return 0.05 * rng.NormFloat64() / math.Sqrt(rng.ExpFloat64())
}

// waves has so many waves over one input in [0, 1].
func waves(r *recipe, count float64) {
	r.rows, r.noise = 100, 0.1
	r.place = func(rng *rand.Rand) []float64 { return []float64{rng.Float64()} }
	r.law = func(x []float64) float64 { return math.Sin(2 * math.Pi * count * x[0]) }
}

func fiveLines(r *recipe) {
	r.place, r.noise = uniform(5), 0.3
	r.law = func(x []float64) float64 { return x[0] - 2*x[1] + 3*x[2] + x[3]/2 - x[4] }
}

// correlated replaces the errors of the rows, in their order, by an autoregression of 0.9.
func correlated(r recipe, rng *rand.Rand, s sample) sample {
	const rho = 0.9
	e := rng.NormFloat64()
	for i, x := range s.x {
		s.y[i] = r.law(x) + r.noise*e
		e = rho*e + math.Sqrt(1-rho*rho)*rng.NormFloat64()
	}
	return s
}

// coded has a category in a second column, by its number from 0 on, whose effect does not
// go by that number.
func coded(r *recipe, categories int) {
	r.rows = 100
	r.place = func(rng *rand.Rand) []float64 { return []float64{4*rng.Float64() - 2, float64(rng.IntN(categories))} }
	r.law = func(x []float64) float64 { return math.Sin(2*x[0]) + math.Cos(2.7*x[1]) }
}

func halfAgain(r recipe, rng *rand.Rand, s sample) sample {
	for _, x := range s.x[:len(s.x)/2] {
		s.x, s.y = append(s.x, x), append(s.y, r.observe(rng, x))
	}
	return s
}

// asGood is the ratio of an SMSE to the reference's up to which predictions are as good.
const asGood = 1.05

// seedsOfKind is the number of draws of each case.
const seedsOfKind = 3

// measure runs the cases of the kind.
func (k robustKind) measure(ctx context.Context, o Options) ([]Claim, error) {
	outcomes, err := k.outcomes(ctx, o)
	return k.judge(outcomes), err
}

func (k robustKind) outcomes(ctx context.Context, o Options) (outcomes []outcome, err error) {
	seeds := seedsOfKind
	if o.Quick {
		seeds = 1
	}
	if o.Trials > 0 {
		seeds = o.Trials
	}
	for _, c := range k.cases {
		if o.Quick && !c.quick {
			continue
		}
		for seed := range seeds {
			drawn, err := c.drawn(ctx, uint64(seed)+1)
			if err != nil {
				return outcomes, err
			}
			for _, l := range learnersOf(o) {
				began := time.Now()
				r, err := drawn.measure(ctx, l)
				if err != nil {
					return outcomes, err
				}
				outcomes = append(outcomes, r)
				o.report("%v, half %.2f, reference %.3g, %.1f s", r, r.half, r.reference, time.Since(began).Seconds())
			}
		}
	}
	return outcomes, nil
}

// drawnCase is a case of a kind at one seed, with the SMSE of a reference: the exact
// learner with further starts on rows that were not spoilt.
type drawnCase struct {
	uncleanCase
	train, test gplib.Data
	reference   float64
}

func (c uncleanCase) drawn(ctx context.Context, seed uint64) (drawnCase, error) {
	d := drawnCase{uncleanCase: c}
	d.name = fmt.Sprintf("%s (seed %d)", c.name, seed)
	var err error
	if _, d.train, d.test, err = c.dataOf(rand.NewPCG(seed, 44)); err != nil {
		return d, err
	}
	clean := c
	clean.spoil = func(r *recipe) {
		c.spoil(r)
		r.train = nil // a series is not spoilt
	}
	_, train, _, err := clean.dataOf(rand.NewPCG(seed, 44))
	if err != nil {
		return d, err
	}
	m, err := gplib.Auto(train)
	if err != nil {
		return d, err
	}
	fit, err := gplib.Fit(ctx, m, train, &gplib.Settings{Restarts: 10})
	if err != nil {
		return d, err
	}
	p, err := fit.Predict(d.test.X)
	if err != nil {
		return d, err
	}
	d.reference, _ = judged(d.test.Y, p, 0)
	return d, ctx.Err()
}

// measure is an error only where ctx ended.
func (d drawnCase) measure(ctx context.Context, l robustLearner) (outcome, error) {
	result := outcome{unclean: d.name, learner: l.name, healthy: d.healthy, reference: d.reference}
	m, err := gplib.AutoFor(l.learner, d.train)
	if err != nil {
		result.failure = err.Error()
		return result, nil
	}
	fit, p, err := l.attempt(ctx, patience, m, d.train, d.test.X)
	if ctx.Err() != nil {
		return outcome{}, ctx.Err()
	}
	if err != nil {
		result.failure = err.Error()
		return result, nil
	}
	result.status, result.warnings = fit.Status, fit.Warnings
	result.smse, result.coverage = judged(d.test.Y, p, 0)
	half, err := metric.Calibration(d.test.Y, p.Mean, p.VarY, []float64{0.5})
	if err != nil {
		result.failure = err.Error()
		return result, nil
	}
	result.half = half[0]
	return result, nil
}

// judge makes the claims of a kind; without outcomes there are none.
func (k robustKind) judge(outcomes []outcome) []Claim {
	if len(outcomes) == 0 {
		return nil
	}
	best := map[string]float64{}
	for _, o := range outcomes {
		best[o.unclean] = o.reference
	}
	silent := func(o outcome) bool { return o.silent(best[o.unclean]) }
	var claims []Claim
	for _, name := range names(outcomes, func(o outcome) string { return o.learner }) {
		own := filter(outcomes, func(o outcome) bool { return o.learner == name })
		claims = append(claims, none("silent failures", fmt.Sprintf("%s, %s, %d fits", k.name, name, len(own)), len(filter(own, silent))))
	}
	if healthy := filter(outcomes, func(o outcome) bool { return o.healthy && o.failure == "" }); len(healthy) > 0 {
		alarms := filter(healthy, outcome.alarmed)
		claims = append(claims, below("fits with a false alarm, %", fmt.Sprintf("%s, %d fits", k.name, len(healthy)),
			100*float64(len(alarms))/float64(len(healthy)), 1))
	}
	return append(claims, particulars(outcomes, best)...)
}

// alarmed reports whether there is a warning, of predictions that are as good as the
// reference's.
func (o outcome) alarmed() bool { return o.smse <= asGood*o.reference && len(o.warnings) > 0 }
