package laplace_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
)

// A long fit that is cancelled before its start has a posterior that is computed when it is asked.
func TestACancelledLongFitLeavesThePosteriorForLater(t *testing.T) {
	d := drawn(t, 1000, lik.Bernoulli(), 11)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fit, err := laplace.Learner{}.Fit(ctx, modelOf(lik.Bernoulli()), d, &gplib.Settings{OwnStart: true})
	if err != nil {
		t.Fatal(err)
	}
	if fit.Status != gplib.Cancelled || len(fit.Notes.Of("posterior-later")) != 1 {
		t.Errorf("the status is %v, the notes are %v", fit.Status, fit.Notes)
	}
	p, err := fit.Predict(d.X.Subset([]int{0, 1}))
	if err != nil || math.IsNaN(p.MeanY()[0]) {
		t.Errorf("the prediction is %v (%v)", p, err)
	}
}

// The fit of outliers follows the other rows, where Gaussian noise of the same function does not.
func TestOutliersHaveLittleWeight(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	x, y, truth := make([]float64, 80), make([]float64, 80), make([]float64, 80)
	for i := range x {
		x[i] = 10 * rng.Float64()
		truth[i] = math.Sin(x[i])
		y[i] = truth[i] + 0.1*rng.NormFloat64()
		if i%8 == 0 {
			y[i] += 4
		}
	}
	d, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		t.Fatal(err)
	}
	worst := func(l gplib.Learner) float64 {
		m, err := gplib.AutoFor(l, d)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := l.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := fit.Predict(d.X)
		if err != nil {
			t.Fatal(err)
		}
		largest := 0.0
		for i, v := range p.Mean {
			largest = math.Max(largest, math.Abs(v-truth[i]))
		}
		return largest
	}
	if robust, plain := worst(laplace.Learner{}), worst(gplib.LBFGS{}); !(robust < 0.25 && robust < plain/3) {
		t.Errorf("the largest error is %.3g, with Gaussian noise %.3g", robust, plain)
	}
}

// A density with a kink has no quadratic expansion about the mode.
func TestAKinkIsRefused(t *testing.T) {
	d := drawn(t, 30, lik.Laplace(0.5), 13)
	_, fit := laplace.Learner{}.Fit(t.Context(), modelOf(lik.Laplace(0.5)), d, nil)
	_, eval := laplace.LML{}.Eval(modelOf(lik.Laplace(0.5)), d, nil)
	_, condition := laplace.Condition(modelOf(lik.Laplace(0.5)), d)
	for what, err := range map[string]error{"Fit": fit, "Eval": eval, "Condition": condition} {
		if err == nil || !strings.Contains(err.Error(), "has a kink") {
			t.Errorf("%s: the error is %v", what, err)
		}
	}
}

// Grades of a function are learned with their cut points, and shares and positive numbers with the scatter.
func TestParametersOfLikelihoodsAreLearned(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for _, c := range []struct {
		truth, start lik.Func
		param        string
		tol          float64 // relative: two standard errors or more of a parameter at 400 rows
	}{
		{lik.Ordinal(2, 1), lik.Ordinal(1, 1), "ordinal.gap[1]", 0.35}, {lik.OrdinalProbit(1.2, 0.6), lik.OrdinalProbit(1, 1), "ordinal.gap[2]", 0.35},
		{lik.Beta(20), lik.Beta(5), "beta.precision", 0.2}, {lik.LogNormal(0.1), lik.LogNormal(1), "lognormal.variance", 0.2},
	} {
		x, y := make([]float64, 400), make([]float64, 400)
		for i := range x {
			x[i] = 10 * rng.Float64()
			y[i] = c.truth.Sample(1+2*math.Sin(x[i]), rng)
		}
		d, err := gplib.NewData(cov.Line(x), y)
		if err != nil {
			t.Fatal(err)
		}
		m, err := gplib.AutoLik(d, c.start)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := laplace.Learner{}.Fit(t.Context(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := fit.Param(c.param)
		if err != nil {
			t.Fatal(err)
		}
		want, err := gplib.Model{Cov: cov.SE(1), Lik: c.truth}.Param(c.param)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Value-want.Value) > c.tol*want.Value || fit.Status != gplib.Converged || len(fit.Warnings) > 0 {
			t.Errorf("%v: %s is %v, not about %v: %v %v", c.truth, c.param, got.Value, want.Value, fit.Status, fit.Warnings)
		}
	}
}

func TestOptionsOfTheLearner(t *testing.T) {
	d := drawn(t, 30, lik.Poisson(), 12)
	m, err := modelOf(lik.Poisson()).WithPrior("variance", cov.LogNormalPrior(0, 0.3))
	if err != nil {
		t.Fatal(err)
	}
	fit, err := laplace.Learner{}.Fit(t.Context(), m, d, &gplib.Settings{Runtime: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := fit.Param("variance"); fit.Label() != "Laplace, MAP" || v.Value > 4 {
		t.Errorf("%s: the variance under its prior is %v", fit.Label(), v.Value)
	}
}

func ExampleLearner() {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := make([]float64, 100), make([]float64, 100)
	for i := range x {
		x[i] = 10 * rng.Float64()
		y[i] = lik.Bernoulli().Sample(4*math.Sin(x[i]), rng)
	}
	data, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := gplib.AutoFor(laplace.Learner{}, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	fit, err := laplace.Learner{}.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := fit.Predict(cov.Line([]float64{1.6, 4.7}))
	if err != nil {
		fmt.Println(err)
		return
	}
	probabilities := p.MeanY()
	fmt.Printf("%v, %d warnings; 1 is likely at 1.6: %v, and at 4.7: %v\n", fit.Status, len(fit.Warnings), probabilities[0] > 0.8, probabilities[1] > 0.2)
	// Output:
	// converged, 0 warnings; 1 is likely at 1.6: true, and at 4.7: false
}
