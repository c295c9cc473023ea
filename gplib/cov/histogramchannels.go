package cov

import "fmt"

// HistogramChannels is the weighted sum of histogram intersections over
// channels of equal width, such as the three cameras of an image descriptor:
//
//	k(x, x') = Σ_c v_c Σ_b min(x_cb, x'_cb),
//
// with channel c in the dimensions from c·bins to (c+1)·bins - 1, and x >= 0.
// There is one variance a channel; the parameters are theirs. See
// [HistogramIntersection].
func HistogramChannels(bins int, variance ...float64) Func {
	if bins < 1 || len(variance) == 0 {
		return function{broken{fmt.Errorf("cov: HistogramChannels has %d channels of %d bins", len(variance), bins)}}
	}
	parts := make([]Func, len(variance))
	for c := range parts {
		dims := make([]int, bins)
		for b := range dims {
			dims[b] = c*bins + b
		}
		parts[c] = On(HistogramIntersection(), dims...)
	}
	return Compound(variance, parts...)
}
