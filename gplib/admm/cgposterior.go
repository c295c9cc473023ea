package admm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// CGPosterior is a posterior that neither stores nor factorises an n × n matrix:
// α = C⁻¹(y − m) and, at prediction, C⁻¹K(X, x) come from preconditioned
// conjugate gradients, which evaluate the kernel rows again at each step. It
// takes O(n) memory, and O(n²) time a step. It implements [gplib.Extendable],
// [gplib.Differentiable] and [gplib.Savable], and is safe for concurrent use.
//
// Means are exact to the tolerance of α, 1e-8 of ‖y − m‖. Each variance of f
// converges from above to a relative error of 1e-3: with M = LLᵀ + sI of the
// partial Cholesky factor that preconditions, C − M is positive semi-definite
// where the noise is the same everywhere, so that rᵀM⁻¹r of the residual r
// bounds the error that is left in a variance.
//
// It is the posterior of the fits of this package where n is large; see
// [Storage].
type CGPosterior struct {
	model gplib.Model
	data  gplib.Data
	op    *operator
	lock  sync.Mutex // of op's scratch and alpha
	alpha []float64
	start []float64       // where the solve for alpha begins, 0 beyond its end
	steps linalg.CGResult // of the solve for alpha
}

const (
	alphaTol    = 1e-8
	varianceTol = 1e-3
	maxAlpha    = 1000 // steps of CG for alpha
	maxVariance = 100  // for variances
	atOnce      = 64   // test points predicted at once
	blockLimit  = 1 << 22
)

// reach solves for α to its tolerance.
func (p *CGPosterior) reach(ctx context.Context) error {
	p.solve(func() bool { return ctx.Err() != nil })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if !p.steps.Converged {
		return errors.New(p.missed())
	}
	return nil
}

// check returns an error that names the invalid argument.
func check(m gplib.Model, d gplib.Data) error {
	if err := d.Check(); err != nil {
		return err
	}
	if err := m.Check(d.X); err != nil {
		return err
	}
	return checkNoise(m, d)
}

// newCGPosterior returns a posterior that solves for alpha at its first use.
func newCGPosterior(m gplib.Model, d gplib.Data) *CGPosterior {
	n := d.Len()
	op := newOperator(d.X, d.X.Subset(nil), false, max(1, min(200, n/5)))
	op.set(m.Cov, m.Noise)
	return &CGPosterior{model: m, data: d, op: op}
}

// condition returns the posterior for a way of storage, and findings for the
// user. If lazy is set, as after an interrupt, the first prediction does the
// work that can wait.
func condition(m gplib.Model, d gplib.Data, s Storage, lazy bool) (gplib.Posterior, gplib.Findings, error) {
	if s.exact(d.Len()) && lazy {
		p, err := gplib.ConditionLater(m, d)
		return p, gplib.Findings{{Code: "posterior-later", Found: "the posterior is computed at the first prediction"}}, err
	}
	if s.exact(d.Len()) {
		p, err := gplib.Condition(m, d)
		return p, nil, err
	}
	p := newCGPosterior(m, d)
	if lazy {
		return p, gplib.Findings{{Code: "posterior-later", Found: "the posterior mean is solved for at the first prediction"}}, nil
	}
	if p.solve(nil); !p.steps.Converged {
		return p, gplib.Findings{{Code: "ill-conditioned", Found: p.missed(), Do: "raise the lower bound of the noise (Model.Bound), or take another Storage"}}, nil
	}
	return p, nil, nil
}

func (p *CGPosterior) missed() string {
	return fmt.Sprintf("conjugate gradients for the posterior mean ended at a relative residual of %.2g, not %.2g, after %d steps",
		p.steps.Residual, alphaTol, p.steps.Iter)
}

// solve computes α unless it is known.
func (p *CGPosterior) solve(stop func() bool) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.alpha != nil {
		return
	}
	residual := p.model.Residuals(p.data)
	alpha := make([]float64, len(residual))
	copy(alpha, p.start)
	cg := linalg.CG{Tol: alphaTol, MaxIter: maxAlpha, Precondition: p.op.preconditioner().forC(), Stop: stop}
	p.steps = cg.Solve(alpha, residual, p.op.mulC)
	if stop == nil || !stop() {
		p.alpha = alpha
	}
}

// Data returns the data conditioned on.
func (p *CGPosterior) Data() gplib.Data { return p.data }

// Model returns the model conditioned.
func (p *CGPosterior) Model() gplib.Model { return p.model }

// Mean returns the posterior mean of f at the m points x, without variances:
// O(nm) time.
func (p *CGPosterior) Mean(x cov.Inputs) ([]float64, error) {
	if err := p.model.CheckAt(x, p.data.X); err != nil {
		return nil, fmt.Errorf("admm: %w", err)
	}
	p.solve(nil)
	mean, part := p.model.MeanAt(x), make([]float64, x.Len())
	p.model.Cov.MulVec(part, nil, x, p.data.X, p.alpha)
	floats.Add(mean, part)
	return mean, nil
}

// Predict returns the marginal distributions of f and y at the m points x. A
// few steps of conjugate gradients serve 64 points: O(n² + 64n²) time each,
// the first term kernel values, the second multiplications.
func (p *CGPosterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	mean, err := p.Mean(x)
	if err != nil {
		return gplib.Prediction{}, err
	}
	m := x.Len()
	q := gplib.Prediction{X: x, Mean: mean, Var: make([]float64, m), VarY: make([]float64, m)}
	p.model.Cov.Diag(q.Var, x)
	for lo := 0; lo < m; lo += atOnce {
		hi := min(lo+atOnce, m)
		p.reduce(q.Var[lo:hi], cov.Block(x, lo, hi))
	}
	p.model.Noise.Var(q.VarY, x)
	floats.Add(q.VarY, q.Var)
	return q, nil
}

// reduce takes k(x, X) C⁻¹ k(X, x) from the prior variances at x.
func (p *CGPosterior) reduce(prior []float64, x cov.Inputs) {
	p.lock.Lock()
	defer p.lock.Unlock()
	cross := p.cross(x)
	c := newColumnCG(cross, p.op.mulCMany, p.op.preconditioner().forCMany())
	copy(c.prior, prior)
	c.run(varianceTol, maxVariance)
	for j, gained := range c.gained {
		prior[j] = math.Max(prior[j]-gained, 0)
	}
}

// Covariance returns the joint mean (length m) and covariance (m × m) of the
// latent f at the m points x. Its diagonal is never negative. It takes O(nm)
// memory.
func (p *CGPosterior) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	mean, err := p.Mean(x)
	if err != nil {
		return nil, nil, err
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	m := x.Len()
	joint := mat.NewDense(m, m, nil)
	p.model.Cov.Gram(joint, x, x)
	cross := p.cross(x)
	c := newColumnCG(cross, p.op.mulCMany, p.op.preconditioner().forCMany())
	p.model.Cov.Diag(c.prior, x)
	c.run(varianceTol*varianceTol, maxVariance)
	// With R = B − CX the error of XᵀB + XᵀR = XᵀB + BᵀX − XᵀCX is RᵀC⁻¹R.
	cross.Add(cross, c.r)
	linalg.Gemm(blas.Trans, blas.NoTrans, -1, c.x, cross, 1, joint)
	return mean, symmetric(joint), nil
}

// symmetric returns the mean of a and its transpose, with negative diagonal
// elements set to zero.
func symmetric(a *mat.Dense) *mat.SymDense {
	m, _ := a.Dims()
	s := mat.NewSymDense(m, nil)
	for i := range m {
		for j := range i {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
		s.SetSym(i, i, math.Max(a.At(i, i), 0))
	}
	return s
}

// cross returns K(X, x), n × m.
func (p *CGPosterior) cross(x cov.Inputs) *mat.Dense {
	k := mat.NewDense(p.data.Len(), x.Len(), nil)
	p.model.Cov.Gram(k, p.data.X, x)
	return k
}
