package gplib_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// startEnds runs each of count starts alone and returns their ends.
func startEnds(t *testing.T, l gplib.Learner, m gplib.Model, d gplib.Data, s gplib.Settings, count int) []*gplib.StartEnd {
	t.Helper()
	var ends []*gplib.StartEnd
	for k := range count {
		s.Part = &gplib.Part{Start: k, Report: func(end *gplib.StartEnd) { ends = append(ends, end) }}
		if r, err := l.Fit(bg, m, d, &s); r != nil || !errors.Is(err, gplib.ErrReported) {
			t.Fatalf("start %d: result %v, error %v", k, r, err)
		}
		if len(ends) != k+1 {
			t.Fatalf("%d reports after start %d", len(ends), k)
		}
	}
	return ends
}

func TestStartsThatRunApartAreThoseOfOneFit(t *testing.T) {
	m, d, settings := model(cov.Scale(1, cov.SE(1))), sample(t, 20, 1), gplib.Settings{Restarts: 3}
	want, err := search{}.Fit(bg, m, d, &settings)
	if err != nil {
		t.Fatal(err)
	}
	best, lowest := -1, math.Inf(1)
	for k, end := range startEnds(t, search{}, m, d, settings, 4) {
		if end.Score < lowest {
			best, lowest = k, end.Score
		}
	}
	if kept := want.Trace.Steps[0].Restart; best != kept {
		t.Errorf("start %d is the best, the fit kept %d", best, kept)
	}
	settings.Part = &gplib.Part{Start: best}
	got, err := search{}.Fit(bg, m, d, &settings)
	if err != nil {
		t.Fatal(err)
	}
	if got.Value != want.Value || !reflect.DeepEqual(got.Model.Theta(), want.Model.Theta()) || len(got.Trace.Steps) != len(want.Trace.Steps) {
		t.Errorf("%v at %v after %d steps, want %v at %v after %d", got.Value, got.Model.Theta(), len(got.Trace.Steps),
			want.Value, want.Model.Theta(), len(want.Trace.Steps))
	}
}

func TestAStartThatFailsIsReportedAndOneThatIsMissingToo(t *testing.T) {
	m, d := model(cov.Scale(1, cov.SE(1))), sample(t, 20, 1)
	odd := search{fails: func(start int) bool { return start == 1 }}
	ends := startEnds(t, odd, m, d, gplib.Settings{Restarts: 1}, 3)
	if ends[0].Err != nil || len(ends[0].Theta) != len(m.Theta()) {
		t.Errorf("start 0 ended with %+v", ends[0])
	}
	if ends[1].Err == nil || ends[1].Err.Error() != "no luck" || ends[1].Theta != nil {
		t.Errorf("start 1 ended with %+v", ends[1])
	}
	if ends[2] != nil {
		t.Errorf("start 2 of 2 ended with %+v", ends[2])
	}
	_, err := search{}.Fit(bg, m, d, &gplib.Settings{Restarts: 1, Part: &gplib.Part{Start: 2}})
	if err == nil || !strings.Contains(err.Error(), "no start 2 of 2") {
		t.Errorf("start 2 of 2: %v", err)
	}
}

func TestAResultTakesTheEndOfAStartElsewhere(t *testing.T) {
	m, d := model(cov.Scale(1, cov.SE(1))), sample(t, 20, 1)
	end := gplib.StartEnd{Theta: []float64{0.1, 2, 3, 0.25}, Value: 17}
	cancelled, cancel := context.WithCancel(bg)
	cancel()
	r, err := search{}.Fit(cancelled, m, d, &gplib.Settings{OwnStart: true, Part: &gplib.Part{Ended: &end}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != gplib.Cancelled || r.Value != 17 || !reflect.DeepEqual(r.Model.Theta(), end.Theta) || len(r.Trace.Steps) != 1 {
		t.Errorf("%v, %v at %v, %d steps", r.Status, r.Value, r.Model.Theta(), len(r.Trace.Steps))
	}
}

// nested fits inside its fit, with the settings of that.
type nested struct{ search }

func (l nested) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, l, m, d, s)
}

func (l nested) Run(s *gplib.Start) (*gplib.End, error) {
	inner, err := l.search.Fit(s.Ctx, s.Model, s.Data, &s.Settings)
	if err != nil {
		return nil, err
	}
	s.Record(gplib.Step{Value: inner.Value, Theta: inner.Model.Theta()})
	return s.End(inner.Status), nil
}

func TestFitsInsideAFitRunAllOfTheirStarts(t *testing.T) {
	m, d := model(cov.Scale(1, cov.SE(1))), sample(t, 20, 1)
	if end := startEnds(t, nested{}, m, d, gplib.Settings{Restarts: 1}, 2)[1]; end.Err != nil || end.Theta == nil {
		t.Errorf("start 1 ended with %+v", end)
	}
}
