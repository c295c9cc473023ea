package cluster

import (
	"context"
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
	"krigo/gplib/dataset"
	"krigo/gplib/grief"
	"krigo/gplib/inducing"
	"krigo/gplib/mcmc"
	"krigo/gplib/rkhs"
)

func wave(t *testing.T, n int) gplib.Data {
	t.Helper()
	rows, err := dataset.ElectricLike(n, 3)
	if err != nil {
		t.Fatal(err)
	}
	var d gplib.Data
	err = dataset.EachBlock(rows, n, func(x *mat.Dense, y []float64) error {
		points, err := cov.Points(mat.DenseCopyOf(x.Slice(0, len(y), 0, 2))).Named("clock", "season")
		if err == nil {
			d, err = gplib.NewData(points, append([]float64(nil), y...))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestComparisonsAreThoseOfThisProcess: of learners of every package, seeded and not, with a failing fit among them.
func TestComparisonsAreThoseOfThisProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("fits in many processes")
	}
	folds, err := dataset.KFold(wave(t, 90), 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	contenders := func() []gplib.Contender {
		seeded := func() *gplib.Settings {
			return &gplib.Settings{Src: rand.NewPCG(1, 2), Restarts: 1, MaxIter: 20, Tol: 1e-3}
		}
		return []gplib.Contender{
			{Name: "auto"},
			{Name: "leave one out", Learner: gplib.LBFGS{Objective: gplib.LOO{Loss: gplib.SquaredError}}, Model: model, Settings: seeded()},
			{Learner: grief.TypeII{Functions: 20}, Model: model},
			{Name: "draws", Learner: mcmc.Learner{Sampler: mcmc.NUTS{}, Chains: 1, Warmup: 10, Draws: 10}, Model: model, Settings: seeded()},
			{Name: "few points", Learner: inducing.Subset{Size: 10, Selector: inducing.Random{}}, Model: model, Settings: seeded()},
			{Name: "admm", Learner: admm.HoldOut{}, Model: model, Settings: seeded()},
			{Name: "minimax", Learner: rkhs.MINIMAX{}, Model: model, Settings: seeded()},
			{Name: "fails", Learner: grief.TypeII{Functions: -1}, Model: model},
		}
	}
	want, err := gplib.Compare(t.Context(), folds, contenders()...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Compare(t.Context(), Local{Workers: 2}, t.TempDir(), folds, contenders()...)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Names, want.Names) {
		t.Errorf("names %q, want %q", got.Names, want.Names)
	}
	for i, row := range want.Outcomes {
		for k, o := range row {
			g := got.Outcomes[i][k]
			if g.Scores != o.Scores || g.Status != o.Status || !reflect.DeepEqual(g.Warnings, o.Warnings) || (g.Err == nil) != (o.Err == nil) {
				t.Errorf("%s, fold %d: %+v (%v), want %+v (%v)", want.Names[i], k, g.Scores, g.Err, o.Scores, o.Err)
			}
			if o.Err == nil && !reflect.DeepEqual(g.Model.Theta(), o.Model.Theta()) {
				t.Errorf("%s, fold %d: parameters %v, want %v", want.Names[i], k, g.Model.Theta(), o.Model.Theta())
			}
		}
	}
}

// foreign is a learner that tasks do not know.
type foreign struct{ gplib.LBFGS }

func TestWhatIsNoDataIsRefusedByName(t *testing.T) {
	folds, err := dataset.KFold(wave(t, 20), 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	custom := cov.Custom(cov.Definition{Name: "own", At: func(x, z, _ []float64) float64 { return 1 }})
	for want, c := range map[string]gplib.Contender{
		"Settings.Observe is a func":      {Settings: &gplib.Settings{Observe: func(gplib.Step) error { return nil }}},
		"gplib.LBFGS.Condition is a func": {Learner: gplib.LBFGS{Condition: gplib.Unconditioned}},
		"cluster.foreign, which tasks do": {Learner: foreign{}},
		"standardised, which tasks do":    {Learner: gplib.Standardised(gplib.LBFGS{})},
		"own":                             {Model: gplib.Model{Cov: custom, Noise: gplib.Gaussian(1)}},
	} {
		c.Name = "this one"
		_, err := Compare(t.Context(), Local{}, t.TempDir(), folds, gplib.Contender{}, c)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "contender 2 this one") {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

func TestACancelledComparisonSaysSo(t *testing.T) {
	folds, err := dataset.KFold(wave(t, 60), 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	endless := mcmc.Learner{Draws: 10_000_000, Chains: 1}
	c, err := Compare(ctx, Local{Workers: 1}, t.TempDir(), folds, gplib.Contender{Learner: endless})
	if err != nil || !c.Outcomes[0][0].Cancelled() || !c.Outcomes[0][1].Cancelled() {
		t.Errorf("outcomes %v (%v)", c, err)
	}
}

// TestACancelledComparisonHasAllThatEnded, in whatever order.
func TestACancelledComparisonHasAllThatEnded(t *testing.T) {
	folds, err := dataset.KFold(wave(t, 60), 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	whole, err := Compare(t.Context(), Local{Workers: 1}, dir, folds, gplib.Contender{})
	if err != nil {
		t.Fatal(err)
	}
	results, err := filepath.Glob(filepath.Join(dir, "jobs", "*", "00000.out"))
	if err != nil || len(results) != 1 {
		t.Fatalf("results %v (%v)", results, err)
	}
	if err := os.Remove(results[0]); err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	c, err := Compare(cancelled, Local{Workers: 1}, dir, folds, gplib.Contender{})
	if err != nil || !c.Outcomes[0][0].Cancelled() {
		t.Fatalf("outcomes %v (%v)", c, err)
	}
	for k := 1; k < 3; k++ {
		if got, want := c.Outcomes[0][k], whole.Outcomes[0][k]; got.Cancelled() || got.Scores != want.Scores {
			t.Errorf("fold %d: %+v, want %+v", k, got, want)
		}
	}
}
