package display

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"krigo/display/draw"
	"krigo/display/internal/guard"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// Quantiles of the standard normal distribution: half of its mass lies within
// z50 of 0, 95 % within z95.
const (
	z50 = 0.6744897501960817
	z95 = 1.959963984540054
)

// fitPoints is the number of inputs at which a curve is predicted.
const fitPoints = 400

// FitFigure draws the results of fits: the data, the posterior mean, bands of the
// latent f and, apart from them, the interval of a new observation y.
type FitFigure struct {
	draw.Options[*FitFigure]
	results []*gplib.Result
	names   []string
	lo, hi  float64 // the range of x; NaN is the data's
	test    gplib.Data
	samples int
	ticks   plot.Ticker
	apart   placing
}

// Fit draws one or more results on inputs of one dimension. One result shows the 50 % and
// the 95 % band of f, two show the 95 % bands, each in its own colour, and three or more
// have separate panels (Together and Apart choose). Results of the same data share its points;
// where data differ, as those of gplib.Result.Outputs do, each result's points have its colour.
// Dashed lines bound
// 95 % of new observations y. Of a model with a likelihood the bands are those of the probability of
// the label 1, or of the mean of y. Of data with derivatives and integrals (cov.Functionals) the
// observed values of f are drawn. Results on inputs of several dimensions are drawn as predicted
// against observed values instead: those of test data, or leave-one-out predictions if the posterior
// has them; the legend says which.
//
//	display.Fit(ml, admm).Names("ML", "GPCV").Between(1958, 2010).Labels("year", "CO₂ (ppm)")
func Fit(results ...*gplib.Result) *FitFigure {
	f := &FitFigure{results: results, names: gplib.Names(results...), lo: math.NaN(), hi: math.NaN()}
	f.Options = draw.NewOptions(f, draw.NewFigure("fit", f.draw))
	f.arrange()
	return f
}

// Names sets the names in the legend; the default is [gplib.Names].
func (f *FitFigure) Names(names ...string) *FitFigure {
	f.names = renamed(f.names, names)
	return f
}

// Between sets the range of inputs to predict; the default is that of the data of all results,
// extended by a twentieth of it on both sides. Inputs of several dimensions have no such range.
func (f *FitFigure) Between(lo, hi float64) *FitFigure {
	f.lo, f.hi = lo, hi
	return f
}

// Test adds observations that were not fitted.
func (f *FitFigure) Test(d gplib.Data) *FitFigure {
	f.test = d
	return f
}

// XTicks sets the marks of the x axis, such as YearTicks{} or TimeTicks{}.
func (f *FitFigure) XTicks(t plot.Ticker) *FitFigure {
	f.ticks = t
	return f
}

func (f *FitFigure) draw() ([]*draw.Panel, error) {
	if err := checkResults("Fit", f.results); err != nil {
		return nil, err
	}
	if _, err := line(f.results[0].Posterior.Data().X); err != nil {
		draw.Columns(f.Figure, 1)
		if err := f.checkScatter(); err != nil {
			return nil, err
		}
		return f.scatter()
	}
	if f.isApart() {
		return f.panels()
	}
	x, err := f.inputs()
	if err != nil {
		return nil, err
	}
	p, err := f.panel(x)
	return []*draw.Panel{p}, err
}

// panel draws all results on one another, over a range that covers the inputs x.
func (f *FitFigure) panel(x []float64) (*draw.Panel, error) {
	lo, hi, err := f.between(x)
	if err != nil {
		return nil, err
	}
	data, err := f.observations()
	if err != nil {
		return nil, err
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = axisNames(f.results[0].Posterior.Data())
	if f.ticks != nil {
		p.X.Tick.Marker = f.ticks
	}
	predictions, err := f.predict(lo, hi)
	if err != nil {
		return nil, err
	}
	if len(predictions) == 1 {
		addFit(p, predictions[0])
	} else {
		addFits(p, predictions, f.names, f.results, data)
	}
	if err := f.addSamples(p, lo, hi); err != nil {
		return nil, err
	}
	data.add(p, lo, hi)
	if err := f.addTest(p, lo, hi); err != nil {
		return nil, err
	}
	p.X.Min, p.X.Max = lo, hi
	draw.Widen(&p.Y)
	f.say(p, predictions, data)
	return p, nil
}

// sameWidth is the relative difference up to which two widths count as equal. It exceeds the
// rounding errors of widths that are equal by symmetry (so that all kernels name the same one
// first), and is smaller than a visible difference.
const sameWidth = 1e-6

// say describes for each result where its mean runs and where its uncertainty is
// largest.
func (f *FitFigure) say(p *draw.Panel, predictions []forecast, data fitData) {
	var told []string
	if data.own {
		told = append(told, "The results have different data, each drawn in the colour of its result.")
	}
	for i, q := range predictions {
		least, greatest := draw.Span(q.mean)
		widest := 0
		for k, width := range q.widths {
			if width > (1+sameWidth)*q.widths[widest] {
				widest = k
			}
		}
		mean := "the mean of f"
		if q.likelihood != nil {
			mean = q.of
		}
		told = append(told, fmt.Sprintf("%s, %s: %s runs from %s to %s over %s from %s to %s, and its 95 %% band is widest, ± %s, at %s = %s.",
			nameAt(f.names, i, resultName(f.results[i], i)), f.counted(i, data), mean,
			draw.Value(least), draw.Value(greatest), p.X.Label.Text, draw.Value(q.x[0]), draw.Value(q.x[len(q.x)-1]),
			draw.Value(q.widths[widest]), p.X.Label.Text, draw.Value(q.x[widest])))
	}
	p.Say("%s", strings.Join(told, " "))
}

// axisNames returns the names of the input and of the target of data of one dimension.
func axisNames(d gplib.Data) (x, y string) {
	x = "x"
	if m, ok := d.X.(*cov.Matrix); ok {
		if m.Names() != nil {
			x = m.Names()[0]
		}
		if means, _ := m.Standardisations(); means != nil {
			x += ", standardised"
		}
	}
	return x, targetName(d)
}

func checkResults(name string, results []*gplib.Result) error {
	if len(results) == 0 {
		return fmt.Errorf("display: %s: there is no result", name)
	}
	for i, r := range results {
		if r == nil || r.Posterior == nil {
			return fmt.Errorf("display: %s: result %d has no posterior", name, i)
		}
	}
	return nil
}

// line returns the coordinates of inputs in one dimension, of functionals those of their points.
func line(x cov.Inputs) ([]float64, error) {
	if l, ok := x.(*cov.FunctionalInputs); ok && l != nil {
		x = l.Points()
	}
	m, ok := x.(mat.Matrix)
	if !ok || guard.IsNil(m) {
		return nil, fmt.Errorf("display: inputs of type %T are not numbers", x)
	}
	n, d := m.Dims()
	if d != 1 {
		return nil, fmt.Errorf("display: inputs have %d dimensions, want 1", d)
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = m.At(i, 0)
	}
	return out, nil
}

func (f *FitFigure) between(x []float64) (lo, hi float64, err error) {
	lo, hi = draw.Span(x)
	if lo > hi {
		lo, hi = 0, 1
	}
	edge := 0.05 * (hi - lo)
	if edge == 0 {
		edge = 1
	}
	lo, hi = lo-edge, hi+edge
	if !math.IsNaN(f.lo) {
		lo = f.lo
	}
	if !math.IsNaN(f.hi) {
		hi = f.hi
	}
	if !draw.FiniteRange(lo, hi) {
		return 0, 0, fmt.Errorf("display: Between(%g, %g): want a lower and a higher number", f.lo, f.hi)
	}
	return lo, hi, nil
}

func (f *FitFigure) predict(lo, hi float64) ([]forecast, error) {
	x := make([]float64, fitPoints)
	for i := range x {
		x[i] = lo + (hi-lo)*float64(i)/(fitPoints-1)
	}
	grid := cov.Line(x).Like(f.results[0].Posterior.Data().X)
	out := make([]forecast, len(f.results))
	for i, r := range f.results {
		p, err := r.Posterior.Predict(grid)
		if err != nil {
			return nil, fmt.Errorf("display: predict with result %d: %w", i, err)
		}
		if len(p.Mean) != len(x) || len(p.Var) != len(x) || len(p.VarY) != len(x) {
			return nil, errors.New("display: a prediction and its inputs differ in length")
		}
		out[i] = forecastOf(x, p, i)
	}
	return out, nil
}

// around returns mean + z·sd.
func around(mean, sd []float64, z float64) []float64 {
	out := make([]float64, len(mean))
	for i := range mean {
		out[i] = mean[i] + z*sd[i]
	}
	return out
}

func addFit(p *draw.Panel, f forecast) {
	c := draw.Color(f.baseColor)
	outer := draw.Band{X: f.x, Lower: f.most.lower, Upper: f.most.upper, Color: draw.Faded(c, 0.18)}
	inner := draw.Band{X: f.x, Lower: f.half.lower, Upper: f.half.upper, Color: draw.Faded(c, 0.25)}
	p.Add(outer, inner)
	addObserved(p, f, draw.Faded(c, 0.75))
	p.Add(draw.Curve{X: f.x, Y: f.mean, Style: draw.Stroke(c, draw.LineWidth)})
	p.Keys = append(p.Keys,
		draw.Key{Name: "mean", Line: draw.Stroke(c, draw.LineWidth)},
		draw.Key{Name: "50 % of " + f.of, Areas: []color.Color{outer.Color, inner.Color}},
		draw.Key{Name: "95 % of " + f.of, Areas: []color.Color{outer.Color}},
	)
	if f.observed.lower != nil {
		p.Keys = append(p.Keys, draw.Key{Name: "95 % of y", Line: draw.Stroke(draw.Faded(c, 0.75), 0.9, 3, 2)})
	}
}

// addObserved draws the limits between which 95 % of new observations lie.
func addObserved(p *draw.Panel, f forecast, c color.Color) {
	if f.observed.lower == nil {
		return
	}
	style := draw.Stroke(c, 0.9, 3, 2)
	p.Add(draw.Curve{X: f.x, Y: f.observed.lower, Style: style}, draw.Curve{X: f.x, Y: f.observed.upper, Style: style})
}

func addFits(p *draw.Panel, forecasts []forecast, names []string, results []*gplib.Result, data fitData) {
	for _, f := range forecasts {
		p.Add(draw.Band{X: f.x, Lower: f.most.lower, Upper: f.most.upper, Color: draw.Faded(draw.Color(f.baseColor), 0.16)})
	}
	for i, f := range forecasts {
		c := draw.Color(f.baseColor)
		addObserved(p, f, draw.Faded(c, 0.6))
		p.Add(draw.Curve{X: f.x, Y: f.mean, Style: draw.Stroke(c, draw.LineWidth)})
		p.Keys = append(p.Keys, draw.Key{Name: nameAt(names, i, resultName(results[i], i)), Line: draw.Stroke(c, draw.LineWidth), Dot: data.dot(i)})
	}
	p.Keys = append(p.Keys,
		draw.Key{Name: "95 % of " + bandsOf(forecasts), Areas: []color.Color{draw.Faded(draw.MutedColor, 0.2)}})
	if slices.ContainsFunc(forecasts, func(f forecast) bool { return f.observed.lower != nil }) {
		p.Keys = append(p.Keys, draw.Key{Name: "95 % of y", Line: draw.Stroke(draw.MutedColor, 0.9, 3, 2)})
	}
}

// bandsOf names what the bands of all forecasts are of.
func bandsOf(forecasts []forecast) string {
	for _, f := range forecasts {
		if f.of != forecasts[0].of {
			return "the mean of y"
		}
	}
	return forecasts[0].of
}

func nameAt(names []string, i int, standard string) string {
	if i < len(names) && names[i] != "" {
		return names[i]
	}
	return standard
}
