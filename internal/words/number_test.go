package words

import (
	"math"
	"testing"
)

func TestIntervalsWriteInfiniteEnds(t *testing.T) {
	for want, ends := range map[string][2]float64{
		"[1e-8, 1e8]": {1e-8, 1e8}, "[−∞, 2.5]": {math.Inf(-1), 2.5}, "[0, ∞]": {0, math.Inf(1)},
	} {
		if got := Interval(ends[0], ends[1], 3); got != want {
			t.Errorf("%v is %q, want %q", ends, got, want)
		}
	}
}
