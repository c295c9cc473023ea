package grief

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/cov"
)

// leastResolved are the lower bounds that keep learned lengthscales above the spacing of
// the grid, below which k̃ loses prior variance, and the noise above its floor: a
// part of the mean square of y about the mean function, and what rows with the same
// inputs say. Bounds become relative to the sample, and the mean starts there.
func (p *problem) leastResolved() ([]float64, error) {
	parts, err := cov.Separate(p.model.Cov, p.grid.Dim())
	if err != nil {
		return nil, fmt.Errorf("grief: %w", err)
	}
	p.model.Mean = p.model.FromData(p.sample).Mean
	p.Model = p.model
	p.ScaleTo(p.sample)
	layout := p.model.Layout()
	least := p.nothing()
	for l, f := range parts.Factors {
		for _, at := range f.Lengthscales {
			least[layout.Mean+at] = math.Max(least[layout.Mean+at], p.grid.Spacing(l))
		}
	}
	residuals := p.model.Residuals(p.sample)
	square := floats.Dot(residuals, residuals) / float64(len(residuals))
	least[layout.Len()-1] = math.Max(noiseFloor*square, leastPureError(p.sample))
	return least, nil
}

// nothing are lower bounds that bound nothing.
func (p *problem) nothing() []float64 {
	least := make([]float64, p.model.Layout().Len())
	floats.AddConst(math.Inf(-1), least)
	return least
}

// raise raises the lower bounds of the free parameters, and values below
// them.
func (p *problem) raise(least []float64) error {
	theta, params := p.model.Theta(), p.Params(p.model)
	for i, q := range params {
		switch {
		case !q.Fixed:
			theta[i] = math.Max(theta[i], least[i])
		case q.Value < least[i]:
			p.Warnings = append(p.Warnings, fmt.Sprintf("%s = %.4g is held below %.4g, what the grid resolves", q.Name, q.Value, least[i]))
		}
	}
	p.model = p.model.With(theta)
	for i, q := range params {
		if q.Fixed || least[i] <= q.Min {
			continue
		}
		var err error
		if p.model, err = p.model.Bound(q.Name, least[i], math.Max(q.Max, 10*least[i])); err != nil {
			return fmt.Errorf("grief: %w", err)
		}
	}
	return nil
}
