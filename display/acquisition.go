package display

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib/bo"
)

// AcquisitionFigure draws a step of a Bayesian optimisation; [Acquisition] makes one.
type AcquisitionFigure struct {
	draw.Options[*AcquisitionFigure]
	ctx   context.Context
	run   *bo.Optimiser
	along string
}

// acquisitionPoints is the number of points of the curves.
const acquisitionPoints = 201

// Acquisition draws the step of a Bayesian optimisation that comes next: above the mean of the function by the model,
// where 95 % of it lie, and the evaluations; below the acquisition, whose greatest point is evaluated next. Where the
// acquisition is high, the mean is low (exploitation) or the band is wide (exploration). Of several inputs it draws
// along one (Along); the others have the values of the next point. Evaluations elsewhere are rings, which need not be
// near the curve.
//
// The models are learned when the figure is shown; ctx ends that with an error.
//
//	display.Acquisition(ctx, run)
func Acquisition(ctx context.Context, run *bo.Optimiser) *AcquisitionFigure {
	f := &AcquisitionFigure{ctx: ctx, run: run}
	f.Options = draw.NewOptions(f, draw.NewFigure("acquisition", f.draw))
	return f
}

// Along chooses the dimension to draw along, by its name: one of numbers. The default is the first of these.
func (f *AcquisitionFigure) Along(dimension string) *AcquisitionFigure {
	f.along = dimension
	return f
}

func (f *AcquisitionFigure) draw() ([]*draw.Panel, error) {
	switch {
	case f.ctx == nil:
		return nil, errors.New("display: Acquisition: ctx is nil; pass context.Background()")
	case f.run == nil:
		return nil, errors.New("display: Acquisition: the run is nil")
	}
	panels, err := f.panels()
	if err != nil {
		return nil, fmt.Errorf("display: Acquisition: %w", err)
	}
	return panels, nil
}

// dimension returns the position of the dimension to draw along.
func (f *AcquisitionFigure) dimension() (int, error) {
	dims := f.run.Space().Dimensions()
	k := slices.IndexFunc(dims, func(d bo.Dimension) bool {
		return d.Kind != bo.CategoricalKind && (f.along == "" || d.Name == f.along)
	})
	switch {
	case k >= 0:
		return k, nil
	case f.along == "":
		return 0, errors.New("the space has no dimension of numbers")
	}
	return 0, fmt.Errorf("Along: there is no dimension of numbers %q; the space has %s", f.along, strings.Join(f.run.Space().Names(), ", "))
}

// acquisitionCurves are the curves of the figure, at the places at, which are logarithms of a logarithmic dimension.
type acquisitionCurves struct {
	bo.Dimension
	k                         int
	next                      []float64
	at, mean, sd, acquisition []float64
	top                       float64 // the acquisition at next
}

func (f *AcquisitionFigure) curves() (*acquisitionCurves, error) {
	k, err := f.dimension()
	if err != nil {
		return nil, err
	}
	c := &acquisitionCurves{Dimension: f.run.Space().Dimensions()[k], k: k}
	if c.next, err = f.run.Peek(f.ctx); err != nil {
		return nil, err
	}
	xs := make([][]float64, acquisitionPoints)
	lo, hi := c.place(c.Lo), c.place(c.Hi)
	for i := range xs {
		at := lo + (hi-lo)*float64(i)/(acquisitionPoints-1)
		xs[i] = slices.Clone(c.next)
		xs[i][k] = min(max(c.value(at), c.Lo), c.Hi)
		c.at = append(c.at, at)
	}
	if c.mean, c.sd, err = f.run.Predict(f.ctx, xs); err != nil {
		return nil, err
	}
	if c.acquisition, err = f.run.Acquisition(f.ctx, append(xs, c.next)); err != nil {
		return nil, err
	}
	c.top, c.acquisition = c.acquisition[len(xs)], c.acquisition[:len(xs)]
	for i, v := range c.acquisition {
		if math.IsInf(v, 0) { // no point that can be next
			c.acquisition[i] = math.NaN()
		}
	}
	return c, nil
}

func (c *acquisitionCurves) place(v float64) float64 {
	return place(v, c.Kind == bo.LogKind)
}

func (c *acquisitionCurves) value(at float64) float64 {
	if c.Kind == bo.LogKind {
		return math.Pow(10, at)
	}
	return at
}

func (f *AcquisitionFigure) panels() ([]*draw.Panel, error) {
	c, err := f.curves()
	if err != nil {
		return nil, err
	}
	upper, lower := draw.NewPanel(), draw.NewPanel()
	for _, p := range []*draw.Panel{upper, lower} {
		p.X.Label.Text = c.Name
		p.X.Min, p.X.Max = c.at[0], c.at[len(c.at)-1]
		if c.Kind == bo.LogKind {
			draw.SetLog(&p.X)
		}
	}
	upper.Y.Label.Text, lower.Y.Label.Text = "f", string(f.run.Settings().Acquisition)
	area := draw.Band{X: c.at, Lower: around(c.mean, c.sd, -z95), Upper: around(c.mean, c.sd, z95), Color: draw.Faded(draw.Color(0), 0.2)}
	line := draw.Stroke(draw.Color(0), draw.LineWidth)
	upper.Add(area, draw.Curve{X: c.at, Y: c.mean, Style: line})
	upper.Keys = append(upper.Keys, draw.Key{Name: "mean", Line: line}, draw.Key{Name: "95 % of f", Areas: []color.Color{area.Color}})
	on, off := f.addEvaluations(upper, c)
	lower.Add(draw.Curve{X: c.at, Y: c.acquisition, Style: draw.Stroke(draw.Color(1), draw.LineWidth)})
	f.addNext(upper, lower, c)
	draw.Widen(&upper.Y)
	f.cut(lower, c)
	draw.Widen(&lower.Y)
	if len(c.next) > 1 {
		upper.Remark("the other dimensions are those of the next point: %s", f.others(c))
	}
	lo, hi := draw.Span(c.mean)
	shown := draw.Count(on+off, "evaluation")
	if off > 0 {
		shown += fmt.Sprintf(", %d of them off the slice", off)
	}
	upper.Say("The mean of the function along %s is from %s to %s, with %s. The next point is at %s.", c.Name,
		draw.Value(lo), draw.Value(hi), shown, draw.Value(c.next[c.k]))
	return []*draw.Panel{upper, lower}, nil
}

// shownNats is how far below its greatest value a logarithm is drawn.
const shownNats = 30

// cut leaves out the depths of an acquisition that is a logarithm, where nothing can be told apart any more.
func (f *AcquisitionFigure) cut(p *draw.Panel, c *acquisitionCurves) {
	kind := f.run.Settings().Acquisition
	low, high := draw.Span(c.acquisition)
	if kind != bo.LogEI && kind != bo.LogPI || high-low <= shownNats {
		return
	}
	p.Y.Min = high - shownNats
	p.Remark("%s goes down to %s", p.Y.Label.Text, draw.Value(low))
}

// others lists the other dimensions of the next point.
func (f *AcquisitionFigure) others(c *acquisitionCurves) string {
	var all []string
	for k, d := range f.run.Space().Dimensions() {
		switch {
		case k == c.k:
		case d.Kind == bo.CategoricalKind:
			all = append(all, d.Name+" = "+d.Levels[int(c.next[k])])
		default:
			all = append(all, d.Name+" = "+draw.Value(c.next[k]))
		}
	}
	return strings.Join(all, ", ")
}

// addEvaluations draws the evaluations that have a value, those that are not on the slice as rings, and returns the
// numbers of both.
func (f *AcquisitionFigure) addEvaluations(p *draw.Panel, c *acquisitionCurves) (on, off int) {
	var slice, rest draw.Dots
	for i, e := range f.run.Evaluations() {
		if e.Failed {
			continue
		}
		dots := &rest
		if f.onSlice(e.X, c) {
			dots = &slice
		}
		dots.X, dots.Y, dots.Rows = append(dots.X, c.place(e.X[c.k])), append(dots.Y, e.Y), append(dots.Rows, i)
	}
	on, off = len(slice.X), len(rest.X)
	slice.Style, rest.Style = draw.DotStyle(on+off, draw.InkColor), draw.HollowStyle(on+off)
	rest.Style.Color = draw.Faded(draw.MutedColor, 0.6)
	if off > 0 {
		p.Add(rest)
		p.Keys = append(p.Keys, draw.Key{Name: "evaluations off the slice", Dot: &rest.Style})
	}
	if on > 0 || off == 0 {
		p.Add(slice)
		p.Keys = append(p.Keys, draw.Key{Name: "evaluations", Dot: &slice.Style})
	}
	return on, off
}

// nearSlice is the part of a dimension's range within which an evaluation is on the slice.
const nearSlice = 0.01

// onSlice reports whether the other dimensions of x are those of the next point.
func (f *AcquisitionFigure) onSlice(x []float64, c *acquisitionCurves) bool {
	for k, d := range f.run.Space().Dimensions() {
		at := func(v float64) float64 { return place(v, d.Kind == bo.LogKind) }
		if k == c.k || x[k] == c.next[k] {
			continue
		}
		if d.Kind == bo.CategoricalKind || math.Abs(at(x[k])-at(c.next[k])) > nearSlice*(at(d.Hi)-at(d.Lo)) {
			return false
		}
	}
	return true
}

// addNext marks the next point, with a star on the curve of the acquisition.
func (f *AcquisitionFigure) addNext(upper, lower *draw.Panel, c *acquisitionCurves) {
	at := c.place(c.next[c.k])
	star := vgdraw.GlyphStyle{Color: draw.Color(1), Radius: vg.Points(5.5), Shape: draw.Star{}}
	thin := draw.Stroke(draw.Faded(draw.Color(1), 0.7), 0.9, 3, 2)
	low, _ := draw.Span(around(c.mean, c.sd, -z95))
	_, high := draw.Span(around(c.mean, c.sd, z95))
	upper.Add(draw.Curve{X: []float64{at, at}, Y: []float64{low, high}, Style: thin})
	lower.Add(draw.Dots{X: []float64{at}, Y: []float64{c.top}, Style: star})
	key := star
	key.Radius = vg.Points(4.5)
	lower.Keys = append(lower.Keys, draw.Key{Name: "next point", Dot: &key})
}
