package optim_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
	"krigo/gplib/param"
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

func TestMixedParametersMoveByTheirTriangle(t *testing.T) {
	ps := []cov.Param{param.Positive("scale", 2), param.Real("a", 3), param.Real("b", -1)}
	s, err := optim.NewSpace(ps)
	if err != nil {
		t.Fatal(err)
	}
	r := mat.NewTriDense(2, mat.Upper, []float64{2, 5, 0, 0.5})
	if err := s.Mix([]int{1, 2}, r); err != nil {
		t.Fatal(err)
	}
	u := s.Start()
	if u[1] != 2*3+5*-1 || u[2] != 0.5*-1 {
		t.Errorf("the start is %v", u)
	}
	if theta := s.Natural(u); math.Abs(theta[1]-3) > 1e-15 || math.Abs(theta[2]+1) > 1e-15 || math.Abs(theta[0]-2) > 1e-14 {
		t.Errorf("its values are %v", theta)
	}
	// f = 7·scale + 11·a + 13·b, by differences.
	f := func(u []float64) float64 { theta := s.Natural(u); return 7*theta[0] + 11*theta[1] + 13*theta[2] }
	got := make([]float64, 3)
	s.Chain(got, []float64{7, 11, 13}, u)
	for j := range u {
		const h = 1e-6
		v := append([]float64{}, u...)
		v[j] += h
		up := f(v)
		v[j] -= 2 * h
		if want := (up - f(v)) / (2 * h); math.Abs(got[j]-want) > 1e-7 {
			t.Errorf("derivative %d is %v, want %v", j, got[j], want)
		}
	}
	if err := s.Mix([]int{0, 2}, r); err == nil {
		t.Error("a positive parameter was mixed")
	}
}

// In the box, coordinates are logarithms up to the bounds, where derivatives do not vanish.
func TestTheBoxHasNoBends(t *testing.T) {
	s, err := optim.NewSpace([]cov.Param{
		{Name: "inside", Value: 2, Transform: cov.Log, Min: 1, Max: 4},
		{Name: "at its bound", Value: 3, Transform: cov.Log, Min: 3, Max: math.Inf(1)},
		{Name: "free", Value: -5, Transform: cov.Identity, Min: math.Inf(-1), Max: math.Inf(1)},
	})
	if err != nil {
		t.Fatal(err)
	}
	lo, hi := s.Box()
	if want := []float64{0, math.Log(3), math.Inf(-1)}; !slices.Equal(lo, want) {
		t.Errorf("the box begins at %v, want %v", lo, want)
	}
	if want := []float64{math.Log(4), math.Inf(1), math.Inf(1)}; !slices.Equal(hi, want) {
		t.Errorf("the box ends at %v, want %v", hi, want)
	}
	u := s.Start()
	if want := []float64{math.Log(2), math.Log(3), -5}; !slices.Equal(u, want) {
		t.Errorf("the start is %v, want %v", u, want)
	}
	grad := make([]float64, 3)
	s.Chain(grad, []float64{1, 1, 1}, u)
	if want := []float64{2, 3, 1}; !floats.EqualApprox(grad, want, 1e-14) {
		t.Errorf("the derivatives by logarithms are %v, want %v", grad, want)
	}
	if theta := s.Natural([]float64{-7, -7, -7}); theta[0] != 1 || theta[1] != 3 || theta[2] != -7 {
		t.Errorf("outside of the box the values are %v, want the nearest, 1, 3 and -7", theta)
	}
}
