package gplib

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// The period of waves on a trend is found within a twentieth, from few waves to many, whatever the units.
func TestThePeriodOfWavesIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, waves := range []float64{2.3, 7, 30} {
		for _, unit := range []float64{1, 1e-6} {
			x, y := make([]float64, 120), make([]float64, 120)
			for i := range x {
				at := rng.Float64()
				x[i], y[i] = unit*(50+at), 3*at*at+math.Sin(2*math.Pi*waves*at)+0.3*rng.NormFloat64()
			}
			want := unit / waves
			if got, _ := periodsOf(x, y, 1); len(got) != 1 || math.Abs(got[0]-want) > want/20 {
				t.Errorf("%v waves, in units of %v: %v, not %v", waves, unit, got, want)
			}
		}
	}
	if got, _ := periodsOf(make([]float64, 30), make([]float64, 30), 1); got != nil {
		t.Errorf("of a constant input: %v", got)
	}
}

// A periodic covariance function finds its period from one that is far away: here a hundred times.
func TestAFitFindsItsPeriod(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x, y := make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i] = 10 * rng.Float64()
		y[i] = math.Sin(2*math.Pi*x[i]/0.45) + 0.1*rng.NormFloat64()
	}
	d := Data{X: cov.Line(x), Y: y}
	for name, k := range map[string]func(p float64) cov.Func{
		"periodic": func(p float64) cov.Func { return cov.Scale(1, cov.Periodic(p, 1)) },
		"quasi":    func(p float64) cov.Func { return cov.Scale(1, cov.Product(cov.Periodic(p, 1), cov.SE(10))) },
	} {
		fit, err := Fit(context.Background(), Model{Cov: k(30), Noise: Gaussian(0.1)}, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		best, err := Fit(context.Background(), Model{Cov: k(0.45), Noise: Gaussian(0.1)}, d, &Settings{OwnStart: true})
		if err != nil {
			t.Fatal(err)
		}
		if fit.Value > best.Value+1 {
			t.Errorf("%s: %v from %q, and %v from the truth", name, fit.Value, fit.Start(), best.Value)
		}
	}
}

// The frequencies of two waves are found within a twentieth of a wave over the range of the input.
func TestThePeriodsOfTwoWavesAreFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	x, y := make([]float64, 200), make([]float64, 200)
	for i := range x {
		x[i] = 10 * rng.Float64()
		y[i] = x[i] + math.Sin(2*math.Pi*x[i]/0.93) + 2*math.Sin(2*math.Pi*x[i]/3.1) + 0.3*rng.NormFloat64()
	}
	got, left := periodsOf(x, y, 2)
	if want := 0.09 / stat.PopVariance(y, nil); math.Abs(left-want) > want/4 {
		t.Errorf("they leave %v of the variance, and the noise is %v", left, want)
	}
	if len(got) != 2 || math.Abs(10/got[0]-10/3.1) > 0.05 || math.Abs(10/got[1]-10/0.93) > 0.05 {
		t.Errorf("the periods are %v, not 3.1 and 0.93", got)
	}
}

// A trend and a season, 12 rows a period: from periods that are wrong the fit ends where one from the true period does,
// once a hundred nats higher and without a warning.
func TestAFitFindsTheSeasonOnATrend(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := make([]float64, 150), make([]float64, 150)
	for i := range x {
		x[i] = float64(i) / 12
		y[i] = 3 + 0.5*x[i] + math.Sin(2*math.Pi*x[i]) + 0.1*rng.NormFloat64()
	}
	checkPeriods(t, Data{X: cov.Line(x), Y: y}, func(period float64) cov.Func {
		return cov.Sum(cov.Scale(1, cov.SE(5)), cov.Scale(1, cov.Periodic(1, period)))
	}, 1, 0.3, 1.3, 3, 10)
}

// Each of two periodic terms finds a season of its own, though both start at wrong periods.
func TestAFitFindsTwoSeasons(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	x, y := make([]float64, 160), make([]float64, 160)
	for i := range x {
		x[i] = float64(i) / 16
		y[i] = math.Sin(2*math.Pi*x[i]/0.7) + math.Sin(2*math.Pi*x[i]/2.3) + 0.1*rng.NormFloat64()
	}
	checkPeriods(t, Data{X: cov.Line(x), Y: y}, func(factor float64) cov.Func {
		return cov.Sum(cov.Scale(1, cov.Periodic(1, 0.7*factor)), cov.Scale(1, cov.Periodic(1, 2.3*factor)))
	}, 1, 1.7)
}

// The second harmonic may be as strong as the first: the period is that of both.
func TestAFitFindsThePeriodOfHarmonics(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	x, y := make([]float64, 150), make([]float64, 150)
	for i := range x {
		x[i] = 10 * rng.Float64()
		u := 2 * math.Pi * x[i] / 0.9
		y[i] = 0.2*x[i] + math.Sin(u) + 1.2*math.Sin(2*u+1) + 0.2*rng.NormFloat64()
	}
	if got, _ := periodsOf(x, y, 1); len(got) != 1 || math.Abs(got[0]-0.9) > 0.005 {
		t.Errorf("the period is %v, not 0.9", got)
	}
	checkPeriods(t, Data{X: cov.Line(x), Y: y}, func(period float64) cov.Func {
		return cov.Sum(cov.Scale(1, cov.SE(5)), cov.Scale(1, cov.Product(cov.Periodic(1, period), cov.SE(20))))
	}, 0.9, 0.3, 6)
}

// checkPeriods fits the covariance function of a true period and of wrong ones, and compares the ends.
func checkPeriods(t *testing.T, d Data, k func(period float64) cov.Func, truth float64, wrong ...float64) {
	t.Helper()
	model := func(period float64) Model {
		return Model{Mean: ConstantMean(0), Cov: k(period), Noise: Gaussian(0.1)}
	}
	best, err := Fit(t.Context(), model(truth).FromData(d), d, &Settings{OwnStart: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, period := range wrong {
		fit, err := Fit(t.Context(), model(period), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if fit.Value > best.Value+1 {
			t.Errorf("from the period %v the fit ends at %v, %q; from the true one at %v", period, fit.Value, fit.Start(), best.Value)
		}
	}
}

// Functions that repeat with harmonics: the strongest sine wave has a part of the period, and a fit ended at a multiple
// of it, or took the function for one that does not repeat, up to 80 nats higher and without a warning.
func TestAFitFindsThePeriodsOfDraws(t *testing.T) {
	for _, c := range []struct {
		n             int
		length, decay float64 // no decay is 0
		seed          uint64
	}{{150, 0.4, 0, 1}, {150, 0.4, 0, 3}, {150, 0.4, 15, 0}, {150, 0.4, 15, 2}, {40, 0.8, 0, 2}} {
		rng := rand.New(rand.NewPCG(c.seed, uint64(c.n)))
		x := make([]float64, c.n)
		for i := range x {
			x[i] = 10 * rng.Float64()
		}
		k := func(period, length float64) cov.Func {
			if c.decay == 0 {
				return cov.Scale(1, cov.Periodic(length, period))
			}
			return cov.Scale(1, cov.Product(cov.Periodic(length, period), cov.SE(c.decay)))
		}
		y := drawnFrom(t, Model{Cov: k(1.7, c.length), Noise: Gaussian(0.05)}, cov.Line(x), rng)
		checkPeriods(t, Data{X: cov.Line(x), Y: y}, func(period float64) cov.Func { return k(period, 1) }, 1.7, 0.3, 3, 8)
	}
}

// drawnFrom returns a draw of the observations of a model.
func drawnFrom(t *testing.T, m Model, x cov.Inputs, rng *rand.Rand) []float64 {
	t.Helper()
	n := x.Len()
	c := mat.NewDense(n, n, nil)
	m.Cov.Gram(c, x, x)
	addNoise(c, m.Noise, x)
	chol, err := linalg.Factorize(c)
	if err != nil {
		t.Fatal(err)
	}
	z := make([]float64, n)
	for i := range z {
		z[i] = rng.NormFloat64()
	}
	chol.MulHalf(z, z)
	return z
}
