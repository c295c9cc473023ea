package statespace

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/form"
)

// Posterior is the exact posterior of a model given n observations of one ordered input, in a state space of s
// numbers. It is that of [gplib.Condition] but for rounding, and the part of the variance that series of cov.Periodic
// leave out ([Posterior.Truncation]). With a likelihood it is that of [laplace.Condition] in this sense. It
// implements [gplib.Differentiable], [gplib.Extendable], [gplib.Savable], [gplib.LeaveOneOuter] and [gplib.Weighted],
// and is safe for concurrent use.
type Posterior struct {
	model gplib.Model
	base  gplib.Data // the data of the conditioning
	dim   int
	added grown // further rows: the inputs, then y
	// like has the names and the scale of the inputs, and target is the name of y.
	like   *cov.Matrix
	target string
	given  *conditioned
	data   func() gplib.Data
}

// Condition returns the posterior of m given d, without learning, in O(n s²) time and O(n s + √n s²) memory. It fails
// where [Check] does, and where rounding errors would spoil the posterior because there is next to no noise. That of a
// model with a likelihood is Laplace's approximation; each step to its mode takes that time.
func Condition(m gplib.Model, d gplib.Data) (*Posterior, error) {
	c, err := given(m, d)
	if err != nil {
		return nil, err
	}
	if _, err := c.backward(); err != nil {
		return nil, err
	}
	x := d.X.(*cov.Matrix)
	p := &Posterior{model: m, base: d, dim: x.Dim(), added: newGrown(nil), like: x, target: d.Target, given: c}
	return p.named(x), nil
}

// given returns the state space given the data, or given the pseudo-observations of a likelihood.
func given(m gplib.Model, d gplib.Data) (*conditioned, error) {
	if m.Lik != nil {
		return conditionOnMode(m, d)
	}
	s, o, err := setUp(m, d)
	if err != nil {
		return nil, err
	}
	return condition(s, o)
}

// named gives the inputs of the model the names of x, where they have none, and closes the data.
func (p *Posterior) named(x *cov.Matrix) *Posterior {
	if len(p.model.Inputs) == 0 {
		p.model.Inputs = x.Names()
	}
	p.data = sync.OnceValue(p.allData)
	return p
}

// Data returns the data conditioned on. After [Posterior.Extend] the first call takes O(n) time.
func (p *Posterior) Data() gplib.Data { return p.data() }

func (p *Posterior) allData() gplib.Data {
	if len(p.added.v) == 0 {
		return p.base
	}
	old, width := p.base.X.(*cov.Matrix), p.dim+1
	n, more := old.Len(), len(p.added.v)/width
	x, y := mat.NewDense(n+more, p.dim, nil), slices.Grow(slices.Clone(p.base.Y), more)
	for i := range n {
		x.SetRow(i, old.Row(i))
	}
	for i := range more {
		row := p.added.v[i*width : (i+1)*width]
		x.SetRow(n+i, row[:p.dim])
		y = append(y, row[p.dim])
	}
	return gplib.Data{X: cov.Points(x).Like(p.like), Y: y, Target: p.target}
}

// Model returns the model conditioned.
func (p *Posterior) Model() gplib.Model { return p.model }

// States returns s, the numbers of the state: each row takes time proportional to its square.
func (p *Posterior) States() int { return p.given.n }

// Truncation returns the variance of the process that the series of cov.Periodic leave out, at most 1e-12 of that of
// their terms. It is 0 without cov.Periodic. The variance of a product with cov.Linear or cov.PolynomialBasis changes
// with time, and so does the part that is left out: it counts as where the other factor is 1.
func (p *Posterior) Truncation() float64 { return p.given.missing }

// String says the sizes.
func (p *Posterior) String() string {
	return fmt.Sprintf("state space of %d numbers given %d observations", p.States(), p.given.count())
}

// times returns the input x of the state space, or why there is no prediction there.
func (p *Posterior) times(x cov.Inputs) ([]float64, error) {
	points, err := p.points(x)
	if err != nil {
		return nil, err
	}
	return points.Column(p.given.column), nil
}

// points returns x as points like those of the data, or the error that they are not.
func (p *Posterior) points(x cov.Inputs) (*cov.Matrix, error) {
	if err := p.model.CheckLik(x); err != nil {
		return nil, err
	}
	if err := cov.CheckLike(x, p.like); err != nil {
		return nil, fmt.Errorf("statespace: %w", err)
	}
	return pointsOf(x)
}

// Predict returns the marginal distributions of f and y at the m points x, between the observations, before or after
// them. It takes O(m s²) time and that of the stretches of observations in which the points are, about √n each; all
// points together take O((n+m) s²) at most.
func (p *Posterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	t, err := p.times(x)
	if err != nil {
		return gplib.Prediction{}, err
	}
	mean, variance, err := p.given.predict(t)
	if err != nil {
		return gplib.Prediction{}, err
	}
	for i, v := range p.model.MeanAt(x) {
		mean[i] += v
	}
	if p.model.Lik != nil {
		return gplib.NewPrediction(x, mean, variance, p.model.Lik), nil
	}
	q := gplib.Prediction{X: x, Mean: mean, Var: variance, VarY: make([]float64, len(t))}
	p.model.Noise.Var(q.VarY, x)
	for i, v := range variance {
		q.VarY[i] += v
	}
	return q, nil
}

// Covariance returns the joint mean (length m) and covariance (m × m) of the latent f at the m points x, in
// O(n s² + m² s²) time.
func (p *Posterior) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	t, err := p.times(x)
	if err != nil {
		return nil, nil, err
	}
	mean, joint, err := p.given.covariance(t)
	if err != nil {
		return nil, nil, err
	}
	for i, v := range p.model.MeanAt(x) {
		mean[i] += v
	}
	return mean, joint, nil
}

// LeaveOneOut returns the prediction of each observation from all others, at the parameters of the model, in
// O(n) time.
func (p *Posterior) LeaveOneOut() (gplib.Prediction, error) {
	d := p.Data()
	if p.model.Lik != nil {
		return p.given.cavity(p.model, d.X)
	}
	b, err := p.given.backward()
	if err != nil {
		return gplib.Prediction{}, err
	}
	n := d.Len()
	q := gplib.Prediction{X: d.X, Mean: make([]float64, n), Var: make([]float64, n), VarY: make([]float64, n)}
	p.model.Noise.Var(q.Var, d.X)
	for i, precision := range b.precision {
		q.Mean[i], q.VarY[i] = d.Y[i]-b.alpha[i]/precision, 1/precision
		q.Var[i] = math.Max(q.VarY[i]-q.Var[i], 0)
	}
	return q, nil
}

// Weights returns the weights of the data; see [gplib.Weighted]. Solve takes O(n s) time for each column.
func (p *Posterior) Weights() (gplib.Weights, error) {
	b, err := p.given.backward()
	if err != nil {
		return gplib.Weights{}, err
	}
	return gplib.Weights{Model: p.model, Z: p.Data().X, W: slices.Clone(b.alpha), Solve: p.given.solve}, nil
}

// MeanGradient returns the derivatives of the posterior mean of f at the m points x by their coordinates, m × d, in
// O(nmd) time; see [gplib.Differentiable].
func (p *Posterior) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	if _, err := p.times(x); err != nil {
		return nil, err
	}
	w, err := p.Weights()
	if err != nil {
		return nil, err
	}
	return p.model.MeanGradient(x, w.Z, w.W)
}

// VarGradient returns [Posterior.MeanGradient] for the posterior variance of f, in O(nms + nmd) time.
func (p *Posterior) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	if _, err := p.times(x); err != nil {
		return nil, err
	}
	return p.model.VarGradient(x, p.Data().X, p.given.solve)
}

// Extend returns the posterior given additional data, at the same parameters. If the additional rows are in the order
// of time and none is before the last observation, it takes O(s²) time a row, however many there were, and so do
// predictions after the new last row. Their rounding errors are not measured as those of [Condition] are: the first
// prediction before that row, Sample, LeaveOneOut or Weights passes over all rows, measures the error and fails if it
// is too large. Rows in another order, or in between, are conditioned on again with all others. With a
// likelihood all rows are.
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	q, err := p.extended(more)
	if err != nil {
		return nil, err
	}
	return q, nil
}

func (p *Posterior) extended(more gplib.Data) (*Posterior, error) {
	if err := more.Check(); err != nil {
		return nil, err
	}
	x, err := p.points(more.X)
	if err != nil {
		return nil, err
	}
	if p.model.Lik != nil {
		if err := p.model.CheckData(more); err != nil {
			return nil, err
		}
		return p.again(more)
	}
	noise := make([]float64, more.Len())
	p.model.Noise.Var(noise, x)
	o := newSeries(x.Column(p.given.column), p.model.Residuals(more), noise)
	if o.order != nil || o.t[0] < p.given.row(p.given.count() - 1)[0] {
		return p.again(more)
	}
	c, err := p.given.extended(o)
	if err != nil {
		return nil, err
	}
	q := *p
	q.given, q.target = c, cmp.Or(p.target, more.Target)
	for i, y := range more.Y {
		q.added = q.added.with(append(x.Row(i), y)...)
	}
	if p.like.Names() == nil {
		q.like = x
	}
	return q.named(x), nil
}

// again conditions on all data and more.
func (p *Posterior) again(more gplib.Data) (*Posterior, error) {
	all, err := p.Data().Join(more)
	if err != nil {
		return nil, err
	}
	return Condition(p.model, all)
}

// formatVersion is the version of a [Posterior]'s binary form: the model and the data.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&Posterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads. It fails for parts of the model
// that cannot be described.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	f := form.New(p, formatVersion)
	f.Given(p.model, form.Data(p.Data()))
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form, in the time of [Condition]. It fails if b is not
// such a form, is of a newer version, or is inconsistent; p is unchanged then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.RestoreGiven(p, b, formatVersion, func(m gplib.Model, d gplib.Data, _ *form.Reader) (*Posterior, error) {
		return Condition(m, d)
	})
}
