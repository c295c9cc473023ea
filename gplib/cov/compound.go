package cov

import "fmt"

// Compound returns Σ_t v_t k_t(x, x'), the [Sum] of parts that have a variance
// each. Its parameters are the parts', each part's variance before its own.
func Compound(variance []float64, parts ...Func) Func {
	if len(variance) != len(parts) || len(parts) == 0 {
		return function{broken{fmt.Errorf("cov: Compound has %d variances for %d parts", len(variance), len(parts))}}
	}
	scaled := make([]Func, len(parts))
	for t, k := range parts {
		scaled[t] = Scale(variance[t], k)
	}
	return Sum(scaled...)
}
