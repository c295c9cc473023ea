package inducing_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

var selectors = []inducing.Selector{
	inducing.Random{}, inducing.GreedyVariance{}, inducing.IVM{}, inducing.CSI{},
	inducing.TitsiasGreedy{}, inducing.TitsiasGreedy{Candidates: 1000, Approximation: inducing.DTC},
}

func TestSelectorsChooseDifferentPointsOfAnyKindOfInput(t *testing.T) {
	m, d := regression(t, 50)
	words := make(cov.Strings, 50)
	for i := range words {
		words[i] = strings.Repeat("abcde"[i%5:i%5+1], 1+i%7) + strings.Repeat("xyz"[i%3:i%3+1], i%4) + string(rune('A'+i))
	}
	text := gplib.Model{Cov: cov.Spectrum(1), Noise: gplib.Gaussian(0.1)}
	for _, s := range selectors {
		for kind, c := range map[string]struct {
			m gplib.Model
			d gplib.Data
		}{"points": {m, d}, "strings": {text, gplib.Data{X: words, Y: d.Y}}} {
			got, err := s.Select(context.Background(), c.m, c.d, 12, rand.NewPCG(1, 1))
			if err != nil {
				t.Errorf("%s, %s: %v", s.Name(), kind, err)
				continue
			}
			sorted := slices.Compact(slices.Sorted(slices.Values(got.Index)))
			if len(sorted) != 12 || sorted[0] < 0 || sorted[11] >= 50 {
				t.Errorf("%s, %s: %v", s.Name(), kind, got.Index)
			}
			again, err := s.Select(context.Background(), c.m, c.d, 12, rand.NewPCG(1, 1))
			if err != nil || !slices.Equal(again.Index, got.Index) {
				t.Errorf("%s, %s: %v, then %v (%v)", s.Name(), kind, got.Index, again, err)
			}
		}
	}
}

func TestSelectorsNameBadArguments(t *testing.T) {
	m, d := regression(t, 10)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, s := range selectors {
		for _, size := range []int{0, 11} {
			if _, err := s.Select(context.Background(), m, d, size, nil); err == nil || !strings.Contains(err.Error(), "size is") {
				t.Errorf("%s, size %d: %v", s.Name(), size, err)
			}
		}
		if _, err := s.Select(context.Background(), gplib.Model{}, d, 1, nil); err == nil {
			t.Errorf("%s: no error for an empty model", s.Name())
		}
		if _, err := s.Select(cancelled, m, d, 3, nil); !s.Fixed() && !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", s.Name(), err)
		}
	}
	if _, err := (inducing.TitsiasGreedy{Approximation: inducing.FITC}).Select(context.Background(), m, d, 3, nil); err == nil {
		t.Error("no error for Titsias-16 with FITC")
	}
}

// posteriorVariance returns the variance of f at all of d given noisy
// observations at index, by the exact posterior.
func posteriorVariance(t *testing.T, m gplib.Model, d gplib.Data, index []int) []float64 {
	t.Helper()
	if len(index) == 0 {
		v := make([]float64, d.Len())
		m.Cov.Diag(v, d.X)
		return v
	}
	p, err := gplib.Condition(m, d.Subset(index))
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	return q.Var
}

func TestIVMTakesTheMostInformativeObservationEachTime(t *testing.T) {
	m, d := regression(t, 40)
	got, err := inducing.IVM{}.Select(context.Background(), m, d, 8, nil)
	if err != nil {
		t.Fatal(err)
	}
	noise := make([]float64, 40)
	m.Noise.Var(noise, d.X)
	for k := range 8 {
		best, most := -1, math.Inf(-1)
		for j, v := range posteriorVariance(t, m, d, got.Index[:k]) {
			if bits := math.Log1p(v/noise[j]) / 2; bits > most && !slices.Contains(got.Index[:k], j) {
				best, most = j, bits
			}
		}
		if got.Index[k] != best {
			t.Errorf("choice %d is %d, the most informative is %d", k, got.Index[k], best)
		}
	}
}

func TestTitsiasTakesTheBestCandidateEachTime(t *testing.T) {
	m, d := regression(t, 30)
	for _, a := range []inducing.Approximation{inducing.VFE, inducing.DTC} {
		got, err := inducing.TitsiasGreedy{Candidates: 30, Approximation: a}.Select(context.Background(), m, d, 7, nil)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 7 {
			value := func(j int) float64 {
				s := inducing.Sparse{Approximation: a, Points: d.X.Subset(append(slices.Clone(got.Index[:k]), j)), Jitter: 1e-300}
				v, err := s.Eval(m, d, nil)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			chosen := value(got.Index[k])
			for j := range 30 {
				if slices.Contains(got.Index[:k], j) {
					continue
				}
				if v := value(j); v < chosen-1e-7 {
					t.Errorf("%v: choice %d reaches %v, point %d %v", a, k, chosen, j, v)
				}
			}
		}
		r := rest(t, m.Cov, d.X, got.Points(d.X))
		if math.Abs(got.Rest()-mat.Trace(r)) > 1e-8 {
			t.Errorf("%v: the trace left is %v, want %v", a, got.Rest(), mat.Trace(r))
		}
	}
}

func TestMoreCandidatesChooseBetter(t *testing.T) {
	m, d := regression(t, 60)
	value := func(s inducing.Selector) float64 {
		got, err := s.Select(context.Background(), m, d, 10, nil)
		if err != nil {
			t.Fatal(err)
		}
		v, err := inducing.Sparse{Points: got.Points(d.X)}.Eval(m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	random, few, all := value(inducing.Random{}), value(inducing.TitsiasGreedy{Candidates: 8}), value(inducing.TitsiasGreedy{Candidates: 60})
	if !(all < few && few < random) {
		t.Errorf("variational free energy %v at random, %v of 8 candidates, %v of all", random, few, all)
	}
}

func TestARandomSelectionDoesNotKnowItsTrace(t *testing.T) {
	m, d := regression(t, 10)
	s, err := inducing.Random{}.Select(context.Background(), m, d, 3, nil)
	if err != nil || !math.IsInf(s.Rest(), 1) {
		t.Errorf("%v (%v)", s.Rest(), err)
	}
	if gap, err := s.Gap(d.Y, 0.1); err != nil || !math.IsInf(gap, 1) {
		t.Errorf("gap %v (%v)", gap, err)
	}
}

func TestSubsetOfDataIsExactOnItsPart(t *testing.T) {
	m, d := snelson(t, 80)
	r, err := inducing.SubsetOfData{Size: 30}.Fit(context.Background(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	part := r.Posterior.Data()
	if part.Len() != 30 || !strings.Contains(r.Method, "30 of 80") {
		t.Fatalf("%s on %d data", r.Method, part.Len())
	}
	want, err := gplib.LML{}.Eval(r.Model, part, nil)
	if err != nil || !close(r.Value, want, 1e-9) {
		t.Errorf("value %v, want %v (%v)", r.Value, want, err)
	}
}
