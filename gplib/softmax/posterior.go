package softmax

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/form"
	"krigo/gplib/lik"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// Posterior is Laplace's approximation of the posterior of a model with classes. It implements [gplib.Extendable] and
// [gplib.Savable]. Predict and Covariance, which are of one latent value at a point, return an error:
// [Posterior.Classify] predicts.
//
// A posterior of a cancelled fit of 1000 observations or more looks for the mode at its first use: that takes O(Cn³)
// time for C classes, and may fail.
type Posterior struct {
	model gplib.Model
	data  gplib.Data
	given func() (*latent, error)
}

// Condition returns the posterior of m, whose likelihood is a [lik.Categorical], given d, without learning. It takes
// O(Cn³) time for each Newton step.
func Condition(m gplib.Model, d gplib.Data) (*Posterior, error) {
	return conditionFrom(m, d, nil)
}

// conditionFrom looks for the mode from weights.
func conditionFrom(m gplib.Model, d gplib.Data, guess *mat.Dense) (*Posterior, error) {
	p, err := later(m, d, guess)
	if err != nil {
		return nil, err
	}
	if _, err := p.given(); err != nil {
		return nil, err
	}
	return p, nil
}

// later does conditionFrom, and looks for the mode at the first use of the posterior. The arguments are checked at
// once.
func later(m gplib.Model, d gplib.Data, guess *mat.Dense) (*Posterior, error) {
	if err := check(m, d); err != nil {
		return nil, err
	}
	return newPosterior(m, d, sync.OnceValues(func() (*latent, error) { return atMode(context.Background(), m, d, guess) })), nil
}

func newPosterior(m gplib.Model, d gplib.Data, given func() (*latent, error)) *Posterior {
	if x, ok := d.X.(*cov.Matrix); ok && len(m.Inputs) == 0 {
		m.Inputs = x.Names()
	}
	return &Posterior{m, d, given}
}

// Of returns the posterior of a fit by [Learner]. It fails for another one.
func Of(fit *gplib.Result) (*Posterior, error) {
	if fit == nil {
		return nil, errors.New("softmax: the fit is nil")
	}
	p, ok := fit.Posterior.(*Posterior)
	if !ok {
		return nil, fmt.Errorf("softmax: the posterior of the fit is a %T, which has no classes; softmax.Learner makes one that has", fit.Posterior)
	}
	return p, nil
}

// Classify predicts the probabilities of the classes at x by a fit of [Learner].
func Classify(fit *gplib.Result, x cov.Inputs) (Prediction, error) {
	p, err := Of(fit)
	if err != nil {
		return Prediction{}, err
	}
	return p.Classify(x)
}

// Data returns the data conditioned on.
func (p *Posterior) Data() gplib.Data { return p.data }

// Model returns the model conditioned.
func (p *Posterior) Model() gplib.Model { return p.model }

// Classes returns the names of the classes.
func (p *Posterior) Classes() []string { return lik.Classes(p.model.Lik) }

var errManyLatent = errors.New("softmax: a point has a latent value for each class, and this needs one; softmax.Classify(fit, x) has the probabilities of the classes")

// Predict returns an error that names [Classify].
func (p *Posterior) Predict(cov.Inputs) (gplib.Prediction, error) {
	return gplib.Prediction{}, errManyLatent
}

// Covariance returns an error that names [Classify].
func (p *Posterior) Covariance(cov.Inputs) ([]float64, *mat.SymDense, error) {
	return nil, nil, errManyLatent
}

// at returns the latent values at the data, and an error if the posterior cannot predict at x.
func (p *Posterior) at(x cov.Inputs) (*latent, error) {
	if err := p.model.CheckClasses(gplib.Data{X: x, Y: make([]float64, lengthOf(x))}); err != nil {
		return nil, err
	}
	if err := cov.CheckLike(x, p.data.X); err != nil {
		return nil, fmt.Errorf("softmax: %w", err)
	}
	return p.given()
}

func lengthOf(x cov.Inputs) int {
	if m, ok := x.(*cov.Matrix); x == nil || ok && m == nil {
		return 0
	}
	return x.Len()
}

// predictBlock is the number of points predicted at once.
const predictBlock = 256

// Classify returns the distributions of the classes at the m points x, in O(Cn²m) time for C classes and the integrals
// over C - 1 dimensions at each point (Rasmussen and Williams 2006, algorithm 3.4).
func (p *Posterior) Classify(x cov.Inputs) (Prediction, error) {
	s, err := p.at(x)
	if err != nil {
		return Prediction{}, err
	}
	m := x.Len()
	mean, prior := mat.NewDense(m, s.classes(), nil), make([]float64, m)
	p.model.Cov.Diag(prior, x)
	var covariances []*mat.SymDense
	for lo := 0; lo < m; lo += predictBlock {
		hi := min(lo+predictBlock, m)
		cross := p.cross(cov.Block(x, lo, hi))
		part := mean.Slice(lo, hi, 0, s.classes()).(*mat.Dense)
		part.Mul(cross.T(), s.a.T())
		covariances = append(covariances, s.covariances(cross, prior[lo:hi])...)
	}
	return newPrediction(x, p.Classes(), mean, covariances), nil
}

// cross returns K(X, x), n × m.
func (p *Posterior) cross(x cov.Inputs) *mat.Dense {
	k := mat.NewDense(p.data.Len(), x.Len(), nil)
	p.model.Cov.Gram(k, p.data.X, x)
	return k
}

// Joint returns the joint mean and covariance of the latent values at the m points x, for C classes of length mC and
// mC × mC: those of class 0 at all points come first.
func (p *Posterior) Joint(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	s, err := p.at(x)
	if err != nil {
		return nil, nil, err
	}
	m, classes := x.Len(), s.classes()
	cross, mean, joint := p.cross(x), make([]float64, m*classes), mat.NewDense(m*classes, m*classes, nil)
	half := mat.NewDense(s.n, m*classes, nil)
	for c, e := range s.e {
		lo, hi := c*m, (c+1)*m
		linalg.MulTransVec(mean[lo:hi], cross, s.a.RawRowView(c))
		own, block := half.Slice(0, s.n, lo, hi).(*mat.Dense), joint.Slice(lo, hi, lo, hi).(*mat.Dense)
		own.Mul(e, cross)
		prior := mat.NewDense(m, m, nil)
		p.model.Cov.Gram(prior, x, x)
		block.Mul(cross.T(), own)
		block.Sub(prior, block)
	}
	s.sum.SolveHalf(half)
	linalg.Syrk(blas.Trans, 1, half, 1, joint)
	linalg.MirrorLower(joint)
	c := mat.NewSymDense(m*classes, joint.RawMatrix().Data)
	for i := range m * classes {
		c.SetSym(i, i, math.Max(c.At(i, i), 0))
	}
	return mean, c, nil
}

// Sample draws labels at the m points x jointly: first the latent functions, then a label of each point. It returns
// count × m labels in O((mC)³) time for C classes. src may be nil, for a fixed seed.
func (p *Posterior) Sample(x cov.Inputs, count int, src rand.Source) (*mat.Dense, error) {
	if count < 1 {
		return nil, fmt.Errorf("softmax: Sample: count is %d; it must be positive", count)
	}
	mean, covariance, err := p.Joint(x)
	if err != nil {
		return nil, err
	}
	chol, err := linalg.Factorize(mat.DenseCopyOf(covariance))
	if err != nil {
		return nil, fmt.Errorf("softmax: Sample: the covariance matrix of the latent values at %d points: %w", x.Len(), err)
	}
	rng, m := rand.New(optim.Source(src)), x.Len()
	f, values := make([]float64, len(mean)), make([]float64, len(mean)/m)
	labels := mat.NewDense(count, m, nil)
	for k := range count {
		for i := range f {
			f[i] = rng.NormFloat64()
		}
		chol.MulHalf(f, f)
		floats.Add(f, mean)
		for i := range m {
			for c := range values {
				values[c] = f[c*m+i]
			}
			lik.Softmax(values, values)
			labels.Set(k, i, drawnOf(values, rng))
		}
	}
	return labels, nil
}

// LeaveOneOut returns the prediction of each label from the others, at the learned parameters: the normal approximation
// of its likelihood is divided out of the posterior of its latent values (Vehtari et al. 2016, JMLR 17(103), section
// 3.1). It takes O(Cn³) time for C classes. What is left is at most as wide as the prior.
func (p *Posterior) LeaveOneOut() (Prediction, error) {
	s, err := p.given()
	if err != nil {
		return Prediction{}, err
	}
	mean, covariances := mat.NewDense(s.n, s.classes(), nil), s.atData()
	for i, v := range covariances {
		if covariances[i], err = s.cavity(mean.RawRowView(i), i, v); err != nil {
			return Prediction{}, err
		}
	}
	return newPrediction(p.data.X, p.Classes(), mean, covariances), nil
}

// cavity writes the mean of the latent values of row i without its own site, and returns their covariance matrix, whose
// inverse is V⁻¹ - W, but at least that of the prior. v is the posterior covariance matrix V.
func (s *latent) cavity(mean []float64, i int, v *mat.SymDense) (*mat.SymDense, error) {
	classes, prior := s.classes(), s.k.At(i, i)
	if prior == 0 { // the latent values are certain
		mat.Col(mean, i, s.f)
		return mat.NewSymDense(classes, nil), nil
	}
	var chol mat.Cholesky
	precision := mat.NewSymDense(classes, nil)
	if !chol.Factorize(v) || chol.InverseTo(precision) != nil {
		return nil, fmt.Errorf("softmax: LeaveOneOut: the covariance matrix of the latent values at row %d is singular", i)
	}
	for c := range classes {
		for b := range c + 1 {
			w := -s.p.At(c, i) * s.p.At(b, i)
			if c == b {
				w += s.p.At(c, i)
			}
			precision.SetSym(c, b, precision.At(c, b)-w)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(precision, true) {
		return nil, fmt.Errorf("softmax: LeaveOneOut: row %d: %w", i, linalg.ErrNoEigenvalues)
	}
	var vectors, scaled mat.Dense
	eigen.VectorsTo(&vectors)
	scaled.CloneFrom(&vectors)
	for c, value := range eigen.Values(nil) {
		column := mat.Col(nil, c, &vectors)
		floats.Scale(1/math.Max(value, 1/prior), column)
		scaled.SetCol(c, column)
	}
	var product mat.Dense
	product.Mul(&scaled, vectors.T())
	left := mat.NewSymDense(classes, nil)
	for c := range classes {
		mean[c] = s.f.At(c, i)
		for b := range classes {
			left.SetSym(c, b, product.At(c, b))
			mean[c] -= product.At(c, b) * s.a.At(b, i)
		}
	}
	return left, nil
}

// Extend returns the posterior given additional data, at the same parameters: Newton's method goes on from the mode of
// these data.
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	if err := check(p.model, more); err != nil {
		return nil, err
	}
	s, err := p.at(more.X)
	if err != nil {
		return nil, err
	}
	all, err := p.data.Join(more)
	if err != nil {
		return nil, err
	}
	guess := mat.NewDense(s.classes(), all.Len(), nil)
	guess.Slice(0, s.classes(), 0, s.n).(*mat.Dense).Copy(s.a)
	q, err := conditionFrom(p.model, all, guess)
	if err != nil {
		return nil, err
	}
	return q, nil
}

// formatVersion is the version of a [Posterior]'s binary form: the model, the data and the weights of the mode.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&Posterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads. It fails for parts of the model that
// cannot be described and for inputs that cannot be written.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	s, err := p.given()
	if err != nil {
		return nil, err
	}
	f := form.New(p, formatVersion)
	f.Given(p.model, form.Data(p.data))
	f.Floats("weights", s.a.RawMatrix().Data)
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form, in O(Cn³) time. It fails if b is not such a form, is of
// a newer version, or is inconsistent; p is unchanged then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.RestoreGiven(p, b, formatVersion, readPosterior)
}

// consistent is the difference of weights in a file from the slopes of the log likelihood, in a file of another machine
// too.
const consistent = 1e-6

func readPosterior(m gplib.Model, d gplib.Data, r *form.Reader) (*Posterior, error) {
	if err := check(m, d); err != nil {
		return nil, err
	}
	classes := len(lik.Classes(m.Lik))
	a := r.Vector("weights", classes*d.Len())
	if r.Err() != nil {
		return nil, r.Err()
	}
	ctx := context.Background()
	s, err := newLatent(ctx, m, d)
	if err != nil {
		return nil, err
	}
	s.a = mat.NewDense(classes, d.Len(), a)
	s.times(s.f, s.a)
	if gap := floats.Distance(s.differentiate().RawMatrix().Data, a, math.Inf(1)); !(gap <= consistent) {
		return nil, errors.New("the weights are not those of a mode")
	}
	s.value = s.objective(s.f, s.a)
	return newPosterior(m, d, func() (*latent, error) { return s, nil }), s.curve(ctx)
}
