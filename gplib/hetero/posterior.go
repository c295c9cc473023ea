package hetero

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/form"
	"krigo/gplib/linalg"
)

// Posterior is the variational approximation of the posterior of a model whose noise is a process
// ([gplib.NoiseProcess]). It implements [gplib.Savable].
type Posterior struct {
	model    gplib.Model
	data     gplib.Data
	logLevel float64  // log c
	log      cov.Func // l
	// lambda are the precisions of q, excess is λ - 1/2, and alpha is (K + R)⁻¹(y - m).
	lambda, excess, alpha []float64
	a, b                  *linalg.Cholesky // of K + R and of I + λ½Lλ½
	bound                 float64
}

// Condition returns the posterior of m, whose noise is a process, given d, without learning. It takes O(n³) time for
// each step. It fails where steps do not reach a maximum of the bound.
func Condition(m gplib.Model, d gplib.Data) (*Posterior, error) { return conditionFrom(m, d, nil) }

func conditionFrom(m gplib.Model, d gplib.Data, lambda []float64) (*Posterior, error) {
	if x, ok := d.X.(*cov.Matrix); ok && x != nil && len(m.Inputs) == 0 {
		m.Inputs = x.Names()
	}
	s, err := newState(context.Background(), m, d)
	if err != nil {
		return nil, err
	}
	if err := s.find(lambda); err != nil {
		return nil, err
	}
	a, err := s.factor()
	if err != nil {
		return nil, err
	}
	return &Posterior{model: s.model, data: s.data, logLevel: s.logLevel, log: s.log, lambda: s.lambda, excess: s.excess,
		alpha: s.alpha, a: a, b: s.b, bound: s.bound}, nil
}

// Data returns the data conditioned on.
func (p *Posterior) Data() gplib.Data { return p.data }

// Model returns the model conditioned.
func (p *Posterior) Model() gplib.Model { return p.model }

// Bound returns the evidence lower bound, at most the log marginal likelihood.
func (p *Posterior) Bound() float64 { return p.bound }

// check returns an error that says why p cannot predict at x.
func (p *Posterior) check(x cov.Inputs) error {
	probe := gplib.Data{X: x}
	if x != nil {
		probe.Y = make([]float64, x.Len())
	}
	if err := p.model.CheckNoiseProcess(probe); err != nil {
		return err
	}
	if err := cov.CheckLike(x, p.data.X); err != nil {
		return fmt.Errorf("hetero: %w", err)
	}
	return nil
}

// Predict returns the marginal distributions of f and y at the points x, in O(n²) time for each. VarY is the exact
// variance of the mixture of normal distributions that y has under q.
func (p *Posterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	mean, variance, err := p.LogNoise(x)
	if err != nil {
		return gplib.Prediction{}, err
	}
	q := gplib.Prediction{X: x, Mean: p.model.MeanAt(x), Var: make([]float64, x.Len()), VarY: make([]float64, x.Len())}
	p.model.Cov.Diag(q.Var, x)
	half := p.half(x, q.Mean)
	linalg.SubtractSquares(q.Var, half)
	for i, v := range q.Var {
		q.VarY[i] = v + math.Exp(mean[i]+variance[i]/2)
	}
	return q, nil
}

// half returns the factor's inverse times K(X, x), and adds K(x, X)α to mean.
func (p *Posterior) half(x cov.Inputs, mean []float64) *mat.Dense {
	cross := mat.NewDense(p.data.Len(), x.Len(), nil)
	p.model.Cov.Gram(cross, p.data.X, x)
	for i, a := range p.alpha {
		floats.AddScaled(mean, a, cross.RawRowView(i))
	}
	p.a.SolveHalf(cross)
	return cross
}

// LogNoise returns the means and the variances, under q, of the natural logarithm of the noise variance, which has the
// unit of y squared, at the points x: one each. It fails for inputs unlike those of the data.
func (p *Posterior) LogNoise(x cov.Inputs) (mean, variance []float64, err error) {
	if err := p.check(x); err != nil {
		return nil, nil, err
	}
	m := x.Len()
	mean, variance = make([]float64, m), make([]float64, m)
	floats.AddConst(p.logLevel, mean)
	p.log.Diag(variance, x)
	cross := mat.NewDense(p.data.Len(), m, nil)
	p.log.Gram(cross, p.data.X, x)
	for i, u := range p.excess {
		row := cross.RawRowView(i)
		floats.AddScaled(mean, u, row)
		floats.Scale(math.Sqrt(p.lambda[i]), row)
	}
	p.b.SolveHalf(cross)
	linalg.SubtractSquares(variance, cross)
	return mean, variance, nil
}

// Covariance returns the joint mean and covariance of the latent f at the points x.
func (p *Posterior) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	if err := p.check(x); err != nil {
		return nil, nil, err
	}
	m := x.Len()
	mean, prior := p.model.MeanAt(x), mat.NewDense(m, m, nil)
	p.model.Cov.Gram(prior, x, x)
	linalg.Syrk(blas.Trans, -1, p.half(x, mean), 1, prior)
	linalg.MirrorLower(prior)
	c := mat.NewSymDense(m, prior.RawMatrix().Data)
	for i := range m {
		c.SetSym(i, i, math.Max(c.At(i, i), 0))
	}
	return mean, c, nil
}

// formatVersion is the version of a [Posterior]'s binary form: the model, the data and λ.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&Posterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads. It fails for parts of the model that
// cannot be described and for inputs that cannot be written.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	f := form.New(p, formatVersion)
	f.Given(p.model, form.Data(p.data))
	f.Floats("lambda", p.lambda)
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form, in O(n³) time. It fails if b is not such a form, is of
// a newer version, or is inconsistent; p is unchanged then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.RestoreGiven(p, b, formatVersion, func(m gplib.Model, d gplib.Data, r *form.Reader) (*Posterior, error) {
		lambda := r.Vector("lambda", d.Len())
		if r.Err() != nil {
			return nil, r.Err()
		}
		return conditionFrom(m, d, lambda)
	})
}
