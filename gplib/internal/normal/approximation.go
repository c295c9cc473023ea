package normal

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Approximation is the normal distribution of the latent values f at the data with the precision
// K⁻¹ + W and the mean F = m + K A.
type Approximation struct {
	Model gplib.Model
	Data  gplib.Data
	Prior []float64  // m(X)
	K     *mat.Dense // both triangles
	F, A  []float64
	Curvature
}

// Workspace is memory that an approximation of the same number of rows takes over. The zero value is
// ready to use.
type Workspace struct{ k, b *mat.Dense }

func square(at **mat.Dense, n int) *mat.Dense {
	if *at == nil || (*at).RawMatrix().Rows != n {
		*at = linalg.Uncleared(n, n)
	}
	return *at
}

// New evaluates the covariance function and the mean, in the memory of w.
func New(ctx context.Context, m gplib.Model, d gplib.Data, w *Workspace) (Approximation, error) {
	n := d.Len()
	s := Approximation{Model: m, Data: d, Prior: m.MeanAt(d.X), K: square(&w.k, n)}
	s.Memory = square(&w.b, n)
	if err := cov.GramLower(ctx, m.Cov, s.K, d.X); err != nil {
		return s, err
	}
	linalg.MirrorLower(s.K)
	return s, nil
}

// Values returns m + K a.
func (s *Approximation) Values(a []float64) []float64 {
	f := make([]float64, len(a))
	linalg.MulVec(f, s.K, a)
	floats.Add(f, s.Prior)
	return f
}

// Damped replaces b by (I + WK)⁻¹b = b - R K b, and returns it.
func (s *Approximation) Damped(b []float64) []float64 {
	kb := make([]float64, len(b))
	linalg.MulVec(kb, s.K, b)
	floats.Sub(b, s.Solve(kb))
	return b
}

// Variances returns the posterior variances Σ_ii and the lower triangle of R. It uses up the factor of B.
// Those of rows direct are computed by themselves: elsewhere (1 - (B⁻¹)_ii)/W_i has the error 2⁻⁵²/W_i.
func (s *Approximation) Variances(ctx context.Context, direct []int) (variances []float64, inverse *mat.Dense, err error) {
	own := s.VarianceOf(direct)
	if inverse, err = s.Inverse(ctx); err != nil {
		return nil, nil, err
	}
	variances = make([]float64, len(s.W))
	for i, w := range s.W {
		if w != 0 {
			variances[i] = (1 - inverse.At(i, i)/w) / w
		}
	}
	for k, i := range direct {
		variances[i] = own[k]
	}
	return variances, inverse, nil
}

// VarianceOf returns the posterior variances of rows, K_ii - k_iᵀR k_i.
func (s *Approximation) VarianceOf(rows []int) []float64 {
	if len(rows) == 0 {
		return nil
	}
	columns := mat.NewDense(len(s.W), len(rows), nil)
	variance := make([]float64, len(rows))
	for k, i := range rows {
		columns.SetCol(k, s.K.RawRowView(i))
		variance[k] = s.K.At(i, i)
	}
	s.Subtract(variance, columns)
	return variance
}

// Cavity returns the moments of each latent value without the site of its own row, given the posterior
// variances: precision 1/Σ_ii - W_i, but at least that of the prior.
func (s *Approximation) Cavity(variances []float64) (mean, variance []float64) {
	mean, variance = make([]float64, len(s.F)), make([]float64, len(s.F))
	for i, v := range variances {
		variance[i] = 1 / math.Max(1/v-s.W[i], 1/s.K.At(i, i))
		mean[i] = s.F[i] - s.A[i]*variance[i]
	}
	return mean, variance
}

// AddGrad subtracts from the gradients of the parameters of K the sums Σ_ij w_ij ∂K_ij with
// w = (aaᵀ - R + gaᵀ + agᵀ)/2, and from those of the mean (a + g)ᵀ∂m. inverse is R; g may be nil.
func (s *Approximation) AddGrad(ctx context.Context, mean, kernel []float64, inverse *mat.Dense, g []float64) error {
	sum := append([]float64(nil), s.A...)
	if g != nil {
		floats.Add(sum, g)
	}
	twice := func(dst []float64, i, lo int) {
		hi := lo + len(dst)
		linalg.AddScaledTo(dst, inverse.RawRowView(i)[lo:hi], -sum[i], s.A[lo:hi])
		if g != nil {
			floats.AddScaled(dst, -s.A[i], g[lo:hi])
		}
	}
	if err := cov.AddGradSymmetric(ctx, s.Model.Cov, kernel, s.Data.X, twice); err != nil {
		return err
	}
	if s.Model.Mean != nil {
		s.Model.Mean.AddGrad(mean, floats.ScaleTo(make([]float64, len(sum)), -1, sum), s.Data.X)
	}
	return nil
}

// MulLower writes A v into dst for a symmetric A given by its lower triangle.
func MulLower(dst []float64, a *mat.Dense, v []float64) {
	clear(dst)
	for i, x := range v {
		row := a.RawRowView(i)[:i]
		dst[i] += floats.Dot(row, v[:i]) + a.At(i, i)*x
		floats.AddScaled(dst[:i], x, row)
	}
}
