package reproduce

import (
	"context"
	"fmt"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/dataset"
)

// traces draws figure 2: how θ, ‖z‖, the constraint gap and the augmented
// Lagrangian move, by the paper's settings without their stopping rule and by
// ours. The gap is wanted to close.
func traces(ctx context.Context, o Options) ([]Claim, error) {
	n, iterations := 500, 100
	if o.Quick {
		n, iterations = 100, 30
	}
	paper := paperSettings(n)
	paper.StepTol = 0
	var claims []Claim
	for _, p := range admmProcesses {
		d, _, err := dataset.HoldOutSet(p.process, n, 1)
		if err != nil {
			return claims, err
		}
		var fits []*gplib.Result
		for _, l := range []gplib.Learner{paper, admm.HoldOut{NoPolish: true}} {
			fit, err := l.Fit(ctx, p.model(), d, &gplib.Settings{MaxIter: iterations})
			if err != nil {
				return claims, err
			}
			if ctx.Err() != nil {
				return claims, ctx.Err()
			}
			fits = append(fits, fit)
		}
		if err := p.drawTraces(o, fits); err != nil {
			return claims, err
		}
		claims = append(claims, p.gapClaims(n, fits)...)
	}
	return claims, nil
}

// traceNames are the names of the two fits.
var traceNames = []string{"the paper's settings", "ours"}

func (p admmProcess) drawTraces(o Options, fits []*gplib.Result) error {
	stem := "admm-fig2-" + strings.ToLower(strings.ReplaceAll(p.name, "+", "-"))
	figure := display.Trace(fits[0].Trace, fits[1].Trace).Names(traceNames...).
		Monitors("constraint gap", "norm of z", "augmented Lagrangian").
		Size(640, 640).Title("Hold-out ADMM, " + p.name)
	if err := o.save(stem+".png", figure); err != nil {
		return err
	}
	return o.save(stem+"-theta.png", p.thetaFigure(fits))
}

// thetaFigure draws the ways of all learned parameters, those of the paper's
// settings dashed.
func (p admmProcess) thetaFigure(fits []*gplib.Result) *display.Figure {
	plot := display.NewPlot()
	for j, param := range p.start.Params() {
		for i, fit := range fits {
			way := make(plotter.XYs, len(fit.Trace.Steps))
			for k, s := range fit.Trace.Steps {
				way[k] = plotter.XY{X: float64(s.Iter), Y: s.Theta[j]}
			}
			line := addLine(plot, way, j)
			if i == 0 {
				line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
			} else {
				plot.Legend.Add(param.Name, line)
			}
		}
	}
	plot.Y.Max += (plot.Y.Max - plot.Y.Min) / 5 // room for the legend
	return display.Plot(plot).Title("Hold-out ADMM, "+p.name+" (dashed: the paper's settings)").Labels("iteration", "θ")
}

// gapClaims returns how far the constraint gap has closed.
func (p admmProcess) gapClaims(n int, fits []*gplib.Result) []Claim {
	var claims []Claim
	for i, fit := range fits {
		first, last := gapOf(fit.Trace.Steps[1]), gapOf(fit.Trace.Steps[len(fit.Trace.Steps)-1])
		c := Claim{
			Claim: "Fig. 2, " + traceNames[i] + ": the last constraint gap over the first",
			Data:  fmt.Sprintf("%s, n = %d, %d iterations", p.name, n, len(fit.Trace.Steps)-1), Measured: last / first,
			Paper: "closes",
		}
		if i == 1 {
			c.Wanted, c.Holds = "< 0.1", c.Measured < 0.1
		}
		claims = append(claims, c)
	}
	return claims
}

func gapOf(s gplib.Step) float64 {
	for _, m := range s.Monitors {
		if m.Name == "constraint gap" {
			return m.Value
		}
	}
	return 0
}
