package display

import (
	"image/color"
	"math"

	"gonum.org/v1/gonum/stat"

	"krigo/display/draw"
)

// ChainAutocorrelation draws, for each value, the correlation of the draws of a
// chain with those some draws later. Chains that mix well fall into the grey area,
// which holds 95 % of the correlations of independent draws, within a few draws.
func ChainAutocorrelation(chains any) *ChainFigure {
	return chainFigure("chain autocorrelation", chains, addChainAutocorrelation)
}

// mostLags is the number of lags that are drawn, of short chains a third of
// their draws.
const mostLags = 40

func addChainAutocorrelation(p *draw.Panel, v chainValues) {
	p.X.Label.Text = "lag (draws)"
	lags, least := mostLags, len(v.chains[0])
	for _, values := range v.chains {
		least = min(least, len(values))
	}
	lags = min(lags, max(1, least/3))
	addNoCorrelation(p, lags, least)
	x := make([]float64, lags+1)
	for lag := range x {
		x[lag] = float64(lag)
	}
	var said []string
	for c, values := range v.chains {
		r := autocorrelation(values, lags)
		p.Add(draw.Curve{X: x, Y: r, Style: draw.Stroke(draw.Color(c), draw.LineWidth)})
		said = append(said, draw.Value(r[1]))
	}
	p.Say("%s: the correlations of successive draws are %s by chain", p.Y.Label.Text, draw.List(said))
	p.X.Min, p.X.Max = 0, float64(lags)
	p.Y.Min, p.Y.Max = min(p.Y.Min, -0.2), 1
	draw.Widen(&p.Y)
}

// addNoCorrelation draws where the correlation of n independent draws lies with a
// probability of about 95 %.
func addNoCorrelation(p *draw.Panel, lags, n int) {
	half := z95 / math.Sqrt(float64(n))
	x := []float64{0, float64(lags)}
	area := draw.Band{X: x, Lower: []float64{-half, -half}, Upper: []float64{half, half}, Color: draw.Faded(draw.MutedColor, 0.15)}
	p.Add(area)
	p.Keys = append(p.Keys, draw.Key{Name: "95 % of independent draws", Areas: []color.Color{area.Color}})
}

// autocorrelation returns the autocorrelation of values at the lags from 0 to the last
// one: sums of products of values lag apart, about the mean of all, over the sum at lag
// 0 (Box and Jenkins 1976, section 2.1.5). It is NaN if values never change.
func autocorrelation(values []float64, last int) []float64 {
	mean := stat.Mean(values, nil)
	sums := make([]float64, last+1)
	for lag := range sums {
		for i := lag; i < len(values); i++ {
			sums[lag] += (values[i] - mean) * (values[i-lag] - mean)
		}
	}
	out := make([]float64, last+1)
	for lag := range out {
		out[lag] = sums[lag] / sums[0]
	}
	return out
}
