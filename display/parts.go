package display

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// PartsFigure draws the parts of a fit; [Parts] makes one.
type PartsFigure struct {
	draw.Options[*PartsFigure]
	result *gplib.Result
	names  []string
	lo, hi float64 // the range of x; NaN is the data's
	ticks  plot.Ticker
}

const (
	partHeight = 150 // CSS pixels of one of the stacked panels
	partPoints = 600 // of a curve, which may have many periods
	// mostPartRows is the number of observations that are drawn, evenly spaced among all.
	mostPartRows = 500
)

// Parts draws the posterior of each term of a sum ([gplib.Result.Parts]), such as trend, season
// and the irregular rest, in a panel of its own below the others, with its 95 % band. Dots are the
// observations less the means of all other parts. The percentage is the part's share of the
// variance of f's mean over the observations; shares add up to 100 %, and a negative one is of a
// part that mostly cancels others. A wide band next to a narrow one of f in [Fit] says that the
// data fix the sum but not the part, mostly its level.
//
// Of several inputs it draws the parts that depend on one of them each (see [cov.On]); [Effects]
// draws effects of the inputs of any model. Constant parts are numbers in the legend. Of a model
// with a likelihood the parts are those of the latent f.
//
//	display.Parts(fit).Names("", "trend", "season", "irregular")
func Parts(r *gplib.Result) *PartsFigure {
	f := &PartsFigure{result: r, lo: math.NaN(), hi: math.NaN()}
	f.Options = draw.NewOptions(f, draw.NewFigure("parts", f.draw))
	if r != nil && r.Model.Cov != nil && r.Posterior != nil {
		f.settle(cov.Terms(r.Model.Cov))
	}
	return f
}

// settle sets the standard size for the terms that have panels.
func (f *PartsFigure) settle(terms []cov.Term) {
	x, err := coordinates(f.result.Posterior.Data().X)
	if err != nil {
		return
	}
	if x.Dim() == 1 {
		draw.StandardSize(f.Figure, draw.Width, min(60+partHeight*max(2, len(terms)), draw.MostSide))
		return
	}
	single := 0
	for _, t := range terms {
		if len(t.Dims) == 1 {
			single++
		}
	}
	sizeFor(f.Figure, single)
}

// Names sets the names of the parts in the order of [gplib.Result.Parts], so that the mean
// function, if there is one, is the first; an empty name keeps the standard one.
func (f *PartsFigure) Names(names ...string) *PartsFigure {
	f.names = names
	return f
}

// Between sets the range of the only input; the default is the data's, extended by a twentieth of
// it on both sides.
func (f *PartsFigure) Between(lo, hi float64) *PartsFigure {
	f.lo, f.hi = lo, hi
	return f
}

// XTicks sets the marks of the x axis, such as YearTicks{} or TimeTicks{}, for one input.
func (f *PartsFigure) XTicks(t plot.Ticker) *PartsFigure {
	f.ticks = t
	return f
}

func (f *PartsFigure) draw() ([]*draw.Panel, error) {
	panels, err := f.panels()
	if err != nil {
		return nil, fmt.Errorf("display: Parts: %w", err)
	}
	return panels, nil
}

// fitted are the parts at the observations that are drawn.
type fitted struct {
	x    *cov.Matrix
	y, f []float64 // observations and the mean of f
	// parts are those of [gplib.Result.Parts].
	parts []gplib.FittedPart
}

// fitted returns the parts at the observations, evenly spaced ones where they are many.
func (f *PartsFigure) fitted() (*fitted, error) {
	d := f.result.Posterior.Data()
	x, err := coordinates(d.X)
	switch {
	case err != nil:
		return nil, err
	case x.Len() == 0:
		return nil, errors.New("the posterior keeps no rows, which is so after FitRows and FitPasses; draw fit.Parts(x)")
	}
	some := d.Subset(gplib.Spaced(d.Len(), mostPartRows))
	at := &fitted{x: some.X.(*cov.Matrix), y: some.Y, f: make([]float64, some.Len())}
	if at.parts, err = f.result.Parts(some.X); err != nil {
		return nil, err
	}
	for _, part := range at.parts {
		floats.Add(at.f, part.Mean)
	}
	return at, nil
}

func (f *PartsFigure) panels() ([]*draw.Panel, error) {
	if err := checkResults("Parts", []*gplib.Result{f.result}); err != nil {
		return nil, errors.New("the result is nil or has no posterior")
	}
	at, err := f.fitted()
	if err != nil {
		return nil, err
	}
	if at.x.Dim() > 1 && !(math.IsNaN(f.lo) && math.IsNaN(f.hi)) {
		return nil, fmt.Errorf("Between is for one input, and there are %d", at.x.Dim())
	}
	var panels []*draw.Panel
	var remarks, others []string
	curves := map[int][]gplib.FittedPart{}
	for t, part := range at.parts {
		name := nameAt(f.names, t, part.Name)
		j, ok := f.inputOf(part, at.x)
		switch {
		case isConstant(part):
			remarks = append(remarks, constantText(name, part))
			continue
		case !ok:
			others = append(others, name)
			continue
		}
		if curves[j] == nil {
			if curves[j], err = f.along(j, at.x); err != nil {
				return nil, err
			}
		}
		panels = append(panels, f.panel(curves[j][t], at, t, j, name))
	}
	if len(panels) == 0 {
		return nil, f.nothing(at)
	}
	f.remark(panels, at, remarks, others)
	return f.arrange(panels, at), nil
}

// nothing returns the error of a figure without panels.
func (f *PartsFigure) nothing(at *fitted) error {
	return fmt.Errorf("no part of %v varies with one input alone; display.Effects draws the average effect of each of the %d inputs, "+
		"and a model has parts of single inputs by cov.On, as in cov.Sum(cov.On(cov.SE(1), 0), cov.On(cov.SE(1), 1))",
		f.result.Model.Cov, at.x.Dim())
}

// inputOf returns the only input on which a part depends.
func (f *PartsFigure) inputOf(part gplib.FittedPart, x *cov.Matrix) (j int, ok bool) {
	switch {
	case x.Dim() == 1:
		return 0, true
	case len(part.Dims) == 1:
		return part.Dims[0], true
	}
	return 0, false
}

// isConstant reports whether a part is one number: it depends on no input, or is a mean function
// of one value.
func isConstant(part gplib.FittedPart) bool {
	if part.Cov != nil {
		return part.Dims != nil && len(part.Dims) == 0
	}
	least, greatest := draw.Span(part.Mean)
	return greatest-least <= 1e-12*math.Max(math.Abs(least), math.Abs(greatest))
}

// constantText returns the value of a constant part, with the half width of its 95 % interval.
func constantText(name string, part gplib.FittedPart) string {
	if name == "mean" {
		name = "mean function" // next to the key of the curves
	}
	text := name + " " + draw.Value(part.Mean[0])
	if sd := part.Std()[0]; sd > 0 {
		text += " ± " + draw.Value(z95*sd)
	}
	return text
}

// along returns all parts along input j. The other inputs, which do not matter to the part that is
// drawn, are at their medians.
func (f *PartsFigure) along(j int, x *cov.Matrix) ([]gplib.FittedPart, error) {
	span := FitFigure{lo: f.lo, hi: f.hi}
	lo, hi, err := span.between(x.Column(j))
	if err != nil {
		return nil, err
	}
	grid := mat.NewDense(partPoints, x.Dim(), nil)
	rests := medians(x)
	for i, v := range evenly(lo, hi, partPoints) {
		grid.SetRow(i, rests)
		grid.Set(i, j, v)
	}
	return f.result.Parts(alike(grid, x))
}

// panel draws part t over input j.
func (f *PartsFigure) panel(part gplib.FittedPart, at *fitted, t, j int, name string) *draw.Panel {
	p := draw.NewPanel()
	share := percent(at.parts[t].Share)
	p.Heading = name + ", " + share
	p.X.Label.Text, p.Y.Label.Text = inputNames(at.x, at.x.Dim())[j], f.unit()
	if f.ticks != nil {
		p.X.Tick.Marker = f.ticks
	}
	x := part.X.(*cov.Matrix).Column(j)
	lo, hi := x[0], x[len(x)-1]
	if f.result.Model.Lik == nil {
		rest := floats.SubTo(make([]float64, len(at.y)), at.y, at.f)
		floats.Add(rest, at.parts[t].Mean)
		addRest(p, draw.Dots{X: at.x.Column(j), Y: rest}.Between(lo, hi), "data less the other parts")
	}
	addBand(p, x, part.Mean, part.Std())
	p.X.Min, p.X.Max = lo, hi
	draw.Widen(&p.Y)
	least, greatest := draw.Span(part.Mean)
	p.Say("%s has %s of the variance of the mean of f, and its mean runs from %s to %s",
		name, share, draw.Value(least), draw.Value(greatest))
	return p
}

// percent returns a share to a tenth of a percent.
func percent(share float64) string {
	tenths := math.Round(1000 * share)
	if tenths == 0 && share != 0 {
		return "< 0.1 %"
	}
	return draw.Value(tenths/10) + " %"
}

// unit returns the name of the axis of parts.
func (f *PartsFigure) unit() string {
	if f.result.Model.Lik != nil {
		return "latent f"
	}
	return targetName(f.result.Posterior.Data())
}

// addBand draws a mean and its 95 % band.
func addBand(p *draw.Panel, x, mean, sd []float64) {
	c := draw.Color(0)
	band := draw.Band{X: x, Lower: around(mean, sd, -z95), Upper: around(mean, sd, z95), Color: draw.Faded(c, 0.25)}
	style := draw.Stroke(c, draw.LineWidth)
	p.Add(band, draw.Curve{X: x, Y: mean, Style: style})
	p.Keys = append(p.Keys, draw.Key{Name: "mean", Line: style}, draw.Key{Name: "95 %", Areas: []color.Color{band.Color}})
}

// addRest draws observations less what others explain.
func addRest(p *draw.Panel, dots draw.Dots, name string) {
	dots.Style = draw.DotStyle(4*len(dots.X), draw.MutedColor)
	p.Add(dots)
	p.Keys = append(p.Keys, draw.Key{Name: name, Dot: &dots.Style})
}

// remark describes in the legend what has no panel.
func (f *PartsFigure) remark(panels []*draw.Panel, at *fitted, constants, others []string) {
	first := panels[0]
	first.Remark("%%: share of the variance")
	for _, c := range constants {
		first.Remark("%s", c)
	}
	if len(others) > 0 {
		first.Remark("not drawn, of several inputs: %s", strings.Join(others, ", "))
	}
	if n := f.result.Posterior.Data().Len(); at.x.Len() < n {
		first.Remark("%d of %s", at.x.Len(), draw.Count(n, "row"))
	}
}

// arrange stacks panels of one input, and puts those of several next to one another.
func (f *PartsFigure) arrange(panels []*draw.Panel, at *fitted) []*draw.Panel {
	if at.x.Dim() == 1 {
		draw.Columns(f.Figure, 1)
		draw.ShareNames(f.Figure, panels)
		return panels
	}
	columns, shown := arrange(f.Figure, len(panels))
	if shown < len(panels) {
		panels[0].Remark("%d of %d parts", shown, len(panels))
	}
	shareYName(panels[:shown], columns)
	return panels[:shown]
}
