package cov

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func withNames(t *testing.T, m *Matrix, names ...string) *Matrix {
	t.Helper()
	with, err := m.Named(names...)
	if err != nil {
		t.Fatal(err)
	}
	return with
}

func TestNamesGoWithThePoints(t *testing.T) {
	plain, err := Rows([][]float64{{1, 2}, {3, 4}, {5, 6}})
	if err != nil {
		t.Fatal(err)
	}
	x := withNames(t, plain, "area", "rooms")
	more, err := x.Join(plain)
	if err != nil {
		t.Fatal(err)
	}
	other, err := plain.Join(x)
	if err != nil {
		t.Fatal(err)
	}
	for what, got := range map[string]Inputs{"itself": x, "a subset": x.Subset([]int{2, 0}), "joined": more, "joined to": other} {
		if names := got.(*Matrix).Names(); !slices.Equal(names, []string{"area", "rooms"}) {
			t.Errorf("%s has the names %q", what, names)
		}
	}
	if plain.Names() != nil || withNames(t, x).Names() != nil {
		t.Error("names where none were given")
	}
}

func TestNamesThatCannotBe(t *testing.T) {
	x := Grid(0, 1, 3)
	if _, err := x.Named("a", "b"); err == nil {
		t.Error("two names for one dimension")
	}
	if _, err := x.Named(""); err == nil {
		t.Error("an empty name")
	}
	square := newMatrix(2, 2)
	if _, err := square.Named("a", "a"); err == nil {
		t.Error("one name for two dimensions")
	}
	if _, err := withNames(t, square, "a", "b").Join(withNames(t, square, "b", "a")); err == nil {
		t.Error("joined although the dimensions are in another order")
	}
}

func TestStandardisedPointsAreMarked(t *testing.T) {
	x := withNames(t, Points(mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 9})), "area", "rooms")
	mean, std := []float64{3, 5}, []float64{2, 4}
	s, err := x.Standardised(mean, std)
	if err != nil {
		t.Fatal(err)
	}
	if s.At(2, 1) != 1 || s.At(0, 0) != -1 || !slices.Equal(s.Names(), x.Names()) {
		t.Errorf("%v of %q", mat.Formatted(s), s.Names())
	}
	back, err := s.Unstandardised(mean, std)
	if err != nil || !mat.Equal(back, x) || CheckLike(back, x) != nil {
		t.Errorf("undone it is %v (%v)", mat.Formatted(back), err)
	}
	grid := Points(mat.NewDense(1, 2, []float64{0, 0}))
	joined, err := s.Join(s.Subset([]int{1}))
	if err != nil {
		t.Fatal(err)
	}
	for what, same := range map[string]Inputs{"a subset": s.Subset([]int{0}), "joined": joined, "a grid like it": grid.Like(s)} {
		if err := CheckLike(same, s); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	mean[0] = 7
	other, err := x.Standardised(mean, std)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := s.Standardised(mean, std)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		x, z Inputs
		want string
	}{
		{"raw points", x, s, "pass scaling.Inputs(x)"},
		{"raw data", s, x, "the inputs of the fit were not"},
		{"another scaling", other, s, "standardised by the means [7 5]"},
		{"scaled twice", twice, s, "standardised differently"},
		{"a bare grid", grid, s, "pass scaling.Inputs(x)"},
	} {
		if err := CheckLike(c.x, c.z); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v", c.what, err)
		}
	}
	if _, err := s.Join(x); err == nil || !strings.Contains(err.Error(), "in their own units") {
		t.Errorf("joined with raw points: %v", err)
	}
	if _, err := other.Unstandardised([]float64{3, 5}, std); err == nil {
		t.Error("undone by another scaling")
	}
	if _, err := x.Standardised(mean, []float64{1, 0}); err == nil || !strings.Contains(err.Error(), "std[1] is 0") {
		t.Errorf("std 0: %v", err)
	}
}

func TestOtherNamesAreRefused(t *testing.T) {
	two := newMatrix(1, 2)
	z := withNames(t, two, "rooms", "area")
	if err := CheckLike(withNames(t, two, "area", "rooms"), z); err == nil || err.Error() != "x has area, rooms; the fit has rooms, area" {
		t.Errorf("the error is %v", err)
	}
	if err := CheckLike(two, z); err != nil {
		t.Errorf("no names: %v", err)
	}
	if err := CheckLike(z, two); err != nil {
		t.Errorf("a fit without names: %v", err)
	}
}
