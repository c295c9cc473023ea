package grief

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib"
)

// manyCopies is the part of the rows that may be copies before they count.
const manyCopies = 0.1

// withoutCopies leaves copies of rows, observation included, out of some rows
// where they are many and rows with the same inputs never differ by noise that
// could be learned: such copies say nothing, and make the likelihood of k̃ largest
// where it goes through them.
func (p *problem) withoutCopies(d gplib.Data) (_ gplib.Data, left bool) {
	distinct := d.Distinct()
	copies := d.Len() - len(distinct)
	squares, freedom := pureError(d)
	if float64(copies) < manyCopies*float64(d.Len()) || copies == 0 || squares > noiseFloor*stat.PopVariance(d.Y, nil)*freedom {
		return d, false
	}
	p.Warnings = append(p.Warnings, fmt.Sprintf("%d of %d rows are copies of others, observation included, and were left out, "+
		"as they make the noise look smaller than it is; leave them out of the data", copies, d.Len()))
	return d.Subset(distinct), true
}

// pureError is the sum of squares of the observations about the means of those
// with the same inputs, and its degrees of freedom: over σ² it is χ² of these
// (Draper and Smith 1998, section 2.1).
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

// leastPureError is the lower limit of the noise variance at a confidence of
// 99.9 %, by rows with the same inputs; 0 where there are none.
func leastPureError(d gplib.Data) float64 {
	squares, freedom := pureError(d)
	if freedom == 0 {
		return 0
	}
	return squares / distuv.ChiSquared{K: freedom}.Quantile(0.999)
}

// aboveCopies keeps the noise above that of the exact start where the rows have
// copies that the sample has not.
func (p *problem) aboveCopies() error {
	if !p.copied {
		return nil
	}
	least := p.nothing()
	least[len(least)-1] = noiseOf(p.model)
	return p.raise(least)
}
