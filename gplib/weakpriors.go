package gplib

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// What weak priors say.
const (
	weakSpread = 2  // standard deviation of the logarithm of a positive parameter
	weakMean   = 10 // standard deviation of a mean's part of y, in that of y
)

// WithWeakPriors returns a copy of the model in which each free parameter that has
// neither a prior nor bounds of the user's has a prior that is scaled to the data,
// so that its posterior is proper. That of a positive parameter is log-normal about
// where [Model.FromData] starts it, with the standard deviation 2 of its logarithm:
// 95 % within a factor of 50; its bounds become those of [Model.ParamsFor]. That of a
// mean's coefficient is normal about least squares, with the standard deviation that
// makes ten times that of y of its basis function's root mean square at the data. It
// fails, by name, for a parameter that may be any number and is no coefficient of a
// mean, of which the data do not tell a scale. d must be data that the model can take.
func (m Model) WithWeakPriors(d Data) (Model, error) {
	ps, start := m.ParamsFor(d), m.FromData(d)
	given, theta := m.Params(), start.Theta()
	for i, p := range given {
		switch {
		case p.Fixed || p.Prior != nil || p.Bounded():
			ps[i] = p
		case p.Transform != cov.Identity:
			ps[i].Prior = cov.LogNormalPrior(math.Log(theta[i]), weakSpread)
		case p.Role != param.RoleMean:
			return Model{}, fmt.Errorf("gplib: %s has no prior and may be any number; give it one (Model.WithPrior), or bounds (Model.Bound)", p.Name)
		default:
			spread := math.Sqrt(unitsOf(start, d).variance)
			of := floats.Norm(mat.Col(nil, 0, m.meanBasis(d, []int{i})), 2) / math.Sqrt(float64(d.Len()))
			if !(spread > 0) || !(of > 0) {
				return Model{}, fmt.Errorf("gplib: %s has no prior, and the data have no scale for one; give it one (Model.WithPrior)", p.Name)
			}
			ps[i].Prior = cov.NormalPrior(theta[i], weakMean*spread/of)
		}
	}
	return m.withParams(ps), nil
}
