package display

import (
	"errors"
	"fmt"
	"image/color"
	"math"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/lik"
)

// LatentFigure draws observations against the latent function; [Latent] makes one.
type LatentFigure struct {
	draw.Options[*LatentFigure]
	result *gplib.Result
}

// Latent draws the observations of a fit with a likelihood against its latent values: each row at
// the posterior mean of f, with a line for 95 % of f; the mean of an observation given f as a
// curve; and, unless observations are labels, an area that holds 95 % of the observations given
// f. It shows how the likelihood turns f into observations, for any number of inputs: the
// likelihood does not explain rows far outside of the area, and f is hardly known at rows with
// long lines.
func Latent(r *gplib.Result) *LatentFigure {
	f := &LatentFigure{result: r}
	f.Options = draw.NewOptions(f, draw.NewFigure("latent", f.draw))
	return f
}

func (f *LatentFigure) draw() ([]*draw.Panel, error) {
	p, err := f.panel()
	if err != nil {
		return nil, fmt.Errorf("display: Latent: %w", err)
	}
	return []*draw.Panel{p}, nil
}

func (f *LatentFigure) panel() (*draw.Panel, error) {
	if f.result == nil || f.result.Posterior == nil {
		return nil, errors.New("the result is nil or has no posterior")
	}
	l := f.result.Model.Lik
	if l == nil {
		return nil, errors.New("the model has Gaussian noise, under which observations are f and an error; Fit draws both")
	}
	d := f.result.Posterior.Data()
	if d.Len() == 0 {
		return nil, errors.New("the posterior has no data")
	}
	q, err := f.result.Posterior.Predict(d.X)
	if err != nil {
		return nil, err
	}
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = "latent f", targetName(d)
	lower, upper := q.Interval(0.95)
	least, _ := draw.Span(lower)
	_, most := draw.Span(upper)
	outside := addGiven(p, l, least, most, d, q)
	addLatentRows(p, d, q.Mean, lower, upper)
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	lo, hi := draw.Span(q.Mean)
	_, widest := draw.Span(q.Std())
	text := fmt.Sprintf("%s against the posterior mean of f, from %s to %s, with standard deviations of up to %s, under %v", draw.Count(d.Len(), "observation"),
		draw.Value(lo), draw.Value(hi), draw.Value(widest), l)
	if !labelled(l) {
		text += fmt.Sprintf("; %d are outside of the 95 %% area of observations given the mean of f", outside)
	}
	p.Say("%s", text)
	return p, nil
}

// addGiven draws the distribution of an observation given f, and returns the number of
// observations outside of it.
func addGiven(p *draw.Panel, l gplib.Likelihood, least, most float64, d gplib.Data, q gplib.Prediction) (outside int) {
	const points = 161
	at := evenly(least, most, points)
	mean := make([]float64, points)
	copy(mean, at)
	toMeans(l, mean)
	line := draw.Stroke(draw.Color(0), draw.LineWidth)
	if !labelled(l) {
		area := draw.Band{X: at, Color: draw.Faded(draw.Color(0), 0.2)}
		given := func(f float64) (lower, upper float64) {
			o := lik.Observed{Lik: l, Mean: f}
			return o.Quantile(0.025), o.Quantile(0.975)
		}
		for _, f := range at {
			lower, upper := given(f)
			area.Lower, area.Upper = append(area.Lower, lower), append(area.Upper, upper)
		}
		p.Add(area)
		p.Keys = append(p.Keys, draw.Key{Name: "95 % of y given f", Areas: []color.Color{area.Color}})
		for i, f := range q.Mean {
			if lower, upper := given(f); d.Y[i] < lower || d.Y[i] > upper {
				outside++
			}
		}
	}
	p.Add(draw.Curve{X: at, Y: mean, Style: line})
	p.Keys = append(p.Keys, draw.Key{Name: meanName(l) + " given f", Line: line})
	return outside
}

// mostLatentLines is the number of rows up to which lines show how well f is known.
const mostLatentLines = 200

func addLatentRows(p *draw.Panel, d gplib.Data, mean, lower, upper []float64) {
	known := draw.Stroke(draw.Faded(draw.MutedColor, 0.5), 0.7)
	lines := d.Len() <= mostLatentLines
	if lines {
		for i, y := range d.Y {
			if !math.IsInf(upper[i]-lower[i], 0) {
				p.Add(draw.Curve{X: []float64{lower[i], upper[i]}, Y: []float64{y, y}, Style: known})
			}
		}
	}
	style := draw.DotStyle(d.Len(), draw.InkColor)
	p.Add(draw.Dots{X: mean, Y: d.Y, Style: style}.Numbered())
	p.Keys = append(p.Keys, draw.Key{Name: "data", Dot: &style})
	if lines {
		p.Keys = append(p.Keys, draw.Key{Name: "95 % of f", Line: known})
	}
}
