package cholqr

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Pivots is the rule by which information pivots are chosen (section 3.3.2 of
// the paper).
type Pivots int

const (
	// Random draws them uniformly among the points that the others leave
	// uncertain.
	Random Pivots = iota
	// MaxResidual takes the point of the largest remaining prior variance,
	// again and again. Its pivots crowd at the edges of the data.
	MaxResidual
	// OI takes the point of the largest lower bound on the fall of the trace,
	// which is its remaining prior variance, and skips points that were pivots
	// before until all were.
	OI
	// AA draws as Random, and adapts their number: half as many more after an
	// attempt that failed, up to 128, and one fewer after one that did not,
	// down to 2.
	AA
)

// String returns the name in the paper's figures.
func (p Pivots) String() string {
	switch p {
	case Random:
		return "random"
	case MaxResidual:
		return "max-residual"
	case OI:
		return "OI"
	case AA:
		return "AA"
	default:
		return fmt.Sprintf("Pivots(%d)", int(p))
	}
}

// leastAA and mostAA bound the number of pivots of [AA].
const leastAA, mostAA = 2, 128

// refreshEvery is the number of attempts between fresh information pivots. The
// authors have 5, with one candidate an attempt.
const refreshEvery = 10

// informer chooses information pivots.
type informer struct {
	rule     Pivots
	z        int
	rng      *rand.Rand
	attempts int    // since the last refresh
	served   []bool // of OI
}

func newInformer(rule Pivots, z, n int, rng *rand.Rand) *informer {
	return &informer{rule: rule, z: z, rng: rng, served: make([]bool, n), attempts: refreshEvery}
}

// room returns the largest number of information pivots next to the inducing
// points.
func (i *informer) room(points, n int) int {
	most := i.z
	if i.rule == AA {
		most = mostAA
	}
	return min(most, n-points) + 2
}

// prepare gives f fresh pivots if they are due.
func (i *informer) prepare(f *factors) {
	if i.attempts < refreshEvery && f.w > 0 {
		return
	}
	i.attempts = 0
	f.clearInformation()
	i.add(f, i.z)
}

// settle counts an attempt and adapts the number of pivots.
func (i *informer) settle(f *factors, accepted bool) {
	i.attempts++
	if i.rule != AA {
		return
	}
	if accepted {
		i.z = max(leastAA, i.z-1)
		for f.w > i.z {
			f.dropInformation()
		}
		return
	}
	i.z = min(mostAA, (3*i.z+1)/2)
	i.add(f, i.z-f.w)
}

// add chooses count more, or all that are left.
func (i *informer) add(f *factors, count int) {
	count = min(count, f.capacity()-2-f.k-f.w)
	switch i.rule {
	case MaxResidual, OI:
		for range count {
			j := i.largest(f)
			if j < 0 {
				return
			}
			f.addInformation([]int{j})
		}
	default:
		f.addInformation(i.draw(f, count))
	}
}

// draw returns count random points, or all that there are.
func (i *informer) draw(f *factors, count int) []int {
	var free []int
	for j := range f.y {
		if f.uncertain(j) {
			free = append(free, j)
		}
	}
	count = max(0, min(count, len(free)))
	for a := range count {
		b := a + i.rng.IntN(len(free)-a)
		free[a], free[b] = free[b], free[a]
	}
	return free[:count]
}

// uncertain reports whether point j is neither a pivot nor explained by the pivots.
func (f *factors) uncertain(j int) bool {
	return f.at[j] < 0 && f.ahead[j] > leastAhead*f.kappa[j]
}

// largest returns the point of the largest remaining variance by the rule, or -1.
func (i *informer) largest(f *factors) int {
	best, variance := -1, math.Inf(-1)
	again := -1 // among those that served before
	for j, v := range f.ahead {
		switch {
		case !f.uncertain(j):
		case i.rule == OI && i.served[j]:
			if again < 0 || v > f.ahead[again] {
				again = j
			}
		case v > variance:
			best, variance = j, v
		}
	}
	if best < 0 && again >= 0 {
		clear(i.served)
		best = again
	}
	if best >= 0 {
		i.served[best] = true
	}
	return best
}
