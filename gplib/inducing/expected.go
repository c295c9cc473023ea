package inducing

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/lik"
	"krigo/gplib/linalg"
	"krigo/gplib/parallel"
)

// marginals are the latent values of rows under q(v) = N(μ, Q).
type marginals struct {
	mean, variance []float64
	explained      []float64  // v_iᵀμ, the mean less that of the model
	spread         *mat.Dense // QV
}

// marginals returns those of the rows: variances κ_i - v_iᵀv_i + v_iᵀQv_i.
func (f *factors) marginals(mean []float64, q *mat.Dense) marginals {
	m, n := f.v.Dims()
	r := marginals{explained: make([]float64, n), variance: append([]float64(nil), f.rest...), spread: mat.NewDense(m, n, nil)}
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, q, f.v, 0, r.spread)
	linalg.MulTransVec(r.explained, f.v, mean)
	for a := range m {
		for i, v := range f.v.RawRowView(a) {
			r.variance[i] += v * r.spread.At(a, i)
		}
	}
	r.mean = floats.AddTo(make([]float64, n), f.prior, r.explained)
	return r
}

// expected returns the mean log density of each row, by the noise or the likelihood of the model.
func (f *factors) expected(r marginals) []lik.Expected {
	e := make([]lik.Expected, len(r.mean))
	if f.model.Lik == nil {
		for i, s := range f.noise {
			away := f.residual[i] - r.explained[i]
			e[i] = lik.Expected{Value: -(math.Log(2*math.Pi*s) + (away*away+r.variance[i])/s) / 2, ByMean: away / s, ByVar: -1 / (2 * s)}
		}
		return e
	}
	f.eachRow(func(i int) { e[i] = f.observed(r, i).Expected(f.data.Y[i]) })
	return e
}

func (f *factors) observed(r marginals, i int) lik.Observed {
	return lik.Observed{Lik: f.model.Lik, Mean: r.mean[i], Var: r.variance[i]}
}

// eachRow calls g for each row, on all processors.
func (f *factors) eachRow(g func(i int)) {
	const cost = 5000 // operations for a row
	n := f.data.Len()
	parallel.Rows(n, cost*n, func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				g(i)
			}
		}
	})
}

// sites returns the precisions and shifts of the rows' sites in a step of natural gradients: -2∂e/∂v and ∂e/∂μ less
// that times the mean. For Gaussian noise they do not depend on q.
func sites(e []lik.Expected, r marginals) (precision, shift []float64) {
	precision, shift = make([]float64, len(e)), make([]float64, len(e))
	for i, x := range e {
		precision[i] = -2 * x.ByVar
		shift[i] = x.ByMean + precision[i]*r.explained[i]
	}
	return precision, shift
}

// gaussianSites returns the sites of Gaussian noise.
func (f *factors) gaussianSites() (precision, shift []float64) {
	precision, shift = make([]float64, len(f.lambda)), make([]float64, len(f.lambda))
	for i, s := range f.lambda {
		precision[i], shift[i] = 1/s, f.residual[i]/s
	}
	return precision, shift
}

// byParams returns the derivatives of the sum of the mean log densities by the parameters of the likelihood.
func (f *factors) byParams(r marginals, count int) []float64 {
	by := make([]float64, count)
	if count == 0 {
		return by
	}
	rows := mat.NewDense(len(r.mean), count, nil)
	f.eachRow(func(i int) { f.observed(r, i).ExpectedParams(rows.RawRowView(i), f.data.Y[i]) })
	for i := range r.mean {
		floats.Add(by, rows.RawRowView(i))
	}
	return by
}
