package gplib

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/mean"
	"krigo/gplib/optim"
	"krigo/gplib/param"
)

// Auto returns a model for a first fit of d, whose inputs are a *cov.Matrix: a constant
// mean, a variance times [cov.Matern52] with a lengthscale for each coordinate (ARD), and
// Gaussian noise, at parameters taken from the data ([Model.FromData]). The mean is held at
// that of the observations: the likelihood hardly distinguishes a constant from a function
// of long lengthscales, and a mean that is learned may end far from all observations.
//
//	m, err := gplib.Auto(d)
//	fit, err := gplib.Fit(ctx, m, d, nil)
//
// Learners that do not take every model have one of their own: [AutoFor].
func Auto(d Data) (Model, error) {
	if d.X == nil {
		return Model{}, errors.New("gplib: Auto: d.X is nil; gplib.NewData(cov.Points(x), y) makes data")
	}
	if err := d.Check(); err != nil {
		return Model{}, err
	}
	x, ok := d.X.(*cov.Matrix)
	if !ok {
		example := "cov.Spectrum(3)), Noise: gplib.Gaussian(0.1)} for cov.Strings"
		if _, ok := d.X.(*cov.FunctionalInputs); ok {
			example = "cov.SE(1)), Noise: gplib.Gaussian(0.1)}"
		}
		return Model{}, fmt.Errorf("gplib: Auto: d.X is %T, not points of a matrix; write the model with a covariance function of such inputs, "+
			"as gplib.Model{Cov: cov.Scale(1, %s", d.X, example)
	}
	m := autoPrior(x)
	m.Noise = Gaussian(noisePart)
	return m.FromData(d).HoldingMean(), nil
}

// AutoLik does [Auto] for a likelihood instead of Gaussian noise. The mean is learned: it is the
// log odds, or the logarithm of the count, far from the observations. A model of classes ([lik.Categorical]) has none:
// it would be the same for all of them.
//
//	m, err := gplib.AutoLik(d, lik.Bernoulli())
//	fit, err := laplace.Learner{}.Fit(ctx, m, d, nil)
func AutoLik(d Data, l Likelihood) (Model, error) {
	if l == nil {
		return Model{}, errors.New("gplib: AutoLik: the likelihood is nil; lik.Bernoulli() is one, and Auto is for Gaussian noise")
	}
	m, err := Auto(d)
	if err != nil {
		return Model{}, err
	}
	m = autoPrior(d.X.(*cov.Matrix))
	m.Lik = l
	if m.classes() != nil {
		m.Mean = nil
	}
	if err := m.checkAny(d); err != nil {
		return Model{}, err
	}
	return m.FromData(d), nil
}

// autoPrior returns the mean and the covariance function of [Auto].
func autoPrior(x *cov.Matrix) Model {
	return Model{
		Inputs: x.Names(),
		Mean:   ConstantMean(0),
		Cov:    cov.Scale(1, cov.Matern52(slices.Repeat([]float64{1}, x.Dim())...)),
	}
}

// noisePart is the noise of a start from the data, as a part of the variance of y.
const noisePart = 0.1

// meanRows are those from which a mean starts.
const meanRows = 1000

// FromData returns the model at parameters taken from the data, as learners consider them for a
// start: coefficients of the mean by least squares; a lengthscale √d standard deviations of its
// inputs, for inputs of d coordinates; variances of f scaled so that the prior variance equals that
// of y about the mean; a tenth of it for the noise. Parameters that are fixed, have a prior or
// another role keep their values, and all stay inside their bounds. With a likelihood, rough latent values stand for y
// ([lik.Func].Latent). The model must accept d.
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

// movable reports whether the data may set the initial value of a parameter.
func movable(p cov.Param) bool { return !p.Fixed && p.Prior == nil }

// start returns the initial value of parameter p, given the data.
func (u units) start(p cov.Param) float64 {
	sd := of(u.sd, p)
	switch {
	case !movable(p):
	case p.Role == param.RoleLengthscale && sd != nil:
		return math.Sqrt(float64(len(u.sd)) * meanSquare(sd))
	case p.Role == param.RoleNoise && u.variance > 0:
		return noisePart * u.variance
	case p.Role == param.RoleScale && u.variance > 0:
		return math.Sqrt(noisePart * u.variance)
	}
	return p.Value
}

// inside returns the values nearest to theta that the bounds of free parameters
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

// amplified returns m with its variances of f multiplied by what makes their mean over
// x the given one: by bisection, since how it depends on them is the covariance
// function's.
func (m Model) amplified(bounds []cov.Param, x cov.Inputs, variance float64) Model {
	const decades = 30
	moves := func(p cov.Param) bool { return movable(p) && power(p) > 0 }
	if !slices.ContainsFunc(bounds, moves) {
		return m
	}
	x = x.Subset(Spaced(x.Len(), checkPairs))
	diag := make([]float64, x.Len())
	at := func(logFactor float64) Model {
		theta := m.Theta()
		for i, p := range bounds {
			if moves(p) {
				theta[i] *= math.Pow(10, logFactor*power(p))
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

// power returns the power of a variance of f to which a parameter is proportional, 0 for others.
func power(p cov.Param) float64 {
	switch p.Role {
	case param.RoleVariance:
		return 1
	case param.RoleAmplitude:
		return 0.5
	}
	return 0
}

// meanFromData returns m with the free coefficients of its mean at least squares,
// where these are not worse than its own.
func (m Model) meanFromData(d Data) Model {
	d = m.latent(d)
	ps := m.Params()[:m.Layout().Mean]
	free := slices.DeleteFunc(Spaced(len(ps), len(ps)), func(i int) bool { return !movable(ps[i]) || ps[i].Role != param.RoleMean })
	if len(free) == 0 || d.Len() < len(free) {
		return m
	}
	d = d.Subset(Spaced(d.Len(), meanRows))
	own := m.Residuals(d)
	step, ok := leastSquares(mean.Jacobian(m.Mean, free, d.X), own)
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

// SpaceOf returns the space in which the parameters of a model of this fit move. The unit
// of a coefficient of its mean is its contribution to the mean at the data, relative to the
// spread of the observations about the mean, less what other coefficients can explain: so
// neither units nor origins matter. The unit of a factor of f ([param.RoleAmplitude]) is that
// spread. A parameter with bounds moves in its own unit.
func (f *Fitting) SpaceOf(m Model) (*optim.Space, error) {
	ps := f.Params(m)
	space, err := optim.NewSpace(ps)
	if err != nil || f.Data.X == nil {
		return space, err
	}
	free := func(i int) bool {
		p := ps[i]
		return !p.Fixed && p.Transform == cov.Identity && math.IsInf(p.Min, -1) && math.IsInf(p.Max, 1)
	}
	count := m.Layout().Mean
	mixed := slices.DeleteFunc(Spaced(count, count), func(i int) bool { return !free(i) })
	d := f.Data.Subset(Spaced(f.Data.Len(), meanRows))
	r := meanUnits(m, mixed, d)
	if r == nil {
		mixed = nil
	}
	amplitudes := slices.DeleteFunc(Spaced(len(ps), len(ps)), func(i int) bool { return !free(i) || ps[i].Role != param.RoleAmplitude })
	if len(amplitudes) > 0 {
		if spread := math.Sqrt(unitsOf(m, d).variance); spread > 0 {
			r, mixed = joinUnits(r, len(amplitudes), 1/spread), append(mixed, amplitudes...)
		}
	}
	if r != nil {
		err = space.Mix(mixed, r)
	}
	return space, err
}

// joinUnits returns a triangle with r, which may be nil, followed by count diagonal elements.
func joinUnits(r *mat.TriDense, count int, element float64) *mat.TriDense {
	n := 0
	if r != nil {
		n, _ = r.Triangle()
	}
	joined := mat.NewTriDense(n+count, mat.Upper, nil)
	for a := range n {
		for b := a; b < n; b++ {
			joined.SetTri(a, b, r.At(a, b))
		}
	}
	for k := n; k < n+count; k++ {
		joined.SetTri(k, k, element)
	}
	return joined
}

// meanUnits returns R of JᵀJ = RᵀR, where J has the root mean squares of the contributions of
// a mean's parameters, relative to the observations' standard deviation; nil if there are none.
func meanUnits(m Model, of []int, d Data) *mat.TriDense {
	const independent = 1e-12
	if len(of) == 0 || d.Len() < len(of) {
		return nil
	}
	unit := math.Sqrt(float64(d.Len()) * unitsOf(m, d).variance)
	if !(unit > 0) {
		return nil
	}
	j := mean.Jacobian(m.Mean, of, d.X)
	var qr mat.QR
	qr.Factorize(j)
	var full mat.Dense
	qr.RTo(&full)
	r := mat.NewTriDense(len(of), mat.Upper, nil)
	for a := range of {
		for b := a; b < len(of); b++ {
			r.SetTri(a, b, full.At(a, b)/unit)
		}
	}
	for k := range of {
		size := floats.Norm(mat.Col(nil, k, j), 2) / unit
		if !(size > 0) || math.IsInf(size, 1) {
			return nil
		}
		if math.Abs(r.At(k, k)) < independent*size {
			r.SetTri(k, k, size)
		}
	}
	return r
}

// leastSquares returns the coefficients of the columns of a, which may depend on one
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

// units holds scales of the data: the range and spread of the inputs in each
// coordinate, and the variance of the observations about the mean function. A scale is
// 0 if the data have none.
type units struct {
	span, sd []float64 // by coordinate
	variance float64   // of y, in its square
}

// unitsOf returns the units of d about the mean function of m.
func unitsOf(m Model, d Data) units {
	d = m.latent(d)
	u := units{variance: max(meanSquare(m.Residuals(d)), stat.PopVariance(d.Y, nil))}
	x, ok := cov.PointsOf(d.X)
	if !ok {
		return u
	}
	u.span, u.sd = make([]float64, x.Dim()), make([]float64, x.Dim())
	for k := range u.span {
		column := x.Column(k)
		if u.sd[k] = spreadOf(column); u.sd[k] > 0 {
			u.span[k] = floats.Max(column) - floats.Min(column)
		}
	}
	return u
}

// constant is the standard deviation, as a part of the mean, below which a column
// varies by rounding only.
const constant = 1e-10

// spreadOf returns the standard deviation of a column, 0 where it varies by rounding
// only.
func spreadOf(column []float64) float64 {
	mean, sd := stat.PopMeanStdDev(column, nil)
	if sd <= constant*math.Abs(mean) {
		return 0
	}
	return sd
}

func meanSquare(v []float64) float64 { return floats.Dot(v, v) / float64(len(v)) }

// of returns the units among by that a parameter belongs to and that are not 0.
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

// ParamsFor lists the parameters of m as [Model.Params] does, with the bounds within
// which learners move them given d. A bound that the user has set, by [Model.Bound] for
// example, is kept, and so are those of parameters with a prior. Others are relative to
// the data: variances of f and noise are in [1e-8, 1e4] times the mean square of y
// about the mean function, lengthscales in [1e-8, 1e3] times the range of their inputs,
// periods in [1e-8, 1e8] times it. They are wider if the parameter's own value needs
// that.
func (m Model) ParamsFor(d Data) []cov.Param {
	ps := m.Params()
	if m.checkAny(d) != nil {
		return ps
	}
	return unitsOf(m.meanFromData(d), d).bound(ps)
}

// bound bounds those of ps that the user has not bounded.
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

// limits returns the bounds of a parameter that the data suggest.
func (u units) limits(p cov.Param) (least, most float64) {
	switch p.Role {
	case param.RoleVariance, param.RoleNoise:
		if u.variance > 0 {
			return leastPart * u.variance, mostVariance * u.variance
		}
	case param.RoleScale:
		if u.variance > 0 {
			return math.Sqrt(leastPart * u.variance), math.Sqrt(mostVariance * u.variance)
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

// Numbers of the weak priors.
const (
	weakSpread = 2  // standard deviation of the logarithm of a positive parameter
	weakMean   = 10 // standard deviation of a mean's part of y, in that of y
)

// WithWeakPriors returns a copy of the model in which each free parameter that has
// neither a prior nor bounds of the user's has a prior that is scaled to the data, so
// that its posterior is proper. The prior of a positive parameter is log-normal about
// its value in [Model.FromData], with the standard deviation 2 of its logarithm: 95 %
// within a factor of 50; its bounds become those of [Model.ParamsFor]. The prior of a
// mean's coefficient is normal about least squares, with the standard deviation that
// makes ten times that of y of its basis function's root mean square at the data. The prior of a
// factor of f ([param.RoleAmplitude]) is normal about 0 with ten times the standard deviation of y.
// It returns an error with the name of another parameter that may be any number, because the data
// do not determine its scale. The model must accept d.
func (m Model) WithWeakPriors(d Data) (Model, error) {
	ps, start := m.ParamsFor(d), m.FromData(d)
	given, theta, spread := m.Params(), start.Theta(), math.Sqrt(unitsOf(start, d).variance)
	for i, p := range given {
		switch {
		case p.Fixed || p.Prior != nil || p.Bounded():
			ps[i] = p
		case p.Transform != cov.Identity:
			ps[i].Prior = cov.LogNormalPrior(math.Log(theta[i]), weakSpread)
		case p.Role == param.RoleAmplitude && spread > 0:
			ps[i].Prior = cov.NormalPrior(0, weakMean*spread)
		case p.Role != param.RoleMean:
			return Model{}, fmt.Errorf("gplib: %s has no prior and may be any number; give it one (Model.WithPrior), or bounds (Model.Bound)", p.Name)
		default:
			of := floats.Norm(mat.Col(nil, 0, mean.Jacobian(m.Mean, []int{i}, d.X)), 2) / math.Sqrt(float64(d.Len()))
			if !(spread > 0) || !(of > 0) {
				return Model{}, fmt.Errorf("gplib: %s has no prior, and the data have no scale for one; give it one (Model.WithPrior)", p.Name)
			}
			ps[i].Prior = cov.NormalPrior(theta[i], weakMean*spread/of)
		}
	}
	return m.withParams(ps), nil
}
