package grief

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// relate puts the start of the mean function, and bounds that the user has not set,
// in relation to the sample.
func (p *problem) relate() (err error) {
	if p.parts, err = cov.Separate(p.model.Cov, p.grid.Dim()); err != nil {
		return fmt.Errorf("grief: %w; gplib.AutoFor(grief.TypeII{}, data) returns a model for data", err)
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

// A grid gets no more points where the functions capture fineCapture of the prior variance, or
// where twice the points raise that by less than leastGain.
const fineCapture, leastGain = 0.998, 0.002

// refine gives inputs that vary in the sample as many points as their lengthscales need, and then
// twice as many again and again, up to mostPoints, while the functions capture too little of the
// prior variance, as of rough or periodic functions. The grid is kept where they never capture
// enough.
func (p *problem) refine() {
	g := p.resolving()
	captured := p.captured(g)
	for finer := p.doubled(g); captured < fineCapture && finer != nil; finer = p.doubled(g) {
		more := p.captured(finer)
		if more < captured+leastGain {
			break
		}
		g, captured = finer, more
	}
	if captured >= goodCapture {
		p.grid = g
	}
}

// perLength is the least number of grid points on a lengthscale, so that the lower bound of a
// lengthscale that is learned is well below it.
const perLength = 2

// resolving returns the grid with perLength points on each lengthscale.
func (p *problem) resolving() *Grid {
	theta, g := p.model.Theta(), &Grid{slices.Clone(p.grid.axes)}
	first := p.model.Layout().Mean
	for l, f := range p.parts.Factors {
		for _, at := range f.Lengthscales {
			if length := theta[first+at]; p.refinable(g, l) && length < perLength*g.Spacing(l) {
				g.axes[l] = g.axes[l].with(1 + int(math.Ceil(math.Min(mostPoints-1, perLength*g.axes[l].width()/length))))
			}
		}
	}
	return g
}

// doubled returns a grid of half the spacing, or nil if no input can have more points.
func (p *problem) doubled(g *Grid) *Grid {
	finer, more := &Grid{slices.Clone(g.axes)}, false
	for l, a := range g.axes {
		if n := len(a.points); p.refinable(g, l) && n < mostPoints {
			finer.axes[l], more = a.with(min(mostPoints, 2*n-1)), true
		}
	}
	if !more {
		return nil
	}
	return finer
}

// refinable reports whether an input can have more points.
func (p *problem) refinable(g *Grid, l int) bool { return g.axes[l].even && p.varies(l) }

// captured returns the part of the prior variance at the sample that the functions on a grid
// capture, 0 if it is unknown.
func (p *problem) captured(g *Grid) float64 {
	basis, err := NewBasis(p.model.Cov, g, p.functions)
	if err != nil {
		return 0
	}
	rows, err := dataset.Rows(p.sample)
	if err != nil {
		return 0
	}
	sums, err := Accumulate(p.Ctx, basis, rows)
	if err != nil {
		return 0
	}
	return sums.Captured()
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
			p.Warnings = append(p.Warnings, gplib.Finding{
				Code: "little-captured", Param: q.Name,
				Found: fmt.Sprintf("%s = %.4g is held below %.4g, what the grid resolves", q.Name, q.Value, least[i]),
				Do:    "more Points would help",
			})
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
