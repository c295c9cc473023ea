package inducing

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/internal/normal"
	"krigo/gplib/linalg"
)

// Bounds of the ascent of q under a likelihood.
const (
	// tight is the square root of the rise of the bound that a step promises, at which q is taken for the best: the
	// bound is lower by about its square. Above loose a posterior is an error.
	tight = 1e-7
	loose = 1e-2
	// mostPasses is the number of passes over the data at most.
	mostPasses = 200
	// kept is the number of elements of V up to which passes keep it.
	kept = 1 << 22
)

// ascent is the maximum of the bound by q, at a model with a likelihood and its points: the rows' likelihoods become
// sites, as in package vi, whose sum moves q by natural gradients.
type ascent struct {
	sparse Sparse
	model  gplib.Model
	data   gplib.Data
	kzz    *linalg.Cholesky
	blocks []*factors // where they are kept
	q      *gaussian  // the last one evaluated
}

// ascend returns the q of the highest bound, the bound, and how far q is from the maximum: see [normal.Place].Gap.
// It begins at from, and takes a number of passes at most.
func (s Sparse) ascend(ctx context.Context, m gplib.Model, d gplib.Data, kzz *linalg.Cholesky, from *gaussian, most int) (q *gaussian, bound, gap float64, err error) {
	a := &ascent{sparse: s, model: m, data: d, kzz: kzz}
	here, err := a.place(ctx, from)
	if err != nil {
		return nil, 0, 0, err
	}
	here, _, err = normal.Ascend(ctx, here, tight, most-1, func(at []float64) (normal.Place, error) { return a.place(ctx, unpacked(at)) })
	return a.q, here.Bound, here.Gap, err
}

// packed returns P and η in one.
func (g *gaussian) packed() []float64 {
	return append(append([]float64(nil), g.precision.RawMatrix().Data...), g.eta...)
}

func unpacked(at []float64) *gaussian {
	m := int(math.Sqrt(float64(len(at)))) // m² + m numbers
	at = append([]float64(nil), at...)
	return &gaussian{mat.NewDense(m, m, at[:m*m]), at[m*m:]}
}

// each calls f with the factors of all data, block by block.
func (a *ascent) each(f func(*factors) error) error {
	if a.blocks != nil {
		for _, b := range a.blocks {
			if err := f(b); err != nil {
				return err
			}
		}
		return nil
	}
	keep := a.data.Len()*a.kzz.Len() <= kept
	return eachBlock(a.data, func(block gplib.Data) error {
		b, err := a.sparse.projected(a.model, block, a.kzz)
		if err != nil {
			return err
		}
		if keep {
			a.blocks = append(a.blocks, b)
		}
		return f(b)
	})
}

// place returns the bound of q and the next step, in one pass.
func (a *ascent) place(ctx context.Context, q *gaussian) (normal.Place, error) {
	mean, covariance, divergence, err := q.moments()
	if err != nil {
		return normal.Place{}, err
	}
	a.q = q
	p := normal.Place{Bound: -divergence, Size: math.Abs(divergence)}
	target := newGaussian(len(mean))
	err = a.each(func(f *factors) error {
		r := f.marginals(mean, covariance)
		e := f.expected(r)
		for _, x := range e {
			p.Bound += x.Value
			p.Size += math.Abs(x.Value)
		}
		precision, shift := sites(e, r)
		target.add(1, f.v, precision, shift)
		return ctx.Err()
	})
	if err != nil {
		return normal.Place{}, err
	}
	p.At, p.Way = q.packed(), target.packed()
	floats.Sub(p.Way, p.At)
	p.Gap = decrement(unpacked(p.Way), mean, covariance)
	p.Units = make([]float64, len(p.At))
	for i := range p.Units {
		p.Units[i] = 1
	}
	if math.IsNaN(p.Bound) || math.IsInf(p.Bound, 0) || math.IsNaN(p.Gap) {
		return p, fmt.Errorf("inducing: the evidence lower bound is %v at %v", p.Bound, a.model)
	}
	return p, nil
}

// decrement returns the square root of the rise of the bound that a step of natural gradients promises: with g = Δη -
// ΔPμ it is gᵀQg + tr(ΔPQΔPQ)/2.
func decrement(way *gaussian, mean []float64, q *mat.Dense) float64 {
	g, qg := make([]float64, len(mean)), make([]float64, len(mean))
	linalg.MulVec(g, way.precision, mean)
	floats.SubTo(g, way.eta, g)
	linalg.MulVec(qg, q, g)
	var pq, square mat.Dense
	pq.Mul(way.precision, q)
	square.Mul(&pq, &pq)
	return math.Sqrt(math.Max(floats.Dot(g, qg)+mat.Trace(&square)/2, 0))
}

// maximum returns the posterior of the best q of a model with a likelihood.
func (s Sparse) maximum(m gplib.Model, d gplib.Data, from *gaussian) (*Posterior, error) {
	kzz, err := s.factorizePoints(m)
	if err != nil {
		return nil, err
	}
	if from == nil {
		from = newGaussian(kzz.Len())
	}
	q, bound, gap, err := s.ascend(context.Background(), m, d, kzz, from, mostPasses)
	if err != nil {
		return nil, err
	}
	if gap > loose {
		return nil, fmt.Errorf("inducing: after at most %d passes a step promises to raise the evidence lower bound, %v, by %.2g, under %v", mostPasses, bound, gap*gap, m)
	}
	return q.posterior(s, m, d, kzz)
}
