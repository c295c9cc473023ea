package mcmc_test

import (
	"math"
	"testing"

	"krigo/gplib/mcmc"
)

// wide is a normal density of 200 coordinates with standard deviations from
// 1e-3 to 1e3, which it knows.
type wide struct {
	mcmc.Density
	asked *int
}

func sdOf(j int) float64 { return math.Pow(10, 6*float64(j)/199-3) }

func newWide() wide {
	w := wide{asked: new(int)}
	w.Name, w.At = make([]string, 200), make([]float64, 200)
	w.Log = func(grad, u []float64) float64 {
		sum := 0.0
		for j, v := range u {
			z := v / sdOf(j)
			grad[j] = -z / sdOf(j)
			sum -= z * z / 2
		}
		return sum
	}
	return w
}

func (w wide) Variances(dst, _ []float64) {
	*w.asked++
	for j := range dst {
		dst[j] = sdOf(j) * sdOf(j)
	}
}

// TestScaledTargetsGiveTheMetric: MALA moves all coordinates, of a million
// times different scales, after a warm-up too short to learn them, and asks
// for them twice a chain.
func TestScaledTargetsGiveTheMetric(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	target := newWide()
	chains, err := mcmc.Sample(t.Context(), target, mcmc.MALA{}, &mcmc.Settings{Chains: 2, Warmup: 400, Draws: 2000, Spread: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	if *target.asked != 4 {
		t.Errorf("asked %d times, want 4", *target.asked)
	}
	summaries, err := chains.Summaries()
	if err != nil {
		t.Fatal(err)
	}
	for j, s := range summaries {
		if s.ESSBulk < 50 || math.Abs(s.SD/sdOf(j)-1) > 0.35 {
			t.Errorf("coordinate %d: ESS %v, standard deviation %v, want %v", j, s.ESSBulk, s.SD, sdOf(j))
		}
	}
	for _, accept := range chains.Accept {
		if accept < 0.4 || accept > 0.7 {
			t.Errorf("acceptance %v", accept)
		}
	}
}
