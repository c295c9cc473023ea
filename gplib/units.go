package gplib

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// units are those of data: how far the inputs reach and vary in each coordinate,
// and how far the observations lie from the mean function. One is 0 where the
// data have none.
type units struct {
	span, sd []float64 // by coordinate
	variance float64   // of y, in its square
}

// unitsOf are the units of d about the mean function of m.
func unitsOf(m Model, d Data) units {
	u := units{variance: max(meanSquare(m.Residuals(d)), stat.PopVariance(d.Y, nil))}
	x, ok := d.X.(*cov.Matrix)
	if !ok {
		return u
	}
	u.span, u.sd = make([]float64, x.Dim()), make([]float64, x.Dim())
	for k := range u.span {
		column := x.Column(k)
		mean, sd := stat.PopMeanStdDev(column, nil)
		if sd <= constant*math.Abs(mean) {
			continue
		}
		u.span[k], u.sd[k] = floats.Max(column)-floats.Min(column), sd
	}
	return u
}

// constant is the standard deviation, as a part of the mean, below which a column
// varies by rounding only.
const constant = 1e-10

func meanSquare(v []float64) float64 { return floats.Dot(v, v) / float64(len(v)) }

// of are the units among by that a parameter belongs to and that are not 0.
func of(by []float64, p cov.Param) []float64 {
	var own []float64
	for k, v := range by {
		if v > 0 && (p.Dims == nil || slices.Contains(p.Dims, k)) {
			own = append(own, v)
		}
	}
	return own
}

// Bounds of parameters in units of the data, where the user has set none.
const (
	leastPart       = 1e-8 // of all
	mostVariance    = 1e4
	mostLengthscale = 1e3
	mostPart        = 1e8 // of all others
	aroundStart     = 100 // factor by which bounds are wider than a value outside of them
)

// ParamsFor lists the parameters of m as [Model.Params] does, with the bounds
// within which learners move them given d. A bound that the user has set, by
// [Model.Bound] say, is kept, and so are those of parameters with a prior. Others
// are relative to the data: variances of f and noise lie in [1e-8, 1e4] times the
// mean square of y about the mean function, lengthscales in [1e-8, 1e3] times the
// range of their inputs, periods in [1e-8, 1e8] times it. They are as much wider
// as the parameter's own value needs.
func (m Model) ParamsFor(d Data) []cov.Param {
	ps := m.Params()
	if m.checkAll(d) != nil {
		return ps
	}
	return unitsOf(m, d).bound(ps)
}

// bound gives bounds to those of ps that have none of the user's.
func (u units) bound(ps []cov.Param) []cov.Param {
	for i := range ps {
		p := &ps[i]
		if p.Bounded() || p.Prior != nil {
			continue
		}
		least, most := u.limits(*p)
		if p.Value < least || p.Value > most {
			least, most = min(least, p.Value/aroundStart), max(most, p.Value*aroundStart)
		}
		p.Min, p.Max = least, most
	}
	return ps
}

// limits is how far a parameter may go.
func (u units) limits(p cov.Param) (least, most float64) {
	switch p.Role {
	case param.RoleVariance, param.RoleNoise:
		if u.variance > 0 {
			return leastPart * u.variance, mostVariance * u.variance
		}
	case param.RoleLengthscale:
		if span := of(u.span, p); span != nil {
			return leastPart * slices.Min(span), mostLengthscale * slices.Max(span)
		}
	case param.RolePeriod:
		if span := of(u.span, p); span != nil {
			return leastPart * slices.Min(span), mostPart * slices.Max(span)
		}
	case param.RoleFrequency:
		if span := of(u.span, p); span != nil {
			return leastPart / slices.Max(span), mostPart / slices.Min(span)
		}
	}
	return p.Min, p.Max
}
