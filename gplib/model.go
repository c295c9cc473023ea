package gplib

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/mean"
	"krigo/gplib/noise"
	"krigo/gplib/optim"
	"krigo/gplib/param"
)

// Model is a Gaussian-process prior with Gaussian noise, or with another likelihood instead:
//
//	f ~ GP(m, k),  y_i = f(x_i) + e_i,  e_i ~ N(0, s),
//	f ~ GP(m, k),  y_i ~ p(y|f(x_i)).
//
// The zero Mean is the zero function. A Model is a value: no function of this
// library changes one.
type Model struct {
	Mean Mean
	Cov  cov.Func
	// Noise is the Gaussian noise, nil in a model with a likelihood.
	Noise Noise
	// Lik is the likelihood, for labels, counts or errors that are not normal; nil is
	// Gaussian, with Noise. Package lik has some, and package laplace a learner of such models.
	// Functions that need Gaussian noise return an error.
	Lik Likelihood
	// Inputs are the names of the inputs' dimensions, or nil. A fit takes them from
	// its data ([cov.Matrix.Named]) where the model has none; see [Model.Named].
	Inputs []string
}

// Params lists the parameters of the mean, the covariance function and the noise, or the
// likelihood, in that order. The slice is the caller's own.
//
// Where the model knows the names of its inputs, a parameter that belongs to one of
// them has its name instead of its number: "lengthscale[area]", not "lengthscale[0]". A
// name that is a number, begins or ends with blanks, or holds a dot, a comma, a bracket
// or a quote, is quoted: lengthscale["2"].
func (m Model) Params() []cov.Param { return m.named(m.own()) }

// own lists the parameters by the names that the model's parts give them.
func (m Model) own() []cov.Param {
	var ps []cov.Param
	if m.Mean != nil {
		ps = append(ps, m.Mean.Params()...)
	}
	if m.Cov != nil {
		ps = append(ps, m.Cov.Params()...)
	}
	if m.Noise != nil {
		ps = append(ps, m.Noise.Params()...)
	}
	if m.Lik != nil {
		ps = append(ps, m.Lik.Params()...)
	}
	return ps
}

// With returns a copy of the model with the natural values theta, in the
// order of Params. It panics where len(theta) is not len(m.Params()).
func (m Model) With(theta []float64) Model {
	if want := len(m.Params()); len(theta) != want {
		panic(fmt.Sprintf("gplib: With has %d values for %d parameters", len(theta), want))
	}
	mean, kernel, last := m.Layout().Split(theta)
	if m.Mean != nil {
		m.Mean = m.Mean.With(mean)
	}
	if m.Cov != nil {
		m.Cov = m.Cov.With(kernel)
	}
	if m.Noise != nil {
		m.Noise = m.Noise.With(last[:len(m.Noise.Params())])
	}
	if m.Lik != nil {
		m.Lik = m.Lik.With(last[len(last)-len(m.Lik.Params()):])
	}
	return m
}

// Param returns the parameter of the given name, such as "lengthscale". A name that is
// exactly that of a parameter selects that one only: "variance" is not "noise.variance"
// too. Otherwise a name selects the parameters whose path has it as a whole part, and must
// select one: "dof" is "studentt.dof". Parameters of one input have two names, by its number
// and by its name: "lengthscale[0]" and "lengthscale[area]". The error lists the existing
// names. All methods of a model take names by this rule.
func (m Model) Param(name string) (cov.Param, error) {
	i, err := m.find(name)
	if err != nil {
		return cov.Param{}, err
	}
	return m.Params()[i], nil
}

// Set returns a copy of the model with another value of the parameter that
// name selects, as in [Model.Param]. A name that selects several is an error.
func (m Model) Set(name string, value float64) (Model, error) {
	i, err := m.find(name)
	if err != nil {
		return Model{}, err
	}
	theta := m.Theta()
	theta[i] = value
	changed := m.With(theta)
	if err := changed.Params()[i].Check(); err != nil {
		return Model{}, fmt.Errorf("gplib: %w", err)
	}
	return changed, nil
}

// Theta returns the natural values of all parameters, in the order of Params.
func (m Model) Theta() []float64 { return param.Values(m.Params()) }

// find returns the position of the parameter of that name, else of the one
// that the name selects.
func (m Model) find(name string) (int, error) {
	names, found := param.Names(m.Params()), m.chosen(name)
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("gplib: no parameter %q; available: %s", name, strings.Join(names, ", "))
	case 1:
		return found[0], nil
	}
	return 0, fmt.Errorf("gplib: the name %q selects both %s and %s", name, names[found[0]], names[found[1]])
}

// chosen returns the positions of the parameters that a name selects, by the rule of [param.Chosen]
// for the names of Params, then for those of the model's parts.
func (m Model) chosen(name string) []int {
	own := m.own()
	ofParts := func(i int) bool { return m.selects(name, own[i]) }
	if i := slices.Index(param.Names(m.Params()), name); i >= 0 {
		return []int{i}
	}
	return param.ChosenBy(name, param.Names(own), ofParts)
}

// chosenOfOnePart does chosen for one or more parameters of one part of the model: a short name must not
// change the noise together with the covariance function.
func (m Model) chosenOfOnePart(name string) ([]int, error) {
	found, l := m.chosen(name), m.Layout()
	if len(found) == 0 {
		return nil, nil
	}
	first, last := found[0], found[len(found)-1]
	part := func(i int) bool { return i < l.Mean }
	kernel := func(i int) bool { return i < l.Mean+l.Cov }
	if part(first) == part(last) && kernel(first) == kernel(last) {
		return found, nil
	}
	names := param.Names(m.Params())
	return nil, fmt.Errorf("the name %q selects parameters of different parts of the model, such as %s and %s; write the whole name of each",
		name, names[first], names[last])
}

// Check returns an error that says what is wrong with the model, or why it cannot take
// x. A model with a likelihood is an error, too, because most functions need Gaussian noise:
// those that take it use [Model.CheckLik].
func (m Model) Check(x cov.Inputs) error {
	if m.Lik != nil && m.classes() == nil {
		return fmt.Errorf("gplib: the model has the likelihood %v, and this needs Gaussian noise; "+
			"laplace.Learner fits it and laplace.Condition conditions it on data", m.Lik)
	}
	return m.CheckLik(x)
}

// CheckLik does [Model.Check] for a model with any likelihood of one latent value at a row. It refuses classes
// ([lik.Classes]), for which [Model.CheckClasses] is.
func (m Model) CheckLik(x cov.Inputs) error {
	if classes := m.classes(); classes != nil {
		return fmt.Errorf("gplib: the model has the likelihood %v, with a latent value for each of its %d classes, and this needs one at a row; "+
			"softmax.Learner fits it and softmax.Condition conditions it on data", m.Lik, len(classes))
	}
	if _, k, ok := noise.ProcessOf(m.Noise); ok {
		return fmt.Errorf("gplib: the noise of the model is a process (%v), and this needs noise of known variance; "+
			"hetero.Learner fits the model and hetero.Condition conditions it on data", k)
	}
	return m.checkParts(x)
}

// CheckNoiseProcess does [Model.CheckData] for a model whose noise is a process ([NoiseProcess]).
func (m Model) CheckNoiseProcess(d Data) error {
	if _, _, ok := noise.ProcessOf(m.Noise); !ok {
		return fmt.Errorf("gplib: the noise of the model is %v, not a process; gplib.NoiseProcess(0.1, cov.SE(1)) is one, and gplib.Fit takes other noise", m.Noise)
	}
	return m.checkAny(d)
}

// checkParts does CheckLik for any likelihood.
func (m Model) checkParts(x cov.Inputs) error {
	switch {
	case m.Cov == nil:
		return errors.New("gplib: the model has no covariance function (Cov is nil)")
	case m.Noise == nil && m.Lik == nil:
		return errors.New("gplib: the model has no noise (Noise is nil); use gplib.Gaussian(variance)")
	case m.Noise != nil && m.Lik != nil:
		return fmt.Errorf("gplib: the model has both noise (%v) and a likelihood (%v); set one of Noise and Lik to nil", m.Noise, m.Lik)
	}
	if err := checkInputs(x); err != nil {
		return err
	}
	if err := m.Cov.Check(x); err != nil {
		return err
	}
	if m.Mean != nil {
		if err := mean.CheckFunctionals(m.Mean, x); err != nil {
			return err
		}
		if err := m.Mean.Check(x); err != nil {
			return err
		}
	}
	if m.Noise != nil {
		if err := m.Noise.Check(x); err != nil {
			return err
		}
	} else if err := m.Lik.Check(); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	for _, p := range m.Params() {
		if err := p.Check(); err != nil {
			return fmt.Errorf("gplib: %w", err)
		}
	}
	return m.checkNames(x)
}

// checkAll checks the data, the model and that they fit.
func (m Model) checkAll(d Data) error {
	if err := d.Check(); err != nil {
		return err
	}
	return m.Check(d.X)
}

// CheckData returns an error that says what is wrong with the data, with the model, which may
// have a likelihood, or why it cannot take the data. A row that cannot be an observation of the
// likelihood is named.
func (m Model) CheckData(d Data) error {
	if err := d.Check(); err != nil {
		return err
	}
	if err := m.CheckLik(d.X); err != nil {
		return err
	}
	return m.checkTargets(d)
}

// CheckClasses does [Model.CheckData] for a model with the likelihood [lik.Categorical]. Its covariance function is
// that of the latent function of each class, and it has no mean, which would be the same for all classes and so have no
// effect.
func (m Model) CheckClasses(d Data) error {
	switch {
	case m.classes() == nil:
		return fmt.Errorf("gplib: the model has no classes (Lik is %v); lik.Categorical(\"a\", \"b\", \"c\") has three", m.Lik)
	case m.Mean != nil:
		return fmt.Errorf("gplib: the model has the mean %v, which would be that of all classes and so have no effect; set Mean to nil", m.Mean)
	}
	return m.checkAny(d)
}

// checkAny does CheckData for any likelihood.
func (m Model) checkAny(d Data) error {
	if err := d.Check(); err != nil {
		return err
	}
	if err := m.checkParts(d.X); err != nil {
		return err
	}
	return m.checkTargets(d)
}

func (m Model) checkTargets(d Data) error {
	if m.Lik == nil {
		return nil
	}
	if err := lik.CheckTargets(m.Lik, d.Y); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	return nil
}

// CheckAt returns an error that says why a posterior of the model, conditioned at z,
// cannot predict at x, or nil. It checks as [Model.Check] and [cov.CheckLike] do: the
// latter finds another dimension, other names and another scale. z may be nil.
func (m Model) CheckAt(x, z cov.Inputs) error {
	if err := m.Check(x); err != nil {
		return err
	}
	if err := cov.CheckLike(x, z); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	return nil
}

// String shows the model's parts.
func (m Model) String() string {
	s := fmt.Sprintf("f ~ GP(%s, %v)", meanText(m.Mean), m.Cov)
	if m.Noise != nil {
		s += fmt.Sprintf(", y = f + e, %v", m.Noise)
	}
	if m.Lik != nil {
		s += fmt.Sprintf(", %v", m.Lik)
	}
	return s
}

func meanText(m Mean) string {
	if m == nil {
		return "0"
	}
	return fmt.Sprint(m)
}

// Layout holds the numbers of parameters of a model's parts. Among all parameters,
// those of the mean come first, then those of the covariance function, then those of
// the noise, or of the likelihood that replaces it, which Noise counts, too.
type Layout struct{ Mean, Cov, Noise int }

// Layout returns the layout of [Model.Params] and of every vector in its order, such as
// a gradient.
func (m Model) Layout() Layout {
	var l Layout
	if m.Mean != nil {
		l.Mean = len(m.Mean.Params())
	}
	if m.Cov != nil {
		l.Cov = len(m.Cov.Params())
	}
	if m.Noise != nil {
		l.Noise = len(m.Noise.Params())
	}
	if m.Lik != nil {
		l.Noise += len(m.Lik.Params())
	}
	return l
}

// Split cuts a vector over all parameters in three, which share its memory.
// It panics where v is not of length l.Len().
func (l Layout) Split(v []float64) (mean, kernel, noise []float64) {
	end := l.Mean + l.Cov
	return v[:l.Mean:l.Mean], v[l.Mean:end:end], v[end:l.Len()]
}

// Len returns the number of all parameters.
func (l Layout) Len() int { return l.Mean + l.Cov + l.Noise }

// MeanAt returns the prior mean at the points x, 0 without a mean function.
func (m Model) MeanAt(x cov.Inputs) []float64 {
	at := make([]float64, x.Len())
	if m.Mean != nil {
		m.Mean.Eval(at, x)
	}
	return at
}

// Residuals returns y - m(X), one number for each of the n rows, in the unit of y. d must have as many observations as
// inputs.
func (m Model) Residuals(d Data) []float64 {
	r := m.MeanAt(d.X)
	floats.SubTo(r, d.Y, r)
	return r
}

// LogPrior returns the log prior density of the free parameters that have a
// prior, at their natural values, and its derivatives by all parameters.
func (m Model) LogPrior() (value float64, grad []float64) {
	ps := m.Params()
	grad = make([]float64, len(ps))
	for i, p := range ps {
		if p.Prior == nil || p.Fixed {
			continue
		}
		v, slope := p.Prior.LogDensity(p.Value)
		value += v
		grad[i] = slope
	}
	return value, grad
}

// HasPriors reports whether a free parameter has a prior.
func (m Model) HasPriors() bool {
	for _, p := range m.Params() {
		if p.Prior != nil && !p.Fixed {
			return true
		}
	}
	return false
}

// Fix returns a copy of the model whose named parameters learners do not move. Names select
// among the parameters of mean, covariance function and noise or likelihood, as in
// [Model.Param]: the one of exactly that name, else those whose path has it as a whole part.
// Here a name may select several parameters of one of these: "lengthscale" selects
// "lengthscale[0]" and "lengthscale[1]". A name that selects parameters of two of them, such
// as "variance" where there are "se.variance" and "noise.variance", is an error. No name
// selects all.
func (m Model) Fix(names ...string) (Model, error) {
	return m.adjust("Fix", names, param.Fix())
}

// FixAllBut returns a copy of the model whose parameters learners do not move, except for
// the named ones. Each name selects one parameter, as in [Model.Param]. A named parameter that
// is fixed stays so.
func (m Model) FixAllBut(names ...string) (Model, error) {
	ps, named := m.Params(), map[int]bool{}
	for _, name := range names {
		i, err := m.find(name)
		if err != nil {
			return Model{}, err
		}
		named[i] = true
	}
	for i := range ps {
		ps[i].Fixed = ps[i].Fixed || !named[i]
	}
	return m.withParams(ps), nil
}

// Bound returns a copy of the model whose named parameters learners keep in
// [lo, hi], in natural values. Names select as in [Model.Fix].
func (m Model) Bound(name string, lo, hi float64) (Model, error) {
	return m.adjust("Bound", []string{name}, param.Bound(lo, hi))
}

// WithPrior returns a copy of the model with a prior on the named parameters. Names select
// as in [Model.Fix].
func (m Model) WithPrior(name string, p cov.Prior) (Model, error) {
	return m.adjust("WithPrior", []string{name}, param.WithPrior(p))
}

// WithTransform returns a copy of the model whose named parameters are learned on the scale
// of t. Names select as in [Model.Fix].
func (m Model) WithTransform(name string, t cov.Transform) (Model, error) {
	return m.adjust("WithTransform", []string{name}, param.WithTransform(t))
}

// HoldingMean returns the model with the parameters of its mean function fixed.
func (m Model) HoldingMean() Model {
	if m.Mean == nil {
		return m
	}
	ps := m.Mean.Params()
	for i := range ps {
		ps[i].Fixed = true
	}
	m.Mean = mean.WithParams(m.Mean, ps)
	return m
}

func (m Model) adjust(what string, names []string, change param.Change) (Model, error) {
	ps, err := param.ApplyBy(m.Params(), what, names, m.chosenOfOnePart, change)
	if err != nil {
		return Model{}, fmt.Errorf("gplib: %w", err)
	}
	return m.withParams(ps), nil
}

// withParams returns m with other statements about its parameters, whose names stay.
// Parts with unchanged parameters stay the same values.
func (m Model) withParams(ps []cov.Param) Model {
	old, l := m.own(), m.Layout()
	ps = slices.Clone(ps)
	for i, p := range old {
		ps[i].Name, ps[i].Tied = p.Name, p.Tied
	}
	changed := func(from, to int) bool { return !reflect.DeepEqual(old[from:to], ps[from:to]) }
	if changed(0, l.Mean) {
		m.Mean = mean.WithParams(m.Mean, ps[:l.Mean])
	}
	if changed(l.Mean, l.Mean+l.Cov) {
		m.Cov = cov.WithParams(m.Cov, ps[l.Mean:l.Mean+l.Cov])
	}
	if changed(l.Mean+l.Cov, l.Len()) {
		m = m.withLastParams(ps[l.Mean+l.Cov:])
	}
	return m
}

// withLastParams does withParams for the noise or the likelihood.
func (m Model) withLastParams(ps []cov.Param) Model {
	if m.Noise != nil {
		m.Noise = noise.WithParams(m.Noise, ps[:len(m.Noise.Params())])
	}
	if m.Lik != nil {
		m.Lik = lik.WithParams(m.Lik, ps[len(ps)-len(m.Lik.Params()):])
	}
	return m
}

// UncertainMean returns a copy of the model whose mean's coefficients, of a
// [LinearMean], [PolynomialMean] or [ConstantMean], are not learned but integrated
// over: they are independent and normal about their values b with the standard
// deviation std > 0, so that posteriors, likelihoods and samples carry their
// uncertainty (Rasmussen and Williams 2006, section 2.7, equation 2.40 with B = std²I).
// A large std means a vague prior.
func UncertainMean(m Model, std float64) (Model, error) {
	degree, ok := mean.Degree(m.Mean)
	if !ok {
		return Model{}, fmt.Errorf("gplib: UncertainMean: the model's mean is %T, not a polynomial", m.Mean)
	}
	if !(std > 0) || math.IsInf(std, 1) {
		return Model{}, fmt.Errorf("gplib: UncertainMean: std is %v; it must be positive", std)
	}
	basis := cov.Fix(cov.PolynomialBasis(degree, std*std))
	m.Cov = cov.Sum(m.Cov, basis)
	return m.HoldingMean(), nil
}

// perturbed draws in a space of the parameters of m.
func perturbed(m Model, space *optim.Space, std float64, rng *rand.Rand) Model {
	u := space.Start()
	for j := range u {
		u[j] += std * rng.NormFloat64()
	}
	return m.With(space.Natural(u))
}
