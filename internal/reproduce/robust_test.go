package reproduce

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestUncleanCasesAreFortyThreeAndFinite(t *testing.T) {
	seen, rows := map[string]bool{}, map[string]int{}
	for _, c := range uncleanCases {
		r, train, test, err := c.data()
		if err != nil {
			t.Fatal(err)
		}
		if seen[c.name] || strings.Contains(c.name, ", ") {
			t.Errorf("the name %q", c.name)
		}
		seen[c.name], rows[c.name] = true, train.Len()
		if test.Len() != testRows || dimension(train) != dimension(test) {
			t.Errorf("%s: %d test rows of %d columns, %d to train on", c.name, test.Len(), dimension(test), dimension(train))
		}
		if r.spread == 0 && slices.Min(test.Y) == slices.Max(test.Y) {
			t.Errorf("%s: nothing to judge errors by", c.name)
		}
		if err := errors.Join(train.Check(), test.Check()); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if len(seen) != 43 {
		t.Errorf("%d cases", len(seen))
	}
	for name, want := range map[string]int{"clean": 60, "rows 5 times": 300, "rows 10 times": 600, "half the rows twice": 90, "5 rows": 5} {
		if rows[name] != want {
			t.Errorf("%s has %d rows, want %d", name, rows[name], want)
		}
	}
}

func TestACaseIsTheSameAtEveryCall(t *testing.T) {
	for _, c := range uncleanCases {
		_, a, at, _ := c.data()
		_, b, bt, _ := c.data()
		if !slices.Equal(a.Y, b.Y) || !slices.Equal(at.Y, bt.Y) {
			t.Errorf("%s differs", c.name)
		}
	}
}

// TestCopiesOfRows: exact copies have the same y, fresh ones have not.
func TestCopiesOfRows(t *testing.T) {
	for name, same := range map[string]bool{"rows 5 times": true, "rows 5 times with fresh noise": false} {
		_, train, _, err := uncleanCases[position(t, name)].data()
		if err != nil {
			t.Fatal(err)
		}
		x := train.X.(*cov.Matrix)
		if !slices.Equal(x.Row(0), x.Row(60)) || (train.Y[0] == train.Y[60]) != same || math.Abs(train.Y[0]-train.Y[60]) > 0.4 {
			t.Errorf("%s: %v at %v, %v at %v", name, train.Y[0], x.Row(0), train.Y[60], x.Row(60))
		}
	}
}

func position(t *testing.T, name string) int {
	t.Helper()
	i := slices.IndexFunc(uncleanCases, func(c uncleanCase) bool { return c.name == name })
	if i < 0 {
		t.Fatalf("there is no case %q", name)
	}
	return i
}

// TestKindsAreSevenAndFinite, and differ by their seeds; each has a quick case.
func TestKindsAreSevenAndFinite(t *testing.T) {
	if len(robustKinds) != 7 {
		t.Errorf("%d kinds", len(robustKinds))
	}
	seen := map[string]bool{}
	for _, k := range robustKinds {
		quick := 0
		for _, c := range k.cases {
			if seen[c.name] || strings.Contains(c.name, ", ") {
				t.Errorf("the name %q", c.name)
			}
			seen[c.name] = true
			if c.quick {
				quick++
			}
			r, train, test, err := c.dataOf(rand.NewPCG(1, 44))
			if err != nil || train.Len() < r.rows || test.Len() != testRows || dimension(train) != dimension(test) {
				t.Errorf("%s: %d rows to train on and %d to test (%v)", c.name, train.Len(), test.Len(), err)
			}
			if err := errors.Join(train.Check(), test.Check()); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			_, again, _, _ := c.dataOf(rand.NewPCG(1, 44))
			_, other, _, _ := c.dataOf(rand.NewPCG(2, 44))
			if !slices.Equal(train.Y, again.Y) || slices.Equal(train.Y, other.Y) {
				t.Errorf("%s: seeds do not make the rows", c.name)
			}
		}
		if quick != 1 {
			t.Errorf("%s has %d quick cases", k.name, quick)
		}
	}
}

// TestNeighboursOfASeriesAreAlike: errors are correlated by 0.9 from one row to the next,
// and rows to train on are among those to test.
func TestNeighboursOfASeriesAreAlike(t *testing.T) {
	r := recipe{rows: 4000, place: uniform(1), law: constant(0), noise: 0.3, inputs: slices.Clone[[]float64], observation: line(1, 0)}
	rng := rand.New(rand.NewPCG(1, 1))
	s := correlated(r, rng, r.sample(rng, r.rows))
	if rho := stat.Correlation(s.y[1:], s.y[:len(s.y)-1], nil); math.Abs(rho-0.9) > 0.03 {
		t.Errorf("correlation %v", rho)
	}
	if sd := stat.StdDev(s.y, nil); math.Abs(sd-0.3) > 0.05 {
		t.Errorf("standard deviation %v", sd)
	}
	a, b := s.split(rng, 1000)
	if all := slices.Sorted(slices.Values(slices.Concat(a.y, b.y))); len(a.y) != 1000 || !slices.Equal(all, slices.Sorted(slices.Values(s.y))) {
		t.Error("split loses rows")
	}
}

// TestTheReferenceIsGood on rows before they are spoilt: it finds waves and levels.
func TestTheReferenceIsGood(t *testing.T) {
	for _, c := range []uncleanCase{robustKinds[0].cases[0], robustKinds[1].cases[0]} {
		d, err := c.drawn(t.Context(), 1)
		if err != nil || !(d.reference < goodSMSE) {
			t.Errorf("%s: SMSE %v (%v)", c.name, d.reference, err)
		}
	}
}

func TestClaimsOfAKind(t *testing.T) {
	claims := robustKind{name: "kind"}.judge([]outcome{
		{unclean: "u", learner: "a", smse: 1, coverage: 0.9, reference: 0.05},
		{unclean: "u", learner: "b", smse: 0.01, coverage: 1, half: 1, reference: 0.05},
		{unclean: "h", learner: "a", smse: 0.01, coverage: 0.95, half: 0.5, reference: 0.01, healthy: true, warnings: gplib.Findings{{Code: "bad"}}},
		{unclean: "h", learner: "a", smse: 0.02, coverage: 0.95, half: 0.5, reference: 0.01, healthy: true, warnings: gplib.Findings{{Code: "right"}}},
		{unclean: "h", learner: "b", smse: 0.01, coverage: 0.95, half: 0.5, reference: 0.01, healthy: true},
		{unclean: "h", learner: "b", smse: 0.01, coverage: 0.95, half: 0.5, reference: 0.01, healthy: true},
	})
	for _, want := range []Claim{
		none("silent failures", "kind, a, 3 fits", 1), none("silent failures", "kind, b, 3 fits", 1),
		below("fits with a false alarm, %", "kind, 4 fits", 25, 1),
		told("silent failure: SMSE", "u, a", 1), told("silent failure: coverage", "u, b", 1),
	} {
		if !slices.Contains(claims, want) {
			t.Errorf("missing %+v in %+v", want, claims)
		}
	}
}

func TestErrorsAreJudgedByTheSpreadOfY(t *testing.T) {
	y := []float64{-1, 1, -1, 1}
	p := gplib.Prediction{Mean: make([]float64, 4), Var: make([]float64, 4), VarY: []float64{1, 1, .01, .01}}
	if smse, coverage := judged(y, p, 0); math.Abs(smse-1) > 1e-12 || coverage != 0.5 {
		t.Errorf("the mean: SMSE %v, coverage %v", smse, coverage)
	}
	if smse, _ := judged(y, p, 10); math.Abs(smse-0.01) > 1e-12 {
		t.Errorf("beside a spread of 10: %v", smse)
	}
	p.Mean[0] = math.NaN()
	if smse, coverage := judged(y, p, 0); smse != math.MaxFloat64 || coverage != 0.25 {
		t.Errorf("no number: SMSE %v, coverage %v", smse, coverage)
	}
}

func TestSilentFailuresAreBadAndUntold(t *testing.T) {
	good := outcome{unclean: "u", learner: "good", smse: 0.05, coverage: 0.9}
	for _, c := range []struct {
		name   string
		o      outcome
		best   float64
		silent bool
	}{
		{"good", good, 0.05, false},
		{"the mean", outcome{smse: 1, coverage: 0.95}, 0.05, true},
		{"the mean, as no learner is better", outcome{smse: 1, coverage: 0.95}, 0.2, false},
		{"overconfident", outcome{smse: 0.05, coverage: 0.6}, 0.05, true},
		{"far too wide", outcome{smse: 0.05, coverage: 1, half: 0.99}, 0.05, true},
		{"far from the reference", outcome{smse: 0.2, coverage: 0.95, reference: 0.01}, 0.01, true},
		{"near the reference", outcome{smse: 0.2, coverage: 0.95, reference: 0.03}, 0.03, false},
		{"warned", outcome{smse: 1, coverage: 0.95, warnings: gplib.Findings{{Code: "w"}}}, 0.05, false},
		{"stopped", outcome{smse: 1, coverage: 0.95, status: gplib.IterationLimit}, 0.05, false},
		{"an error", outcome{failure: "e"}, 0.05, false},
	} {
		if c.o.silent(c.best) != c.silent {
			t.Errorf("%s: silent is %v", c.name, !c.silent)
		}
	}
}

func TestClaimsOfMadeUpOutcomes(t *testing.T) {
	claims := judge([]outcome{
		{unclean: "u", learner: "a", smse: 0.05, coverage: 0.9},
		{unclean: "u", learner: "b", smse: 1, coverage: 0.9},
		{unclean: "u", learner: "c", failure: "no"},
		{unclean: "fine", learner: "a", healthy: true, smse: 0.05, coverage: 0.9, warnings: gplib.Findings{{Code: "at-bound", Found: "x = 1.5"}}},
		{unclean: "fine", learner: "b", healthy: true, smse: 1, coverage: 0.9, status: gplib.IterationLimit},
		{unclean: "fine", learner: "c", healthy: true, failure: "no"},
		{unclean: "hopeless", learner: "d", smse: 1, coverage: 0.9},
	})
	for _, want := range []Claim{
		none("silent failures", "a, 2 cases", 0), none("silent failures", "b, 2 cases", 1), none("silent failures", "c, 2 cases", 0),
		none("silent failures", "all, 3 cases", 1), none("warnings where nothing is wrong", "fine", 1),
		told("notes of irrelevant inputs", "the same", 0),
		told("silent failure: SMSE", "u, b", 1), told("silent failure: coverage", "u, b", 0.9),
		told("failure without a warning, iteration limit: SMSE", "fine, b", 1), told("error: no", "u, c", 1),
		told("warning: at-bound", "a: fine", 1), told("failures without a warning, of any status", "b, 2 cases", 2),
		told("no learner is good: the least SMSE", "hopeless; learners that do not warn: 1", 1),
	} {
		if !slices.Contains(claims, want) {
			t.Errorf("missing %+v", want)
		}
	}
	if len(claims) != 19 {
		t.Errorf("%d claims: %+v", len(claims), claims)
	}
}

// panicking is a learner that panics.
type panicking struct{}

func (panicking) Fit(context.Context, gplib.Model, gplib.Data, *gplib.Settings) (*gplib.Result, error) {
	panic("at the disco")
}

func TestAPanicIsAnOutcome(t *testing.T) {
	r, err := uncleanCases[0].measure(t.Context(), Options{}, robustLearner{name: "p", learner: panicking{}})
	if err != nil || !strings.Contains(r.failure, "panic: at the disco") {
		t.Errorf("%+v (%v)", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if claims, err := Robust(ctx, Options{Quick: true}); !errors.Is(err, context.Canceled) || len(claims) > 0 {
		t.Errorf("cancelled: %v (%v)", claims, err)
	}
}

func TestRobustQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("12 cases with four learners")
	}
	claims, err := Robust(t.Context(), Options{Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(claims) < 6 || claims[4].Data != "all, 12 cases" || claims[5].Data != "clean, one-hot columns" {
		t.Fatalf("%+v", claims)
	}
	sum := 0.0
	for _, c := range claims[:4] {
		sum += c.Measured
	}
	if sum != claims[4].Measured || sum > 48 {
		t.Errorf("%v by learner, %v in all", sum, claims[4].Measured)
	}
}

// A fit that the time limit ended has not shown that it is without warnings.
func TestFitsThatAreStoppedAreNotCountedAsHealthy(t *testing.T) {
	l := robustLearner{name: "slow", learner: slowLearner{}}
	count, err := l.alarms(context.Background(), Options{}, alarmPriors[:1], 4)
	if err != nil {
		t.Fatal(err)
	}
	claims := l.alarmClaims(count, 4)
	if len(claims) != 2 || claims[0].Claim != "fits stopped by the time limit" || claims[0].Measured != 1 || claims[0].Holds {
		t.Errorf("the claims are %+v", claims)
	}
}

// slowLearner is stopped at once.
type slowLearner struct{}

func (slowLearner) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	ended, cancel := context.WithCancel(ctx)
	cancel()
	return gplib.LBFGS{}.Fit(ended, m, d, &gplib.Settings{OwnStart: true})
}
