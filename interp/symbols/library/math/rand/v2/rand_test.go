package rand

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestN(t *testing.T) {
	seen := map[time.Duration]bool{}
	for range 300 {
		seen[N[time.Duration](5)] = true
	}
	for v := range seen {
		if v < 0 || v >= 5 {
			t.Errorf("%d is out of range", v)
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d values of 300, want all 5", len(seen))
	}
	for range 100 {
		if v := N[int8](math.MaxInt8); v < 0 {
			t.Errorf("%d is negative", v)
		}
		if v := N[uint64](1); v != 0 {
			t.Errorf("%d is not 0", v)
		}
	}
}

func TestNRefusesNothing(t *testing.T) {
	outcome := func(f func(int) int, n int) (text any) {
		defer func() { text = recover() }()
		return fmt.Sprint(f(n))
	}
	for _, n := range []int{0, -1} {
		if got, want := outcome(N[int], n), outcome(rand.N[int], n); got != want {
			t.Errorf("%d: got %v, want %v", n, got, want)
		}
	}
}
