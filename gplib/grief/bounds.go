package grief

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// relate puts the start of the mean function, and bounds that the user has not set,
// in relation to the sample.
func (p *problem) relate() (err error) {
	if p.parts, err = cov.Separate(p.model.Cov, p.grid.Dim()); err != nil {
		return fmt.Errorf("grief: %w", err)
	}
	p.model.Mean = p.model.FromData(p.sample).Mean
	p.Model = p.model
	p.ScaleTo(p.sample)
	return nil
}

// resolvable returns the lower bounds that keep learned lengthscales above the spacing
// of the grid, below which k̃ loses prior variance, and the noise above its floor: the
// larger of a part of the variance of y about the mean function and the estimate from
// rows with the same inputs.
func (p *problem) resolvable() []float64 {
	layout, least := p.model.Layout(), p.nothing()
	for l, f := range p.parts.Factors {
		for _, at := range f.Lengthscales {
			least[layout.Mean+at] = math.Max(least[layout.Mean+at], p.grid.Spacing(l))
		}
	}
	spread := stat.PopVariance(p.model.Residuals(p.sample), nil)
	least[layout.Len()-1] = math.Max(noiseFloor*spread, leastPureError(p.sample))
	return least
}

// refine gives inputs that vary in the sample as many points as their lengthscales
// need, up to mostPoints, unless the functions could not capture the prior
// variance then.
func (p *problem) refine() {
	theta, g := p.model.Theta(), &Grid{slices.Clone(p.grid.axes)}
	first := p.model.Layout().Mean
	for l, f := range p.parts.Factors {
		a := g.axes[l]
		for _, at := range f.Lengthscales {
			if length := theta[first+at]; a.even && length < g.Spacing(l) && p.varies(l) {
				lo, hi := a.points[0], a.points[len(a.points)-1]
				g.axes[l] = evenAxis(lo, hi, 1+int(math.Ceil(math.Min(mostPoints-1, (hi-lo)/length))), 0)
			}
		}
	}
	if !slices.EqualFunc(g.axes, p.grid.axes, func(a, b axis) bool { return len(a.points) == len(b.points) }) && p.captures(g) {
		p.grid = g
	}
}

// captures reports whether the functions on a grid capture the prior variance at the
// sample.
func (p *problem) captures(g *Grid) bool {
	basis, err := NewBasis(p.model.Cov, g, p.functions)
	if err != nil {
		return false
	}
	rows, err := dataset.Rows(p.sample)
	if err != nil {
		return false
	}
	sums, err := Accumulate(p.Ctx, basis, rows)
	return err == nil && sums.Captured() >= goodCapture
}

// nothing returns lower bounds that bound nothing.
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
