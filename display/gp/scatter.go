package gp

import (
	"fmt"
	"math"

	"krigo/display/draw"
	"krigo/gplib"
)

// scatter draws predicted against observed values, for inputs that are not on
// a line: those of the test data where there are some, else of the data. Bars
// are the 95 % intervals of y; what lies on the diagonal was predicted
// exactly.
func (f *FitFigure) scatter() ([]*draw.Panel, error) {
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = "observed", "predicted"
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, r := range f.results {
		d := r.Posterior.Data()
		if f.test.X != nil {
			d = f.test
		}
		least, greatest, err := addScatter(p, r, d, i)
		if err != nil {
			return nil, err
		}
		lo, hi = min(lo, least), max(hi, greatest)
		if len(f.results) > 1 {
			style := draw.DotStyle(len(d.Y), draw.Color(i))
			p.Keys = append(p.Keys, draw.Key{Name: nameAt(f.names, i, resultName(r, i)), Dot: &style})
		}
	}
	diagonal := []float64{lo, hi}
	p.Add(draw.Curve{X: diagonal, Y: diagonal, Style: draw.Stroke(draw.MutedColor, 0.9, 3, 2)})
	p.Keys = append(p.Keys, draw.Key{Name: "predicted = observed", Line: draw.Stroke(draw.MutedColor, 0.9, 3, 2)})
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	return []*draw.Panel{p}, nil
}

func addScatter(p *draw.Panel, r *gplib.Result, d gplib.Data, i int) (lo, hi float64, err error) {
	q, err := r.Posterior.Predict(d.X)
	if err != nil {
		return 0, 0, fmt.Errorf("display: predict with result %d: %w", i, err)
	}
	if len(q.Mean) != len(d.Y) || len(q.VarY) != len(d.Y) {
		return 0, 0, fmt.Errorf("display: Fit: %d predictions for %d observations", len(q.Mean), len(d.Y))
	}
	sd := roots(q.VarY)
	lower, upper := around(q.Mean, sd, -z95), around(q.Mean, sd, z95)
	for j, y := range d.Y {
		p.Add(draw.Curve{X: []float64{y, y}, Y: []float64{lower[j], upper[j]}, Style: draw.Stroke(draw.Faded(draw.Color(i), 0.35), 0.8)})
	}
	p.Add(draw.Dots{X: d.Y, Y: q.Mean, Style: draw.DotStyle(len(d.Y), draw.Color(i))})
	lo, hi = draw.Span(d.Y)
	return lo, hi, nil
}
