package inducing_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/inducing"
)

// learners returns all of this package, with m inducing points each.
func learners(m int) map[string]gplib.Learner {
	return map[string]gplib.Learner{
		"greedy variance": inducing.Subset{Size: m},
		"IVM":             inducing.Subset{Size: m, Selector: inducing.IVM{}},
		"Titsias":         inducing.Subset{Size: m, Selector: inducing.TitsiasGreedy{Candidates: 16}},
		"CSI":             inducing.Subset{Size: m, Selector: inducing.CSI{}},
		"random":          inducing.Subset{Size: m, Selector: inducing.Random{}},
		"DTC":             inducing.Subset{Size: m, Approximation: inducing.DTC},
		"VFE continuous":  inducing.Continuous{Size: m},
		"SPGP":            inducing.Continuous{Size: m, Approximation: inducing.FITC},
	}
}

func snelson(t *testing.T, n int) (gplib.Model, gplib.Data) {
	t.Helper()
	d, _, err := dataset.SnelsonLike(n, 3)
	if err != nil {
		t.Fatal(err)
	}
	return gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.3)}, d
}

func TestLearnersLowerTheirObjectiveAndReachTheExactOne(t *testing.T) {
	m, d := snelson(t, 100)
	exact, err := gplib.Fit(context.Background(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, l := range learners(15) {
		r, err := l.Fit(context.Background(), m, d, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		first := r.Trace.Steps[0].Value
		ended := r.Status == gplib.Converged || name == "SPGP" && r.Status == gplib.IterationLimit // its valley is long
		if !(r.Value < first) || !ended {
			t.Errorf("%s: %v from %v, %v", name, r.Value, first, r.Status)
		}
		p := r.Posterior.(*inducing.Posterior)
		c := p.Certificate()
		if p.Points().Len() != 15 || c.Lower > c.Upper {
			t.Errorf("%s: %d points, %v", name, p.Points().Len(), c)
		}
		bound, most := -c.Lower, exact.Value+8
		if p.Sparse().Approximation == inducing.FITC { // whose parameters are not those of the bound
			most = math.Inf(1)
		}
		if bound < exact.Value-1e-6 || bound > most {
			t.Errorf("%s: variational free energy %v, exact optimum %v", name, bound, exact.Value)
		}
		again, err := p.Sparse().Eval(r.Model, d, nil)
		if err != nil || !close(again, r.Value, 1e-9) {
			t.Errorf("%s: the result says %v, its objective %v (%v)", name, r.Value, again, err)
		}
	}
}

func TestContinuousPointsAreWorthMoreThanChosenOnes(t *testing.T) {
	m, d := snelson(t, 100)
	chosen, err := inducing.Subset{Size: 6, Selector: inducing.Random{}}.Fit(context.Background(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	moved, err := inducing.Continuous{Size: 6}.Fit(context.Background(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !(moved.Value < chosen.Value-1) {
		t.Errorf("continuous points reach %v, the random ones they start from %v", moved.Value, chosen.Value)
	}
}

func TestContinuousBeginsWhereItIsTold(t *testing.T) {
	m, d := snelson(t, 60)
	start := cov.Line([]float64{1.4, 1.5, 1.6})
	r, err := inducing.Continuous{Start: start}.Fit(context.Background(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := inducing.Sparse{Points: start}.Eval(m, d, nil)
	if err != nil || !close(r.Trace.Steps[0].Value, want, 1e-9) {
		t.Errorf("begins at %v, want %v (%v)", r.Trace.Steps[0].Value, want, err)
	}
	if z := r.Posterior.(*inducing.Posterior).Points(); z.Len() != 3 || slices.Equal(z.(*cov.Matrix).Column(0), start.Column(0)) {
		t.Errorf("ends with the points %v", z.(*cov.Matrix).Column(0))
	}
}

// The objective at the parameters and points of a step is that of the step.
func TestThePathOfContinuousPointsIsInTheTrace(t *testing.T) {
	m, d := snelson(t, 60)
	start := cov.Line([]float64{1.4, 1.5, 1.6})
	r, err := inducing.Continuous{Start: start, Path: true, Jitter: 1e-6}.Fit(context.Background(), m, d, &gplib.Settings{MaxIter: 20})
	if err != nil {
		t.Fatal(err)
	}
	var last []float64
	for _, s := range r.Trace.Steps {
		var z []float64
		for a := range 3 {
			z = append(z, monitor(t, s, fmt.Sprintf("inducing[%d, 0]", a)))
		}
		value, err := inducing.Sparse{Points: cov.Line(z), Jitter: 1e-6}.Eval(m.With(s.Theta), d, nil)
		if err != nil || !close(value, s.Value, 1e-9) {
			t.Errorf("step %d: %v at its points %v, the trace says %v (%v)", s.Iter, value, z, s.Value, err)
		}
		if s.Iter == 0 && !slices.EqualFunc(z, start.Column(0), func(a, b float64) bool { return close(a, b, 1e-12) }) {
			t.Errorf("the path begins at %v", z)
		}
		last = z
	}
	if z := r.Posterior.(*inducing.Posterior).Points().(*cov.Matrix).Column(0); !slices.EqualFunc(z, last, func(a, b float64) bool { return close(a, b, 1e-12) }) {
		t.Errorf("the path ends at %v, the fit at %v", last, z)
	}
}

func monitor(t *testing.T, s gplib.Step, name string) float64 {
	t.Helper()
	for _, m := range s.Monitors {
		if m.Name == name {
			return m.Value
		}
	}
	t.Fatalf("step %d has no monitor %s", s.Iter, name)
	return 0
}

func TestPriorsCount(t *testing.T) {
	m, d := snelson(t, 40)
	m, err := m.WithPrior("noise.variance", cov.LogNormalPrior(math.Log(3), 0.1))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"random", "VFE continuous"} {
		r, err := learners(8)[name].Fit(context.Background(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if noise, err := r.Param("noise.variance"); err != nil || noise.Value < 1 || r.Trace.Objective != "variational free energy plus priors" {
			t.Errorf("%s: noise %v, %s (%v)", name, noise.Value, r.Trace.Objective, err)
		}
	}
}

func TestStepsAreNumberedAndNamedAndHaveTheirMonitors(t *testing.T) {
	m, d := snelson(t, 60)
	for name, l := range learners(5) {
		var seen []gplib.Step
		r, err := l.Fit(context.Background(), m, d, &gplib.Settings{Observe: func(s gplib.Step) error {
			seen = append(seen, s)
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		if len(seen) != len(r.Trace.Steps) {
			t.Errorf("%s: %d steps seen, %d in the trace", name, len(seen), len(r.Trace.Steps))
		}
		for i, s := range seen {
			if s.Iter != i || len(s.Theta) != len(m.Params()) || len(s.Names) != len(s.Theta) || len(s.Monitors) != len(seen[0].Monitors) {
				t.Errorf("%s: step %d is %+v", name, i, s)
			}
		}
		if r.Value > seen[len(seen)-1].Value {
			t.Errorf("%s: the result %v is above the last step %v", name, r.Value, seen[len(seen)-1].Value)
		}
	}
}

func TestFitsRepeatForOneSeed(t *testing.T) {
	m, d := snelson(t, 60)
	for name, l := range learners(5) {
		value := func(seed uint64) float64 {
			r, err := l.Fit(context.Background(), m, d, &gplib.Settings{Src: rand.NewPCG(seed, 1), Restarts: 1})
			if err != nil {
				t.Fatal(err)
			}
			return r.Value
		}
		if a, b := value(4), value(4); a != b {
			t.Errorf("%s: %v, then %v", name, a, b)
		}
	}
}

func TestFitsEndWhenToldAndKeepTheBest(t *testing.T) {
	m, d := snelson(t, 60)
	failure := errors.New("enough")
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, l := range learners(5) {
		r, err := l.Fit(cancelled, m, d, nil)
		if err != nil || r.Status != gplib.Cancelled || r.Posterior == nil {
			t.Errorf("%s, cancelled: %v, %v", name, r, err)
		}
		r, err = l.Fit(context.Background(), m, d, &gplib.Settings{Observe: func(s gplib.Step) error {
			if s.Iter == 3 {
				return failure
			}
			return nil
		}})
		if !errors.Is(err, failure) || r == nil || r.Status != gplib.Cancelled || len(r.Trace.Steps) != 4 {
			t.Errorf("%s, observer: %v, %v", name, r, err)
		}
		r, err = l.Fit(context.Background(), m, d, &gplib.Settings{Runtime: time.Nanosecond})
		if err != nil || r.Status != gplib.RuntimeLimit {
			t.Errorf("%s, runtime: %v, %v", name, r, err)
		}
		r, err = l.Fit(context.Background(), m, d, &gplib.Settings{MaxIter: 2})
		if err != nil || r.Status != gplib.IterationLimit {
			t.Errorf("%s, iterations: %v, %v", name, r, err)
		}
	}
}

func TestLearnersNameBadArguments(t *testing.T) {
	m, d := snelson(t, 20)
	text, err := gplib.NewData(cov.Strings{"a", "b"}, []float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for name, c := range map[string]struct {
		l     gplib.Learner
		m     gplib.Model
		d     gplib.Data
		s     gplib.Settings
		wants string
	}{
		"size":         {inducing.Subset{Size: 21}, m, d, gplib.Settings{}, "Size is 21"},
		"negative":     {inducing.Continuous{Size: -1}, m, d, gplib.Settings{}, "Size is -1"},
		"tol":          {inducing.Subset{}, m, d, gplib.Settings{Tol: math.NaN()}, "Tol is NaN"},
		"iterations":   {inducing.Subset{}, m, d, gplib.Settings{MaxIter: -1}, "MaxIter is -1"},
		"restarts":     {inducing.Subset{}, m, d, gplib.Settings{Restarts: -1}, "Restarts is -1"},
		"rules":        {inducing.Subset{Rules: inducing.Rules{Phase: -1}}, m, d, gplib.Settings{}, "Phase:-1"},
		"strings":      {inducing.Continuous{}, gplib.Model{Cov: cov.Spectrum(1), Noise: gplib.Gaussian(1)}, text, gplib.Settings{}, "matrix"},
		"Hamming":      {inducing.Continuous{}, gplib.Model{Cov: cov.Hamming(1), Noise: gplib.Gaussian(1)}, d, gplib.Settings{}, "differentiable"},
		"start":        {inducing.Continuous{Start: cov.Line(nil)}, m, d, gplib.Settings{}, "inducing points"},
		"model":        {inducing.Subset{}, gplib.Model{}, d, gplib.Settings{}, "Cov is nil"},
		"data":         {inducing.Subset{}, m, gplib.Data{}, gplib.Settings{}, "x is nil"},
		"selector tol": {inducing.Subset{Selector: inducing.GreedyVariance{Tol: 2}}, m, d, gplib.Settings{}, "tol is 2"},
	} {
		if _, err := c.l.Fit(ctx, c.m, c.d, &c.s); err == nil || !strings.Contains(err.Error(), c.wants) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
