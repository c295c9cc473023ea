package display

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// samplePoints is the number of inputs at which a draw is evaluated.
const samplePoints = 200

// Samples adds count draws of the latent f from each posterior, thin lines that show
// how functions within the bands look: a band alone does not distinguish a smooth
// function from a rough one. The draws are the same at each showing. Inputs have to be of one
// dimension.
//
//	display.Fit(fit).Samples(5)
func (f *FitFigure) Samples(count int) *FitFigure {
	f.samples = count
	return f
}

// addSamples draws the samples of all results between lo and hi.
func (f *FitFigure) addSamples(p *draw.Panel, lo, hi float64) error {
	if f.samples == 0 {
		return nil
	}
	if f.samples < 0 {
		return fmt.Errorf("display: Samples(%d): want 0 or more", f.samples)
	}
	grid := cov.Grid(lo, hi, samplePoints).Like(f.results[0].Posterior.Data().X)
	for i, r := range f.results {
		draws, err := drawSamples(r.Posterior, grid, f.samples)
		if err != nil {
			return fmt.Errorf("display: samples of result %d: %w", i, err)
		}
		for _, sample := range draws {
			toMeans(r.Model.Lik, sample)
			p.Add(draw.Curve{X: grid.Column(0), Y: sample, Style: draw.Stroke(draw.Faded(draw.Color(i), 0.6), 0.7)})
		}
	}
	of := "f"
	if l := f.results[0].Model.Lik; l != nil {
		of = meanName(l)
	}
	p.Keys = append(p.Keys, draw.Key{Name: "samples of " + of, Line: draw.Stroke(draw.Faded(draw.Color(0), 0.6), 0.7)})
	return nil
}

// drawSamples returns joint draws of f at x.
func drawSamples(posterior gplib.Posterior, x cov.Inputs, count int) ([][]float64, error) {
	mean, covariance, err := posterior.Covariance(x)
	if err != nil {
		return nil, err
	}
	if covariance == nil || len(mean) != x.Len() || covariance.SymmetricDim() != x.Len() {
		return nil, fmt.Errorf("the posterior has no covariance at %d points", x.Len())
	}
	draws := make([][]float64, count)
	for s := range draws {
		draws[s] = slices.Clone(mean)
	}
	k := mat.DenseCopyOf(covariance)
	if mat.Max(k) == 0 { // f is known
		return draws, nil
	}
	factor, err := linalg.Factorize(k)
	if err != nil {
		return nil, err
	}
	rng, white := rand.New(rand.NewPCG(1, 2)), make([]float64, len(mean))
	for _, sample := range draws {
		for i := range white {
			white[i] = rng.NormFloat64()
		}
		factor.MulHalf(white, white)
		floats.Add(sample, white)
	}
	return draws, nil
}
