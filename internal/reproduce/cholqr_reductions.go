package reproduce

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/cholqr"
)

// reductions is Fig. 1: what each point would lower the objective by, as the
// information pivots estimate it and exactly, from ten random inducing points
// of Snelson's 200 points, with the model of the start.
func reductions(ctx context.Context, o Options) ([]Claim, error) {
	d, err := readSnelson(o)
	if err != nil {
		return nil, err
	}
	const m, z = 10, 10
	trials := o.trials(20)
	var claims []Claim
	for _, objective := range []cholqr.Objective{cholqr.VAR, cholqr.MLE} {
		var ranks, caught []float64
		for trial := range trials {
			rng := rand.New(rand.NewPCG(uint64(trial), 2))
			learner := cholqr.Hybrid{Z: z, Objective: objective}
			all, err := learner.Reductions(ctx, authorsStart(d), d, rng.Perm(d.Len())[:m], &gplib.Settings{Src: rng})
			if err != nil {
				return claims, err
			}
			estimates, exact := columnsOf(all)
			ranks = append(ranks, spearman(estimates, exact))
			caught = append(caught, exact[floats.MaxIdx(estimates)]/floats.Max(exact))
			if trial == 0 {
				name := fmt.Sprintf("cholqr-fig1-%v.png", objective)
				if err := o.save(name, reductionFigure(estimates, exact, objective)); err != nil {
					return claims, err
				}
			}
		}
		data := fmt.Sprintf("Snelson, n = %d, m = %d, z = %d, %d starts", d.Len(), m, z, trials)
		rank, rankSD := meanSD(ranks)
		share, shareSD := meanSD(caught)
		claims = append(claims, Claim{
			Claim: fmt.Sprintf("Fig. 1, %v: rank correlation of estimated and exact reductions", objective), Data: data,
			Measured: rank, SD: rankSD, Paper: "–", Wanted: ">= 0.9", Holds: rank >= 0.9,
		}, Claim{
			Claim: fmt.Sprintf("Fig. 1, %v: part of the largest reduction that the best estimate catches", objective), Data: data,
			Measured: share, SD: shareSD, Paper: "–", Wanted: ">= 0.8", Holds: share >= 0.8,
		})
	}
	return claims, nil
}

func columnsOf(all []cholqr.Reduction) (estimates, exact []float64) {
	for _, r := range all {
		estimates, exact = append(estimates, r.Estimate), append(exact, r.Exact)
	}
	return estimates, exact
}

// spearman returns the correlation of ranks.
func spearman(x, y []float64) float64 { return stat.Correlation(ranksOf(x), ranksOf(y), nil) }

// ranksOf returns the places in ascending order; equals share their mean place.
func ranksOf(v []float64) []float64 {
	sorted, order := append([]float64(nil), v...), make([]int, len(v))
	floats.Argsort(sorted, order)
	ranks := make([]float64, len(v))
	for lo := 0; lo < len(v); {
		hi := lo
		for hi < len(v) && sorted[hi] == sorted[lo] {
			hi++
		}
		for _, i := range order[lo:hi] {
			ranks[i] = float64(lo+hi-1) / 2
		}
		lo = hi
	}
	return ranks
}

func reductionFigure(estimates, exact []float64, o cholqr.Objective) *display.Figure {
	p := display.NewPlot()
	points := make(plotter.XYs, len(exact))
	for i := range exact {
		points[i] = plotter.XY{X: exact[i], Y: estimates[i]}
	}
	dots := &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{
		Color: display.Color(0), Radius: vg.Points(1.6), Shape: draw.CircleGlyph{},
	}}
	p.Add(dots)
	lo := math.Min(floats.Min(exact), floats.Min(estimates))
	hi := math.Max(floats.Max(exact), floats.Max(estimates))
	diagonal := addLine(p, plotter.XYs{{X: lo, Y: lo}, {X: hi, Y: hi}}, 1)
	p.Legend.Add("a candidate", dots)
	p.Legend.Add("estimate = truth", diagonal)
	p.Legend.Left, p.Legend.Top = true, true
	return display.Plot(p).Title(fmt.Sprintf("Reductions of %v", o)).Labels("exact (nats)", "estimated (nats)")
}
