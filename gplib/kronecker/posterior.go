package kronecker

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

// Posterior is the exact posterior of a model given t outputs at n points: that of [gplib.Condition] but for rounding.
// It implements [gplib.Differentiable], [gplib.Savable], [gplib.LeaveOneOuter] and [gplib.Weighted], and is safe for
// concurrent use.
type Posterior struct {
	data    gplib.Data
	factors *factors
}

// Condition returns the posterior of m given d, without learning, in O(t n³) time and t matrices of n × n. It fails
// where [Check] does, and where the noise is lost in rounding errors.
func Condition(m gplib.Model, d gplib.Data) (*Posterior, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	g, err := gridOf(m, d.X)
	if err != nil {
		return nil, err
	}
	f, err := factorize(context.Background(), m, d, g)
	if err != nil {
		return nil, err
	}
	if len(m.Inputs) == 0 {
		f.model.Inputs = f.x.Names()
	}
	return &Posterior{d, f}, nil
}

// Data returns the data conditioned on.
func (p *Posterior) Data() gplib.Data { return p.data }

// Model returns the model conditioned.
func (p *Posterior) Model() gplib.Model { return p.factors.model }

// String says the sizes.
func (p *Posterior) String() string {
	t, n := p.factors.size()
	return fmt.Sprintf("Gaussian process on a grid of %d × %d observations", t, n)
}

// block is the number of points predicted at once.
const block = 512

// Predict returns the marginal distributions of f and y at the m points x, in O(t n² m) time.
func (p *Posterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	f := p.factors
	points, err := f.points(x)
	if err != nil {
		return gplib.Prediction{}, err
	}
	m := x.Len()
	q := gplib.Prediction{X: x, Mean: f.model.MeanAt(x), Var: make([]float64, m), VarY: make([]float64, m)}
	f.model.Cov.Diag(q.Var, x)
	for lo := 0; lo < m; lo += block {
		hi := min(lo+block, m)
		c := f.cross(cov.Block(points, lo, hi).(*cov.Matrix))
		floats.Add(q.Mean[lo:hi], c.mean())
		for process := range f.chol {
			half := c.half(process)
			for i := range half.RawMatrix().Rows {
				for j, v := range half.RawRowView(i) {
					q.Var[lo+j] -= v * v
				}
			}
		}
	}
	f.model.Noise.Var(q.VarY, x)
	for i, v := range q.Var {
		q.Var[i] = max(v, 0)
		q.VarY[i] += q.Var[i]
	}
	return q, nil
}

// Covariance returns the joint mean (length m) and covariance (m × m) of the latent f at the m points x, in
// O(t (n² m + n m²)) time.
func (p *Posterior) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	f := p.factors
	points, err := f.points(x)
	if err != nil {
		return nil, nil, err
	}
	m, mean, c := x.Len(), f.model.MeanAt(x), f.cross(points)
	floats.Add(mean, c.mean())
	joint := mat.NewDense(m, m, nil)
	f.model.Cov.Gram(joint, x, x)
	for process := range f.chol {
		linalg.Syrk(blas.Trans, -1, c.half(process), 1, joint)
	}
	linalg.MirrorLower(joint)
	for i := range m {
		joint.Set(i, i, max(joint.At(i, i), 0))
	}
	return mean, mat.NewSymDense(m, joint.RawMatrix().Data), nil
}

// points returns x as points like those of the data, or the error that they are not.
func (f *factors) points(x cov.Inputs) (*cov.Matrix, error) {
	if err := f.model.CheckAt(x, f.x); err != nil {
		return nil, err
	}
	return pointsOf(x)
}

// cross is the covariance of the data with m points: the product of that of the points, n × m, and that of the
// processes, t × m.
type cross struct {
	*factors
	points, processes *mat.Dense
}

// cross returns the covariance of the data with the points x.
func (f *factors) cross(x *cov.Matrix) cross {
	t, n := f.size()
	m, origin := x.Len(), f.x.Row(f.origin)
	atOne, atPoint := mat.NewDense(m, x.Dim(), nil), mat.NewDense(m, x.Dim(), nil)
	for i := range m {
		atOne.SetRow(i, x.Row(i))
		atPoint.SetRow(i, origin)
		for _, d := range f.outputs {
			atOne.Set(i, d, origin[d])
			atPoint.Set(i, d, x.At(i, d))
		}
	}
	c := cross{f, mat.NewDense(n, m, nil), mat.NewDense(t, m, nil)}
	f.model.Cov.Gram(c.points, f.ofOne, cov.Points(atOne).Like(f.x))
	outputs := mat.NewDense(t, m, nil)
	f.model.Cov.Gram(outputs, f.ofPoint, cov.Points(atPoint).Like(f.x))
	linalg.Gemm(blas.Trans, blas.NoTrans, 1/f.unit, f.turn, outputs, 0, c.processes)
	return c
}

// mean returns the posterior mean of f without that of the model.
func (c cross) mean() []float64 {
	t, m := c.processes.Dims()
	of := mat.NewDense(t, m, nil)
	linalg.AddMul(of, c.weights, c.points)
	of.MulElem(of, c.processes)
	mean := make([]float64, m)
	for p := range t {
		floats.Add(mean, of.RawRowView(p))
	}
	return mean
}

// half returns L⁻¹ times the covariance of process p with the points, where LLᵀ is the covariance matrix of that
// process. The sum of halfᵀ·half over the processes is the reduction of the covariance of the points.
func (c cross) half(p int) *mat.Dense {
	half := mat.DenseCopyOf(c.points)
	for i := range half.RawMatrix().Rows {
		floats.Mul(half.RawRowView(i), c.processes.RawRowView(p))
	}
	c.chol[p].SolveHalf(half)
	return half
}

// LeaveOneOut returns the prediction of each observation from all others, at the parameters of the model, in O(t n³)
// time.
func (p *Posterior) LeaveOneOut() (gplib.Prediction, error) {
	f := p.factors
	t, n := f.size()
	inverses := mat.NewDense(t, n, nil)
	for process, chol := range f.chol {
		half := mat.NewDense(n, n, nil)
		for i := range n {
			half.Set(i, i, 1)
		}
		chol.SolveHalf(half)
		row := inverses.RawRowView(process)
		for i := range n {
			linalg.MulAdd(row, half.RawRowView(i), half.RawRowView(i))
		}
	}
	q := gplib.Prediction{X: f.x, Mean: make([]float64, t*n), Var: make([]float64, t*n), VarY: make([]float64, t*n)}
	f.model.Noise.Var(q.Var, f.x)
	alpha := f.alpha()
	for i, precision := range f.precisions(inverses) {
		q.Mean[i], q.VarY[i] = p.data.Y[i]-alpha[i]/precision, 1/precision
		q.Var[i] = math.Max(q.VarY[i]-q.Var[i], 0)
	}
	return q, nil
}

// Weights returns the weights of the data; see [gplib.Weighted]. Solve takes O(t n²) time for each column.
func (p *Posterior) Weights() (gplib.Weights, error) {
	return gplib.Weights{Model: p.factors.model, Z: p.data.X, W: p.factors.alpha(), Solve: p.factors.solve}, nil
}

// MeanGradient returns the derivatives of the posterior mean of f at the m points x by their coordinates, m × d; see
// [gplib.Differentiable]. Those by the number of an output have no meaning, and fail for [cov.Tasks].
func (p *Posterior) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	f := p.factors
	if err := f.model.CheckAt(x, f.x); err != nil {
		return nil, err
	}
	return f.model.MeanGradient(x, p.data.X, f.alpha())
}

// VarGradient returns the derivatives of the posterior variance of f at the m points x, m × d, in O(t n²m) time; see
// [Posterior.MeanGradient], which has the same errors.
func (p *Posterior) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	f := p.factors
	if err := f.model.CheckAt(x, f.x); err != nil {
		return nil, err
	}
	return f.model.VarGradient(x, p.data.X, f.solve)
}

// formatVersion is the version of a [Posterior]'s binary form: the model and the data.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&Posterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads. It fails for parts of the model that
// cannot be described.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	f := form.New(p, formatVersion)
	f.Given(p.factors.model, form.Data(p.data))
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form, in the time of [Condition]. It fails if b is not such a
// form, is of a newer version, or is inconsistent; p is unchanged then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.RestoreGiven(p, b, formatVersion, func(m gplib.Model, d gplib.Data, _ *form.Reader) (*Posterior, error) {
		return Condition(m, d)
	})
}
