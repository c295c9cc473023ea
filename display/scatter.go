package display

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"krigo/display/draw"
)

// scatter draws predicted against observed values, for inputs of several dimensions:
// those of the test data if any, else leave-one-out predictions, as in
// [ResidualsFigure]. Bars are the 95 % intervals of y; points on the diagonal were
// predicted exactly. Both axes have the same range.
func (f *FitFigure) scatter() ([]*draw.Panel, error) {
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = "observed", "predicted"
	lo, hi := math.Inf(1), math.Inf(-1)
	var told, kinds []string
	for i, r := range f.results {
		if len(r.Posterior.Data().Y) == 0 && len(f.test.Y) == 0 {
			return nil, fmt.Errorf("display: Fit: result %d keeps no observations, which is so after FitRows and FitPasses: pass some with Test", i)
		}
		q, err := predictedBy(r, f.test)
		if err != nil {
			return nil, fmt.Errorf("display: predict with result %d: %w", i, err)
		}
		rmse, err := addScatter(p, q, i)
		if err != nil {
			return nil, err
		}
		name := nameAt(f.names, i, resultName(r, i))
		told = append(told, fmt.Sprintf("%s, %s: the root mean square error is %s.", name, q.kind, draw.Value(rmse)))
		if !slices.Contains(kinds, q.kind) {
			kinds = append(kinds, q.kind)
		}
		least, greatest := draw.Span(q.data.Y)
		lo, hi = min(lo, least), max(hi, greatest)
		if len(f.results) > 1 {
			style := draw.DotStyle(len(q.data.Y), draw.Color(i))
			p.Keys = append(p.Keys, draw.Key{Name: name, Dot: &style})
		}
	}
	diagonal := []float64{lo, hi}
	p.Add(draw.Curve{X: diagonal, Y: diagonal, Style: draw.Stroke(draw.MutedColor, 0.9, 3, 2)})
	p.Keys = append(p.Keys, draw.Key{Name: "predicted = observed", Line: draw.Stroke(draw.MutedColor, 0.9, 3, 2)})
	p.Remark("%s", draw.List(kinds))
	p.Say("Predicted against observed values, from %s to %s. %s", draw.Value(lo), draw.Value(hi), strings.Join(told, " "))
	least, greatest := min(p.X.Min, p.Y.Min), max(p.X.Max, p.Y.Max)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = least, greatest, least, greatest
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	return []*draw.Panel{p}, nil
}

// checkScatter refuses what a figure of predicted against observed values cannot draw.
func (f *FitFigure) checkScatter() error {
	const why = "display: Fit: %s is for inputs of one dimension; of several, Fit draws predicted against observed values"
	switch {
	case f.samples != 0:
		return fmt.Errorf(why, "Samples")
	case !math.IsNaN(f.lo) || !math.IsNaN(f.hi):
		return fmt.Errorf(why+", and Slice and Contour draw f", "Between")
	}
	return nil
}

// scatterSide is the standard side of predicted against observed values, whose axes are alike.
const scatterSide = 440

// ofSeveralInputs reports whether the results are drawn as predicted against observed values.
func (f *FitFigure) ofSeveralInputs() bool {
	if len(f.results) == 0 || f.results[0] == nil || f.results[0].Posterior == nil || f.results[0].Posterior.Data().X == nil {
		return false
	}
	_, err := line(f.results[0].Posterior.Data().X)
	return err != nil
}

// addScatter draws the predictions of result i and returns their root mean square
// error.
func addScatter(p *draw.Panel, q predicted, i int) (rmse float64, err error) {
	observed := q.data.Y
	if len(q.Mean) != len(observed) || len(q.VarY) != len(observed) {
		return 0, fmt.Errorf("display: Fit: %d predictions for %d observations", len(q.Mean), len(observed))
	}
	mean := q.MeanY()
	lower, upper := q.IntervalY(0.95)
	for j, y := range observed {
		p.Add(draw.Curve{X: []float64{y, y}, Y: []float64{lower[j], upper[j]}, Style: draw.Stroke(draw.Faded(draw.Color(i), 0.35), 0.8)})
	}
	p.Add(draw.Dots{X: observed, Y: mean, Style: draw.DotStyle(len(observed), draw.Color(i))}.Numbered())
	return floats.Distance(observed, mean, 2) / math.Sqrt(float64(max(len(observed), 1))), nil
}
