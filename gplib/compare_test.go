package gplib_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/metric"
)

func foldsOf(t *testing.T, n, k int) []gplib.Fold {
	t.Helper()
	folds, err := dataset.KFold(sample(t, n, 1), k, 1)
	if err != nil {
		t.Fatal(err)
	}
	return folds
}

func compared(t *testing.T, folds []gplib.Fold, contenders ...gplib.Contender) *gplib.Comparison {
	t.Helper()
	c, err := gplib.Compare(context.Background(), folds, contenders...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// still is a learner that only conditions.
type still struct{ fail func(d gplib.Data) error }

func (l still) Fit(_ context.Context, m gplib.Model, d gplib.Data, _ *gplib.Settings) (*gplib.Result, error) {
	if l.fail != nil {
		if err := l.fail(d); err != nil {
			return nil, err
		}
	}
	p, err := gplib.Condition(m, d)
	return &gplib.Result{Method: "none", Model: m, Posterior: p, Warnings: gplib.Findings{{Code: "odd", Found: "value 1.5 is odd"}}}, err
}

func stillOf(name string, length float64) gplib.Contender {
	return gplib.Contender{Name: name, Learner: still{}, Model: gplib.Model{Cov: cov.SE(length), Noise: gplib.Gaussian(0.1)}}
}

// TestStandingsAreThePairedDifferences computes all by hand.
func TestStandingsAreThePairedDifferences(t *testing.T) {
	folds := foldsOf(t, 20, 4)
	a, b := stillOf("a", 1), stillOf("b", 0.3)
	c := compared(t, folds, a, b)
	var scores [2][]float64
	for i, of := range []gplib.Contender{a, b} {
		for _, f := range folds {
			p, err := condition(t, of.Model, f.Train).Predict(f.Test.X)
			if err != nil {
				t.Fatal(err)
			}
			nlpd, err := metric.NLPD(f.Test.Y, p.Mean, p.VarY)
			if err != nil {
				t.Fatal(err)
			}
			scores[i] = append(scores[i], nlpd)
		}
	}
	mean := func(v []float64) float64 { return (v[0] + v[1] + v[2] + v[3]) / 4 }
	best, other := 0, 1
	if mean(scores[1]) < mean(scores[0]) {
		best, other = 1, 0
	}
	var gaps []float64
	for k := range folds {
		gaps = append(gaps, scores[other][k]-scores[best][k])
	}
	squares := 0.0
	for _, g := range gaps {
		squares += (g - mean(gaps)) * (g - mean(gaps))
	}
	stdErr := math.Sqrt((1.0/4 + 5.0/15) * squares / 3)
	const t3 = 3.182446305284263 // the 97.5 % quantile of Student's t with 3 degrees of freedom
	got, err := c.Ranking("NLPD")
	if err != nil {
		t.Fatal(err)
	}
	s := got[other]
	if !got[best].Best || s.Best || math.Abs(s.Difference-mean(gaps)) > 1e-12 || math.Abs(s.DifferenceErr-stdErr) > 1e-12 ||
		s.Tied != (mean(gaps) <= t3*stdErr) || math.Abs(s.Mean-mean(scores[other])) > 1e-12 {
		t.Errorf("%+v, want a difference of %v ± %v", s, mean(gaps), stdErr)
	}
	if coverage, err := c.Ranking("95 %"); err != nil || coverage[0].Best || coverage[1].Best || !math.IsNaN(coverage[0].Difference) {
		t.Errorf("coverage: %+v (%v)", coverage, err)
	}
	if _, err := c.Ranking("R2"); err == nil || !strings.Contains(err.Error(), `"R2"`) {
		t.Errorf("the error is %v", err)
	}
}

func TestEqualContendersAreTied(t *testing.T) {
	got, err := compared(t, foldsOf(t, 60, 10), stillOf("a", 1), stillOf("b", 1), stillOf("c", 0.001)).Ranking("RMSE")
	if err != nil || !got[0].Best || !got[1].Tied || got[2].Tied || got[2].Best {
		t.Errorf("%+v (%v)", got, err)
	}
}

func TestComparisonsAreTheSameOnAnyNumberOfProcessors(t *testing.T) {
	folds := foldsOf(t, 24, 3)
	run := func(procs int) *gplib.Comparison {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		return compared(t, folds, gplib.Contender{Settings: &gplib.Settings{MaxIter: 5, Restarts: 2, Src: rand.NewPCG(1, 2)}},
			gplib.Contender{Learner: gplib.LBFGS{Objective: gplib.LOO{}}, Settings: &gplib.Settings{MaxIter: 5}})
	}
	one, two := run(1), run(2)
	for i := range one.Outcomes {
		for k, o := range one.Outcomes[i] {
			if p := two.Outcomes[i][k]; o.Scores != p.Scores || !slices.Equal(o.Model.Theta(), p.Model.Theta()) {
				t.Errorf("contender %d, fold %d: %+v on one processor, %+v on two", i, k, o.Scores, p.Scores)
			}
		}
	}
	if !slices.Equal(one.Names, []string{"L-BFGS, ML", "L-BFGS, LOO log density"}) {
		t.Errorf("the names are %q", one.Names)
	}
}

func TestAContenderThatFailsIsTold(t *testing.T) {
	folds := foldsOf(t, 20, 4)
	first := folds[0].Train.Y[0]
	bad := stillOf("bad", 1)
	bad.Learner = still{func(d gplib.Data) error {
		if d.Y[0] == first && d.Len() == folds[0].Train.Len() && slices.Equal(d.Y, folds[0].Train.Y) {
			return errors.New("no luck")
		}
		return nil
	}}
	wild := stillOf("wild", 1)
	wild.Learner = still{func(gplib.Data) error { panic("oh") }}
	c := compared(t, folds, bad, stillOf("good", 0.01), wild)
	got, err := c.Ranking("RMSE")
	if err != nil || got[0].Best || got[0].Tied || got[0].Folds != 3 || !got[1].Best || got[1].Folds != 4 || got[2].Folds != 0 {
		t.Errorf("%+v (%v)", got, err)
	}
	notes := strings.Join(c.Notes(), "\n")
	for _, want := range []string{"bad, 1 of 4 folds: failed: no luck", "wild, 4 of 4 folds: failed: gplib: Compare: the learner panics: oh",
		"good, 4 of 4 folds: warning: value 1.5 is odd"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
	if text := c.String(); !strings.Contains(text, "good") || !strings.Contains(text, " *") || !strings.Contains(text, "–") {
		t.Errorf("got\n%s", text)
	}
}

// TestNotesJoinWhatDiffersInInputsOnly: one line for each kind of warning, with all
// inputs, and each fold counted once.
func TestNotesJoinWhatDiffersInInputsOnly(t *testing.T) {
	const leave, widen = "leave the inputs out for a simpler model", "Model.Bound sets wider ones, a prior keeps away from them"
	idle := func(found string, inputs ...string) gplib.Finding {
		return gplib.Finding{Code: "input-irrelevant", Inputs: inputs, Found: found, Means: "the lengthscales lie at their upper bounds", Do: leave}
	}
	at := func(param, value string) gplib.Finding {
		return gplib.Finding{Code: "at-bound", Param: param, Found: param + " = " + value + " lies at a bound of [0.01, 100]", Do: widen}
	}
	of := func(notes gplib.Findings, warnings ...gplib.Finding) gplib.Outcome {
		return gplib.Outcome{Notes: notes, Warnings: warnings}
	}
	c := &gplib.Comparison{Names: []string{"ML"}, Outcomes: [][]gplib.Outcome{{
		of(gplib.Findings{idle("input d=north does not matter", "d=north")}, at("lengthscale[area]", "100"), at("lengthscale[age]", "0.01")),
		of(gplib.Findings{idle(`inputs d=north, "a, b" do not matter`, "d=north", `"a, b"`)}, at("variance", "99")),
		of(gplib.Findings{idle("inputs d=south, rooms do not matter", "d=south", "rooms")}, at("lengthscale[area]", "99.9"), at("variance", "98")),
		of(nil),
	}}}
	bound := " lies at a bound of [0.01, 100]; " + widen
	want := []string{
		"ML, 2 of 4 folds: warning: lengthscale[area] = 100" + bound + "; likewise lengthscale[age]",
		"ML, 3 of 4 folds: note: input d=north does not matter: the lengthscales lie at their upper bounds; " + leave + `; likewise "a, b", d=south, rooms`,
		"ML, 2 of 4 folds: warning: variance = 99" + bound,
	}
	if got := c.Notes(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestNotesOfFitsJoinTheirInputs: fits say what Notes understands.
func TestNotesOfFitsJoinTheirInputs(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	x, y := mat.NewDense(60, 4, nil), make([]float64, 60)
	for i := range y {
		for k := range 4 {
			x.Set(i, k, src.Float64())
		}
		y[i] = math.Sin(6*x.At(i, 0)) + 0.1*src.NormFloat64()
	}
	points, err := cov.Points(x).Named("used", "idle", "vain", "mute")
	if err != nil {
		t.Fatal(err)
	}
	d, err := gplib.NewData(points, y)
	if err != nil {
		t.Fatal(err)
	}
	folds, err := dataset.KFold(d, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := compared(t, folds, gplib.Contender{})
	texts := map[string]bool{}
	for _, o := range c.Outcomes[0] {
		for _, n := range o.Notes.Of("input-irrelevant") {
			texts[n.String()] = true
		}
	}
	if notes := strings.Join(c.Notes(), "\n"); len(texts) < 2 || strings.Count(notes, "not matter") != 1 {
		t.Errorf("of %q\n%s", slices.Sorted(maps.Keys(texts)), notes)
	}
}

func TestACancelledComparisonReturnsWhatIsThere(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	c, err := gplib.Compare(ctx, foldsOf(t, 20, 4), gplib.Contender{Name: "a", Settings: &gplib.Settings{
		MaxIter: 1, OwnStart: true, Observe: func(gplib.Step) error {
			if calls++; calls == 5 { // in the third fold
				cancel()
			}
			return nil
		},
	}})
	cancel()
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for _, o := range c.Outcomes[0] {
		if !o.Cancelled() {
			done++
		}
	}
	got, err := c.Ranking("RMSE")
	if err != nil || done == 0 || done == 4 || got[0].Folds != done || !got[0].Best || !strings.HasPrefix(c.Notes()[0], "cancelled") {
		t.Errorf("%d folds are done: %+v (%v), %q", done, got, err, c.Notes())
	}
	c, err = gplib.Compare(ctx, foldsOf(t, 20, 4), gplib.Contender{})
	if err != nil || !c.Outcomes[0][3].Cancelled() || !strings.Contains(c.String(), "–") {
		t.Errorf("cancelled before: %v (%v)", c, err)
	}
}

func TestCompareNamesBadArguments(t *testing.T) {
	folds := foldsOf(t, 20, 4)
	var none context.Context
	for want, run := range map[string]func() error{
		"ctx is nil":    func() error { _, err := gplib.Compare(none, folds, gplib.Contender{}); return err },
		"no folds":      func() error { _, err := gplib.Compare(context.Background(), nil, gplib.Contender{}); return err },
		"no contenders": func() error { _, err := gplib.Compare(context.Background(), folds); return err },
		"fold 0: gplib: x is nil": func() error {
			_, err := gplib.Compare(context.Background(), []gplib.Fold{{}}, gplib.Contender{})
			return err
		},
		`two contenders are named "a"`: func() error {
			_, err := gplib.Compare(context.Background(), folds, gplib.Contender{Name: "a"}, gplib.Contender{Name: "a"})
			return err
		},
		"contender 0: gplib: Settings.MaxIter is -1": func() error {
			_, err := gplib.Compare(context.Background(), folds, gplib.Contender{Settings: &gplib.Settings{MaxIter: -1}})
			return err
		},
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it should have %q", err, want)
		}
	}
}

// Rows whose twin was learned from flatter every contender.
func TestCopiesInBothPartsOfFoldsAreTold(t *testing.T) {
	x, y := cov.Line([]float64{0, 1, 2, 3, 0, 1, 2, 3}), []float64{1, 2, 3, 4, 1, 2, 3, 9}
	whole := gplib.Data{X: x, Y: y}
	folds := []gplib.Fold{
		{Train: whole.Subset([]int{0, 1, 2, 3}), Test: whole.Subset([]int{4, 5, 6, 7})}, // three copies
		{Train: whole.Subset([]int{0, 4, 1, 5}), Test: whole.Subset([]int{2, 6, 3, 7})}, // none
	}
	notes := compared(t, folds, stillOf("a", 1)).Notes()
	if !strings.HasPrefix(notes[0], "3 of 8 rows predicted are copies of training rows") {
		t.Errorf("the notes are %q", notes)
	}
	if notes := compared(t, folds[1:], stillOf("a", 1)).Notes(); strings.Contains(notes[0], "copies") {
		t.Errorf("without copies the notes are %q", notes)
	}
}
