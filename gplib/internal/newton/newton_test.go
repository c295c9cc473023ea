package newton_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"krigo/gplib/internal/newton"
)

type named string

func (n named) String() string { return string(n) }

// search looks for the mode of Poisson's log likelihood y f - exp f of a count of 7 under the prior N(0, 4).
var search = newton.Search{Package: "tests", Model: named("the model"), Objective: func(f, a []float64) float64 {
	return 7*f[0] - math.Exp(f[0]) - f[0]*a[0]/2
}}

// step returns the whole step at f.
func step(f float64) newton.Step {
	slope := 7 - math.Exp(f) - f/4
	move := slope / (math.Exp(f) + 1.0/4)
	return newton.Step{F: []float64{move}, A: []float64{move / 4}, Rise: slope * move}
}

func at(f float64) newton.Point {
	a := []float64{f / 4}
	return newton.Point{F: []float64{f}, A: a, Value: search.Objective([]float64{f}, a)}
}

// From where the whole step goes to exp(20), parts of it lead to the root of the slope, by bisection.
func TestPartsOfStepsLeadToTheMode(t *testing.T) {
	lo, hi := 0.0, 3.0
	for range 60 {
		if m := (lo + hi) / 2; 7-math.Exp(m)-m/4 > 0 {
			lo = m
		} else {
			hi = m
		}
	}
	here, least := at(-3), 1.0
	if err := search.CheckStart(here.Value); err != nil {
		t.Fatal(err)
	}
	err := search.Run(context.Background(), func() (last bool, err error) {
		from := here.F[0]
		var part float64
		here, part, last, err = search.Ascend(here, step(from))
		least = min(least, part)
		return last, err
	})
	if err != nil || math.Abs(here.F[0]-lo) > 1e-6 || here.Value != at(here.F[0]).Value {
		t.Errorf("the mode is %v with the value %v, error %v; want %v", here.F[0], here.Value, err, lo)
	}
	if least == 1 {
		t.Error("no step was halved")
	}
}

// A step whose expected rise is rounding error is whole and the last one, though the objective does not rise.
func TestAStepOfRoundingIsTheLast(t *testing.T) {
	from := at(1.5)
	from.Value *= 1 + 1e-15
	to, part, last, err := search.Ascend(from, newton.Step{F: []float64{1e-16}, A: []float64{0}, Rise: 1e-13})
	if err != nil || part != 1 || !last || to.F[0] != 1.5+1e-16 {
		t.Errorf("part %v to %v, last %v, error %v", part, to.F, last, err)
	}
}

func TestASearchWithoutAModeSaysWhy(t *testing.T) {
	here := at(1)
	wrong := step(1)
	wrong.F[0], wrong.A[0] = -wrong.F[0], -wrong.A[0]
	_, _, _, down := search.Ascend(here, wrong)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	forever := func() (bool, error) { return false, nil }
	for want, err := range map[string]error{
		"no step ascends":           down,
		"200 steps do not converge": search.Run(context.Background(), forever),
		"the objective is NaN":      search.CheckStart(math.NaN()),
		"the objective is -Inf":     search.CheckStart(math.Inf(-1)),
		context.Canceled.Error():    search.Run(ctx, forever),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		} else if err != context.Canceled && !(strings.HasPrefix(err.Error(), "tests: ") && strings.HasSuffix(err.Error(), "under the model")) {
			t.Errorf("the error is %v", err)
		}
	}
	if here.F[0] != 1 {
		t.Error("Ascend changed its argument")
	}
}
