package display

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// ContourFigure draws a posterior over two inputs; [Contour] makes one.
type ContourFigure struct {
	draw.Options[*ContourFigure]
	result *gplib.Result
	over   []string
	test   gplib.Data
	truth  func(x []float64) float64
	ranges []float64 // xlo, xhi, ylo, yhi; nil is the data's
}

const (
	// contourSide is the number of values of each input.
	contourSide = 32
	// contourLevels is about the number of levels.
	contourLevels = 8
	// contourPanel is the standard width of a panel in CSS pixels.
	contourPanel = 330
)

// Contour draws the mean of f over two inputs next to its standard deviation, with the
// places of the training data. Of more inputs, Over chooses two, and the others are
// held at their medians. Test and Truth add the absolute error, which should match the
// standard deviation.
//
//	display.Contour(fit).Over("area", "age").Test(test)
func Contour(r *gplib.Result) *ContourFigure {
	f := &ContourFigure{result: r}
	f.Options = draw.NewOptions(f, draw.NewFigure("contour", f.draw))
	draw.StandardSize(f.Figure, 2*contourPanel, 320)
	return f
}

// Over chooses the two inputs, by their names, if there are more: the others are held
// at their medians. The default is the first two. Inputs without names are x[0], x[1]
// and so on.
func (f *ContourFigure) Over(a, b string) *ContourFigure {
	f.over = []string{a, b}
	return f
}

// Between sets the ranges of the two inputs; the default is the data's.
func (f *ContourFigure) Between(xlo, xhi, ylo, yhi float64) *ContourFigure {
	f.ranges = []float64{xlo, xhi, ylo, yhi}
	return f
}

// Test adds a panel of observations that were not fitted, coloured by the absolute
// error of the mean, which should match the standard deviation.
func (f *ContourFigure) Test(d gplib.Data) *ContourFigure {
	f.test = d
	draw.StandardSize(f.Figure, 3*contourPanel, 320)
	return f
}

// Truth adds a panel of the absolute difference of the mean and the true function, if
// that is known.
func (f *ContourFigure) Truth(truth func(x []float64) float64) *ContourFigure {
	f.truth = truth
	draw.StandardSize(f.Figure, 3*contourPanel, 320)
	return f
}

func (f *ContourFigure) draw() ([]*draw.Panel, error) {
	panels, err := f.panels()
	if err != nil {
		return nil, fmt.Errorf("display: Contour: %w", err)
	}
	return panels, nil
}

func (f *ContourFigure) panels() ([]*draw.Panel, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	g, err := f.grid()
	if err != nil {
		return nil, err
	}
	q, err := f.result.Posterior.Predict(g.points)
	if err != nil {
		return nil, err
	}
	if len(q.Mean) != g.points.Len() || len(q.Var) != g.points.Len() {
		return nil, errors.New("a prediction and its inputs differ in length")
	}
	sd := q.Std()
	of, mean := meanOf(q)
	panels := []*draw.Panel{g.panel("mean of "+of, mean), g.panel("sd of f", sd)}
	if f.truth != nil {
		panels = append(panels, g.panel("absolute error", g.errors(mean, f.truth)))
	}
	if f.test.X != nil {
		p, err := f.testPanel(g)
		if err != nil {
			return nil, fmt.Errorf("test data: %w", err)
		}
		panels = append(panels, p)
	}
	panels = f.arrange(panels)
	f.addTraining(panels, g)
	f.say(panels[0], g, of, mean, sd)
	return panels, nil
}

func (f *ContourFigure) check() error {
	if f.result == nil || f.result.Posterior == nil {
		return errors.New("the result is nil or has no posterior")
	}
	x, err := coordinates(f.result.Posterior.Data().X)
	switch {
	case err != nil:
		return err
	case x.Dim() < 2:
		return fmt.Errorf("the inputs have %d dimension, want 2 or more; use Fit to draw one", x.Dim())
	case x.Len() == 0:
		return errors.New("the posterior has no data; there is no range to draw")
	}
	return nil
}

// HasPlane reports whether [Contour] can draw r over its only two inputs: both vary, and
// the model is defined between observed points, unlike for an input that is the number of
// a group.
func HasPlane(r *gplib.Result) bool {
	x, err := coordinates(r.Posterior.Data().X)
	if err != nil || x.Dim() != 2 {
		return false
	}
	const part = 0.382 // of the way, where hardly a grid of observed values has a point
	between := mat.NewDense(1, 2, nil)
	for k := range 2 {
		lo, hi := draw.Span(x.Column(k))
		if !draw.FiniteRange(lo, hi) {
			return false
		}
		between.Set(0, k, lo+part*(hi-lo))
	}
	return r.Model.CheckAt(alike(between, x), x) == nil
}

// arrange puts the panels next to one another and omits those for which the figure is
// too small.
func (f *ContourFigure) arrange(panels []*draw.Panel) []*draw.Panel {
	columns, shown := arrange(f.Figure, len(panels))
	if shown < len(panels) {
		panels[0].Remark("%d of %d panels", shown, len(panels))
		panels = panels[:shown]
	}
	if columns > 1 {
		draw.ShareNames(f.Figure, panels)
	}
	for _, p := range panels[1:] {
		p.Silence()
	}
	return panels
}

// plane is a grid over two inputs, with the others held fixed.
type plane struct {
	names  []string
	a, b   int
	rests  []float64
	x, y   []float64
	points *cov.Matrix
}

func (f *ContourFigure) grid() (*plane, error) {
	of, err := coordinates(f.result.Posterior.Data().X)
	if err != nil {
		return nil, err
	}
	g := &plane{names: inputNames(of, of.Dim()), rests: medians(of)}
	if g.a, g.b, err = twoOf(g.names, f.over); err != nil {
		return nil, err
	}
	ranges := f.ranges
	if ranges == nil {
		xlo, xhi := draw.Span(of.Column(g.a))
		ylo, yhi := draw.Span(of.Column(g.b))
		ranges = []float64{xlo, xhi, ylo, yhi}
	}
	if !draw.FiniteRange(ranges[0], ranges[1]) || !draw.FiniteRange(ranges[2], ranges[3]) {
		return nil, fmt.Errorf("%s from %g to %g and %s from %g to %g: want lower and higher numbers (set them with Between)",
			g.names[g.a], ranges[0], ranges[1], g.names[g.b], ranges[2], ranges[3])
	}
	g.x, g.y = evenly(ranges[0], ranges[1], contourSide), evenly(ranges[2], ranges[3], contourSide)
	points := mat.NewDense(len(g.x)*len(g.y), len(g.rests), nil)
	for j, y := range g.y {
		for i, x := range g.x {
			row := points.RawRowView(j*len(g.x) + i)
			copy(row, g.rests)
			row[g.a], row[g.b] = x, y
		}
	}
	g.points = alike(points, of)
	return g, nil
}

// panel draws values at the points by levels.
func (g *plane) panel(heading string, values []float64) *draw.Panel {
	p := draw.NewPanel()
	p.Heading = heading
	p.X.Label.Text, p.Y.Label.Text = g.names[g.a], g.names[g.b]
	rows := slices.Collect(slices.Chunk(values, len(g.x)))
	if !p.AddLevels(g.x, g.y, rows, contourLevels) {
		p.Remark("%s: %s everywhere", heading, draw.Value(values[0]))
	}
	g.settle(p)
	return p
}

func (g *plane) settle(p *draw.Panel) {
	p.X.Min, p.X.Max = g.x[0], g.x[len(g.x)-1]
	p.Y.Min, p.Y.Max = g.y[0], g.y[len(g.y)-1]
}

// errors returns the absolute differences of the mean and the truth.
func (g *plane) errors(mean []float64, truth func(x []float64) float64) []float64 {
	out := make([]float64, len(mean))
	for i, m := range mean {
		out[i] = math.Abs(m - truth(g.points.Row(i)))
	}
	return out
}

// inside returns the positions of points whose two inputs are in the ranges drawn.
func (g *plane) inside(x *cov.Matrix) []int {
	var index []int
	for i := range x.Len() {
		u, v := x.At(i, g.a), x.At(i, g.b)
		if g.x[0] <= u && u <= g.x[len(g.x)-1] && g.y[0] <= v && v <= g.y[len(g.y)-1] {
			index = append(index, i)
		}
	}
	return index
}

// addTraining marks the training inputs, on all panels but that of test data.
func (f *ContourFigure) addTraining(panels []*draw.Panel, g *plane) {
	x, err := coordinates(f.result.Posterior.Data().X)
	if err != nil {
		return
	}
	g.addData(panels, x)
	if rest := g.rest(); rest != "" {
		panels[0].Remark("%s", rest)
	}
}

// addData marks the inputs x, on all panels but that of test data.
func (g *plane) addData(panels []*draw.Panel, x *cov.Matrix) {
	index := g.inside(x)
	style := draw.DotStyle(len(index), draw.InkColor)
	style.Shape = draw.Rimmed{}
	style.Radius *= 0.8
	var u, v []float64
	for _, i := range index {
		u, v = append(u, x.At(i, g.a)), append(v, x.At(i, g.b))
	}
	for _, p := range panels {
		if p.Heading != testHeading {
			p.Add(draw.Dots{X: u, Y: v, Style: style})
		}
		g.settle(p)
	}
	panels[0].Keys = append(panels[0].Keys, draw.Key{Name: "training data", Dot: &style})
}

// rest names the values of the inputs that are not drawn.
func (g *plane) rest() string {
	switch n := len(g.rests) - 2; n {
	case 0:
		return ""
	case 1:
		other := 3 - g.a - g.b
		return fmt.Sprintf("%s at %s", g.names[other], draw.Value(g.rests[other]))
	default:
		return fmt.Sprintf("the other %d inputs at their medians", n)
	}
}

// testHeading is the heading of the panel of test data.
const testHeading = "absolute error, test data"

// testPanel draws the test data coloured by the error of the mean, at all their
// inputs.
func (f *ContourFigure) testPanel(g *plane) (*draw.Panel, error) {
	if err := f.test.Check(); err != nil {
		return nil, err
	}
	x, err := coordinates(f.test.X)
	if err != nil {
		return nil, err
	}
	q, err := f.result.Posterior.Predict(f.test.X)
	if err != nil {
		return nil, err
	}
	p := draw.NewPanel()
	p.Heading = testHeading
	p.X.Label.Text, p.Y.Label.Text = g.names[g.a], g.names[g.b]
	index := g.inside(x)
	if len(index) == 0 {
		return nil, errors.New("none of them are in the ranges drawn (set these with Between)")
	}
	_, mean := meanOf(q)
	largest := 0.0
	for _, i := range index {
		largest = math.Max(largest, math.Abs(f.test.Y[i]-mean[i]))
	}
	bar := draw.ColorBar{Max: largest, Colors: draw.Viridis(orderShades).Colors()}
	for _, i := range index {
		style := vgdraw.GlyphStyle{Color: bar.Of(math.Abs(f.test.Y[i] - mean[i])), Radius: vg.Points(3), Shape: draw.Rimmed{}}
		p.Add(draw.Dots{X: []float64{x.At(i, g.a)}, Y: []float64{x.At(i, g.b)}, Style: style})
	}
	p.SetColorBar(bar)
	return p, nil
}

func (f *ContourFigure) say(p *draw.Panel, g *plane, of string, mean, sd []float64) {
	lo, hi := draw.Span(mean)
	least, most := draw.Span(sd)
	at := slices.Index(sd, most)
	spread := "its standard deviation"
	if of != "f" {
		spread = "the standard deviation of f"
	}
	text := fmt.Sprintf("The posterior mean of %s over %s and %s lies between %s and %s; %s is between %s and %s, "+
		"the largest at %s = %s and %s = %s", of, g.names[g.a], g.names[g.b], draw.Value(lo), draw.Value(hi), spread, draw.Value(least), draw.Value(most),
		g.names[g.a], draw.Value(g.x[at%len(g.x)]), g.names[g.b], draw.Value(g.y[at/len(g.x)]))
	if rest := g.rest(); rest != "" {
		text += "; " + rest
	}
	p.Say("%s", text)
}
