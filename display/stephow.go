package display

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/grief"
	"krigo/gplib/rkhs"
)

// how draws the components of the posterior at the step, on a line: the exchanges of
// inducing points so far, or the functions or weights that the method learns. It returns nil
// if there is nothing of the kind.
func (f *StepFigure) how(at *gplib.Result) (*draw.Panel, error) {
	x, err := coordinates(at.Posterior.Data().X)
	if err != nil || x.Dim() != 1 {
		return nil, nil
	}
	if p, ok := at.Posterior.(*cholqr.Posterior); ok {
		return f.exchanges(p, x), nil
	}
	lo, hi, err := Fit(at).between(x.Column(0))
	if err != nil {
		return nil, err
	}
	if p, ok := at.Posterior.(*grief.Posterior); ok && slices.ContainsFunc(p.Weights(), func(w float64) bool { return w != 1 }) {
		return weights(p.Weights()), nil
	}
	grid := alike(cov.Line(evenly(lo, hi, fitPoints)), x)
	return f.functions(at, grid)
}

// exchanges returns those so far, on the axis of those of the whole fit.
func (f *StepFigure) exchanges(at *cholqr.Posterior, x *cov.Matrix) *draw.Panel {
	p := swapPanel(at, x.Column(0))
	p.X.Label.Text = inputNames(x, 1)[0]
	if whole, ok := f.result.Posterior.(*cholqr.Posterior); ok {
		sets, _ := exchanges(whole.First(), whole.Swaps())
		p.Y.Min, p.Y.Max = 0, float64(max(len(sets)-1, 1))
		draw.Widen(&p.Y)
	}
	p.X.Min, p.X.Max = draw.Span(x.Column(0))
	draw.Widen(&p.X)
	return p
}

// weights draws those of a posterior that has learned them.
func weights(w []float64) *draw.Panel {
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = "basis function", "weight"
	x, y := make([]float64, len(w)), make([]float64, len(w))
	for i, v := range w {
		x[i], y[i] = float64(i+1), draw.Log10(v)
	}
	p.Add(draw.Dots{X: x, Y: y, Style: draw.DotStyle(len(w), draw.Color(0))})
	settle(&p.Y, true)
	draw.Widen(&p.X)
	least, greatest := draw.Span(w)
	p.Say("%s, from %s to %s", draw.Count(len(w), "weight"), draw.Value(least), draw.Value(greatest))
	return p
}

// mostFunctions is the number of functions that are drawn.
const mostFunctions = 6

// functions draws the basis functions of grief and the features of rkhs.
func (f *StepFigure) functions(at *gplib.Result, grid *cov.Matrix) (*draw.Panel, error) {
	phi, kind, err := functionsOf(at, grid)
	if phi == nil || err != nil {
		return nil, err
	}
	chosen := f.largest(phi, grid)
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = inputNames(grid, 1)[0], kind+"s"
	for k, j := range chosen {
		p.Add(draw.Curve{X: grid.Column(0), Y: mat.Col(nil, j, phi), Style: draw.Stroke(draw.Color(k), draw.LineWidth)})
	}
	p.X.Min, p.X.Max = grid.At(0, 0), grid.At(grid.Len()-1, 0)
	draw.Widen(&p.Y)
	_, all := phi.Dims()
	if len(chosen) < all {
		p.Heading = fmt.Sprintf("%d of %s", len(chosen), draw.Count(all, kind))
	}
	p.Say("%d of %s at the step", len(chosen), draw.Count(all, kind))
	return p, nil
}

// functionsOf returns the values at points of the functions that a posterior is a sum
// of, one a column, and what they are called; nil of other posteriors.
func functionsOf(r *gplib.Result, x cov.Inputs) (*mat.Dense, string, error) {
	if p, ok := r.Posterior.(*grief.Posterior); ok {
		phi, err := p.Basis().Eval(x)
		return phi, "basis function", err
	}
	if k, ok := r.Model.Cov.(*rkhs.Kernel); ok {
		phi, err := k.Features(x)
		return phi, "feature", err
	}
	return nil, "", nil
}

// largest returns the columns to draw: of features those that have the largest share in
// the mean of the whole result, so that the same are seen at each step, and else the
// first.
func (f *StepFigure) largest(phi *mat.Dense, grid cov.Inputs) []int {
	_, all := phi.Dims()
	order := make([]int, all)
	for j := range order {
		order[j] = j
	}
	last, ok := f.result.Posterior.(*rkhs.Posterior)
	whole, _, err := functionsOf(f.result, grid)
	if ok && err == nil && len(last.Weights()) == all {
		share := make([]float64, all)
		for j, w := range last.Weights() {
			lo, hi := draw.Span(mat.Col(nil, j, whole))
			share[j] = math.Abs(w) * (hi - lo)
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share[b], share[a]) })
	}
	return order[:min(mostFunctions, all)]
}
