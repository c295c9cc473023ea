package display

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// PriorFigure draws a model before it has seen observations; [Prior] makes one.
type PriorFigure struct {
	draw.Options[*PriorFigure]
	model  gplib.Model
	data   gplib.Data
	along  string
	lo, hi float64 // the range of the input; NaN is the standard
	count  int
	seed   uint64
}

const (
	priorSamples = 5
	// drawColors is the number of colours of thin lines: without black and yellow.
	drawColors = 6
	// priorPoints is the number of inputs of a draw, most where the range holds
	// many lengths.
	priorPoints     = 200
	mostPriorPoints = 1000
	// The standard range holds this many of the longest lengths, but no more of the
	// shortest than can be distinguished.
	longestLengths  = 8
	shortestLengths = 12
	// pointsALength is the number of inputs in the shortest length.
	pointsALength = 12
	// leastALength is the number of inputs in the shortest length below which draws
	// do not show it.
	leastALength = 3
)

// Prior draws samples of f from a model before it has seen observations, its mean and
// where 95 % of f lie at each point: they show the smoothness, scale and periods of a
// covariance function. Data adds observations and draws over their range. Of several
// inputs it draws along one (Along); the others are held at the medians of the data or
// at 0. The figure reports draws that are too coarse for the shortest lengthscale.
//
//	display.Prior(model).Between(0, 10).Samples(8)
func Prior(m gplib.Model) *PriorFigure {
	f := &PriorFigure{model: m, lo: math.NaN(), hi: math.NaN(), count: priorSamples, seed: 1}
	f.Options = draw.NewOptions(f, draw.NewFigure("prior", f.draw))
	return f
}

// Data draws over the range of the data's inputs, with the observations: a prior under
// which they look strange is not a good one.
func (f *PriorFigure) Data(d gplib.Data) *PriorFigure {
	f.data = d
	return f
}

// Along chooses the input to draw along, by its name, where inputs have several
// dimensions; the others are held at the medians of the data, or at 0 without data. The
// default is the first one. Inputs without names are x[0], x[1] and so on.
func (f *PriorFigure) Along(input string) *PriorFigure {
	f.along = input
	return f
}

// Between sets the range of the input; the default is the data's, or about 0 eight
// times the longest lengthscale or period, at most 12 times the shortest.
func (f *PriorFigure) Between(lo, hi float64) *PriorFigure {
	f.lo, f.hi = lo, hi
	return f
}

// Samples sets the number of draws; the standard is 5.
func (f *PriorFigure) Samples(count int) *PriorFigure {
	f.count = count
	return f
}

// Seed chooses other draws; the standard is 1.
func (f *PriorFigure) Seed(seed uint64) *PriorFigure {
	f.seed = seed
	return f
}

func (f *PriorFigure) draw() ([]*draw.Panel, error) {
	panel, err := f.panel()
	if err != nil {
		return nil, fmt.Errorf("display: Prior: %w", err)
	}
	return []*draw.Panel{panel}, nil
}

func (f *PriorFigure) panel() (*draw.Panel, error) {
	if f.count < 0 || f.count > 100 {
		return nil, fmt.Errorf("Samples(%d): want 0 to 100", f.count)
	}
	if f.model.Cov == nil {
		return nil, errors.New("the model has no covariance function (Cov is nil)")
	}
	s, err := f.section()
	if err != nil {
		return nil, err
	}
	x := s.inputs(f.data.X)
	mean, covariance, err := priorAt(f.model, x)
	if err != nil {
		return nil, err
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = s.names[s.dim], "f"
	sd := make([]float64, len(mean))
	for i := range sd {
		sd[i] = math.Sqrt(covariance.At(i, i))
	}
	addPriorBand(p, s.at, mean, sd)
	if err := f.addDraws(p, s.at, priorProcess{mean, covariance, x}); err != nil {
		return nil, err
	}
	f.addObservations(p, s)
	f.remark(p, s)
	p.X.Min, p.X.Max = s.at[0], s.at[len(s.at)-1]
	draw.Widen(&p.Y)
	f.say(p, s, mean, sd)
	return p, nil
}

// latentOnly returns m with a noise, which f does not need, in place of a likelihood or of none.
func latentOnly(m gplib.Model) gplib.Model {
	if m.Noise == nil {
		m.Noise, m.Lik = gplib.Gaussian(1), nil
	}
	return m
}

// priorAt returns the mean and the covariance of f at x before any observation.
func priorAt(m gplib.Model, x *cov.Matrix) ([]float64, *mat.SymDense, error) {
	if err := latentOnly(m).Check(x); err != nil {
		return nil, nil, err
	}
	n := x.Len()
	k := mat.NewDense(n, n, nil)
	m.Cov.Gram(k, x, x)
	return m.MeanAt(x), mat.NewSymDense(n, k.RawMatrix().Data), nil
}

// priorProcess is a prior at one set of inputs, as gplib.Sample takes it.
type priorProcess struct {
	mean       []float64
	covariance *mat.SymDense
	x          cov.Inputs
}

func (p priorProcess) Predict(cov.Inputs) (gplib.Prediction, error) {
	return gplib.Prediction{}, errors.New("a prior at fixed inputs does not predict")
}
func (p priorProcess) Data() gplib.Data { return gplib.Data{} }
func (p priorProcess) Covariance(cov.Inputs) ([]float64, *mat.SymDense, error) {
	return p.mean, p.covariance, nil
}

func addPriorBand(p *draw.Panel, x, mean, sd []float64) {
	area := draw.Band{X: x, Lower: around(mean, sd, -z95), Upper: around(mean, sd, z95), Color: draw.Faded(draw.MutedColor, 0.15)}
	line := draw.Stroke(draw.MutedColor, 0.9, 3, 2)
	p.Add(area, draw.Curve{X: x, Y: mean, Style: line})
	p.Keys = append(p.Keys,
		draw.Key{Name: "mean", Line: line},
		draw.Key{Name: "95 % of f", Areas: []color.Color{area.Color}})
}

func (f *PriorFigure) addDraws(p *draw.Panel, x []float64, prior priorProcess) error {
	if f.count == 0 {
		return nil
	}
	draws, err := gplib.Sample(prior, prior.x, f.count, rand.NewPCG(f.seed, 0))
	if err != nil {
		return err
	}
	for s := range f.count {
		p.Add(draw.Curve{X: x, Y: draws.RawRowView(s), Style: draw.Stroke(draw.Color(s%drawColors), 1)})
	}
	p.Keys = append(p.Keys, draw.Key{Name: draw.Count(f.count, "draw") + " of f", Line: draw.Stroke(draw.Color(0), 1)})
	return nil
}

// addObservations draws the data inside the range.
func (f *PriorFigure) addObservations(p *draw.Panel, s *section) {
	x, err := coordinates(f.data.X)
	if err != nil {
		return
	}
	p.Y.Label.Text = targetName(f.data)
	style := draw.DotStyle(f.data.Len(), draw.InkColor)
	p.Add(draw.Dots{X: x.Column(s.dim), Y: f.data.Y, Style: style}.Between(s.at[0], s.at[len(s.at)-1]))
	p.Keys = append(p.Keys, draw.Key{Name: "data", Dot: &style})
}

// remark describes what the picture does not show: other inputs, and lengths for which
// the draws are too coarse.
func (f *PriorFigure) remark(p *draw.Panel, s *section) {
	if rest := s.rest(); rest != "" {
		p.Remark("%s", rest)
	}
	shortest, _ := f.lengths(s.dim)
	if step := s.at[1] - s.at[0]; leastALength*step > shortest {
		p.Remark("drawn every %s: too coarse for the lengthscale %s", draw.Value(step), draw.Value(shortest))
	}
}

func (f *PriorFigure) say(p *draw.Panel, s *section, mean, sd []float64) {
	lo, _ := draw.Span(around(mean, sd, -z95))
	_, hi := draw.Span(around(mean, sd, z95))
	text := fmt.Sprintf("%s of f from the prior over %s from %s to %s; the band of 95 %% lies between %s and %s",
		draw.Count(f.count, "draw"), s.names[s.dim], draw.Value(s.at[0]), draw.Value(s.at[len(s.at)-1]), draw.Value(lo), draw.Value(hi))
	if rest := s.rest(); rest != "" {
		text += "; " + rest
	}
	p.Say("%s", text)
}

// lengths returns the shortest and the longest lengthscale or period along coordinate
// dim, +Inf and 0 if there is none.
func (f *PriorFigure) lengths(dim int) (shortest, longest float64) {
	shortest = math.Inf(1)
	for _, p := range f.model.Params() {
		if (p.Role != param.RoleLengthscale && p.Role != param.RolePeriod) || p.Dims != nil && !slices.Contains(p.Dims, dim) {
			continue
		}
		shortest, longest = min(shortest, p.Value), max(longest, p.Value)
	}
	return shortest, longest
}

// section chooses where f is drawn.
func (f *PriorFigure) section() (*section, error) {
	s, err := f.space()
	if err != nil {
		return nil, err
	}
	lo, hi := f.between(s)
	if !math.IsNaN(f.lo) || !math.IsNaN(f.hi) {
		lo, hi = f.lo, f.hi
	}
	if !draw.FiniteRange(lo, hi) {
		return nil, fmt.Errorf("Between(%g, %g): want a lower and a higher number", lo, hi)
	}
	s.at = evenly(lo, hi, f.points(lo, hi, s.dim))
	return s, nil
}

// points returns the number of inputs that show the shortest length, within limits.
func (f *PriorFigure) points(lo, hi float64, dim int) int {
	shortest, _ := f.lengths(dim)
	wanted := pointsALength * (hi - lo) / shortest
	return int(math.Max(priorPoints, math.Min(mostPriorPoints, wanted)))
}

// space finds the dimensions of the inputs, the one to draw along and where the
// others stand.
func (f *PriorFigure) space() (*section, error) {
	s := &section{}
	if f.data.X != nil {
		if err := f.data.Check(); err != nil {
			return nil, err
		}
		x, err := coordinates(f.data.X)
		if err != nil {
			return nil, err
		}
		s.names, s.rests, s.where = inputNames(x, x.Dim()), medians(x), "their medians"
	} else {
		d, err := f.dimensions()
		if err != nil {
			return nil, err
		}
		s.names, s.rests, s.where = f.model.Inputs, make([]float64, d), "0"
		if len(s.names) == 0 {
			s.names = inputNames(nil, d)
		}
	}
	return s, s.choose(f.along)
}

// mostDimensions is the largest number of dimensions that are tried without data.
const mostDimensions = 100

// dimensions returns the least number of dimensions that the model takes.
func (f *PriorFigure) dimensions() (int, error) {
	m := latentOnly(f.model)
	var first error
	for d := 1; d <= mostDimensions; d++ {
		err := m.Check(cov.Points(mat.NewDense(1, d, nil)))
		if err == nil {
			return d, nil
		}
		if first == nil {
			first = err
		}
	}
	return 0, fmt.Errorf("the model does not accept points of up to %d dimensions: %w", mostDimensions, first)
}

// between returns the standard range.
func (f *PriorFigure) between(s *section) (lo, hi float64) {
	if x, err := coordinates(f.data.X); err == nil {
		lo, hi = draw.Span(x.Column(s.dim))
		edge := 0.05 * (hi - lo)
		if edge == 0 {
			edge = 1
		}
		return lo - edge, hi + edge
	}
	shortest, longest := f.lengths(s.dim)
	if longest == 0 {
		return f.allowed(s, 4)
	}
	return f.allowed(s, math.Min(longestLengths*longest, shortestLengths*shortest)/2)
}

// allowed returns the range [-half, half], or [0, 2 half] where the model takes no
// negative inputs, as cov.HistogramIntersection does not.
func (f *PriorFigure) allowed(s *section, half float64) (lo, hi float64) {
	probe := *s
	probe.at = []float64{-half, half}
	if _, _, err := priorAt(f.model, probe.inputs(nil)); err != nil {
		return 0, 2 * half
	}
	return -half, half
}

// section is a line through the space of inputs: coordinate dim takes the numbers
// at, the others rest.
type section struct {
	names []string
	dim   int
	at    []float64
	rests []float64
	where string // in words, where the others rest
}

func (s *section) choose(input string) (err error) {
	if input != "" {
		if s.dim, err = inputNamed(s.names, input); err != nil {
			return fmt.Errorf("Along: %w", err)
		}
	}
	return nil
}

// inputs returns the points of the line.
func (s *section) inputs(like cov.Inputs) *cov.Matrix {
	x := mat.NewDense(len(s.at), len(s.rests), nil)
	for i, v := range s.at {
		x.SetRow(i, s.rests)
		x.Set(i, s.dim, v)
	}
	return alike(x, like)
}

// rest names the values of the other coordinates; "" if there are none.
func (s *section) rest() string {
	switch n := len(s.rests) - 1; n {
	case 0:
		return ""
	case 1:
		other := 1 - s.dim
		return fmt.Sprintf("%s at %s", s.names[other], draw.Value(s.rests[other]))
	default:
		return fmt.Sprintf("the other %d inputs at %s", n, s.where)
	}
}
