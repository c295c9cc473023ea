package inducing

import (
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
)

// Extend returns the posterior given k more observations too, at the same
// inducing points: with I + VΛ⁻¹Vᵀ = LLᵀ, V gets a column for each new
// observation. It takes O(km² + m³) time, however many observations there were.
// A q of [Sparse.Gaussian] is updated by Bayes' rule. See [gplib.Extendable].
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	if err := p.sparse.check(p.model, more); err != nil {
		return nil, err
	}
	f, err := p.sparse.projected(p.model, more, p.kzz)
	if err != nil {
		return nil, err
	}
	all := p.data
	if p.data.Len() > 0 {
		if all, err = p.data.Join(more); err != nil {
			return nil, err
		}
	}
	g := p.gaussian()
	g.add(1, f.v, f.lambda, f.residual)
	q, err := g.posterior(p.sparse, p.model, all, p.kzz)
	if err != nil {
		return nil, err
	}
	return q, nil
}

// setWeights sets C⁻ᵀL⁻ᵀc.
func (p *Posterior) setWeights() {
	b := mat.NewDense(len(p.c), 1, append([]float64(nil), p.c...))
	p.inner.SolveHalfTrans(b)
	p.kzz.SolveHalfTrans(b)
	p.weights = b.RawMatrix().Data
}
