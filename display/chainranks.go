package display

import (
	"slices"

	"krigo/display/draw"
)

// ChainRanks draws, for each value, histograms of the ranks of each chain's
// draws among those of all chains (Vehtari, Gelman, Simpson, Carpenter and
// Bürkner 2021, Bayesian Analysis 16, 667-718, section 4.2). They are flat
// where the chains explore the same distribution; the grey area holds 95 % of
// the bars of independent draws.
func ChainRanks(chains any) *ChainFigure {
	return chainFigure("chain ranks", chains, addChainRanks)
}

// rankBins is the number of bars of a chain.
const rankBins = 20

func addChainRanks(p *draw.Panel, v chainValues) {
	p.X.Label.Text = "rank among all draws"
	ranks := ranksOf(v.chains)
	bins, least := rankBins, len(v.chains[0])
	for _, r := range ranks {
		least = min(least, len(r))
	}
	bins = max(2, min(bins, least/4))
	lower, upper := countLimits(least, 1/float64(bins))
	p.Add(draw.Band{X: []float64{0, 1}, Lower: []float64{lower, lower}, Upper: []float64{upper, upper}, Color: draw.Faded(draw.MutedColor, 0.15)})
	for c, r := range ranks {
		unitBins(bins).addBars(p, r, c, len(ranks), draw.Faded(draw.Color(c), 0.8))
	}
	p.X.Min, p.X.Max = 0, 1
	draw.LeaveHeadroom(&p.Y)
}

// ranksOf returns the rank of each draw among those of all chains, in (0, 1).
// Equal draws share the mean of their ranks.
func ranksOf(chains [][]float64) [][]float64 {
	sorted := slices.Concat(chains...)
	slices.Sort(sorted)
	ranks := make([][]float64, len(chains))
	for c, values := range chains {
		ranks[c] = make([]float64, len(values))
		for i, v := range values {
			below, _ := slices.BinarySearch(sorted, v)
			upTo := below
			for upTo < len(sorted) && sorted[upTo] == v {
				upTo++
			}
			ranks[c][i] = float64(below+upTo) / 2 / float64(len(sorted))
		}
	}
	return ranks
}
