package optim_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
)

var params = []cov.Param{
	{Name: "wide", Value: 2, Transform: cov.Log, Min: 1e-8, Max: 1e8},
	{Name: "fixed", Value: 5, Transform: cov.Log, Min: 1e-8, Max: 1e8, Fixed: true},
	{Name: "narrow", Value: 1.03, Transform: cov.Log, Min: 1, Max: 1.1},
	{Name: "soft", Value: 0.3, Transform: cov.Softplus, Min: 0.01, Max: math.Inf(1)},
	{Name: "line", Value: -3, Transform: cov.Identity, Min: math.Inf(-1), Max: math.Inf(1)},
	{Name: "segment", Value: -3, Transform: cov.Identity, Min: -4, Max: 1000},
	{Name: "half", Value: 0.2, Transform: cov.Log, Min: 0, Max: math.Inf(1)},
}

func TestStartIsTheInverseOfNatural(t *testing.T) {
	s, err := optim.NewSpace(params)
	if err != nil {
		t.Fatal(err)
	}
	if s.Dim() != 6 {
		t.Fatalf("Dim %d, want 6", s.Dim())
	}
	for i, v := range s.Natural(s.Start()) {
		if want := params[i].Value; params[i].Name != "segment" && math.Abs(v-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s: %v after there and back, want %v", params[i].Name, v, want)
		}
	}
}

func TestNaturalStaysInsideTheBoundsEverywhere(t *testing.T) {
	s, _ := optim.NewSpace(params)
	for _, far := range []float64{-1e6, -100, -3, 0, 3, 100, 1e6} {
		u := make([]float64, s.Dim())
		for j := range u {
			u[j] = far
		}
		for i, v := range s.Natural(u) {
			if p := params[i]; !(v >= p.Min && v <= p.Max) {
				t.Errorf("%s = %v at u = %v", p.Name, v, far)
			}
		}
	}
}

func TestChainAgreesWithDifferences(t *testing.T) {
	s, _ := optim.NewSpace(params)
	u := s.Start()
	for j := range u {
		u[j] += 0.01
	}
	ones := slices.Repeat([]float64{1}, len(params))
	got := make([]float64, s.Dim())
	s.Chain(got, ones, u)
	sum := func(u []float64) (total float64) {
		for _, v := range s.Natural(u) {
			total += v
		}
		return total
	}
	for j := range u {
		const h = 1e-6
		up, down := slices.Clone(u), slices.Clone(u)
		up[j] += h
		down[j] -= h
		want := (sum(up) - sum(down)) / (2 * h)
		if math.Abs(got[j]-want) > 1e-6*math.Max(math.Abs(want), 1e-2) {
			t.Errorf("derivative %d: %v, want %v", j, got[j], want)
		}
	}
}

func TestAtBoundsNamesTheParametersThere(t *testing.T) {
	s, _ := optim.NewSpace(params)
	at := func(u []float64) []int {
		moved := slices.Clone(params)
		for i, v := range s.Natural(u) {
			moved[i].Value = v
		}
		return optim.AtBounds(moved)
	}
	u := s.Start()
	if at := at(u); at != nil && !slices.Equal(at, []int{5}) {
		t.Errorf("AtBounds at the start: %v", at)
	}
	u[0], u[1] = -100, 100
	if at := at(u); !slices.Contains(at, 0) || !slices.Contains(at, 2) || slices.Contains(at, 1) {
		t.Errorf("AtBounds %v, want 0 and 2 among them", at)
	}
}

func TestNewSpaceNamesAStartOutsideItsBounds(t *testing.T) {
	_, err := optim.NewSpace([]cov.Param{{Name: "l", Value: 3, Transform: cov.Log, Min: 5, Max: 6}})
	if !errors.Is(err, optim.ErrOutOfBounds) {
		t.Errorf("got %v", err)
	}
	if _, err = optim.NewSpace([]cov.Param{{Name: "l", Value: -3, Transform: cov.Log, Max: 6}}); err == nil {
		t.Error("no error of a negative value")
	}
}
