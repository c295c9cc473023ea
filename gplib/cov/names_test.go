package cov

import (
	"slices"
	"testing"
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
