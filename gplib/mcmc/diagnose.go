package mcmc

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// RHat returns the rank-normalised split R-hat of one value, the larger of that
// of its bulk and that of its distance from the median (Vehtari, Gelman,
// Simpson, Carpenter and Bürkner 2021, Bayesian Analysis 16, 667-718, section
// 4). chains holds at least four draws of each chain, all chains of one length.
// Chains agree where it is below 1.01.
func RHat(chains [][]float64) (float64, error) {
	halves, err := split(chains)
	if err != nil {
		return 0, err
	}
	median := medianOf(halves)
	folded := mapped(halves, func(v float64) float64 { return math.Abs(v - median) })
	return math.Max(rHat(rankNormal(halves)), rHat(rankNormal(folded))), nil
}

// ESSBulk returns the effective sample size of one value's bulk, by its
// normalised ranks (section 4 of that paper). 100 a chain is enough for means.
func ESSBulk(chains [][]float64) (float64, error) {
	halves, err := split(chains)
	if err != nil {
		return 0, err
	}
	return effective(rankNormal(halves)), nil
}

// ESSTail returns the smaller of the effective sample sizes of the 5 % and 95 %
// quantiles (section 4.3 of that paper).
func ESSTail(chains [][]float64) (float64, error) {
	halves, err := split(chains)
	if err != nil {
		return 0, err
	}
	all := slices.Concat(halves...)
	slices.Sort(all)
	least := math.Inf(1)
	for _, q := range []float64{0.05, 0.95} {
		at := stat.Quantile(q, stat.LinInterp, all, nil)
		below := mapped(halves, func(v float64) float64 {
			if v <= at {
				return 1
			}
			return 0
		})
		least = math.Min(least, effective(below))
	}
	return least, nil
}

// split cuts each chain in two halves of one length; the middle draw of an
// odd number is dropped.
func split(chains [][]float64) ([][]float64, error) {
	if len(chains) == 0 || len(chains[0]) < 4 {
		return nil, fmt.Errorf("mcmc: %d chains are too short to judge; each needs four draws", len(chains))
	}
	n := len(chains[0])
	var halves [][]float64
	constant := true
	for c, chain := range chains {
		if len(chain) != n {
			return nil, fmt.Errorf("mcmc: chain %d has %d draws, chain 0 has %d", c, len(chain), n)
		}
		for i, v := range chain {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("mcmc: draw %d of chain %d is %v", i, c, v)
			}
			constant = constant && v == chains[0][0]
		}
		halves = append(halves, chain[:n/2], chain[n-n/2:])
	}
	if constant {
		return nil, fmt.Errorf("mcmc: all draws are %v", chains[0][0])
	}
	return halves, nil
}

func medianOf(chains [][]float64) float64 {
	all := slices.Concat(chains...)
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

func mapped(chains [][]float64, f func(float64) float64) [][]float64 {
	out := make([][]float64, len(chains))
	for c, chain := range chains {
		out[c] = make([]float64, len(chain))
		for i, v := range chain {
			out[c][i] = f(v)
		}
	}
	return out
}

// rankNormal replaces values by the normal quantiles of their ranks, equation
// 14 of the paper; equal values share their mean rank.
func rankNormal(chains [][]float64) [][]float64 {
	sorted := slices.Concat(chains...)
	slices.Sort(sorted)
	n := float64(len(sorted))
	return mapped(chains, func(v float64) float64 {
		lo := sort.SearchFloat64s(sorted, v)
		hi := sort.Search(len(sorted), func(i int) bool { return sorted[i] > v })
		rank := float64(lo+1+hi) / 2
		return distuv.UnitNormal.Quantile((rank - 3.0/8) / (n + 1.0/4))
	})
}

// within returns W, the mean variance of the chains, and the estimate of the
// whole variance, equations 1 to 3.
func within(chains [][]float64) (w, whole float64) {
	n := float64(len(chains[0]))
	means := make([]float64, len(chains))
	for c, chain := range chains {
		mean, variance := stat.MeanVariance(chain, nil)
		means[c] = mean
		w += variance / float64(len(chains))
	}
	return w, w*(n-1)/n + stat.Variance(means, nil)
}

// rHat returns R-hat by equation 4. It is infinite for chains that do not move,
// or 1 if all are at one place.
func rHat(chains [][]float64) float64 {
	w, whole := within(chains)
	if w == 0 && whole == 0 {
		return 1
	}
	return math.Sqrt(whole / w)
}

// effective returns the effective sample size of split chains by Geyer's initial
// monotone sequence, equations 10 to 13 of the paper, with the truncation that Stan and
// ArviZ use: where a pair of autocorrelations is no longer positive, the first of the two
// still counts once if it is. It makes the estimate less noisy for anticorrelated draws.
func effective(chains [][]float64) float64 {
	n, total := len(chains[0]), float64(len(chains)*len(chains[0]))
	w, whole := within(chains)
	if whole == 0 {
		return total
	}
	centred := make([][]float64, len(chains))
	for c, chain := range chains {
		mean := stat.Mean(chain, nil)
		centred[c] = mapped([][]float64{chain}, func(v float64) float64 { return v - mean })[0]
	}
	rho := func(lag int) float64 {
		return 1 - (w-autocovariance(centred, lag))/whole
	}
	sum, least, last := 0.0, math.Inf(1), 0.0
	for lag := 0; ; lag += 2 {
		even, odd := rho(lag), rho(lag+1)
		if lag == 0 {
			even = 1
		}
		if last = math.Max(even, 0); !(even+odd > 0) || lag+4 >= n {
			break
		}
		least = math.Min(least, even+odd)
		sum += least
	}
	tau := math.Max(2*sum+last-1, 1/math.Log10(total))
	return total / tau
}

// autocovariance returns the mean over the chains at one lag, their sums of products
// divided by n.
func autocovariance(centred [][]float64, lag int) float64 {
	sum := 0.0
	for _, chain := range centred {
		for i := lag; i < len(chain); i++ {
			sum += chain[i] * chain[i-lag]
		}
	}
	return sum / float64(len(centred)) / float64(len(centred[0]))
}
