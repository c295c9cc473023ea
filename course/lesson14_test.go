package course

import (
	"math"
	"testing"
)

// logMean integrates exp(logAt) over a range by Simpson's rule, in logarithms.
func logMean(logAt func(u float64) float64, lo, hi float64) float64 {
	const n = 20000
	top, sum := math.Inf(-1), 0.0
	for i := range n + 1 {
		top = max(top, logAt(lo+(hi-lo)*float64(i)/n))
	}
	for i := range n + 1 {
		weight := 2.0 + 2*float64(i%2)
		if i == 0 || i == n {
			weight = 1
		}
		sum += weight * math.Exp(logAt(lo+(hi-lo)*float64(i)/n)-top)
	}
	return top + math.Log(sum*(hi-lo)/n/3)
}

// The expected improvements of 14-1 to 14-3 are the integrals of what they mean.
func TestTheImprovementsOfLesson14AreIntegrals(t *testing.T) {
	for _, c := range [][3]float64{{1, 1.2, 0.5}, {0, -1, 2}, {0.3, 2, 0.4}} {
		best, mean, sd := c[0], c[1], c[2]
		logAt := func(f float64) float64 { // of (best - f) times the density
			return math.Log(best-f) - (f-mean)*(f-mean)/(2*sd*sd) - math.Log(sd*math.Sqrt(2*math.Pi))
		}
		want := math.Exp(logMean(logAt, min(best, mean)-12*sd, best))
		if got := improvement14(best, mean, sd); math.Abs(got-want) > 1e-6*want {
			t.Errorf("best %v, mean %v, sd %v: %v, want %v", best, mean, sd, got, want)
		}
	}
	// At z = -40 the improvement u decays as exp(-40u).
	want := logMean(func(u float64) float64 { return math.Log(u) - (40+u)*(40+u)/2 - math.Log(math.Sqrt(2*math.Pi)) }, 0, 1)
	if got := logImprovement14(40); math.Abs(got-want) > 1e-5 {
		t.Errorf("at z = -40 the logarithm is %v, want %v", got, want)
	}
	if direct := improvement14(0, 40, 1); direct != 0 {
		t.Errorf("the expected improvement at z = -40 is %v: the exercise has no point", direct)
	}
}

// The three acquisitions of 14-4 choose three points, by a clear margin.
func TestTheAcquisitionsOfLesson14Disagree(t *testing.T) {
	seen := map[float64]bool{}
	for _, v := range chosen14() {
		seen[v] = true
	}
	if len(seen) != 3 {
		t.Errorf("they choose %v", chosen14())
	}
}

// The least cost of 14-5 is that of a fine grid, away from the bounds and from what burns.
func TestTheLeastCostOfLesson14IsThatOfAGrid(t *testing.T) {
	least, at := math.Inf(1), [2]float64{}
	for i := range 2001 {
		for j := range 2001 {
			temperature := coolest14 + (hottest14-coolest14)*float64(i)/2000
			minutes := shortest14 * math.Pow(float64(longest14)/shortest14, float64(j)/2000)
			if c := cost14(temperature, minutes); c < least {
				least, at = c, [2]float64{temperature, minutes}
			}
		}
	}
	if math.Abs(least-leastCost14) > 2e-4 || math.Abs(at[0]-217.2) > 1 || math.Abs(at[1]-17.3) > 1 {
		t.Errorf("the least cost is %v at %v", least, at)
	}
}
