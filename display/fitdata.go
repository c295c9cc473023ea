package display

import (
	"fmt"
	"image/color"
	"slices"

	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// fitData are the observations of each result, and whether results have different ones.
type fitData struct {
	sets []draw.Dots // empty of a result that keeps no observations
	own  bool
}

// observations returns the observations of the results.
func (f *FitFigure) observations() (fitData, error) {
	out := fitData{sets: make([]draw.Dots, len(f.results))}
	var first *draw.Dots // with observations
	for i, r := range f.results {
		d := observedValues(r.Posterior.Data())
		if len(d.Y) == 0 {
			continue
		}
		x, err := line(d.X)
		if err != nil {
			return out, fmt.Errorf("display: Fit: result %d: %w", i, err)
		}
		if len(x) != len(d.Y) {
			return out, fmt.Errorf("display: Fit: %d inputs and %d observations", len(x), len(d.Y))
		}
		set := &out.sets[i]
		*set = draw.Dots{X: x, Y: d.Y}.Numbered()
		if first == nil {
			first = set
		}
		out.own = out.own || !slices.Equal(set.X, first.X) || !slices.Equal(set.Y, first.Y)
	}
	for i := range out.sets {
		n, c := len(out.sets[i].X), color.Color(draw.InkColor)
		if out.own {
			c = draw.Color(i)
		}
		out.sets[i].Style = draw.DotStyle(n, c)
	}
	return out, nil
}

// inputs returns the inputs of all results' data, of functionals those of their points.
func (f *FitFigure) inputs() ([]float64, error) {
	var all []float64
	for i, r := range f.results {
		x, err := line(r.Posterior.Data().X)
		if err != nil && len(r.Posterior.Data().Y) > 0 {
			return nil, fmt.Errorf("display: Fit: result %d: %w", i, err)
		}
		all = append(all, x...)
	}
	return all, nil
}

// add draws the observations between lo and hi: those of each result in its colour, or once where all are the same.
func (d fitData) add(p *draw.Panel, lo, hi float64) {
	key := draw.DotStyle(0, draw.InkColor)
	for i, set := range d.sets {
		if len(set.X) == 0 {
			continue
		}
		p.Add(set.Between(lo, hi))
		key = set.Style
		if !d.own {
			break
		}
		key = draw.DotStyle(len(d.sets[i].X), draw.MutedColor)
	}
	p.Keys = append(p.Keys, draw.Key{Name: "data", Dot: &key})
}

// dot returns how the observations of result i alone are drawn, or nil.
func (d fitData) dot(i int) *vgdraw.GlyphStyle {
	if !d.own || len(d.sets[i].X) == 0 {
		return nil
	}
	return &d.sets[i].Style
}

// counted returns the number of observations of result i, and their range where each result has its own.
func (f *FitFigure) counted(i int, data fitData) string {
	count := draw.Count(len(f.results[i].Posterior.Data().Y), "observation")
	if x := data.sets[i].X; data.own && len(x) > 0 {
		lo, hi := draw.Span(x)
		count += fmt.Sprintf(" at x from %s to %s", draw.Value(lo), draw.Value(hi))
	}
	return count
}

// observedValues returns the data, of functionals the observations that are values of f.
func observedValues(d gplib.Data) gplib.Data {
	l, ok := d.X.(*cov.FunctionalInputs)
	if !ok || l == nil || l.Dim() != 1 {
		return d
	}
	var x, y []float64
	for i := range min(l.Len(), len(d.Y)) {
		if point, ok := l.Value(i); ok {
			x, y = append(x, point[0]), append(y, d.Y[i])
		}
	}
	return gplib.Data{X: cov.Line(x), Y: y, Target: d.Target}
}

// addTest draws the test data between lo and hi, hollow.
func (f *FitFigure) addTest(p *draw.Panel, lo, hi float64) error {
	if f.test.X == nil {
		return nil
	}
	tx, err := line(f.test.X)
	if err != nil {
		return fmt.Errorf("display: Fit: test data: %w", err)
	}
	if len(tx) != len(f.test.Y) {
		return fmt.Errorf("display: Fit: test data has %d inputs and %d observations", len(tx), len(f.test.Y))
	}
	hollow := draw.HollowStyle(len(tx))
	p.Add(draw.Dots{X: tx, Y: f.test.Y, Style: hollow}.Numbered().Between(lo, hi))
	p.Keys = append(p.Keys, draw.Key{Name: "test data", Dot: &hollow})
	return nil
}
