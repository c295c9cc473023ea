package admm

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func points(s gplib.Step) int { return int(monitor(s, "points")) }

func TestContinuationEndsWhereAWholeFitDoes(t *testing.T) {
	d := seData(t, 1)
	for name, l := range map[string]gplib.Learner{
		"default": nil, "adjoint": Adjoint{}, "two folds": Adjoint{Folds: AlternatingFolds(2)},
		"consensus": KFold{Folds: AlternatingFolds(2)}, "stochastic": Stochastic{},
	} {
		r := mustFit(t, Continuation{Learner: l, Smallest: 25, Growth: 2}, seModel(), d, nil)
		if l == nil {
			l = HoldOut{}
		}
		want := mustFit(t, l, seModel(), d, nil)
		if r.Value > 1.01*want.Value {
			t.Errorf("%s: F %g, from the start on all %g", name, r.Value, want.Value)
		}
		var sizes []int
		for i, s := range r.Trace.Steps {
			if len(sizes) == 0 || sizes[len(sizes)-1] != points(s) {
				sizes = append(sizes, points(s))
			}
			if i > 0 && (s.Iter <= r.Trace.Steps[i-1].Iter || s.Elapsed < r.Trace.Steps[i-1].Elapsed) {
				t.Errorf("%s: step %d is number %d", name, i, s.Iter)
			}
		}
		if len(sizes) != 4 || sizes[0] < 25 || sizes[0] > 30 || sizes[3] != 200 || !slices.IsSorted(sizes) {
			t.Errorf("%s: stages of %v", name, sizes)
		}
		if r.Posterior.Data().Len() != 200 {
			t.Errorf("%s: a posterior of %d points", name, r.Posterior.Data().Len())
		}
	}
}

func TestContinuationSavesIterationsOnAll(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := draw(t, cov.SE(0.5), grid(400), 0.25, 1)
	m := gplib.Model{Cov: cov.SE(3), Noise: gplib.FixedGaussian(0.25)}
	plain := HoldOut{NoPolish: true}
	whole := mustFit(t, plain, m, d, nil)
	staged := mustFit(t, Continuation{Learner: plain, Smallest: 100}, m, d, nil)
	last := 0
	for _, s := range staged.Trace.Steps {
		if points(s) == 400 {
			last++
		}
	}
	if 2*last >= len(whole.Trace.Steps) {
		t.Errorf("%d iterations on all after a stage, %d without", last, len(whole.Trace.Steps))
	}
	if staged.Value > 1.01*whole.Value {
		t.Errorf("F %g, without stages %g", staged.Value, whole.Value)
	}
}

func TestStagesAreNestedPartsOfTheSplit(t *testing.T) {
	c := &continued{Continuation: Continuation{Learner: HoldOut{Split: LastBlock(40)}}}
	if _, err := gplib.FirstStart(ctx, c, seModel(), seData(t, 1), nil); err != nil {
		t.Fatal(err)
	}
	small, large := c.stage(0.25), c.stage(0.5)
	if len(small.index) != 50 || len(small.valid[0]) != 10 || small.scale != 4 {
		t.Errorf("a quarter has %d points, %d of them held out, scale %g", len(small.index), len(small.valid[0]), small.scale)
	}
	for _, i := range small.index {
		if _, in := slices.BinarySearch(large.index, i); !in {
			t.Errorf("position %d is in the smaller stage only", i)
		}
	}
	for _, at := range small.valid[0] {
		if i := small.index[at]; i < 160 {
			t.Errorf("position %d is held out, it is not in the last block", i)
		}
	}
}

func TestContinuationThatIsCancelledEarlyKnowsAllData(t *testing.T) {
	d := seData(t, 1)
	ended, cancel := context.WithCancel(context.Background())
	observe := func(s gplib.Step) error {
		if s.Iter == 1 {
			cancel()
		}
		return nil
	}
	r, err := Continuation{Smallest: 50}.Fit(ended, seModel(), d, &gplib.Settings{Observe: observe})
	if err != nil || r.Status != gplib.Cancelled || r.Posterior.Data().Len() != 200 {
		t.Fatalf("%v, %v", r, err)
	}
	if !strings.Contains(r.Warnings.String(), "ended at 50 of 200") {
		t.Errorf("warnings %q", r.Warnings)
	}
	failure := errors.New("enough")
	r, err = Continuation{Smallest: 50}.Fit(ctx, seModel(), d, &gplib.Settings{Observe: func(gplib.Step) error { return failure }})
	if !errors.Is(err, failure) || r == nil {
		t.Errorf("observer's error: %v, %v", r, err)
	}
	r = mustFit(t, Continuation{Smallest: 50}, seModel(), d, &gplib.Settings{Runtime: time.Nanosecond})
	if r.Status != gplib.RuntimeLimit {
		t.Errorf("status %v", r.Status)
	}
}

func TestContinuationChecksItsOptions(t *testing.T) {
	for name, c := range map[string]Continuation{
		"Smallest": {Smallest: 1}, "Growth": {Growth: 1}, "growth": {Growth: math.NaN()}, "Learner": {Learner: gplib.LBFGS{}},
	} {
		if _, err := c.Fit(ctx, seModel(), seData(t, 1), nil); err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestContinuationReportsOnce what it finds of the data and the model: stages do not.
func TestContinuationReportsOnce(t *testing.T) {
	d := seData(t, 1)
	rows := make([][]float64, d.Len())
	for i := range rows {
		rows[i] = []float64{d.X.(*cov.Matrix).At(i, 0), 1}
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	r := mustFit(t, Continuation{Smallest: 50, Growth: 2}, m, gplib.Data{X: x, Y: d.Y}, nil)
	if len(r.Warnings.Of("input-constant")) != 1 {
		t.Errorf("warnings: %v", r.Warnings)
	}
	found := slices.Concat(r.Warnings, r.Notes)
	for i, f := range found {
		if slices.ContainsFunc(found[:i], func(g gplib.Finding) bool { return g.String() == f.String() }) {
			t.Errorf("twice: %v", f)
		}
	}
}
