package gplib

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// Sample returns count joint draws of the latent f at the m points x from any
// posterior, one a row, count × m. A nil src is a fixed seed. It takes O(m³)
// time beside that of the posterior's Covariance.
func Sample(p Posterior, x cov.Inputs, count int, src rand.Source) (*mat.Dense, error) {
	if count < 1 {
		return nil, fmt.Errorf("gplib: Sample: count is %d, less than 1", count)
	}
	mean, c, err := p.Covariance(x)
	if err != nil {
		return nil, err
	}
	m, rng := len(mean), rand.New(optim.Source(src))
	root, err := squareRoot(c)
	if err != nil {
		return nil, fmt.Errorf("gplib: Sample: %w", err)
	}
	white, draws := mat.NewDense(count, m, nil), mat.NewDense(count, m, nil)
	fillNormals(white.RawMatrix().Data, rng)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, white, root, 0, draws)
	for s := range count {
		floats.Add(draws.RawRowView(s), mean)
	}
	return draws, nil
}

// Sample is the function [Sample] of the posterior, in O(n²m + m³) time.
func (e *Exact) Sample(x cov.Inputs, count int, src rand.Source) (*mat.Dense, error) {
	return Sample(e, x, count, src)
}

func fillNormals(z []float64, rng *rand.Rand) {
	for i := range z {
		z[i] = rng.NormFloat64()
	}
}

// squareRoot is B with BBᵀ = c, a covariance matrix: its Cholesky factor, or
// where rounding leaves it none, that of its eigenvalues above 0.
func squareRoot(c *mat.SymDense) (*mat.Dense, error) {
	k := mat.DenseCopyOf(c)
	if chol, err := linalg.Factorize(k); err == nil {
		return chol.Lower(), nil
	}
	values, vectors, err := linalg.SymmetricEigen(mat.DenseCopyOf(c))
	if err != nil {
		return nil, err
	}
	root := mat.DenseCopyOf(vectors)
	for j, v := range values {
		column := mat.Col(nil, j, root)
		floats.Scale(math.Sqrt(math.Max(v, 0)), column)
		root.SetCol(j, column)
	}
	return root, nil
}
