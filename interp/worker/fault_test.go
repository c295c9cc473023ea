package worker

import (
	"errors"
	"testing"
	"time"
)

type (
	count   int
	ratio   float64
	name    string
	complex complex64
)

// TestPanicsAreDescribedAsByGo compares with what Go 1.26 prints of uncaught panics, except that values replace
// addresses.
func TestPanicsAreDescribedAsByGo(t *testing.T) {
	for want, v := range map[string]any{
		"42": 42, "1.5": 1.5, "true": true, "120": 'x', "(2+3i)": 2 + 3i, "7": uintptr(7), "1e+20": float32(1e20),
		"worker.count(5)": count(5), "worker.ratio(2.5)": ratio(2.5), `worker.name("my "str"")`: name(`my "str"`), "worker.complex(0+1i)": complex(1i),
		"1s": time.Second, "plain": "plain", "an error": errors.New("an error"),
		"[1] ([]int)": []int{1}, "{1} (struct { a int })": struct{ a int }{1},
	} {
		if got := describe(v); got != want {
			t.Errorf("%T %v is described as %s, want %s", v, v, got, want)
		}
	}
}
