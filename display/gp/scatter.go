package gp

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

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
	var told []string
	for i, r := range f.results {
		d := r.Posterior.Data()
		if f.test.X != nil {
			d = f.test
		}
		rmse, err := addScatter(p, r, d, i)
		if err != nil {
			return nil, err
		}
		told = append(told, fmt.Sprintf("%s: the root mean square error is %s.", nameAt(f.names, i, resultName(r, i)), draw.Value(rmse)))
		least, greatest := draw.Span(d.Y)
		lo, hi = min(lo, least), max(hi, greatest)
		if len(f.results) > 1 {
			style := draw.DotStyle(len(d.Y), draw.Color(i))
			p.Keys = append(p.Keys, draw.Key{Name: nameAt(f.names, i, resultName(r, i)), Dot: &style})
		}
	}
	diagonal := []float64{lo, hi}
	p.Add(draw.Curve{X: diagonal, Y: diagonal, Style: draw.Stroke(draw.MutedColor, 0.9, 3, 2)})
	p.Keys = append(p.Keys, draw.Key{Name: "predicted = observed", Line: draw.Stroke(draw.MutedColor, 0.9, 3, 2)})
	p.Say("Predicted against observed values, from %s to %s. %s", draw.Value(lo), draw.Value(hi), strings.Join(told, " "))
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	return []*draw.Panel{p}, nil
}

// addScatter draws the predictions of result i and returns their root mean square
// error.
func addScatter(p *draw.Panel, r *gplib.Result, d gplib.Data, i int) (rmse float64, err error) {
	q, err := r.Posterior.Predict(d.X)
	if err != nil {
		return 0, fmt.Errorf("display: predict with result %d: %w", i, err)
	}
	if len(q.Mean) != len(d.Y) || len(q.VarY) != len(d.Y) {
		return 0, fmt.Errorf("display: Fit: %d predictions for %d observations", len(q.Mean), len(d.Y))
	}
	sd := roots(q.VarY)
	lower, upper := around(q.Mean, sd, -z95), around(q.Mean, sd, z95)
	for j, y := range d.Y {
		p.Add(draw.Curve{X: []float64{y, y}, Y: []float64{lower[j], upper[j]}, Style: draw.Stroke(draw.Faded(draw.Color(i), 0.35), 0.8)})
	}
	p.Add(draw.Dots{X: d.Y, Y: q.Mean, Style: draw.DotStyle(len(d.Y), draw.Color(i))})
	return floats.Distance(d.Y, q.Mean, 2) / math.Sqrt(float64(max(len(d.Y), 1))), nil
}
