package display

import (
	"errors"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
)

// InducingFigure draws where a sparse fit has its inducing points.
type InducingFigure struct {
	draw.Options[*InducingFigure]
	result  *gplib.Result
	over    []string
	ordered bool
}

// Inducing draws the inducing points of a sparse fit among the data: for inputs of one
// dimension below the fit, with the exchanges that led to them if the fit is of package
// cholqr, and otherwise over two inputs. Ordered colours them by their order.
func Inducing(r *gplib.Result) *InducingFigure {
	f := &InducingFigure{result: r}
	f.Options = draw.NewOptions(f, draw.NewFigure("inducing", f.draw))
	if _, ok := f.swapped(); ok && f.line() {
		draw.StandardSize(f.Figure, draw.Width, 480)
	}
	return f
}

// Over chooses the two inputs of the plane, by their names, if there are more; the
// default is the first two.
func (f *InducingFigure) Over(a, b string) *InducingFigure {
	f.over = []string{a, b}
	return f
}

// Ordered colours the inducing points by their place in the posterior's list. Of
// a [krigo/gplib/inducing.Subset] that is the order in which the selector chose
// them.
func (f *InducingFigure) Ordered() *InducingFigure {
	f.ordered = true
	return f
}

// sparse is a posterior with inducing points.
type sparse interface {
	gplib.Posterior
	Points() cov.Inputs
}

// swapped returns the posterior if it records how its points were found.
func (f *InducingFigure) swapped() (*cholqr.Posterior, bool) {
	if f.result == nil {
		return nil, false
	}
	p, ok := f.result.Posterior.(*cholqr.Posterior)
	return p, ok && p != nil
}

// line reports whether the inputs are on a line.
func (f *InducingFigure) line() bool {
	x, err := coordinates(f.result.Posterior.Data().X)
	return err == nil && x.Dim() == 1
}

func (f *InducingFigure) draw() ([]*draw.Panel, error) {
	panels, err := f.panels()
	if err != nil {
		return nil, fmt.Errorf("display: Inducing: %w", err)
	}
	return panels, nil
}

func (f *InducingFigure) panels() ([]*draw.Panel, error) {
	if f.result == nil || f.result.Posterior == nil {
		return nil, errors.New("the result is nil or has no posterior")
	}
	p, ok := f.result.Posterior.(sparse)
	if !ok {
		return nil, fmt.Errorf("the posterior, a %T, has no inducing points", f.result.Posterior)
	}
	x, err := coordinates(p.Data().X)
	if err != nil {
		return nil, err
	}
	z, err := coordinates(p.Points())
	if err != nil {
		return nil, fmt.Errorf("inducing points: %w", err)
	}
	if x.Dim() > 1 {
		panel, err := f.plane(p.Data(), x, z)
		return []*draw.Panel{panel}, err
	}
	return f.onLine(p, x, z)
}

// onLine draws the fit with its inducing points below it, and how they were found if
// the posterior records that.
func (f *InducingFigure) onLine(p sparse, x, z *cov.Matrix) ([]*draw.Panel, error) {
	top := draw.NewPanel()
	top.X.Label.Text, top.Y.Label.Text = inputNames(x, x.Dim())[0], targetName(p.Data())
	lo, hi := draw.Span(slices.Concat(x.Column(0), z.Column(0)))
	at := evenly(lo, hi, fitPoints)
	q, err := p.Predict(alike(cov.Line(at), x))
	if err != nil {
		return nil, err
	}
	if err := addMeanBand(top, at, q); err != nil {
		return nil, err
	}
	style := draw.DotStyle(x.Len(), draw.InkColor)
	top.Add(draw.Dots{X: x.Column(0), Y: p.Data().Y, Style: style})
	top.Keys = append(top.Keys, draw.Key{Name: "data", Dot: &style})
	top.X.Min, top.X.Max = lo, hi
	draw.Widen(&top.X)
	draw.Widen(&top.Y)
	f.addPoints(top, z.Column(0), slices.Repeat([]float64{top.Y.Min}, z.Len()))
	draw.Widen(&top.Y)
	f.say(top, z, inputNames(x, x.Dim()))
	posterior, ok := f.swapped()
	if !ok {
		return []*draw.Panel{top}, nil
	}
	below := swapPanel(posterior, x.Column(0))
	below.X.Min, below.X.Max = top.X.Min, top.X.Max
	top.X.Label.Text, below.X.Label.Text = "", top.X.Label.Text
	return []*draw.Panel{top, below}, nil
}

// addMeanBand draws the mean and the band of 95 % of f.
func addMeanBand(p *draw.Panel, x []float64, q gplib.Prediction) error {
	if len(q.Mean) != len(x) || len(q.Var) != len(x) {
		return errors.New("a prediction and its inputs differ in length")
	}
	sd := q.Std()
	area := draw.Band{X: x, Lower: around(q.Mean, sd, -z95), Upper: around(q.Mean, sd, z95), Color: draw.Faded(draw.Color(0), 0.2)}
	line := draw.Stroke(draw.Color(0), draw.LineWidth)
	p.Add(area, draw.Curve{X: x, Y: q.Mean, Style: line})
	p.Keys = append(p.Keys,
		draw.Key{Name: "mean", Line: line},
		draw.Key{Name: "95 % of f", Areas: []color.Color{area.Color}})
	return nil
}

func pointStyle(c color.Color) vgdraw.GlyphStyle {
	return vgdraw.GlyphStyle{Color: c, Radius: vg.Points(4), Shape: vgdraw.PyramidGlyph{}}
}

// addPoints draws the inducing points, in colours of their order where that is
// wanted.
func (f *InducingFigure) addPoints(p *draw.Panel, x, y []float64) {
	if !f.ordered || len(x) < 2 {
		style := pointStyle(draw.Color(1))
		p.Add(draw.Dots{X: x, Y: y, Style: style})
		p.Keys = append(p.Keys, draw.Key{Name: draw.Count(len(x), "inducing point"), Dot: &style})
		return
	}
	bar := draw.ColorBar{Min: 1, Max: float64(len(x)), Colors: draw.Viridis(orderShades).Colors()}
	for i := range x {
		p.Add(draw.Dots{X: x[i : i+1], Y: y[i : i+1], Style: pointStyle(bar.Of(float64(i + 1)))})
	}
	style := pointStyle(bar.Colors[0])
	p.Keys = append(p.Keys, draw.Key{Name: draw.Count(len(x), "inducing point") + ", coloured by their order", Dot: &style})
	p.SetColorBar(bar)
}

// orderShades is the number of colours of an order.
const orderShades = 64

// swapPanel draws the positions of inducing points after each exchange that was
// made, from the first ones up.
func swapPanel(posterior *cholqr.Posterior, x []float64) *draw.Panel {
	p := draw.NewPanel()
	p.Y.Label.Text = "exchanges made"
	var kept, fresh draw.Dots
	sets, came := exchanges(posterior.First(), posterior.Swaps())
	for t, set := range sets {
		for _, j := range set {
			dots := &kept
			if j == came[t] {
				dots = &fresh
			}
			dots.X, dots.Y = append(dots.X, x[j]), append(dots.Y, float64(t))
		}
	}
	kept.Style, fresh.Style = draw.DotStyle(len(kept.X), draw.Color(0)), draw.DotStyle(len(kept.X), draw.Color(1))
	fresh.Style.Radius *= 1.3
	p.Add(kept, fresh)
	p.Keys = append(p.Keys, draw.Key{Name: "kept", Dot: &kept.Style}, draw.Key{Name: "exchanged for another", Dot: &fresh.Style})
	p.Y.Min, p.Y.Max = 0, float64(max(len(sets)-1, 1))
	draw.Widen(&p.Y)
	p.Say("%s were made of %s", draw.Count(len(sets)-1, "exchange"), draw.Count(len(posterior.Swaps()), "attempt"))
	return p
}

// exchanges returns the sets of positions from the first one on, one after each
// exchange that was made, and the position that came with it, -1 for the first.
func exchanges(first []int, swaps []cholqr.Swap) (sets [][]int, came []int) {
	sets, came = [][]int{first}, []int{-1}
	for _, s := range swaps {
		last := slices.Clone(sets[len(sets)-1])
		if at := slices.Index(last, s.Out); s.Accepted && at >= 0 {
			last[at] = s.In
			sets, came = append(sets, last), append(came, s.In)
		}
	}
	return sets, came
}

// plane draws data and inducing points over two inputs.
func (f *InducingFigure) plane(d gplib.Data, x, z *cov.Matrix) (*draw.Panel, error) {
	names := inputNames(x, x.Dim())
	a, b, err := twoOf(names, f.over)
	if err != nil {
		return nil, err
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = names[a], names[b]
	style := draw.DotStyle(x.Len(), draw.MutedColor)
	style.Color = draw.Faded(style.Color, 0.45)
	p.Add(draw.Dots{X: x.Column(a), Y: x.Column(b), Style: style})
	p.Keys = append(p.Keys, draw.Key{Name: "data", Dot: &style})
	f.addPoints(p, z.Column(a), z.Column(b))
	if x.Dim() > 2 {
		p.Remark("2 of %d inputs", x.Dim())
	}
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	f.say(p, z, []string{names[a], names[b]})
	return p, nil
}

// twoOf finds two names, the first two by default.
func twoOf(names, chosen []string) (a, b int, err error) {
	if chosen == nil {
		return 0, 1, nil
	}
	if a, err = inputNamed(names, chosen[0]); err != nil {
		return 0, 0, fmt.Errorf("Over: %w", err)
	}
	if b, err = inputNamed(names, chosen[1]); err != nil {
		return 0, 0, fmt.Errorf("Over: %w", err)
	}
	if a == b {
		return 0, 0, fmt.Errorf("Over(%q, %q): want two inputs", chosen[0], chosen[1])
	}
	return a, b, nil
}

func (f *InducingFigure) say(p *draw.Panel, z *cov.Matrix, names []string) {
	text := fmt.Sprintf("%s among %s", draw.Count(z.Len(), "inducing point"), draw.Count(f.result.Posterior.Data().Len(), "observation"))
	if len(names) == 1 {
		lo, hi := draw.Span(z.Column(0))
		text += fmt.Sprintf(", at %s from %s to %s", names[0], draw.Value(lo), draw.Value(hi))
	} else {
		text += ", over " + draw.List(names)
	}
	p.Say("%s", text)
}
