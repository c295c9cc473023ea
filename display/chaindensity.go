package display

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"krigo/display/draw"
)

// ChainDensity draws the density of each value, by chain: a kernel density estimate
// with normal kernels of Silverman's width (1986, equation 3.31), on a logarithmic
// scale for values that move on one. It spreads a little over bounds at which draws
// stop.
func ChainDensity(chains any) *ChainFigure {
	return chainFigure("chain density", chains, addChainDensity)
}

// densityPoints is the number of points of a density's curve.
const densityPoints = 200

func addChainDensity(p *draw.Panel, v chainValues) {
	p.X.Label.Text = p.Y.Label.Text
	p.Y.Label.Text = "density"
	if v.logarithmic {
		p.Y.Label.Text = "density a decade"
	}
	lo, hi := draw.Span(slices.Concat(v.chains...))
	edge := (hi - lo) / 10
	x := make([]float64, densityPoints)
	for i := range x {
		x[i] = lo - edge + (hi-lo+2*edge)*float64(i)/(densityPoints-1)
	}
	for c, values := range v.chains {
		p.Add(draw.Curve{X: x, Y: kernelDensity(x, values), Style: draw.Stroke(draw.Color(c), draw.LineWidth)})
	}
	v.settle(&p.X)
	draw.LeaveHeadroom(&p.Y)
}

// kernelDensity returns the density of values at x; 0 where they do not differ.
func kernelDensity(x, values []float64) []float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	width := silverman(sorted)
	density := make([]float64, len(x))
	if !(width > 0) {
		return density
	}
	scale := 1 / (float64(len(values)) * width * math.Sqrt(2*math.Pi))
	for i, at := range x {
		first, _ := slices.BinarySearch(sorted, at-8*width)
		for _, v := range sorted[first:] {
			if v > at+8*width {
				break
			}
			z := (at - v) / width
			density[i] += scale * math.Exp(-z*z/2)
		}
	}
	return density
}

// silverman returns the width 0.9·min(sd, IQR/1.34)·n^(-1/5) for sorted values.
func silverman(sorted []float64) float64 {
	spread := stat.StdDev(sorted, nil)
	quartiles := stat.Quantile(0.75, stat.Empirical, sorted, nil) - stat.Quantile(0.25, stat.Empirical, sorted, nil)
	if quartiles > 0 {
		spread = min(spread, quartiles/1.34)
	}
	return 0.9 * spread * math.Pow(float64(len(sorted)), -0.2)
}
