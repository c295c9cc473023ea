package explore

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/param"
)

// Likelihood is an entry of the menu of likelihoods.
type Likelihood struct {
	// Name is its name in the state, Title what the menu says.
	Name  string `json:"name"`
	Title string `json:"title"`
	// Whole observations are whole numbers. Min and Max are the ends of observations: one number, or none.
	Whole bool    `json:"whole"`
	Min   Numbers `json:"min"`
	Max   Numbers `json:"max"`

	make func(noise float64) lik.Func // of noise of a standard deviation
}

// gaussian is the name of the entry that is noise.
const gaussian = "Gaussian"

const scaleOfStudentT = "studentt.scale"

// dof are the degrees of freedom of Student's t that the menu begins with: tails that are clearly heavy.
const dof = 4

// Likelihoods are the entries of the menu of likelihoods. Models with one of them other than Gaussian noise
// have Laplace's approximation.
var Likelihoods = []Likelihood{
	{Name: gaussian, Title: "Gaussian noise"},
	{Name: "StudentT", Title: "Student's t (heavy tails)", make: func(noise float64) lik.Func { return lik.StudentT(noise, dof) }},
	{Name: "Bernoulli", Title: "Bernoulli (labels 0 and 1)", Whole: true, Min: Numbers{0}, Max: Numbers{1}, make: func(float64) lik.Func { return lik.Bernoulli() }},
	{Name: "Poisson", Title: "Poisson (counts)", Whole: true, Min: Numbers{0}, make: func(float64) lik.Func { return lik.Poisson() }},
}

// ChooseLikelihood returns the state with the likelihood of an entry of [Likelihoods] in place of its own. The
// scale of Student's t is that of Gaussian noise, and the other way round; mean and covariance function
// stay. Gaussian noise is that of start, with its bounds and its prior, if start is not nil. The observations
// must be some of the likelihood's.
func (s *State) ChooseLikelihood(name string, start *State) (*State, error) {
	at := slices.IndexFunc(Likelihoods, func(l Likelihood) bool { return l.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("explore: there is no likelihood %q in the menu", name)
	}
	m, d, err := s.Get()
	if err != nil {
		return nil, err
	}
	free := map[string]bool{}
	for i, p := range m.Params() {
		free[p.Name] = s.Params[i].Free
	}
	before := m.Layout()
	sd := s.scatter(m, d)
	switch {
	case name != gaussian:
		m.Lik, m.Noise = Likelihoods[at].make(threeDigits(sd)), nil
	case start == nil:
		m.Lik, m.Noise = nil, gplib.Gaussian(threeDigits(sd*sd))
	default:
		if m, err = start.noised(m, sd); err != nil {
			return nil, err
		}
	}
	if err := m.CheckData(d); err != nil {
		return nil, err
	}
	for _, p := range m.Params()[before.Mean+before.Cov:] {
		free[p.Name] = !p.Fixed
		if name == gaussian && start != nil {
			free[p.Name] = start.isFree(p.Name)
		}
	}
	chosen := &State{Model: m, X: s.X, Y: s.Y, Input: s.Input, Target: s.Target, Kind: s.Kind, Likelihood: name}
	chosen.describe(d, free)
	return chosen, nil
}

// noised returns m with the noise of s instead of its likelihood. Where the noise is one variance that a fit may
// move, that is the square of the scale of Student's t.
func (s *State) noised(m gplib.Model, scale float64) (gplib.Model, error) {
	given, err := s.model()
	if err != nil {
		return gplib.Model{}, err
	}
	_, other := m.Param(scaleOfStudentT)
	m.Lik, m.Noise = nil, given.Noise
	ps, theta := m.Params(), m.Theta()
	last := len(ps) - 1
	if p := ps[last]; other == nil && m.Layout().Noise == 1 && p.Role == param.RoleNoise && !p.Fixed {
		theta[last] = min(max(threeDigits(scale*scale), p.Min), p.Max)
	}
	return m.With(theta), nil
}

// isFree reports whether s has a free parameter of a name.
func (s *State) isFree(name string) bool {
	return slices.ContainsFunc(s.Params, func(p Param) bool { return p.Name == name && p.Free })
}

// scatter returns the standard deviation of the noise of m, or the scale of its likelihood, or else a tenth of
// the range of y.
func (s *State) scatter(m gplib.Model, d gplib.Data) float64 {
	for _, p := range m.Params() {
		switch {
		case p.Role == param.RoleNoise && m.Lik == nil:
			return math.Sqrt(p.Value)
		case m.Lik != nil && p.Name == scaleOfStudentT:
			return p.Value
		}
	}
	low, high := ends(d.Y)
	if high > low {
		return (high - low) / 10
	}
	return 1
}

// objective returns the negative log marginal likelihood of models like m.
func objective(m gplib.Model) gplib.Objective {
	if m.Lik != nil {
		return laplace.LML{}
	}
	return gplib.LML{}
}

// learner returns the learner of models like m.
func learner(m gplib.Model) gplib.Learner {
	if m.Lik != nil {
		return laplace.Learner{}
	}
	return gplib.LBFGS{Objective: gplib.LML{}}
}

// given returns the posterior of a model given data, and the terms of its log marginal likelihood.
func given(m gplib.Model, d gplib.Data) (gplib.Posterior, Terms, error) {
	if m.Lik != nil {
		return givenByLaplace(m, d)
	}
	exact, err := gplib.Condition(m, d)
	if err != nil {
		return nil, Terms{}, err
	}
	t, err := exact.Terms()
	return exact, Terms{Sum: t.Sum(), DataFit: t.DataFit, Complexity: t.Complexity, Constant: t.Constant}, err
}

// givenByLaplace does given by Laplace's approximation (Rasmussen and Williams 2006, equation 3.32): the data fit
// is the log likelihood at the mode, which the posterior's mean is at the data, and the complexity penalty
// the rest.
func givenByLaplace(m gplib.Model, d gplib.Data) (gplib.Posterior, Terms, error) {
	posterior, err := laplace.Condition(m, d)
	if err != nil {
		return nil, Terms{}, err
	}
	value, err := laplace.LML{}.Eval(m, d, nil)
	if err != nil {
		return nil, Terms{}, err
	}
	at, err := posterior.Predict(d.X)
	if err != nil {
		return nil, Terms{}, err
	}
	t := Terms{Sum: -value, Approximate: true}
	for i, y := range d.Y {
		t.DataFit += m.Lik.Log(y, at.Mean[i]).Value
	}
	t.Complexity = t.Sum - t.DataFit
	return posterior, t, nil
}

// Bands are predictions of observations of a likelihood: the median of their mean, its bands of
// 50 % and 95 %, and the limits of 95 % of observations.
type Bands struct {
	Low95  Numbers `json:"low95"`
	High95 Numbers `json:"high95"`
	Low50  Numbers `json:"low50"`
	High50 Numbers `json:"high50"`
	LowY   Numbers `json:"lowY"`
	HighY  Numbers `json:"highY"`
}

// bandsOf returns the median of the mean of observations, and its bands, which rise with f.
func bandsOf(p gplib.Prediction) (median Numbers, b *Bands) {
	b = &Bands{}
	b.Low95, b.High95 = meansOf(p.Lik, p.Interval, 0.95)
	b.Low50, b.High50 = meansOf(p.Lik, p.Interval, 0.5)
	b.LowY, b.HighY = limitsOf(p)
	return meanOf(p.Lik, p.Mean), b
}

const nodes = 9 // variances at which limits are computed, others lie between these

// limitsOf returns the limits of 95 % of observations. A quantile of Student's t takes milliseconds, too long
// for a picture that follows a finger at two for each point. But observations lie symmetrically around the
// mean of f, by a distance that depends on the variance v of f alone, and its square is nearly linear in v:
// it is interpolated.
func limitsOf(p gplib.Prediction) (low, high Numbers) {
	if isLinked(p.Lik) {
		return p.IntervalY(0.95)
	}
	least, most := ends(roots(p.Var))
	of := gplib.Prediction{Mean: make([]float64, nodes), Var: make([]float64, nodes), Lik: p.Lik}
	for k := range of.Var {
		sd := least + (most-least)*float64(k)/(nodes-1)
		of.Var[k] = sd * sd
	}
	squares := of.QuantileY(0.975)
	for k, q := range squares {
		squares[k] = q * q
	}
	low, high = make(Numbers, len(p.Mean)), make(Numbers, len(p.Mean))
	for i, m := range p.Mean {
		k, _ := slices.BinarySearch(of.Var, p.Var[i])
		k = min(max(k, 1), nodes-1)
		share := 0.0
		if width := of.Var[k] - of.Var[k-1]; width > 0 {
			share = min(max((p.Var[i]-of.Var[k-1])/width, 0), 1)
		}
		reach := math.Sqrt(squares[k-1] + share*(squares[k]-squares[k-1]))
		low[i], high[i] = m-reach, m+reach
	}
	return low, high
}

func meansOf(l lik.Func, interval func(p float64) (low, high []float64), p float64) (low, high Numbers) {
	a, b := interval(p)
	return meanOf(l, a), meanOf(l, b)
}

// meanOf returns the mean of observations at each latent value.
func meanOf(l lik.Func, f []float64) Numbers {
	mean := make(Numbers, len(f))
	for i := range f {
		mean[i], _ = l.Moments(f[i])
	}
	return mean
}
