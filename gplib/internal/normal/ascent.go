package normal

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Place is a normal distribution q on the way to the maximum of an evidence lower bound.
type Place struct {
	// At are the parameters of q, and Way those of the next step of natural gradients less At.
	At, Way []float64
	// Units are factors that make the elements of At comparable.
	Units []float64
	// Bound is the evidence lower bound, and Size the sum of the absolute values of its terms.
	Bound, Size float64
	// Gap is how far q is from the maximum, 0 there.
	Gap float64
}

// Rules of ascents.
const (
	// A step is at least leastPart of the way. After one that ascends the next is longer by growth, up to all of it.
	leastPart = 1e-6
	growth    = 1.5
	// rounding is a change of the bound that may be an error, relative to its terms.
	rounding = 1e-12
)

// Ascend goes from a place to one whose Gap is at most tight, the maximum of the bound, where evaluate has the place
// of parameters, or an error where there is none. Steps extrapolate from earlier ones; one that does not raise the
// bound is taken without these, and then halved. After a number of evaluations, or where no step ascends, it returns
// the best place. The last call of evaluate is at the place returned. The error is that of ctx.
func Ascend(ctx context.Context, here Place, tight float64, most int, evaluate func(at []float64) (Place, error)) (Place, int, error) {
	var earlier history
	earlier.add(here.At, here.Way)
	part, count := 1.0, 0
	for here.Gap > tight && part >= leastPart && count < most {
		to := earlier.next(here.Units)
		extrapolated := to != nil
		if !extrapolated {
			to = floats.AddScaledTo(make([]float64, len(here.Way)), here.At, part, here.Way)
		}
		next, err := evaluate(to)
		count++
		switch {
		case ctx.Err() != nil:
			return here, count, ctx.Err()
		case err == nil && next.rises(here):
			if here = next; !extrapolated {
				part = math.Min(1, growth*part)
			}
			earlier.add(here.At, here.Way)
			continue
		case extrapolated:
			earlier = history{}
		default:
			part /= 2
		}
		if here.Gap > tight && (part < leastPart || count >= most) {
			_, err := evaluate(here.At)
			return here, count, err
		}
	}
	return here, count, nil
}

// rises reports whether the bound is higher than at a place or, where rounding hides its change, q nearer to
// the maximum.
func (p Place) rises(before Place) bool {
	rise, small := p.Bound-before.Bound, rounding*p.Size
	return rise > small || rise >= -small && p.Gap < before.Gap
}
