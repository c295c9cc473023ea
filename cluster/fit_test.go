package cluster

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cov"
	"krigo/gplib/grief"
	"krigo/gplib/mcmc"
)

// TestStartsAsTasksAreThoseOfOneProcess: the best of several starts, of learners that draw and of one with
// one start.
func TestStartsAsTasksAreThoseOfOneProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("fits in many processes")
	}
	d := wave(t, 60)
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(3, 0.1)), Noise: gplib.Gaussian(0.5)}
	for name, learner := range map[string]gplib.Learner{
		"nil": nil, "squares": gplib.LBFGS{Objective: gplib.LOO{Loss: gplib.SquaredError}}, "type II": grief.TypeII{Functions: 12},
		"one start": grief.Quadrature{Functions: 12}, "hold-out": admm.HoldOut{}, "chains": mcmc.Learner{Chains: 3, Sampler: mcmc.HMC{}},
	} {
		settings := func() *gplib.Settings {
			return &gplib.Settings{Restarts: 3, Src: rand.NewPCG(4, 5), MaxIter: 15, OwnStart: true}
		}
		plain := learner
		if plain == nil {
			plain = gplib.LBFGS{}
		}
		plainly := settings()
		want, err := plain.Fit(t.Context(), m, d, plainly)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		s := settings()
		s.Observe = func(gplib.Step) error { seen++; return nil }
		got, err := Fit(t.Context(), Local{Workers: 2}, t.TempDir(), learner, m, d, s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got.Value != want.Value || !reflect.DeepEqual(got.Model.Theta(), want.Model.Theta()) || got.Status != want.Status || !reflect.DeepEqual(got.Warnings, want.Warnings) {
			t.Errorf("%s: %v at %v, %v, %q, want %v at %v, %v, %q", name, got.Value, got.Model.Theta(), got.Status, got.Warnings,
				want.Value, want.Model.Theta(), want.Status, want.Warnings)
		}
		if !reflect.DeepEqual(s.Src, plainly.Src) {
			t.Errorf("%s: the source is at %v, want %v", name, s.Src, plainly.Src)
		}
		if seen != len(got.Trace.Steps) || seen != len(want.Trace.Steps) {
			t.Errorf("%s: %d steps were seen, the trace has %d, want %d", name, seen, len(got.Trace.Steps), len(want.Trace.Steps))
		}
	}
}

// TestACancelledFitIsTheBestOfWhatHasEnded: two of four starts, or of the chains; with the same folder the
// rest follows.
func TestACancelledFitIsTheBestOfWhatHasEnded(t *testing.T) {
	d := wave(t, 60)
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(3, 0.1)), Noise: gplib.Gaussian(0.5)}
	for name, learner := range map[string]gplib.Learner{
		"L-BFGS": gplib.LBFGS{}, "type II": grief.TypeII{Functions: 12}, "hold-out": admm.HoldOut{}, "chains": mcmc.Learner{Chains: 4, Sampler: mcmc.HMC{}},
	} {
		dir := t.TempDir()
		settings := func(restarts int) *gplib.Settings {
			return &gplib.Settings{Restarts: restarts, Src: rand.NewPCG(4, 5), MaxIter: 15, OwnStart: true}
		}
		whole, err := Fit(t.Context(), Local{Workers: 2}, dir, learner, m, d, settings(3))
		if err != nil {
			t.Fatal(err)
		}
		results, err := filepath.Glob(filepath.Join(dir, "jobs", "*", "0000[23].out"))
		if err != nil || len(results) != 2 {
			t.Fatalf("%s: results %v (%v)", name, results, err)
		}
		for _, path := range results {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		s := settings(3)
		got, err := Fit(cancelled, Local{Workers: 2}, dir, learner, m, d, s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		fewer, one := learner, settings(1)
		if sampler, ok := learner.(mcmc.Learner); ok {
			sampler.Chains = 2
			fewer = sampler
		}
		want, err := fewer.Fit(t.Context(), m, d, one)
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != gplib.Cancelled || !reflect.DeepEqual(got.Model.Theta(), want.Model.Theta()) || got.Value != want.Value {
			t.Errorf("%s: %v, %v at %v, want %v at %v", name, got.Status, got.Value, got.Model.Theta(), want.Value, want.Model.Theta())
		}
		if got, want := predictedBy(t, got), predictedBy(t, want); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: predicts %v, want %v", name, got, want)
		}
		if _, chains := learner.(mcmc.Learner); !chains {
			if last, err := got.At(0); err != nil || last.Value != got.Value || len(got.Trace.Steps) != 1 {
				t.Errorf("%s: %d steps, and at the first %v (%v), want one, at %v", name, len(got.Trace.Steps), last, err, got.Value)
			}
		}
		if all := got.Warnings.String(); !strings.HasPrefix(all, "cancelled: 2 of 4 ") || strings.Contains(all, "rough") || strings.Contains(all, "rescaled") {
			t.Errorf("%s: warnings %q", name, got.Warnings)
		}
		again, err := Fit(t.Context(), Local{Workers: 2}, dir, learner, m, d, settings(3))
		if err != nil || again.Value != whole.Value {
			t.Errorf("%s: then %v (%v), want %v", name, again, err, whole.Value)
		}
		if _, err := Fit(cancelled, Local{Workers: 2}, t.TempDir(), learner, m, d, s); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: when none has ended: %v", name, err)
		}
	}
}

// predictedBy returns a fit's predictions at a few points.
func predictedBy(t *testing.T, fit *gplib.Result) gplib.Prediction {
	t.Helper()
	q, err := fit.Posterior.Predict(cov.Points(mat.NewDense(2, 2, []float64{0.1, 0.2, 0.35, 0.7})))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// source is one of the user's own.
type source struct{}

func (source) Uint64() uint64 { return 1 }

func TestFitsThatCannotBeSplitAreRefused(t *testing.T) {
	d := wave(t, 20)
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.5)}
	for want, fit := range map[string]func() (*gplib.Result, error){
		"Settings.Src is a cluster.source": func() (*gplib.Result, error) {
			return Fit(t.Context(), Local{}, t.TempDir(), nil, m, d, &gplib.Settings{Src: source{}})
		},
		"Settings.Part is a *gplib.Part": func() (*gplib.Result, error) {
			return Fit(t.Context(), Local{}, t.TempDir(), nil, m, d, &gplib.Settings{Part: &gplib.Part{Start: 1}})
		},
		"Settings.Restarts is -1": func() (*gplib.Result, error) {
			return Fit(t.Context(), Local{}, t.TempDir(), nil, m, d, &gplib.Settings{Restarts: -1})
		},
		"Functions is -1": func() (*gplib.Result, error) {
			return Fit(t.Context(), Local{Workers: 1}, t.TempDir(), grief.TypeII{Functions: -1}, m, d, nil)
		},
		"Settings.Runtime is 1m": func() (*gplib.Result, error) {
			return Fit(t.Context(), Local{}, t.TempDir(), mcmc.Learner{}, m, d, &gplib.Settings{Runtime: time.Minute})
		},
		"-2 chains": func() (*gplib.Result, error) {
			return Fit(t.Context(), Local{Workers: 1}, t.TempDir(), mcmc.Learner{Chains: -2}, m, d, nil)
		},
		"cluster.foreign, which tasks do": func() (*gplib.Result, error) {
			return Fit(t.Context(), Local{}, t.TempDir(), foreign{}, m, d, nil)
		},
	} {
		if _, err := fit(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

// twice is a learner of two fits.
type twice struct{ gplib.LBFGS }

func (l twice) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	_, err := l.LBFGS.Fit(ctx, m, d, s)
	again, err2 := l.LBFGS.Fit(ctx, m, d, s)
	return again, errors.Join(err, err2)
}

func TestALearnerOfSeveralFitsHasNoStarts(t *testing.T) {
	f := readFit{learner: twice{}, model: gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.5)}, data: wave(t, 20)}
	if _, err := f.startEnd(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "cluster.twice runs 2 fits") {
		t.Errorf("error %v", err)
	}
}
