package reproduce

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"

	"krigo/display"
)

var rkhsBatchSizes = []int{16, 32, 64, 128}

// rkhsBatches trains on the first fold of kin40k at several batch sizes: the unbiased
// methods do not change, BSGD gets worse as batches shrink.
func rkhsBatches(ctx context.Context, o Options) ([]Claim, error) {
	set, err := o.uciOrNone("kin40k")
	if set == nil || err != nil {
		return nil, err
	}
	if o.Epochs == 0 {
		o.Epochs = 10
	}
	values := map[string][]float64{}
	for _, batch := range rkhsBatchSizes {
		for _, l := range rkhsLearners {
			score, err := measureRKHS(ctx, set, 0, perceptron, l.learn(kin40k.training(o, batch)))
			if err != nil {
				return nil, fmt.Errorf("batch %d, %s: %w", batch, l.name, err)
			}
			values[l.name] = append(values[l.name], score.nlml)
			o.report("batches, %d, %s: NLML %.4f, RMSE %.4f", batch, l.name, score.nlml, score.rmse)
		}
	}
	data := fmt.Sprintf("kin40k, fold 0, %d epochs", o.Epochs)
	var claims []Claim
	for _, l := range rkhsLearners {
		claims = append(claims, batchClaim(l, data, values[l.name]))
	}
	return claims, o.save("rkhs-batches.png", batchFigure(values))
}

// batchClaim returns the cost of a batch of 16 against one of 128, in nats per row. SVGP's
// is only reported: it has as many inducing inputs as rows of a batch.
func batchClaim(l rkhsLearner, data string, values []float64) Claim {
	c := Claim{
		Claim: l.name + ": " + l.objective() + ", at batch 16 less that at 128", Data: data,
		Measured: values[0] - values[len(values)-1], Paper: "–",
	}
	switch {
	case l.name == "BSGD":
		c.Wanted, c.Holds = ">= 0.3", c.Measured >= 0.3
	case !l.baseline():
		c.Wanted, c.Holds = "<= 0.15", c.Measured <= 0.15
	}
	return c
}

func batchFigure(values map[string][]float64) *display.Figure {
	p := display.NewPlot()
	for i, l := range rkhsLearners {
		var points plotter.XYs
		for j, batch := range rkhsBatchSizes {
			points = append(points, plotter.XY{X: math.Log2(float64(batch)), Y: values[l.name][j]})
		}
		p.Legend.Add(l.name, addLine(p, points, i))
	}
	return display.Plot(p).Title("kin40k: the bias of minibatches").Labels("log₂ batch size", "NLML per row")
}
