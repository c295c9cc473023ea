package rkhs

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/mean"
	"krigo/gplib/param"
)

// less writes y less the mean at x into dst.
func less(dst, y []float64, mean gplib.Mean, x *mat.Dense) {
	copy(dst, y)
	if mean == nil || len(y) == 0 {
		return
	}
	at := make([]float64, len(y))
	mean.Eval(at, cov.Points(x))
	floats.Sub(dst, at)
}

// freeMean returns the positions of the mean's parameters that are learned.
func freeMean(mean gplib.Mean) []int {
	var free []int
	if mean != nil {
		for i, p := range mean.Params() {
			if !p.Fixed {
				free = append(free, i)
			}
		}
	}
	return free
}

// setMean subtracts another mean function from the rows.
func (r *run) setMean(mean gplib.Mean) {
	r.mean = mean
	r.rows.setMean(mean)
	if r.held != nil {
		less(r.held.y, r.held.whole, mean, r.held.x)
	}
}

// learnMean moves the mean's free parameters to the lowest likelihood loss at
// the present features and noise, by generalised least squares: with J the
// derivatives of the mean, n × q, and ŷ = y - m(x),
//
//	(JᵀJ - JᵀZF⁻¹ZᵀJ) δ = Jᵀ(ŷ - Zŵ).
//
// The step is exact for a mean that is linear in its parameters.
func (r *run) learnMean() error {
	free := freeMean(r.mean)
	if len(free) == 0 {
		return nil
	}
	features := r.state.evaluation()
	m, q := newMoments(features.d), len(free)
	jj, jz, jy := square(q), mat.NewDense(q, features.d, nil), make([]float64, q)
	err := r.rows.each(func(x *mat.Dense, y []float64) error {
		phi, j := features.pass.Forward(x), mean.Jacobian(r.mean, free, cov.Points(x))
		m.add(phi, y)
		linalg.AddGramTrans(jj, j)
		var block mat.Dense
		block.Mul(j.T(), phi)
		jz.Add(jz, &block)
		for i, v := range y {
			floats.AddScaled(jy, v, j.RawRowView(i))
		}
		return nil
	})
	if err != nil {
		return err
	}
	linalg.MirrorLower(m.g)
	linalg.MirrorLower(jj)
	solved, err := m.at(r.state.noise())
	if err != nil {
		return err
	}
	for i := range jy {
		jy[i] -= floats.Dot(jz.RawRowView(i), solved.w)
	}
	half := mat.DenseCopyOf(jz.T())
	solved.chol.SolveHalf(half)
	var explained mat.Dense
	explained.Mul(half.T(), half)
	jj.Sub(jj, &explained)
	chol, err := linalg.Factorize(jj)
	if err != nil {
		return fmt.Errorf("rkhs: the mean function: %w", err)
	}
	chol.SolveVec(jy, jy)
	r.setMean(stepped(r.mean, free, jy))
	return nil
}

// stepped returns the mean with its free parameters moved, inside their bounds.
func stepped(mean gplib.Mean, free []int, step []float64) gplib.Mean {
	ps := mean.Params()
	for i, at := range free {
		ps[at].Value = min(max(ps[at].Value+step[i], ps[at].Min), ps[at].Max)
	}
	return mean.With(param.Values(ps))
}
