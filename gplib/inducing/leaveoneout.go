package inducing

import (
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/linalg"
)

// leastShare is the least part of an observation's noise that its own leverage
// leaves, where rounding would leave none.
const leastShare = 1e-10

// LeaveOneOut returns the prediction of each observation from all others, at the
// parameters and inducing points as they are. Given the points the approximation is
// linear in its weights: with s_i the variance of f_i by the weights and Λ_i the
// noise (with (K - Q)_ii for FITC), leaving out observation i divides its residual
// and s_i by 1 - s_i/Λ_i. With a likelihood the site of row i is left out of the weights. It takes
// O(nm²) time.
func (p *Posterior) LeaveOneOut() (gplib.Prediction, error) {
	if p.model.Lik != nil {
		return p.cavities()
	}
	mean, err := p.Mean(p.data.X)
	if err != nil {
		return gplib.Prediction{}, err
	}
	n := len(mean)
	q := gplib.Prediction{X: p.data.X, Mean: mean, Var: make([]float64, n), VarY: make([]float64, n)}
	noise := make([]float64, n)
	p.model.Noise.Var(noise, p.data.X)
	byWeights, apart := p.variances()
	for i, y := range p.data.Y {
		lambda := noise[i]
		if p.sparse.Approximation == FITC {
			lambda += apart[i]
		}
		share := max(1-byWeights[i]/lambda, leastShare)
		q.Mean[i] = y - (y-mean[i])/share
		q.Var[i] = apart[i] + byWeights[i]/share
		q.VarY[i] = q.Var[i] + noise[i]
	}
	return q, nil
}

// cavities returns the predictions without each row's site, which has the precision w: that divides the variance s of
// f_i by the weights by 1 - ws, and changes the mean by -a times the quotient, with a the derivative of the
// expected log density by the mean.
func (p *Posterior) cavities() (gplib.Prediction, error) {
	q, err := p.Predict(p.data.X)
	if err != nil {
		return gplib.Prediction{}, err
	}
	mean, variance, prior := make([]float64, len(q.Mean)), make([]float64, len(q.Mean)), make([]float64, len(q.Mean))
	p.model.Cov.Diag(prior, p.data.X)
	byWeights, apart := p.variances()
	for i, y := range p.data.Y {
		e := lik.Observed{Lik: p.model.Lik, Mean: q.Mean[i], Var: q.Var[i]}.Expected(y)
		share := max(1+2*e.ByVar*byWeights[i], leastShare)
		left := min(byWeights[i]/share, max(prior[i]-apart[i], 0))
		mean[i], variance[i] = q.Mean[i]-e.ByMean*left, apart[i]+left
	}
	return gplib.NewPrediction(p.data.X, mean, variance, p.model.Lik), nil
}

// variances returns the variances of f at the data: by the weights, and apart
// from them, (K - Q)_ii.
func (p *Posterior) variances() (byWeights, apart []float64) {
	n := p.data.Len()
	byWeights, apart = make([]float64, n), make([]float64, n)
	p.model.Cov.Diag(apart, p.data.X)
	for lo := 0; lo < n; lo += predictBlock {
		hi := min(lo+predictBlock, n)
		a, b := p.halves(cov.Block(p.data.X, lo, hi))
		linalg.SubtractSquares(apart[lo:hi], a)
		linalg.AddSquares(byWeights[lo:hi], 1, b)
	}
	return byWeights, apart
}
