package draw

import (
	"math"
	"slices"
	"testing"
)

func TestLevelsAreRoundAndAscend(t *testing.T) {
	values := make([][]float64, 21)
	for j := range values {
		for i := range 21 {
			values[j] = append(values[j], math.Pow(float64(i-10), 2)+math.Pow(float64(j-10), 2))
		}
	}
	levels := levelsOf(values, 0)
	if len(levels) < 3 || !slices.IsSorted(levels) {
		t.Errorf("levels %v", levels)
	}
	for _, c := range []struct{ v, want float64 }{{1, 1}, {1.99, 1}, {2.5, 2}, {70, 50}, {0.003, 0.002}} {
		if got := roundLevel(c.v); math.Abs(got-c.want) > 1e-12*c.want {
			t.Errorf("roundLevel(%v) = %v, want %v", c.v, got, c.want)
		}
	}
}
