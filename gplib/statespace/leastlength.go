package statespace

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// withLeastLengths returns m with lower bounds of the free lengthscales of cov.Periodic: the shorter they are, the
// more harmonics the state has. Inside the bounds it has at most mostStates numbers. They are one length, but for
// parameters that have a smaller value. The model passes [Check] on inputs of dim dimensions.
func withLeastLengths(m gplib.Model, dim int) (gplib.Model, error) {
	of, err := periodicLengths(m.Cov, dim)
	if err != nil || len(of) == 0 {
		return m, err
	}
	least := leastLengths(m.Cov, dim, of)
	params, offset := m.Params(), m.Layout().Mean
	for i, length := range least {
		p := params[offset+of[i]]
		if length <= p.Min {
			continue
		}
		if m, err = m.Bound(p.Name, length, p.Max); err != nil {
			return m, fmt.Errorf("statespace: %w", err)
		}
	}
	return m, nil
}

// periodicLengths returns the positions of the free lengthscales of cov.Periodic among the parameters of k.
func periodicLengths(k cov.Func, dim int) (of []int, err error) {
	f, err := expansionOf(k, dim)
	if err != nil {
		return nil, err
	}
	params, seen := k.Params(), map[int]bool{}
	for _, t := range f.terms {
		for _, g := range t.features {
			w, ok := g.features.(*waves)
			if !ok || w.byLength == nil {
				continue
			}
			if at := g.params[0]; !params[at].Fixed && !seen[at] {
				seen[at] = true
				of = append(of, at)
			}
		}
	}
	return of, nil
}

// leastLengths returns the least values of the parameters at some positions: the least length at which k has a state,
// or the parameter's own value where that is smaller.
func leastLengths(k cov.Func, dim int, of []int) []float64 {
	own := param.Values(k.Params())
	at := func(length float64) []float64 {
		theta := slices.Clone(own)
		for _, i := range of {
			theta[i] = math.Min(theta[i], length)
		}
		return theta
	}
	const (
		tooShort  = 0.01 // has more than mostHarmonics
		precision = 1e-6
	)
	lo, hi := math.Log(tooShort), math.Log(tooShort) // the logarithms of a length without a state, and of one with it
	for _, i := range of {
		hi = math.Max(hi, math.Log(own[i]))
	}
	for hi-lo > precision {
		middle := (lo + hi) / 2
		if _, err := expansionOf(k.With(at(math.Exp(middle))), dim); err != nil {
			lo = middle
		} else {
			hi = middle
		}
	}
	theta := at(math.Exp(hi))
	least := make([]float64, len(of))
	for j, i := range of {
		least[j] = theta[i]
	}
	return least
}
