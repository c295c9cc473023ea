package display

import (
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
)

// ChainTrace draws each value of the chains against the draw's number. Chains
// that have converged look like one another and like noise: no trend, no
// chain apart. Of chains of 150 draws and more it shows every second draw, or
// every third and so on.
//
// It takes an *mcmc.Chains, or a fit that has some: by [mcmc.Learner], or by the type I of package
// grief. So do the other figures of chains.
//
//	fit, err := mcmc.Learner{}.Fit(ctx, model, data, nil)
//	display.ChainTrace(fit)
func ChainTrace(chains any) *ChainFigure {
	return chainFigure("chain trace", chains, addChainTrace)
}

func chainStyle(c int) vgdraw.LineStyle { return draw.Stroke(draw.Color(c), 0.9) }

// tracePoints is the number of draws of a chain from which on every second
// one, or every third and so on, is left out.
const tracePoints = 150

func addChainTrace(p *draw.Panel, v chainValues) {
	p.X.Label.Text = "draw"
	for c, values := range v.chains {
		every := 1 + len(values)/tracePoints
		var number, kept []float64
		for i := 0; i < len(values); i += every {
			number, kept = append(number, float64(i+1)), append(kept, values[i])
		}
		p.Add(draw.Curve{X: number, Y: kept, Style: chainStyle(c)})
	}
	v.settle(&p.Y)
}
