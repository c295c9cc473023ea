package grief

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
	"krigo/gplib/mcmc"
)

// Posterior is the posterior of f(x) = Σ_i a_i φ_i(x): the coefficients a have
// a mean and a covariance. It keeps no training rows: a mean takes O(p d)
// time, a variance O(p²). Where the weights have a posterior of their own,
// mean and variance are averages over it; intervals then treat the mixture as
// normal.
//
// The model is degenerate: the variance of f under k̃ shrinks far from the grid.
// So the prior variance that k̃ lacks, k(x, x) - k̃(x, x), is added to the variance of
// f at each point, independently of other points: the paper's k̃ + δ(k - k̃), and the
// deterministic training conditional of Quiñonero-Candela and Rasmussen (2005, JMLR 6,
// section 5). As the likelihood is that of k̃ alone, the learned noise variance
// includes what k̃ lacks at the rows: so the mean of that is subtracted.
type Posterior struct {
	basis      *Basis
	sums       *Sums
	coef       []float64
	covariance *mat.Dense // p × p, symmetric
	noise      float64    // E[σ²]
	weights    []float64  // E[w]
	average    bool       // over a posterior of the weights
	mean       gplib.Mean
	data       gplib.Data
	chains     *mcmc.Chains
}

// Basis returns the basis.
func (p *Posterior) Basis() *Basis { return p.basis }

// Sums returns the sums over the rows.
func (p *Posterior) Sums() *Sums { return p.sums }

// Weights returns the weights w_i, or their posterior means; 1 for [TypeII]. In
// the orthogonalised form they belong to the rotated functions.
func (p *Posterior) Weights() []float64 { return append([]float64(nil), p.weights...) }

// Noise returns the noise variance, or its posterior mean.
func (p *Posterior) Noise() float64 { return p.noise }

// Chains returns the draws of [TypeI], nil for other learners.
func (p *Posterior) Chains() *mcmc.Chains {
	if p == nil {
		return nil
	}
	return p.chains
}

// Data returns the data conditioned on, empty if they were rows of a reader.
func (p *Posterior) Data() gplib.Data { return p.data }

// String returns the size in words.
func (p *Posterior) String() string { return fmt.Sprintf("posterior on a %v", p.basis) }

// Predict returns the marginal distributions of f and y at x, a *cov.Matrix.
func (p *Posterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	m, err := p.checkInputs(x)
	if err != nil {
		return gplib.Prediction{}, err
	}
	n := m.Len()
	q := gplib.Prediction{X: x, Mean: make([]float64, n), Var: make([]float64, n), VarY: make([]float64, n)}
	block := &prediction{Posterior: p, products: newProducts(p.basis)}
	for lo := 0; lo < n; lo += blockRows {
		hi := min(lo+blockRows, n)
		block.at(q.Mean[lo:hi], q.Var[lo:hi], q.VarY[lo:hi], cov.Block(m, lo, hi).(*cov.Matrix))
	}
	if err := p.addMean(q.Mean, x); err != nil {
		return gplib.Prediction{}, err
	}
	for i, lacking := range q.VarY {
		q.Var[i] += lacking
		q.VarY[i] = q.Var[i] + p.noise
	}
	return q, nil
}

// checkInputs returns an error unless x has the kind of the training points.
func (p *Posterior) checkInputs(x cov.Inputs) (*cov.Matrix, error) {
	m, err := p.basis.checkInputs(x)
	if err != nil {
		return nil, err
	}
	if err := cov.CheckLike(x, p.data.X); err != nil {
		return nil, fmt.Errorf("grief: %w", err)
	}
	return m, nil
}

// prediction holds the memory of predictions at several blocks of points.
type prediction struct {
	*Posterior
	products *products
	spread   linalg.Buffer // SΦᵀ
}

// at writes φᵀā, φᵀSφ and the lacking variance at a block of points.
func (p *prediction) at(mean, variance, lacking []float64, x *cov.Matrix) {
	phi := p.products.functions(x)
	p.lacking(lacking, phi, x)
	linalg.MulTransVec(mean, phi, p.coef)
	spread := p.spread.Sized(p.basis.Len(), x.Len())
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, p.covariance, phi, 0, spread)
	clear(variance)
	for i := range p.coef {
		row := spread.RawRowView(i)
		floats.Mul(row, phi.RawRowView(i))
		floats.Add(variance, row)
	}
	for r, v := range variance {
		variance[r] = math.Max(v, 0)
	}
}

// lacking writes the prior variance that k̃ lacks at x, less its mean at the rows,
// given the functions there, p × n.
func (p *Posterior) lacking(dst []float64, phi *mat.Dense, x *cov.Matrix) {
	p.basis.diag.Diag(dst, x)
	atRows := (1 - p.sums.Captured()) * p.sums.Prior / float64(p.sums.N)
	linalg.AddSquares(dst, -1, phi)
	for r, v := range dst {
		dst[r] = math.Max(v-math.Max(atRows, 0), 0)
	}
}

func (p *Posterior) addMean(values []float64, x cov.Inputs) error {
	if p.mean == nil {
		return nil
	}
	if err := p.mean.Check(x); err != nil {
		return fmt.Errorf("grief: %w", err)
	}
	mean := make([]float64, len(values))
	p.mean.Eval(mean, x)
	floats.Add(values, mean)
	return nil
}

// Covariance returns the joint mean and covariance of the latent f at the m
// points x, in O(m p² + m² p) time.
func (p *Posterior) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	m, err := p.checkInputs(x)
	if err != nil {
		return nil, nil, err
	}
	n := m.Len()
	phi := newProducts(p.basis).functions(m)
	mean, lacking := make([]float64, n), make([]float64, n)
	p.lacking(lacking, phi, m)
	linalg.MulTransVec(mean, phi, p.coef)
	var joint mat.Dense
	joint.Product(phi.T(), p.covariance, phi)
	c := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			c.SetSym(i, j, (joint.At(i, j)+joint.At(j, i))/2)
		}
		c.SetSym(i, i, math.Max(c.At(i, i), 0))
	}
	addLacking(c, lacking, m)
	return mean, c, p.addMean(mean, x)
}

// addLacking adds the lacking variance at points to their variances, and to the
// covariances of equal points.
func addLacking(c *mat.SymDense, lacking []float64, x *cov.Matrix) {
	for _, site := range (gplib.Data{X: x, Y: lacking}).Sites() {
		for k, i := range site {
			for _, j := range site[k:] {
				c.SetSym(i, j, c.At(i, j)+lacking[i])
			}
		}
	}
}

// PredictRows predicts at the rows of r, block by block: use is called with
// the prediction of each block and the rows' observations. An error from it
// ends the pass; so does ctx.
func (p *Posterior) PredictRows(ctx context.Context, r dataset.RowReader, use func(q gplib.Prediction, y []float64) error) error {
	if r == nil || use == nil {
		return fmt.Errorf("grief: PredictRows: the reader or use is nil")
	}
	like := dataset.Like(r)
	return eachBlock(r, func(x *mat.Dense, y []float64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		q, err := p.Predict(cov.Points(x).Like(like))
		if err != nil {
			return err
		}
		return use(q, y)
	})
}
