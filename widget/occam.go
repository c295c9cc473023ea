package widget

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/cell"
	"krigo/display/draw"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/param"
	"krigo/internal/explore"
	"krigo/internal/words"
)

const (
	occamRows   = 150
	occamSets   = 61 // data sets of the axis, the data's own in the middle
	occamInputs = 50 // of a curve
	occamReach  = 10 // the data sets go from the own lengthscale over it to it times this
)

// OccamFigure compares models by their evidence over data sets; [Occam] makes one.
type OccamFigure struct {
	model  gplib.Model
	data   gplib.Data
	models []gplib.Model
	over   string
	names  []string

	ran     *occam
	picture cell.Bundle
}

// Occam returns a figure of Occam's razor (MacKay 2003, figure 28.3), to be a cell's value: the evidence
// of two to six models, their log marginal likelihood, over data sets that go from smooth to rough. A
// needle marks the data set, which a slider changes by its true lengthscale; next to it are the data
// with each model's mean, and below it the data fit and the complexity penalty of each model, and its
// probability if all are equally probable before the data.
//
//	widget.Occam(fit.Model, data)
//
// The data sets are draws of m with other lengthscales and the random numbers of the data: L(l)z,
// where L(l) is the Cholesky factor of the covariance of y at the lengthscale l, and z solves
// L(l)z = y at that of m. So the data are the one in the middle. The models keep their parameters over
// all data sets. Without models they are m with four times its lengthscale, with its own, and with a
// quarter of it: the first is sure of few data sets, the last prepared for many.
//
// The data have one input and 150 rows or fewer. In krigo's pages, among them those of krigo run
// --html, the slider moves and can be played; elsewhere the figure is a picture of the evidence.
func Occam(m gplib.Model, d gplib.Data, models ...gplib.Model) *OccamFigure {
	return &OccamFigure{model: m, data: d, models: models}
}

// Over chooses the positive parameter of m by which data sets differ, as in [gplib.Model.Param], instead
// of its only lengthscale.
func (f *OccamFigure) Over(name string) *OccamFigure {
	f.over, f.ran = name, nil
	return f
}

// Names sets the models' names. By default they are those of their covariance functions, with a number
// behind where several models have the same.
func (f *OccamFigure) Names(names ...string) *OccamFigure {
	f.names, f.ran = names, nil
	return f
}

// String compares the models by the data, if the figure has been shown.
func (f *OccamFigure) String() string {
	if f.ran == nil {
		return "the evidence of models over data sets"
	}
	return f.ran.ranking()
}

// MIMEBundle shows the figure: as numbers from which krigo's pages draw it, with a picture for all
// others.
func (f *OccamFigure) MIMEBundle() map[string]any {
	bundle, err := f.bundle()
	if err != nil {
		return mime.Failed(fmt.Errorf("widget: Occam: %w", err)).Data
	}
	return bundle
}

// MIMEMetadata returns the metadata of the picture.
func (f *OccamFigure) MIMEMetadata() map[string]any { return f.picture.Metadata }

func (f *OccamFigure) bundle() (map[string]any, error) {
	o, err := f.run()
	if err != nil {
		return nil, err
	}
	if f.picture, err = mime.Check(o.still()); err != nil {
		return nil, err
	}
	f.picture.Data[mime.TypePlain] = o.ranking()
	if !pagesDraw() {
		return f.picture.Data, nil
	}
	m, err := openRecorded("the figure of Occam", "occam", o)
	if err != nil {
		return nil, err
	}
	return m.onPages(f.picture), nil
}

// run computes the figure, once for the options.
func (f *OccamFigure) run() (*occam, error) {
	if f.ran != nil {
		return f.ran, nil
	}
	x, err := f.inputs()
	if err != nil {
		return nil, err
	}
	if f.model, err = explore.Named(f.model, x); err != nil {
		return nil, err
	}
	p, err := f.check(x)
	if err != nil {
		return nil, err
	}
	o := &occam{Param: p.Name, Own: occamSets / 2, Input: "x", Target: cmp.Or(f.data.Target, "y"), X: x.Column(0)}
	if names := x.Names(); names != nil {
		o.Input = names[0]
	}
	if err := o.draw(f.model, f.data, p); err != nil {
		return nil, err
	}
	models, names, err := f.compared(p)
	if err != nil {
		return nil, err
	}
	for i, m := range models {
		if err := o.compare(names[i], m, f.data); err != nil {
			return nil, fmt.Errorf("model %d (%s): %w", i+1, names[i], err)
		}
	}
	f.ran = o
	return o, nil
}

// inputs returns the inputs of the data, or what is wrong with these.
func (f *OccamFigure) inputs() (*cov.Matrix, error) {
	if err := f.data.Check(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	x, ok := f.data.X.(*cov.Matrix)
	if !ok || x.Dim() != 1 {
		return nil, fmt.Errorf("the inputs are %v, and the figure needs one input that is a number", f.data.X)
	}
	if isStandardised(x) {
		return nil, errors.New("the inputs are standardised, and the figure needs them in their own unit")
	}
	switch n := f.data.Len(); {
	case n < 2:
		return nil, fmt.Errorf("the data have %s, and the figure needs 2 to %d", words.Count(n, "row"), occamRows)
	case n > occamRows:
		return nil, fmt.Errorf("the data have %d rows, and the figure needs 2 to %d: pass a part, such as data.Subset(gplib.Spaced(%d, %d))",
			n, occamRows, n, occamRows)
	}
	return x, nil
}

// check returns the parameter by which data sets differ, or what is wrong with the models.
func (f *OccamFigure) check(x *cov.Matrix) (cov.Param, error) {
	switch n := len(f.models); {
	case n == 1:
		return cov.Param{}, errors.New("there is one model: pass two to six, or none for three lengthscales")
	case n > mostLearners:
		return cov.Param{}, fmt.Errorf("there are %d models: pass at most %d", n, mostLearners)
	}
	if err := f.model.Check(x); err != nil {
		return cov.Param{}, err
	}
	for i, m := range f.models {
		if err := m.Check(x); err != nil {
			return cov.Param{}, fmt.Errorf("model %d: %w", i+1, err)
		}
	}
	p, err := f.parameter()
	if err == nil && (p.Transform == cov.Identity || !(p.Value > 0)) {
		err = fmt.Errorf("%s is not a positive parameter", p.Name)
	}
	return p, err
}

// parameter finds the parameter by which data sets differ.
func (f *OccamFigure) parameter() (cov.Param, error) {
	if f.over != "" {
		return f.model.Param(f.over)
	}
	var found []cov.Param
	for _, p := range f.model.Params() {
		if p.Role == param.RoleLengthscale {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		return cov.Param{}, fmt.Errorf("the model has %s: choose the parameter by which data sets differ by Over", words.Count(len(found), "lengthscale"))
	}
	return found[0], nil
}

// compared returns the models and their names.
func (f *OccamFigure) compared(p cov.Param) (models []gplib.Model, names []string, err error) {
	models = f.models
	for _, m := range models {
		names = append(names, fmt.Sprint(m.Cov))
	}
	if len(models) == 0 {
		for _, factor := range []float64{4, 1, 0.25} {
			m, err := f.model.Set(p.Name, p.Value*factor)
			if err != nil {
				return nil, nil, err
			}
			models, names = append(models, m), append(names, p.Name+" "+words.Number(p.Value*factor, 3))
		}
	}
	if f.names != nil {
		if names = f.names; len(names) != len(models) {
			return nil, nil, fmt.Errorf("Names has %s for %s", words.Count(len(names), "name"), words.Count(len(models), "model"))
		}
	}
	return models, distinct(names), nil
}

// occam is the content of the figure in a page.
type occam struct {
	Param  string       `json:"param"`  // by which data sets differ
	Values series       `json:"values"` // of it, ascending
	Own    int          `json:"own"`    // the position of the data
	Input  string       `json:"input"`
	Target string       `json:"target"`
	X      series       `json:"x"`
	Sets   []series     `json:"sets"` // a data set for each value
	At     series       `json:"at"`   // inputs of means
	Models []occamModel `json:"models"`

	sets []gplib.Data
}

// occamModel is a model with what it makes of each data set.
type occamModel struct {
	Name       string   `json:"name"`
	DataFit    series   `json:"dataFit"`
	Complexity float64  `json:"complexity"` // the same for all, as is Constant
	Constant   float64  `json:"constant"`
	Mean       []series `json:"mean"`
}

// evidence returns the log marginal likelihood of a data set.
func (m occamModel) evidence(set int) float64 { return m.DataFit[set] + m.Complexity + m.Constant }

// draw draws the data sets.
func (o *occam) draw(m gplib.Model, d gplib.Data, p cov.Param) error {
	own, err := halfOf(m, d)
	if err != nil {
		return err
	}
	z := mat.NewDense(d.Len(), 1, m.Residuals(d))
	own.SolveHalf(z)
	low, high := math.Log(max(p.Value/occamReach, p.Min)), math.Log(min(p.Value*occamReach, p.Max))
	for i := range occamSets {
		// The own value is in the middle, whatever the bounds.
		value, set := math.Exp(low+(math.Log(p.Value)-low)*float64(i)/float64(o.Own)), d
		switch {
		case i == o.Own:
			value = p.Value
		case i > o.Own:
			value = math.Exp(math.Log(p.Value) + (high-math.Log(p.Value))*float64(i-o.Own)/float64(o.Own))
		}
		if i != o.Own {
			if set, err = drawn(m, d, p.Name, value, z.RawMatrix().Data); err != nil {
				return err
			}
		}
		o.Values, o.sets, o.Sets = append(o.Values, value), append(o.sets, set), append(o.Sets, shortened(set.Y, 5))
	}
	return nil
}

// drawn returns the data set of a value of the parameter.
func drawn(m gplib.Model, d gplib.Data, name string, value float64, z []float64) (gplib.Data, error) {
	m, err := m.Set(name, value)
	if err != nil {
		return gplib.Data{}, err
	}
	half, err := halfOf(m, d)
	if err != nil {
		return gplib.Data{}, err
	}
	set := gplib.Data{X: d.X, Y: make([]float64, d.Len()), Target: d.Target}
	half.MulHalf(set.Y, z)
	floats.Add(set.Y, m.MeanAt(d.X))
	return set, nil
}

// halfOf returns the Cholesky factor of the covariance of y.
func halfOf(m gplib.Model, d gplib.Data) (*linalg.Cholesky, error) {
	n := d.Len()
	c, noise := mat.NewDense(n, n, nil), make([]float64, n)
	m.Cov.Gram(c, d.X, d.X)
	m.Noise.Var(noise, d.X)
	for i, v := range noise {
		c.Set(i, i, c.At(i, i)+v)
	}
	return linalg.Factorize(c)
}

// compare adds a model with its evidence and its mean of each data set.
func (o *occam) compare(name string, m gplib.Model, d gplib.Data) error {
	low, high := slices.Min(o.X), slices.Max(o.X)
	at := cov.Grid(low, high, occamInputs).Like(d.X)
	o.At = shortened(at.Column(0), 6)
	c := occamModel{Name: name}
	for _, set := range o.sets {
		if mime.Interrupted() {
			return errInterrupted
		}
		posterior, err := gplib.Condition(m, set)
		if err != nil {
			return err
		}
		terms, err := posterior.Terms()
		if err != nil {
			return err
		}
		p, err := posterior.Predict(at)
		if err != nil {
			return err
		}
		c.DataFit, c.Mean = append(c.DataFit, explore.Short(terms.DataFit, 8)), append(c.Mean, shortened(p.Mean, 4))
		c.Complexity, c.Constant = explore.Short(terms.Complexity, 8), explore.Short(terms.Constant, 8)
	}
	o.Models = append(o.Models, c)
	return nil
}

// probabilities returns the probabilities of the models by a data set, if they are equally probable
// before it.
func (o *occam) probabilities(set int) []float64 {
	ps := make([]float64, len(o.Models))
	for i, m := range o.Models {
		ps[i] = m.evidence(set)
	}
	sum := floats.LogSumExp(ps)
	for i := range ps {
		ps[i] = math.Exp(ps[i] - sum)
	}
	return ps
}

// ranking compares the models by the data.
func (o *occam) ranking() string {
	var b strings.Builder
	fmt.Fprintf(&b, "The evidence of %s for your data, whose %s is %s, and their probabilities if they are equally probable before:",
		words.Count(len(o.Models), "model"), o.Param, words.Number(o.Values[o.Own], 3))
	for i, p := range o.probabilities(o.Own) {
		m := o.Models[i]
		fmt.Fprintf(&b, "\n%s: log evidence %s (data fit %s, complexity penalty %s), probability %s", m.Name,
			words.Number(m.evidence(o.Own), 4), words.Number(m.DataFit[o.Own], 4), words.Number(m.Complexity, 4), words.Number(p, 2))
	}
	return b.String()
}

// still draws the evidence over the data sets, for readers without a page of krigo.
func (o *occam) still() any {
	return draw.NewFigure("occam", func() ([]*draw.Panel, error) {
		p := draw.NewPanel()
		p.X.Label.Text, p.Y.Label.Text = "true "+o.Param+" of the data set", "log evidence"
		draw.SetLog(&p.X)
		xs := make([]float64, len(o.Values))
		for i, v := range o.Values {
			xs[i] = draw.Log10(v)
		}
		low, high := o.heights()
		for k, m := range o.Models {
			ys := make([]float64, len(xs))
			for i := range ys {
				ys[i] = max(m.evidence(i), low-(high-low))
			}
			style := draw.Stroke(draw.Color(k), draw.LineWidth)
			p.Add(draw.Curve{X: xs, Y: ys, Style: style})
			p.Keys = append(p.Keys, draw.Key{Name: m.Name, Line: style})
		}
		needle := draw.Stroke(draw.InkColor, 1)
		p.Add(draw.Curve{X: []float64{xs[o.Own], xs[o.Own]}, Y: []float64{low, high}, Style: needle})
		p.Keys = append(p.Keys, draw.Key{Name: "your data", Line: needle})
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = xs[0], xs[len(xs)-1], low, high
		p.Say("%s", strings.ReplaceAll(o.ranking(), "\n", " "))
		return []*draw.Panel{p}, nil
	})
}

// heights returns the range of the evidence that is drawn: that of the best model of each data set, half
// as much below it, and a tenth above.
func (o *occam) heights() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range o.Values {
		best := math.Inf(-1)
		for _, m := range o.Models {
			best = max(best, m.evidence(i))
		}
		low, high = min(low, best), max(high, best)
	}
	span := max(high-low, 5)
	return low - span/2, high + span/10
}
