package gplib_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/learntest"
)

// search is a learner of one's own: random parameters about the model's.
type search struct {
	fails func(start int) bool
	panic bool
}

func (l search) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, l, m, d, s)
}

func (l search) Begin(f *gplib.Fitting) error {
	f.Name, f.Objective, f.Together = "random search", gplib.LML{}.Name(), true
	f.Default(20, 0)
	return nil
}

func (l search) Run(s *gplib.Start) (*gplib.End, error) {
	if l.fails != nil && l.fails(s.Number) {
		return nil, fmt.Errorf("no luck")
	}
	if l.panic && s.Number == 2 {
		panic("out of dice")
	}
	m := s.Model
	for i := 0; ; i++ {
		value, err := gplib.LML{}.Eval(m, s.Data, nil)
		if err != nil {
			return nil, err
		}
		if s.Record(gplib.Step{Value: value, Theta: m.Theta()}) {
			status, _ := s.Interrupted()
			return s.End(status), nil
		}
		if i == s.Settings.MaxIter {
			return s.End(gplib.IterationLimit), nil
		}
		m = s.Model.Perturbed(0.3, s.RNG)
	}
}

func TestALearnerOfOnesOwnKeepsTheContract(t *testing.T) {
	learntest.Check(t, search{}, model(cov.Scale(1, cov.SE(1))), sample(t, 20, 1))
}

func TestStartsThatFailAreWarnings(t *testing.T) {
	m, d := model(cov.Scale(1, cov.SE(1))), sample(t, 20, 1)
	odd := search{fails: func(start int) bool { return start%2 == 0 }}
	fit, err := odd.Fit(bg, m, d, &gplib.Settings{Restarts: 2})
	if err != nil {
		t.Fatal(err)
	}
	told := fit.Warnings.String()
	if !strings.Contains(told, "start 0 failed: no luck") || !strings.Contains(told, "start 2 failed") || fit.Trace.Steps[0].Restart != 1 {
		t.Errorf("start %d was kept, the warnings are %q", fit.Trace.Steps[0].Restart, fit.Warnings)
	}
	all := search{fails: func(int) bool { return true }}
	if _, err := all.Fit(bg, m, d, &gplib.Settings{Restarts: 2}); err == nil || err.Error() != "no luck" {
		t.Errorf("where all starts fail the error is %v", err)
	}
}

func TestAPanicOfAStartIsOneOfFit(t *testing.T) {
	defer func() {
		if p := recover(); p != "out of dice" {
			t.Errorf("the panic is %v", p)
		}
	}()
	_, _ = search{panic: true}.Fit(bg, model(cov.SE(1)), sample(t, 20, 1), &gplib.Settings{Restarts: 3})
	t.Error("no panic")
}

// Further starts are the same however many there are, and normally distributed
// about the model with the standard deviation 1.5.
func TestFurtherStartsFollowOneLaw(t *testing.T) {
	m, d := model(cov.Scale(1, cov.SE(1))), sample(t, 5, 1)
	starts := func(n int) map[int]float64 {
		at := map[int]float64{}
		_, err := search{}.Fit(bg, m, d, &gplib.Settings{MaxIter: 1, Restarts: n, Observe: func(s gplib.Step) error {
			if s.Iter == 0 {
				at[s.Restart] = math.Log(s.Theta[2]) // the lengthscale's, which is 1
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	few, many := starts(3), starts(400)
	square := 0.0
	for k, u := range many {
		if v, both := few[k]; both && v != u {
			t.Errorf("start %d is at %v of 3 and at %v of 400", k, v, u)
		}
		square += u * u / 400
	}
	if many[0] != 0 || math.Abs(math.Sqrt(square)-1.5) > 0.15 {
		t.Errorf("the first start is at %v, the others' standard deviation is %v", many[0], math.Sqrt(square))
	}
}

// rows is a method of rows of its own, with a posterior that fails or not.
type rows struct {
	search
	data      gplib.Data
	posterior error
}

func (r rows) Begin(f *gplib.Fitting) error {
	f.Data = r.data
	return r.search.Begin(f)
}

func (r rows) Run(s *gplib.Start) (*gplib.End, error) {
	end, err := r.search.Run(s)
	if end != nil {
		end.Posterior = func(learned gplib.Model) (gplib.Posterior, gplib.Findings, error) {
			p, err := gplib.Condition(learned, r.data)
			return p, gplib.Findings{{Code: "mine", Found: "mine"}}, errors.Join(err, r.posterior)
		}
	}
	return end, err
}

func TestLearnRowsTakesDataOfTheMethod(t *testing.T) {
	m, r := model(cov.SE(1)), rows{data: sample(t, 20, 1)}
	fit, err := gplib.LearnRows(bg, r, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if fit.Posterior.Data().Len() != 20 || !strings.Contains(fit.Warnings.String(), "mine") {
		t.Errorf("the posterior has %d data, the warnings are %q", fit.Posterior.Data().Len(), fit.Warnings)
	}
	r.posterior = errors.New("singular")
	if _, err := gplib.LearnRows(bg, r, m, nil); !errors.Is(err, r.posterior) {
		t.Errorf("the error is %v", err)
	}
	var none context.Context
	if _, err := gplib.LearnRows(none, r, m, nil); err == nil {
		t.Error("no error of a nil context")
	}
}
