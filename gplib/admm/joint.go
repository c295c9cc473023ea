package admm

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/cov"
)

// joint holds all observations for folds at one φ. Each fold has most of them,
// so that values computed once for all pairs serve every fold.
type joint struct {
	x      cov.Inputs
	layout []part
}

// exact returns F on the folds that share one φ.
func (f *fit) exact() exactError {
	e := exactError{folds: f.folds}
	if len(f.folds) > 1 && f.folds[0].op.k != nil {
		e.joint = &joint{f.Data.X, f.layout}
	}
	return e
}

// gradient writes ∇_φF into dst, where the z_k and λ_k of the folds solve their
// equations. With u_k = λ_k on the training points of fold k and −2r_V on the others, and z_k = 0 on
// these, the part of the covariance is Σ_ij W_ij ∂K_ij, W = Σ_k u_k z_kᵀ, in one
// pass over the pairs in place of K.
func (j *joint) gradient(dst []float64, fs folds) {
	n := j.x.Len()
	u, z := columns(len(fs), n), columns(len(fs), n)
	natural := make([]float64, len(fs[0].natural))
	for k, l := range fs {
		l.multipliers(0)
		floats.Add(natural, l.partial())
		scatter(u[k], l.mu, j.layout[k].train)
		scatter(u[k], l.weight, j.layout[k].valid)
		scatter(z[k], l.z, j.layout[k].train)
	}
	_, kernel, _ := fs[0].layout.Split(natural)
	_ = cov.AddGradSymmetric(context.Background(), fs[0].at.Cov, kernel, j.x, func(row []float64, i, lo int) {
		clear(row)
		for k := range fs {
			floats.AddScaled(row, u[k][i], z[k][lo:lo+len(row)])
			floats.AddScaled(row, z[k][i], u[k][lo:lo+len(row)])
		}
	})
	fs[0].chain(dst, natural, fs[0].phi)
}

// scatter writes v to the given positions of dst.
func scatter(dst, v []float64, at []int) {
	for k, i := range at {
		dst[i] = v[k]
	}
}
