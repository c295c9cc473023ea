package gplib_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/testwait"
)

var bg = context.Background()

func TestFitFindsAStationaryPointOfTheLikelihood(t *testing.T) {
	d := sample(t, 60, 1)
	m := model(cov.Scale(1, cov.SE(1)))
	fit, err := gplib.Fit(bg, m, d, &gplib.Settings{Tol: 1e-7})
	if err != nil {
		t.Fatal(err)
	}
	if fit.Status != gplib.Converged {
		t.Errorf("status %v", fit.Status)
	}
	grad := make([]float64, len(m.Params()))
	value, err := gplib.LML{}.Eval(fit.Model, d, grad)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "value", fit.Value, value, 1e-12)
	for i, p := range fit.Model.Params() {
		if scaled := grad[i] * p.Value; math.Abs(scaled) > 1e-3 {
			t.Errorf("derivative by log %s is %v", p.Name, scaled)
		}
	}
	noise, err := fit.Param("noise")
	if err != nil {
		t.Fatal(err)
	}
	if noise.Value < 0.005 || noise.Value > 0.02 {
		t.Errorf("noise variance %v, the data's is 0.01", noise.Value)
	}
	if v := m.Theta(); !slices.Equal(v, []float64{0.3, 1, 1, 0.05}) {
		t.Errorf("Fit changed its model: %v", v)
	}
}

func TestTraceDescendsAndEndsAtTheResult(t *testing.T) {
	var seen []gplib.Step
	fit, err := gplib.Fit(bg, model(cov.Scale(1, cov.SE(1))), sample(t, 40, 1), &gplib.Settings{
		Observe: func(s gplib.Step) error { seen = append(seen, s); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	steps := fit.Trace.Steps
	if len(steps) < 3 || len(seen) != len(steps) {
		t.Fatalf("%d steps, %d observed", len(steps), len(seen))
	}
	for i, s := range steps {
		if s.Iter != i || !slices.Equal(s.Theta, seen[i].Theta) || len(s.Names) != len(s.Theta) {
			t.Errorf("step %d: %+v, observed %+v", i, s, seen[i])
		}
		if i > 0 && s.Value > steps[i-1].Value {
			t.Errorf("step %d rises from %v to %v", i, steps[i-1].Value, s.Value)
		}
	}
	if last := steps[len(steps)-1]; last.Value != fit.Value || !slices.Equal(last.Theta, fit.Model.Theta()) {
		t.Errorf("last step %+v, result %v at %v", last, fit.Value, fit.Model.Theta())
	}
}

func TestFixedParametersStayAndBoundsHold(t *testing.T) {
	d := sample(t, 40, 1)
	k := cov.Bound(cov.Fix(cov.Scale(1, cov.SE(3)), "variance"), "lengthscale", 2, 5)
	fit, err := gplib.Fit(bg, gplib.Model{Cov: k, Noise: gplib.Gaussian(0.1)}, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	variance, _ := fit.Param("variance")
	length, _ := fit.Param("lengthscale")
	if variance.Value != 1 {
		t.Errorf("fixed variance became %v", variance.Value)
	}
	if length.Value < 2 || length.Value > 2.02 {
		t.Errorf("lengthscale %v, want its bound 2", length.Value)
	}
	if len(fit.Warnings) != 1 || !strings.Contains(fit.Warnings[0].String(), "lengthscale") {
		t.Errorf("warnings %q", fit.Warnings)
	}
}

func TestAllFixedIsConditioning(t *testing.T) {
	d := sample(t, 10, 1)
	m := gplib.Model{Cov: cov.Fix(cov.Scale(1, cov.SE(1))), Noise: gplib.FixedGaussian(0.1)}
	fit, err := gplib.Fit(bg, m, d, &gplib.Settings{Restarts: 1})
	if err != nil {
		t.Fatal(err)
	}
	if fit.Status != gplib.Converged || !slices.Equal(fit.Model.Theta(), m.Theta()) {
		t.Errorf("%v at %v", fit.Status, fit.Model.Theta())
	}
}

func TestRestartsNeverWorsenAndRepeatWithTheSeed(t *testing.T) {
	d := sample(t, 30, 1)
	m := model(cov.Scale(1, cov.LocallyPeriodic(1, 0.7)))
	fit := func(restarts int, seed uint64) *gplib.Result {
		r, err := gplib.Fit(bg, m, d, &gplib.Settings{Restarts: restarts, Src: rand.NewPCG(seed, 0)})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one, several, again := fit(0, 1), fit(5, 1), fit(5, 1)
	if several.Value > one.Value {
		t.Errorf("value %v with restarts, %v without", several.Value, one.Value)
	}
	if !slices.Equal(several.Model.Theta(), again.Model.Theta()) || several.Value != again.Value {
		t.Errorf("the same seed gave %v and %v", several.Model.Theta(), again.Model.Theta())
	}
	for _, s := range several.Trace.Steps {
		if s.Restart != several.Trace.Steps[0].Restart {
			t.Error("the trace mixes restarts")
		}
	}
}

func TestCancelReturnsTheBestSoFar(t *testing.T) {
	d := sample(t, 40, 1)
	m := model(cov.Scale(1, cov.SE(1)))
	for _, after := range []int{0, 3} {
		ctx, cancel := context.WithCancel(bg)
		if after == 0 {
			cancel()
		}
		fit, err := gplib.Fit(ctx, m, d, &gplib.Settings{Restarts: 3, Observe: func(s gplib.Step) error {
			if s.Iter == after {
				cancel()
			}
			return nil
		}})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if fit.Status != gplib.Cancelled || len(fit.Trace.Steps) != after+1 || fit.Posterior == nil {
			t.Errorf("cancelled after %d: %v with %d steps", after, fit.Status, len(fit.Trace.Steps))
		}
	}
}

// gated is a covariance function that calls gate before each Gram matrix.
type gated struct {
	cov.Func
	gate func()
}

func (g gated) With(theta []float64) cov.Func { return gated{g.Func.With(theta), g.gate} }

func (g gated) Gram(dst *mat.Dense, a, b cov.Inputs) {
	g.gate()
	g.Func.Gram(dst, a, b)
}

// A long evaluation is not waited for once the fit is cancelled, nor is an unused
// posterior. Where the first evaluation is given up, the parameters are the model's
// own.
func TestCancelWaitsForNoLongComputation(t *testing.T) {
	d := sample(t, 1000, 1)
	for givenUp := range 3 {
		ctx, cancel := context.WithCancel(bg)
		release := make(chan struct{})
		var evaluations atomic.Int32
		k := gated{cov.SE(1), func() {
			if int(evaluations.Add(1)) > givenUp {
				cancel()
				select {
				case <-release:
				case <-time.After(testwait.Limit):
					t.Error("the fit waits for an evaluation that was given up")
				}
			}
		}}
		m := model(k)
		fit, err := gplib.Fit(ctx, m, d, &gplib.Settings{OwnStart: true})
		close(release)
		if err != nil {
			t.Fatal(err)
		}
		if fit.Status != gplib.Cancelled || len(fit.Trace.Steps) != givenUp && givenUp < 2 {
			t.Errorf("evaluation %d was given up: the fit is %v after %d steps", givenUp, fit.Status, len(fit.Trace.Steps))
		}
		if givenUp == 0 && !(floats.EqualApprox(fit.Model.Theta(), m.Theta(), 1e-12) && math.IsNaN(fit.Value)) {
			t.Errorf("the first evaluation was given up: the value is %v at %v", fit.Value, fit.Model.Theta())
		}
		if told := strings.Contains(fit.Warnings.String(), "first evaluation was given up"); told != (givenUp == 0) {
			t.Errorf("evaluation %d was given up: the warnings are %q", givenUp, fit.Warnings)
		}
		samePredictions(t, fit, d)
	}
}

// samePredictions compares a fit's posterior with its model conditioned.
func samePredictions(t *testing.T, fit *gplib.Result, d gplib.Data) {
	t.Helper()
	want, err := gplib.Condition(fit.Model, d)
	if err != nil {
		t.Fatal(err)
	}
	x := cov.Line([]float64{-0.3, 0.2, 4})
	got, err := fit.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	expected, err := want.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Mean, expected.Mean) || !slices.Equal(got.Var, expected.Var) {
		t.Errorf("the fit predicts %v ± %v, its model %v ± %v", got.Mean, got.Var, expected.Mean, expected.Var)
	}
}

// A start that fails on its own is a failure, also where the fit is cancelled.
func TestCancelHidesNoFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	cancel()
	m := gplib.Model{Cov: cov.SE(4), Noise: gplib.FixedGaussian(1)}
	if _, err := (gplib.LBFGS{Objective: cliff{}}).Fit(ctx, m, sample(t, 3, 1), nil); err == nil {
		t.Error("no error")
	}
}

// The posterior of a cancelled fit returns the error at its first use.
func TestPosteriorPutOffTellsItsFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	cancel()
	k := cov.Custom(cov.Definition{Name: "negative", At: func(_, _, _ []float64) float64 { return -1 }})
	fit, err := gplib.Fit(ctx, model(k), sample(t, 1000, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fit.Predict(cov.Line([]float64{0})); err == nil {
		t.Error("no error")
	}
	if _, _, err := fit.Posterior.Covariance(cov.Line([]float64{0})); err == nil {
		t.Error("no error of Covariance")
	}
}

func TestErrorOfObserveStopsAndComesWithTheBest(t *testing.T) {
	enough := errors.New("enough")
	fit, err := gplib.Fit(bg, model(cov.Scale(1, cov.SE(1))), sample(t, 30, 1), &gplib.Settings{
		Observe: func(s gplib.Step) error {
			if s.Iter == 2 {
				return enough
			}
			return nil
		},
	})
	if !errors.Is(err, enough) {
		t.Errorf("error %v", err)
	}
	if fit == nil || len(fit.Trace.Steps) != 3 {
		t.Errorf("result %v", fit)
	}
}

func TestIterationLimit(t *testing.T) {
	fit, err := gplib.Fit(bg, model(cov.Scale(1, cov.SE(1))), sample(t, 40, 1), &gplib.Settings{MaxIter: 2})
	if err != nil {
		t.Fatal(err)
	}
	if fit.Status != gplib.IterationLimit || len(fit.Trace.Steps) != 3 {
		t.Errorf("%v after %d steps", fit.Status, len(fit.Trace.Steps))
	}
}

// cliff is (log l - 1)², and fails for l > 3.
type cliff struct{}

func (cliff) Name() string { return "cliff" }

func (cliff) Eval(m gplib.Model, _ gplib.Data, grad []float64) (float64, error) {
	l := m.Theta()[0]
	if l > 3 {
		return 0, errors.New("over the cliff")
	}
	r := math.Log(l) - 1
	if grad != nil {
		grad[0] = 2 * r / l
	}
	return r * r, nil
}

func TestTheLineSearchAvoidsPointsWhereTheObjectiveFails(t *testing.T) {
	m := gplib.Model{Cov: cov.SE(0.01), Noise: gplib.FixedGaussian(1)}
	fit, err := gplib.LBFGS{Objective: cliff{}}.Fit(bg, m, sample(t, 3, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	l, _ := fit.Param("lengthscale")
	near(t, "lengthscale", l.Value, math.E, 1e-2)
	m.Cov = cov.SE(4)
	if _, err := (gplib.LBFGS{Objective: cliff{}}).Fit(bg, m, sample(t, 3, 1), nil); err == nil {
		t.Error("no error where the objective fails at every start")
	}
}

func TestResultShowsItself(t *testing.T) {
	fit, err := gplib.Fit(bg, model(cov.Scale(1, cov.SE(1))), sample(t, 30, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(fit)
	for _, want := range []string{"L-BFGS", "converged", "negative log marginal likelihood", "lengthscale", "noise.variance"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// ledge is an objective that is better nowhere than at its start, where it has a slope.
type ledge struct{ at []float64 }

func (c *ledge) Name() string { return "ledge" }

func (c *ledge) Eval(m gplib.Model, _ gplib.Data, grad []float64) (float64, error) {
	if c.at == nil {
		c.at = m.Theta()
	}
	for i := range grad {
		grad[i] = 50
	}
	if floats.Equal(m.Theta(), c.at) {
		return 1, nil
	}
	return 2, nil
}

func TestAFitThatStallsOnASlopeSaysSo(t *testing.T) {
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fit, err := gplib.LBFGS{Objective: &ledge{}}.Fit(bg, m, sample(t, 20, 1), &gplib.Settings{OwnStart: true})
	if err != nil {
		t.Fatal(err)
	}
	if fit.Status != gplib.Stalled || !strings.Contains(fit.Warnings.String(), "this is no minimum") {
		t.Errorf("%v with the warnings %q", fit.Status, fit.Warnings)
	}
}
