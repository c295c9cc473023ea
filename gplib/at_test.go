package gplib_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestAStepIsTheModelAtItsParameters(t *testing.T) {
	m, d := model(cov.Scale(1, cov.SE(1))), sample(t, 30, 1)
	fit, err := gplib.Fit(bg, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if kept := fit.KeptSteps(); len(kept) != len(fit.Trace.Steps) {
		t.Errorf("%d of %d steps are kept", len(kept), len(fit.Trace.Steps))
	}
	for i, step := range fit.Trace.Steps {
		at, err := fit.At(i)
		if err != nil {
			t.Fatal(err)
		}
		samePredictions(t, at, d)
		if at.Value != step.Value || !slices.Equal(at.Model.Theta(), step.Theta) || len(at.Trace.Steps) != i+1 {
			t.Errorf("step %d has the value %v, the parameters %v and %d steps", i, at.Value, at.Model.Theta(), len(at.Trace.Steps))
		}
	}
	last, err := fit.At(len(fit.Trace.Steps) - 1)
	if err != nil || last.Status != fit.Status {
		t.Errorf("the last step has the status %v, not %v (%v)", last.Status, fit.Status, err)
	}
}

// A learner says by LBFGS.Condition how it conditions, at steps too.
func TestAStepIsConditionedAsTheFit(t *testing.T) {
	d := sample(t, 30, 1)
	half := d.Subset(gplib.Spaced(30, 15))
	learner := gplib.LBFGS{Condition: func(m gplib.Model, _ gplib.Data) (gplib.Posterior, error) { return gplib.Condition(m, half) }}
	fit, err := learner.Fit(bg, model(cov.SE(1)), d, &gplib.Settings{MaxIter: 3})
	if err != nil {
		t.Fatal(err)
	}
	at, err := fit.At(1)
	if err != nil {
		t.Fatal(err)
	}
	if n := at.Posterior.Data().Len(); n != 15 {
		t.Errorf("step 1 is conditioned on %d observations", n)
	}
}

// long is a method whose posterior depends on its parameters and on the step. The best
// step is given.
type long struct {
	steps, best int
	says        bool
}

func (l long) Begin(f *gplib.Fitting) error {
	f.Name, f.Objective = "long", "distance"
	return nil
}

func (l long) Run(s *gplib.Start) (*gplib.End, error) {
	given, data := s.Model, s.Data
	end := func(i int) *gplib.End {
		theta := given.Theta()
		theta[1] += math.Abs(float64(i - l.best))
		return &gplib.End{Model: given.With(theta), Value: math.Abs(float64(i - l.best)), Posterior: func(m gplib.Model) (gplib.Posterior, gplib.Findings, error) {
			p, err := gplib.Condition(m, data.Subset(gplib.Spaced(data.Len(), 1+i%7)))
			return p, nil, err
		}}
	}
	for i := range l.steps {
		step := gplib.Step{Value: end(i).Value, Theta: end(i).Model.Theta()}
		if l.says {
			s.RecordAt(step, func() (*gplib.End, error) { return end(i), nil })
		} else {
			s.Record(step)
		}
	}
	return end(l.best), nil
}

func TestStepsOfALongFitAreThinned(t *testing.T) {
	m, d := model(cov.Scale(1, cov.SE(1))), sample(t, 10, 1)
	for _, n := range []int{1, 2, 64, 65, 66, 1000, 10001} {
		best := n * 7 / 10
		fit, err := gplib.Learn(context.Background(), long{n, best, true}, m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		kept := fit.KeptSteps()
		if len(kept) > 66 || len(kept) < min(n, 32) {
			t.Errorf("of %d steps %d are kept", n, len(kept))
		}
		for _, i := range []int{0, best, n - 1} {
			if !slices.Contains(kept, i) {
				t.Errorf("of %d steps %v are kept, without %d", n, kept, i)
			}
		}
		for _, i := range kept {
			at, err := fit.At(i)
			if err != nil {
				t.Fatal(err)
			}
			if at.Posterior.Data().Len() != 1+i%7 || at.Value != math.Abs(float64(i-best)) {
				t.Errorf("step %d of %d is given %d observations, at the value %v", i, n, at.Posterior.Data().Len(), at.Value)
			}
		}
	}
}

func TestAStepThatIsNotKeptNamesThoseNextToIt(t *testing.T) {
	m, d := model(cov.Scale(1, cov.SE(1))), sample(t, 10, 1)
	fit, err := gplib.Learn(context.Background(), long{1000, 700, true}, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	silent, err := gplib.Learn(context.Background(), long{10, 7, false}, m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fit  *gplib.Result
		step int
		want string
	}{
		{fit, 17, "gplib: At(17): the step was not kept; the nearest kept steps are 16 and 32"},
		{fit, 1000, "gplib: At(1000): the trace has steps 0 to 999"},
		{fit, -1, "gplib: At(-1): the trace has steps 0 to 999"},
		{silent, 3, "gplib: At(3): the step was not kept; the nearest kept step is 7"},
		{&gplib.Result{Trace: fit.Trace}, 3, "does not come from a fit of this session"},
		{&gplib.Result{}, 0, "the trace has no steps"},
	} {
		if _, err := c.fit.At(c.step); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, not %s", err, c.want)
		}
	}
	if kept := silent.KeptSteps(); !slices.Equal(kept, []int{7}) {
		t.Errorf("%v are kept of a method that does not say how steps end; want the result's", kept)
	}
}

func TestAStepOfAStandardisedFitIsInTheUsersUnits(t *testing.T) {
	d := far(t, 30)
	fit, err := gplib.Standardised(gplib.LBFGS{}).Fit(bg, model(cov.Scale(1, cov.SE(1, 1))), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	at, err := fit.At(len(fit.Trace.Steps) - 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := at.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	want, err := fit.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(got.Mean, want.Mean, 1e-8) || !floats.EqualApprox(got.VarY, want.VarY, 1e-8) {
		t.Errorf("the last step predicts %v, the fit %v", got.Mean, want.Mean)
	}
}

// Neither what is kept nor a function gets into JSON.
func TestResultsAreWrittenAsTheyWere(t *testing.T) {
	fit, err := gplib.Fit(bg, model(cov.SE(1)), sample(t, 10, 1), &gplib.Settings{MaxIter: 2})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(fit.Trace)
	if err != nil {
		t.Fatal(err)
	}
	var read gplib.Trace
	if err := json.Unmarshal(text, &read); err != nil || len(read.Steps) != len(fit.Trace.Steps) {
		t.Errorf("of %d steps %d are read again (%v)", len(fit.Trace.Steps), len(read.Steps), err)
	}
}
