package gplib

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// Weighted is a posterior of f that is a weighted sum of covariances with some points Z:
//
//	E f(x) = m(x) + k(x, Z) w,  Cov(f(x), f(x')) = k(x, x') - k(x, Z) A k(Z, x').
//
// Exact posteriors and those of inducing points are. The posterior of everything that is linear in
// f follows from it: [Result.Parts], [Effects].
type Weighted interface {
	Posterior
	// Weights returns the weights. It may fail where the posterior is computed at its first use.
	Weights() (Weights, error)
}

// Weights are the weights of a [Weighted] posterior.
type Weights struct {
	Model Model
	Z     cov.Inputs
	W     []float64
	// Solve replaces Z.Len() × s numbers B by AB.
	Solve func(b *mat.Dense)
}

// Weights returns those of the posterior: Z is the data, W is C⁻¹(y - m(X)), and A is C⁻¹.
func (e *Exact) Weights() (Weights, error) {
	f, err := e.solve()
	if err != nil {
		return Weights{}, err
	}
	return Weights{e.model, e.data.X, f.alpha, f.chol.Solve}, nil
}

// check returns an error that says why there is no prediction at x, or nil.
func (w Weights) check(x cov.Inputs) error {
	if err := w.Model.CheckLik(x); err != nil {
		return err
	}
	if err := cov.CheckLike(x, w.Z); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	return nil
}

// prior returns the moments of the mean function at x, which is certain.
func (w Weights) prior(x cov.Inputs) moments {
	return moments{w.Model.MeanAt(x), make([]float64, x.Len())}
}

// of returns the moments at x of the process with the covariance function k, one of those whose
// sum is f.
func (w Weights) of(k cov.Func, x cov.Inputs) moments {
	n := x.Len()
	at := moments{make([]float64, n), make([]float64, n)}
	k.MulVec(at.mean, nil, x, w.Z, w.W)
	k.Diag(at.variance, x)
	for lo := 0; lo < n; lo += predictBlock {
		hi := min(lo+predictBlock, n)
		cross := mat.NewDense(w.Z.Len(), hi-lo, nil)
		k.Gram(cross, w.Z, cov.Block(x, lo, hi))
		w.reduce(at.variance[lo:hi], cross)
	}
	return at
}

// reduce subtracts the diagonal of cᵀAc from variances. Rounding cannot make them negative.
func (w Weights) reduce(variance []float64, c *mat.Dense) {
	solved := mat.DenseCopyOf(c)
	w.Solve(solved)
	solved.MulElem(solved, c)
	rows, _ := solved.Dims()
	for i := range rows {
		floats.Sub(variance, solved.RawRowView(i))
	}
	for j, v := range variance {
		variance[j] = max(v, 0)
	}
}

// averages returns the moments of the average of f over each set of points.
func (w Weights) averages(sets []cov.Inputs) moments {
	at := moments{make([]float64, len(sets)), make([]float64, len(sets))}
	z := w.Z.Len()
	cross, column := mat.NewDense(z, len(sets), nil), make([]float64, z)
	for j, x := range sets {
		m := x.Len()
		share, own := make([]float64, m), make([]float64, m)
		floats.AddConst(1/float64(m), share)
		w.Model.Cov.MulVec(column, nil, w.Z, x, share)
		w.Model.Cov.MulVec(own, nil, x, x, share)
		cross.SetCol(j, column)
		at.mean[j] = floats.Dot(share, w.Model.MeanAt(x)) + floats.Dot(column, w.W)
		at.variance[j] = floats.Dot(share, own)
	}
	w.reduce(at.variance, cross)
	return at
}

// moments are the means and the variances of random numbers.
type moments struct{ mean, variance []float64 }

// linear computes the moments of numbers that are linear in f, at sets of inputs. A constant that is
// added to f is added to the means of the first of them.
type linear struct {
	weighted func(w Weights, sets []cov.Inputs) []moments
	// otherwise does it for a posterior that has no weights.
	otherwise func(p Posterior, sets []cov.Inputs) ([]moments, error)
}

// of returns the moments under p: from its weights, in the units before for a posterior of
// standardised data, and averaged for a mixture.
func (l linear) of(p Posterior, sets []cov.Inputs) ([]moments, error) {
	switch p := p.(type) {
	case Weighted:
		w, err := p.Weights()
		if err != nil {
			return nil, err
		}
		for _, x := range sets {
			if err := w.check(x); err != nil {
				return nil, err
			}
		}
		return l.weighted(w, sets), nil
	case interface{ unscaled() *rescaled }:
		return l.ofScaled(p.unscaled(), sets)
	case interface {
		Each(use func(e *Exact) error) error
	}:
		var all [][]moments
		err := p.Each(func(e *Exact) error {
			own, err := l.of(e, sets)
			all = append(all, own)
			return err
		})
		if err != nil {
			return nil, err
		}
		return mixed(all), nil
	}
	return l.otherwise(p, sets)
}

// ofScaled returns the moments under a posterior of standardised data.
func (l linear) ofScaled(r *rescaled, sets []cov.Inputs) ([]moments, error) {
	scaled := make([]cov.Inputs, len(sets))
	for i, x := range sets {
		in, err := r.inputs(x)
		if err != nil {
			return nil, err
		}
		scaled[i] = in
	}
	all, err := l.of(r.of, scaled)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		floats.Scale(r.by.YStd, m.mean)
		floats.Scale(r.by.YStd*r.by.YStd, m.variance)
	}
	floats.AddConst(r.by.YMean, all[0].mean)
	return all, nil
}

// mixed returns the moments of an equal mixture, by the law of total variance.
func mixed(all [][]moments) []moments {
	out := make([]moments, len(all[0]))
	share := 1 / float64(len(all))
	for t := range out {
		n := len(all[0][t].mean)
		m := moments{make([]float64, n), make([]float64, n)}
		for _, own := range all {
			floats.AddScaled(m.mean, share, own[t].mean)
			floats.AddScaled(m.variance, share, own[t].variance)
		}
		for _, own := range all {
			for i, mean := range own[t].mean {
				m.variance[i] += share * (mean - m.mean[i]) * (mean - m.mean[i])
			}
		}
		out[t] = m
	}
	return out
}
