package inducing

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/linalg"
)

// Extend returns the posterior given k more observations too, at the same
// inducing points: with I + VΛ⁻¹Vᵀ = LLᵀ a column for each of theirs is added
// to V. It takes O(km² + m³) time, however many observations there were. That
// of a fit by [SVGP] takes them as Bayes' rule does, which is what a fit to all
// would where its q had arrived; see [gplib.Extendable].
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) { return p.extend(more) }

func (p *Posterior) extend(more gplib.Data) (*Posterior, error) {
	if err := p.sparse.check(p.model, more); err != nil {
		return nil, err
	}
	f := &factors{sparse: p.sparse, model: p.model, data: more, kzz: p.kzz}
	var err error
	if f.noise, err = noiseAt(p.model, more.X); err != nil {
		return nil, err
	}
	f.project()
	f.setLambda()
	q := *p
	if p.data.Len() > 0 {
		if q.data, err = p.data.Join(more); err != nil {
			return nil, err
		}
	}
	if err := q.update(f.v, f.lambda, p.model.Residuals(more)); err != nil {
		return nil, err
	}
	q.certify()
	return &q, nil
}

// update adds VΛ⁻¹Vᵀ to LLᵀ and VΛ⁻¹r to Lc.
func (p *Posterior) update(v *mat.Dense, lambda, r []float64) error {
	m, n := v.Dims()
	lower := p.inner.Lower()
	a, scaled, b := mat.NewDense(m, m, nil), mat.NewDense(m, n, nil), make([]float64, m)
	root := make([]float64, n)
	for i, l := range lambda {
		root[i] = 1 / math.Sqrt(l)
	}
	scaleColumns(scaled, v, root)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, lower, lower, 0, a)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, scaled, scaled, 1, a)
	inner, err := linalg.Factorize(a)
	if err != nil {
		return fmt.Errorf("inducing: I + VΛ⁻¹Vᵀ of %d inducing points: %w", m, err)
	}
	linalg.MulVec(b, scaled, floats.MulTo(make([]float64, n), r, root))
	old := make([]float64, m)
	p.inner.MulHalf(old, p.c)
	floats.Add(b, old)
	p.setGaussian(inner, b)
	return nil
}

// setGaussian sets q by L and b = Lc.
func (p *Posterior) setGaussian(inner *linalg.Cholesky, b []float64) {
	c := mat.NewDense(len(b), 1, b)
	inner.SolveHalf(c)
	p.inner, p.c = inner, c.RawMatrix().Data
	p.setWeights()
}

// setWeights sets C⁻ᵀL⁻ᵀc.
func (p *Posterior) setWeights() {
	b := mat.NewDense(len(p.c), 1, append([]float64(nil), p.c...))
	p.inner.SolveHalfTrans(b)
	p.kzz.SolveHalfTrans(b)
	p.weights = b.RawMatrix().Data
}
