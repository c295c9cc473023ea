package learntest_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/grief"
	"krigo/gplib/inducing"
)

// TestLearnersStartWhereTheFunctionIsFast: from lengthscales of the spread of the inputs they end where
// a fast function, or one of categories by number, is taken for noise; shorter ones lead to it.
func TestLearnersStartWhereTheFunctionIsFast(t *testing.T) {
	sets := map[string]struct {
		seed  uint64
		noise float64
		place func(rng *rand.Rand) []float64
		law   func(x []float64) float64
	}{
		"4 waves and a trend": {3, 0.1, func(rng *rand.Rand) []float64 { return []float64{rng.Float64()} },
			func(x []float64) float64 { return math.Sin(8*math.Pi*x[0]) + 5*x[0] }},
		"12 categories": {2, 0.05, func(rng *rand.Rand) []float64 { return []float64{4*rng.Float64() - 2, float64(rng.IntN(12))} },
			func(x []float64) float64 { return math.Sin(2*x[0]) + math.Cos(2.7*x[1]) }},
	}
	learners := map[string]gplib.Learner{
		"admm.HoldOut": admm.HoldOut{}, "admm.KFold": admm.KFold{}, "grief.TypeII": grief.TypeII{}, "grief.Quadrature": grief.Quadrature{},
		"cholqr.Hybrid": cholqr.Hybrid{}, "inducing.Subset": inducing.Subset{}, "inducing.Continuous": inducing.Continuous{},
	}
	for name, s := range sets {
		rng := rand.New(rand.NewPCG(s.seed, 44))
		draw := func() gplib.Data {
			rows, y := make([][]float64, 100), make([]float64, 100)
			for i := range rows {
				rows[i] = s.place(rng)
				y[i] = s.law(rows[i]) + s.noise*rng.NormFloat64()
			}
			x, err := cov.Rows(rows)
			if err != nil {
				t.Fatal(err)
			}
			return gplib.Data{X: x, Y: y}
		}
		train, test := draw(), draw()
		for learner, l := range learners {
			m, err := gplib.AutoFor(l, train)
			if err != nil {
				t.Fatal(err)
			}
			fit, err := l.Fit(t.Context(), m, train, nil)
			if err != nil {
				t.Fatal(err)
			}
			p, err := fit.Predict(test.X)
			if err != nil {
				t.Fatal(err)
			}
			smse := 0.0
			for i, v := range test.Y {
				smse += (v - p.Mean[i]) * (v - p.Mean[i]) / float64(len(test.Y)) / stat.PopVariance(test.Y, nil)
			}
			if smse > 0.1 {
				t.Errorf("%s, %s: the mean squared error is %.3f of the variance (from %q; %q)", name, learner, smse, fit.Start(), fit.Warnings)
			}
		}
	}
}
