package gplib

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// noisePart is the noise of a start from the data, as a part of the variance of y.
const noisePart = 0.1

// meanRows are those from which a mean starts.
const meanRows = 1000

// FromData returns the model at parameters taken from the data, as learners
// consider them for a start: coefficients of the mean by least squares; a
// lengthscale √d standard deviations of its inputs, for inputs of d coordinates;
// the variances of f multiplied by what makes the prior variance that of y about
// the mean; that of the noise a tenth of it. Parameters that are fixed, that have
// a prior or whose role none of this is keep their values, and all stay inside
// their bounds. d must be data that the model can take.
func (m Model) FromData(d Data) Model {
	m = m.meanFromData(d)
	u := unitsOf(m, d)
	bounds := u.bound(m.Params())
	theta := m.Theta()
	for i, p := range bounds {
		theta[i] = u.start(p)
	}
	theta = inside(bounds, theta)
	m = m.With(theta)
	if u.variance > 0 {
		m = m.amplified(bounds, d.X, u.variance)
	}
	return m
}

// movable tells whether the data may say where a parameter starts.
func movable(p cov.Param) bool { return !p.Fixed && p.Prior == nil }

// start is where a parameter starts, given the data.
func (u units) start(p cov.Param) float64 {
	sd := of(u.sd, p)
	switch {
	case !movable(p):
	case p.Role == param.RoleLengthscale && sd != nil:
		return math.Sqrt(float64(len(u.sd)) * meanSquare(sd))
	case p.Role == param.RoleNoise && u.variance > 0:
		return noisePart * u.variance
	}
	return p.Value
}

// inside are the values nearest to theta that the bounds of free parameters
// allow.
func inside(ps []cov.Param, theta []float64) []float64 {
	theta = slices.Clone(theta)
	for i, p := range ps {
		if !p.Fixed {
			theta[i] = min(max(theta[i], p.Min), p.Max)
		}
	}
	return theta
}

// amplified is m with its variances of f multiplied by what makes their mean over
// x the given one: by bisection, since how it depends on them is the covariance
// function's.
func (m Model) amplified(bounds []cov.Param, x cov.Inputs, variance float64) Model {
	const decades = 30
	x = x.Subset(spaced(x.Len(), checkPairs))
	diag := make([]float64, x.Len())
	at := func(logFactor float64) Model {
		theta := m.Theta()
		for i, p := range bounds {
			if movable(p) && p.Role == param.RoleVariance {
				theta[i] *= math.Pow(10, logFactor)
			}
		}
		return m.With(inside(bounds, theta))
	}
	excess := func(logFactor float64) float64 {
		at(logFactor).Cov.Diag(diag, x)
		return stat.Mean(diag, nil) - variance
	}
	lo, hi := -float64(decades), float64(decades)
	for range 50 {
		if middle := (lo + hi) / 2; excess(middle) > 0 {
			hi = middle
		} else {
			lo = middle
		}
	}
	if math.Abs(excess(lo)) > variance/100 { // out of reach
		return m
	}
	return at(lo)
}

// meanFromData is m with the free coefficients of its mean at least squares,
// where these are not worse than its own.
func (m Model) meanFromData(d Data) Model {
	ps := m.Params()[:m.Layout().Mean]
	free := slices.DeleteFunc(spaced(len(ps), len(ps)), func(i int) bool { return !movable(ps[i]) || ps[i].Role != param.RoleMean })
	if len(free) == 0 || d.Len() < len(free) {
		return m
	}
	d = d.Subset(spaced(d.Len(), meanRows))
	own := m.Residuals(d)
	step, ok := leastSquares(m.meanBasis(d, free), own)
	if !ok {
		return m
	}
	theta := m.Theta()
	for k, p := range free {
		theta[p] += step[k]
	}
	moved := m.With(inside(m.Params(), theta))
	if !(floats.Norm(moved.Residuals(d), 2) <= floats.Norm(own, 2)) {
		return m
	}
	return moved
}

// meanBasis are the derivatives of the mean by some of its parameters, n × len(of).
func (m Model) meanBasis(d Data, of []int) *mat.Dense {
	basis := mat.NewDense(d.Len(), len(of), nil)
	grad, weight := make([]float64, m.Layout().Mean), make([]float64, d.Len())
	for i := range weight {
		clear(grad)
		weight[i] = 1
		m.Mean.AddGrad(grad, weight, d.X)
		weight[i] = 0
		for k, p := range of {
			basis.Set(i, k, grad[p])
		}
	}
	return basis
}

// leastSquares are the coefficients of the columns of a, which may depend on one
// another and be of any size, that come nearest to y.
func leastSquares(a *mat.Dense, y []float64) (coefficients []float64, ok bool) {
	_, p := a.Dims()
	size := make([]float64, p)
	for k := range size {
		column := mat.Col(nil, k, a)
		if size[k] = floats.Norm(column, 2); size[k] > 0 {
			floats.Scale(1/size[k], column)
			a.SetCol(k, column)
		}
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		return nil, false
	}
	rank := svd.Rank(1e-9)
	if rank == 0 {
		return nil, false
	}
	var solution mat.VecDense
	svd.SolveVecTo(&solution, mat.NewVecDense(len(y), y), rank)
	coefficients = make([]float64, p)
	for k, s := range size {
		if s > 0 {
			coefficients[k] = solution.AtVec(k) / s
		}
	}
	return coefficients, true
}
