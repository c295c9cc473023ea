package cmp

import (
	"cmp"
	"math"
	"testing"
)

type (
	celsius float32
	word    string
)

func TestOrder(t *testing.T) {
	testOrder(t, []int{-1, 0, 1, math.MaxInt, math.MinInt})
	testOrder(t, []uint8{0, 1, 255})
	testOrder(t, []word{"", "a", "ab", "b", "é"})
	testOrder(t, []float64{math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1), math.NaN(), -math.NaN()})
	testOrder(t, []celsius{-1, 0, 1, celsius(math.NaN())})
}

func testOrder[T cmp.Ordered](t *testing.T, values []T) {
	for _, x := range values {
		for _, y := range values {
			if got, want := Compare(x, y), cmp.Compare(x, y); got != want {
				t.Errorf("Compare(%v, %v) = %d, want %d", x, y, got, want)
			}
			if got, want := Less(x, y), cmp.Less(x, y); got != want {
				t.Errorf("Less(%v, %v) = %t, want %t", x, y, got, want)
			}
		}
	}
}

func TestOr(t *testing.T) {
	for _, values := range [][]word{nil, {""}, {"", "a", "b"}, {"c", ""}, {"", ""}} {
		if got, want := Or(values...), cmp.Or(values...); got != want {
			t.Errorf("Or(%q) = %q, want %q", values, got, want)
		}
	}
	if got := Or(math.Copysign(0, -1), math.NaN(), 1); got == got {
		t.Errorf("got %v, want NaN, which is not zero", got)
	}
	if got := Or[any](nil, 0, 1); got != 0 {
		t.Errorf("got %v, want 0, which no nil interface holds", got)
	}
}
