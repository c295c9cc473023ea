package inducing_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
	"krigo/gplib/learntest"
)

func TestSVGPKeepsTheContract(t *testing.T) {
	m, d := snelson(t, 30)
	for name, l := range map[string]gplib.Learner{
		"minibatches": inducing.SVGP{Size: 6, Batch: 10}, "all data": inducing.SVGP{Size: 6}, "held": inducing.SVGP{Size: 6, Batch: 10, Hold: true},
	} {
		t.Run(name, func(t *testing.T) { learntest.Check(t, l, m, d) })
	}
}

// waves returns plane without its trend, which minibatches find hard.
func waves(n int) gplib.Data {
	d := plane(n)
	x := d.X.(*cov.Matrix)
	for i := range d.Y {
		d.Y[i] += math.Cos(2*x.At(i, 1)) - x.At(i, 1)
	}
	return d
}

// TestSVGPComesToTheBoundOfTitsias, learned by L-BFGS with points that move, for
// covariance functions with a lengthscale for each input: with all data at once all
// the way, by minibatches nine tenths.
func TestSVGPComesToTheBoundOfTitsias(t *testing.T) {
	d := waves(120)
	for name, k := range map[string]cov.Func{"SE": cov.Scale(1, cov.SE(1, 1)), "Matern": cov.Scale(1, cov.Matern52(1, 1))} {
		if testing.Short() && name != "SE" {
			continue
		}
		m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: k, Noise: gplib.Gaussian(0.1)}
		want, err := inducing.Continuous{Size: 15}.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		for batch, part := range map[int]float64{40: 0.9, 120: 0.995} {
			got, err := inducing.SVGP{Size: 15, Batch: batch}.Fit(t.Context(), m, d, &gplib.Settings{MaxIter: 100})
			if err != nil {
				t.Fatal(err)
			}
			start := got.Trace.Steps[0].Value
			if start-got.Value < part*(start-want.Value) {
				t.Errorf("%s, minibatches of %d: from %v to %v (%v), L-BFGS %v", name, batch, start, got.Value, got.Status, want.Value)
			}
			if last := got.Trace.Steps[len(got.Trace.Steps)-1]; got.Status == gplib.Converged && last.GradNorm > 1e-4*math.Abs(last.Value) {
				t.Errorf("%s, minibatches of %d: converged where the largest derivative is %v", name, batch, last.GradNorm)
			}
			p := got.Posterior.(*inducing.Posterior)
			value, err := p.Sparse().Eval(got.Model, d, nil)
			if err != nil || math.Abs(value-got.Value) > 1e-6*math.Abs(value) {
				t.Errorf("%s: the free energy at the result is %v, its value %v (%v)", name, value, got.Value, err)
			}
			if c := p.Certificate(); math.Abs(c.Lower+value) > 1e-6*math.Abs(value) {
				t.Errorf("%s: the lower bound is %v, not %v", name, c.Lower, -value)
			}
		}
	}
}

// TestSVGPTakesAnyUnits: from a model in none of them it ends as near to the optimum as from one
// in the units of the data.
func TestSVGPTakesAnyUnits(t *testing.T) {
	m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(1, cov.Matern52(1)), Noise: gplib.Gaussian(0.1)}
	value := func(unit, offset float64) float64 {
		rng := rand.New(rand.NewPCG(1, 2))
		x, y := make([]float64, 100), make([]float64, 100)
		for i := range x {
			at := 5 * rng.Float64()
			x[i], y[i] = unit*at, offset+unit*(math.Sin(2*at)+0.1*rng.NormFloat64())
		}
		d, err := gplib.NewData(cov.Line(x), y)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := inducing.SVGP{Size: 12, Batch: 50}.Fit(t.Context(), m, d, &gplib.Settings{MaxIter: 25})
		if err != nil {
			t.Fatal(err)
		}
		return fit.Value - float64(len(y))*math.Log(unit)
	}
	want, units := value(1, 0), [][2]float64{{1e3, 1e6}, {1, 20}, {1, 1000}, {1e3, 0}, {1e-3, 0}}
	if testing.Short() {
		units = units[:1]
	}
	for _, u := range units {
		if got := value(u[0], u[1]); math.Abs(got-want) > 2 {
			t.Errorf("units of %g, %g higher: %.2f, not %.2f", u[0], u[1], got, want)
		}
	}
}

// TestSVGPAddsPriors to what it minimises.
func TestSVGPAddsPriors(t *testing.T) {
	m, d := snelson(t, 30)
	m, err := m.WithPrior("noise.variance", cov.LogNormalPrior(0, 0.1))
	if err != nil {
		t.Fatal(err)
	}
	fit, err := inducing.SVGP{Size: 6, Batch: 10}.Fit(t.Context(), m, d, &gplib.Settings{MaxIter: 5})
	if err != nil {
		t.Fatal(err)
	}
	value, err := fit.Posterior.(*inducing.Posterior).Sparse().Eval(fit.Model, d, nil)
	prior, _ := fit.Model.LogPrior()
	if err != nil || math.Abs(fit.Value-value+prior) > 1e-6*math.Abs(value) || fit.Trace.Objective != "variational free energy plus priors" {
		t.Errorf("%s: %v, not %v - %v (%v)", fit.Trace.Objective, fit.Value, value, prior, err)
	}
}

func TestSVGPSaysWhatItCannotTake(t *testing.T) {
	m, d := snelson(t, 30)
	rough := m
	rough.Cov = cov.Sum(m.Cov, cov.White(0.1))
	words := gplib.Data{X: cov.Strings{"ab", "ba", "aab"}, Y: []float64{1, 2, 3}}
	text := gplib.Model{Cov: cov.Spectrum(2), Noise: gplib.Gaussian(0.1)}
	for want, c := range map[string]struct {
		l inducing.SVGP
		m gplib.Model
		d gplib.Data
	}{
		"Batch is -1":               {inducing.SVGP{Batch: -1}, m, d},
		"Natural is 2":              {inducing.SVGP{Natural: 2}, m, d},
		"Rate is -1":                {inducing.SVGP{Rate: -1}, m, d},
		"Jitter is -1":              {inducing.SVGP{Jitter: -1}, m, d},
		"Size is 31":                {inducing.SVGP{Size: 31}, m, d},
		"use Hold to keep":          {inducing.SVGP{}, rough, d},
		"not cov.Strings; use Hold": {inducing.SVGP{}, text, words},
	} {
		if _, err := c.l.Fit(t.Context(), c.m, c.d, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	if _, err := (inducing.SVGP{Hold: true}).Fit(t.Context(), text, words, &gplib.Settings{MaxIter: 3}); err != nil {
		t.Errorf("strings, with points that are held: %v", err)
	}
}
