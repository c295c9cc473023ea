package cholqr

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
	"krigo/gplib/parallel"
)

// errSingular is returned where K_II + ε is not positive definite to rounding.
var errSingular = errors.New("cholqr: the covariance matrix of the inducing points is singular to rounding")

// build factorises again for the given inducing points, without information
// pivots, in O(nk²) time.
func (f *factors) build(points []int) error {
	n, k := len(f.y), len(points)
	if k == 0 {
		f.setPivots(points)
		f.derive()
		return nil
	}
	lt := mat.NewDense(k, n+k, nil) // Lᵀ, then the identity
	c, err := f.buildL(lt.Slice(0, k, 0, n).(*mat.Dense), points)
	if err != nil {
		return err
	}
	for a := range k {
		lt.Set(a, n+a, 1)
	}
	f.setL(lt.Slice(0, k, 0, n).(*mat.Dense))
	r, err := orthonormalise(lt)
	if err != nil {
		return err
	}
	f.setQ(lt)
	square(f.c, k).Copy(c)
	square(f.r, k).Copy(r)
	f.setPivots(points)
	f.derive()
	return nil
}

// buildL writes Lᵀ into lt and returns C.
func (f *factors) buildL(lt *mat.Dense, points []int) (*mat.Dense, error) {
	k := len(points)
	f.kernel.Gram(lt, f.x.Subset(points), f.x)
	inside := mat.NewDense(k, k, nil)
	for a, i := range points {
		row := lt.RawRowView(a)
		floats.Mul(row, f.root)
		floats.Scale(f.root[i], row)
		for b, j := range points {
			inside.Set(a, b, row[j])
		}
		inside.Set(a, a, inside.At(a, a)+f.epsilon[i])
	}
	chol, err := factorize(inside)
	if err != nil {
		return nil, err
	}
	chol.SolveHalf(lt)
	return chol.Lower(), nil
}

// factorize factorises a without adding jitter.
func factorize(a *mat.Dense) (*linalg.Cholesky, error) {
	chol, err := linalg.Factorize(a)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSingular, err)
	}
	if chol.Jitter() > 0 {
		return nil, errSingular
	}
	return chol, nil
}

// orthonormalise replaces a, the transpose of [L; I], by the transpose of
// [Q_t; Q_a] and returns R. The second pass makes Q orthogonal to rounding
// where LᵀL + I is ill-conditioned (CholeskyQR2: Yamamoto, Nakatsukasa, Yanagisawa
// and Fukaya 2015).
func orthonormalise(a *mat.Dense) (*mat.Dense, error) {
	k, _ := a.Dims()
	var r *mat.Dense
	for range 2 {
		gram := mat.NewDense(k, k, nil)
		linalg.AddGram(gram, a)
		linalg.MirrorLower(gram)
		chol, err := factorize(gram)
		if err != nil {
			return nil, err
		}
		chol.SolveHalf(a)
		if r == nil {
			r = mat.DenseCopyOf(chol.Lower().T())
			continue
		}
		first := r
		r = mat.NewDense(k, k, nil)
		linalg.AddMul(r, mat.DenseCopyOf(chol.Lower().T()), first)
	}
	return r, nil
}

// setL and setQ write the transposes of their arguments into the factors.
func (f *factors) setL(lt *mat.Dense) { transpose(f.l, lt) }

func (f *factors) setQ(qt *mat.Dense) {
	k, _ := qt.Dims()
	n := len(f.y)
	transpose(f.q, qt.Slice(0, k, 0, n).(*mat.Dense))
	transpose(f.qa, qt.Slice(0, k, n, n+k).(*mat.Dense))
	for a := range k { // what rounding leaves below the diagonal
		clear(f.qa.RawRowView(a)[:a])
	}
}

// square returns the leading k × k part of a.
func square(a *mat.Dense, k int) *mat.Dense { return a.Slice(0, k, 0, k).(*mat.Dense) }

// transpose writes aᵀ into the leading part of dst, by blocks that stay in the
// cache.
func transpose(dst, a *mat.Dense) {
	from, to := a.RawMatrix(), dst.RawMatrix()
	parallel.Rows(from.Cols, from.Cols*from.Rows, func() func(_, lo, hi int) {
		return func(_, lo, hi int) {
			for r := range from.Rows {
				row := from.Data[r*from.Stride:]
				for i := lo; i < hi; i++ {
					to.Data[i*to.Stride+r] = row[i]
				}
			}
		}
	})
}

// setPivots makes points the inducing points.
func (f *factors) setPivots(points []int) {
	for _, j := range f.pivots {
		f.at[j] = -1
	}
	f.pivots = append(f.pivots[:0], points...)
	for a, j := range points {
		f.at[j] = a
	}
	f.k = len(points)
	f.dropped.at, f.following.at = -1, -1
}

// derive sets what follows from C, L, Q and R.
func (f *factors) derive() {
	k := f.k
	mulTrans(f.fit[:k], part(f.q, 0, k), f.y, 0)
	copy(f.res, f.y)
	mul(f.res, -1, part(f.q, 0, k), f.fit[:k], 1)
	for i, kappa := range f.kappa {
		l, q := f.l.RawRowView(i)[:k], f.q.RawRowView(i)[:k]
		f.rest[i] = max(kappa-floats.Dot(l, l), 0)
		f.lev[i] = floats.Dot(q, q)
	}
	f.clearInformation()
	f.alarm = 0
}
