package inducing

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
)

// Extend returns the posterior given k more observations too, at the same
// inducing points: with I + VΛ⁻¹Vᵀ = LLᵀ, V gets a column for each new
// observation. It takes O(km² + m³) time, however many observations there were.
// A q of [Sparse.Gaussian] is updated by Bayes' rule. With a likelihood q ascends again given all data, in O(nm²)
// time a pass, from where it is. See [gplib.Extendable].
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	if err := p.sparse.checkAny(p.model, more); err != nil {
		return nil, err
	}
	if p.model.Lik != nil {
		return p.ascended(more)
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
	precision, shift := f.gaussianSites()
	g.add(1, f.v, precision, shift)
	q, err := g.posterior(p.sparse, p.model, all, p.kzz)
	if err != nil {
		return nil, err
	}
	return q, nil
}

// ascended returns the posterior of the best q given more data, of a model with a likelihood.
func (p *Posterior) ascended(more gplib.Data) (gplib.Posterior, error) {
	if p.data.X == nil || p.data.Len() == 0 {
		return nil, errors.New("inducing: Extend: the posterior has no data, which its q with a likelihood is updated with")
	}
	all, err := p.data.Join(more)
	if err != nil {
		return nil, err
	}
	q, err := p.sparse.maximum(p.model, all, p.gaussian())
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
