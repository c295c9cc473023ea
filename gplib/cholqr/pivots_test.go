package cholqr

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
)

func informed(t *testing.T, rule Pivots, z int) (*factors, *informer) {
	t.Helper()
	m, d := regression(60, 2, 21)
	i := newInformer(rule, z, 60, rand.New(rand.NewPCG(2, 1)))
	return factorsOf(t, m, d, VAR, 8, i.room(8, 60)), i
}

func TestMaxResidualTakesTheMostUncertainPoint(t *testing.T) {
	f, i := informed(t, MaxResidual, 4)
	for range 4 {
		want := floats.MaxIdx(f.ahead)
		i.add(f, 1)
		if got := f.pivots[f.k+f.w-1]; got != want {
			t.Errorf("pivot %d, want %d", got, want)
		}
	}
}

func TestOIPassesOverThoseThatServed(t *testing.T) {
	f, i := informed(t, OI, 5)
	var served []int
	for range 10 { // 50 pivots of 52 points
		i.attempts = refreshEvery
		i.prepare(f)
		for _, j := range f.pivots[f.k:] {
			if slices.Contains(served, j) {
				t.Fatalf("point %d served twice, after %d others", j, len(served))
			}
			served = append(served, j)
		}
	}
	i.attempts = refreshEvery
	i.prepare(f)
	if f.w != 5 {
		t.Errorf("%d pivots after all have served", f.w)
	}
}

func TestRandomPivotsAreNoInducingPoints(t *testing.T) {
	f, i := informed(t, Random, 6)
	i.prepare(f)
	first := slices.Clone(f.pivots[f.k:])
	i.prepare(f)
	if !slices.Equal(first, f.pivots[f.k:]) {
		t.Error("refreshed before its time")
	}
	i.attempts = refreshEvery
	i.prepare(f)
	if slices.Equal(first, f.pivots[f.k:]) {
		t.Error("not refreshed at its time")
	}
	for _, j := range f.pivots[f.k:] {
		if slices.Contains(f.index(), j) || f.at[j] < f.k {
			t.Errorf("point %d is of both kinds", j)
		}
	}
}

func TestAAAdaptsTheNumberOfPivots(t *testing.T) {
	f, i := informed(t, AA, 6)
	i.prepare(f)
	for _, want := range []int{9, 14, 21} {
		i.settle(f, false)
		if i.z != want || f.w != want {
			t.Errorf("%d pivots and %d wanted after a failure, want %d", f.w, i.z, want)
		}
	}
	i.settle(f, true)
	if i.z != 20 || f.w != 20 {
		t.Errorf("%d pivots and %d wanted after a success", f.w, i.z)
	}
	for range 100 {
		i.settle(f, false)
	}
	if i.z != mostAA || f.k+f.w > 60 {
		t.Errorf("%d wanted, %d pivots of both kinds for 60 points", i.z, f.k+f.w)
	}
	for range 200 {
		i.settle(f, true)
	}
	if i.z != leastAA || f.w != leastAA {
		t.Errorf("%d pivots and %d wanted at the least", f.w, i.z)
	}
	nearFactors(t, f, rebuilt(t, f), 1e-8)
}

func TestTheAlarmTellsOfFactorsThatDrift(t *testing.T) {
	m, d := regression(60, 2, 21)
	f := factorsOf(t, m, d, VAR, 8, 0)
	f.drop(2)
	if f.gain(f.free(20)); f.alarm > 1 {
		t.Fatalf("alarm %v at the start", f.alarm)
	}
	f.accept(0)
	if f.alarm > 1 {
		t.Errorf("alarm %v of good factors", f.alarm)
	}
	f.qa.Set(1, 0, 1e-4)
	if f.exchangeLast(0); f.alarm <= 1 {
		t.Errorf("alarm %v where Q_a is not triangular", f.alarm)
	}
	if err := f.build(f.index()); err != nil || f.alarm != 0 {
		t.Errorf("alarm %v of new factors, %v", f.alarm, err)
	}
	for i := range f.y {
		f.q.Set(i, 2, 1)
	}
	f.drop(5)
	f.gain(f.free(40))
	if f.accept(0); f.alarm <= 1 {
		t.Errorf("alarm %v where a column of Q is wrong", f.alarm)
	}
}

func TestNamesAreThoseOfThePaper(t *testing.T) {
	for want, got := range map[string]string{
		"VAR": VAR.String(), "MLE": MLE.String(), "random": Random.String(), "max-residual": MaxResidual.String(),
		"OI": OI.String(), "AA": AA.String(), "Pivots(9)": Pivots(9).String(), "Objective(9)": Objective(9).String(),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	s := Swap{Epoch: 2, Out: 3, In: 5, Gain: 4, Rise: 1, Accepted: true}
	if text := s.String(); !strings.Contains(text, "exchanges 3 for 5") {
		t.Error(text)
	}
	s.Accepted = false
	if text := s.String(); !strings.Contains(text, "keeps 3") {
		t.Error(text)
	}
}
