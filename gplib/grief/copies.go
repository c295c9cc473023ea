package grief

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib"
)

// withoutCopies drops duplicate rows from d, as the engine does from data in
// memory: with them the likelihood of k̃ is largest where it interpolates them.
func (p *problem) withoutCopies(d gplib.Data) (_ gplib.Data, left bool) {
	if p.Settings.KeepCopies {
		return d, false
	}
	kept, found := d.WithoutCopies()
	p.Warnings = append(p.Warnings, found...)
	return kept, len(found) > 0
}

// pureError returns the sum of squares of the observations about their means at
// equal inputs, and its degrees of freedom: over σ² it is χ² of these (Draper
// and Smith 1998, section 2.1).
func pureError(d gplib.Data) (squares, freedom float64) {
	for _, site := range d.Sites() {
		if len(site) == 1 {
			continue
		}
		y := d.Subset(site).Y
		floats.AddConst(-stat.Mean(y, nil), y)
		squares += floats.Dot(y, y)
		freedom += float64(len(y) - 1)
	}
	return squares, freedom
}

// leastPureError returns the lower limit of the noise variance at a confidence
// of 99.9 %, by rows with the same inputs; 0 without such rows.
func leastPureError(d gplib.Data) float64 {
	squares, freedom := pureError(d)
	if freedom == 0 {
		return 0
	}
	return squares / distuv.ChiSquared{K: freedom}.Quantile(0.999)
}

// aboveCopies keeps the noise above the exact start's if the rows have
// duplicates that the sample lacks.
func (p *problem) aboveCopies() error {
	if !p.copied {
		return nil
	}
	least := p.nothing()
	least[len(least)-1] = noiseOf(p.model)
	return p.raise(least)
}
