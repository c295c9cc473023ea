package display

import (
	"image/color"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"krigo/display/draw"
)

// addUniformBand draws the diagonal of the unit square and, about it, where
// the share of n uniform numbers below each level lies with a probability of
// 95 % (a binomial count, by the interval of Wilson's test).
func addUniformBand(p *draw.Panel, n int, name string) {
	const points = 101
	u, lower, upper := make([]float64, points), make([]float64, points), make([]float64, points)
	for i := range u {
		u[i] = float64(i) / (points - 1)
		half := z95 * math.Sqrt(u[i]*(1-u[i])/float64(max(n, 1)))
		lower[i], upper[i] = max(0, u[i]-half), min(1, u[i]+half)
	}
	area := draw.Band{X: u, Lower: lower, Upper: upper, Color: draw.Faded(draw.MutedColor, 0.15)}
	p.Add(area, draw.Curve{X: u, Y: u, Style: draw.Stroke(draw.MutedColor, 0.9, 3, 2)})
	p.Keys = append(p.Keys, draw.Key{Name: name, Areas: []color.Color{area.Color}})
}

// countLimits returns the limits between which a binomial count of n trials of
// the given probability lies with a probability of at least 95 %.
func countLimits(n int, probability float64) (lower, upper float64) {
	b := distuv.Binomial{N: float64(n), P: probability}
	for b.CDF(lower) < 0.025 {
		lower++
	}
	upper = lower
	for b.CDF(upper) < 0.975 {
		upper++
	}
	return lower, upper
}
