package gplib

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/linalg"
)

// LeaveOneOuter is a [Posterior] that predicts each observation from the others, at
// the parameters it has, which were learned from all. [Exact] and inducing.Posterior
// do.
type LeaveOneOuter interface {
	LeaveOneOut() (Prediction, error)
}

// LeftOut are the predictions of observations, each from all others, at parameters learned
// from all.
type LeftOut struct {
	// Prediction has an entry for each row of the posterior's data.
	Prediction
	// Z holds the standardised errors (y_i - Mean_i) / √VarY_i. Of a model that fits they are
	// close to standard normal. A row that raises the learned noise hides itself in them.
	Z []float64
}

// LeaveOneOut predicts each observation from all others, at the learned parameters, and
// returns the standardised errors, which show outliers. A posterior that leaves out rows
// itself ([LeaveOneOuter]) does so in O(n³) time where it is exact. For up to 1000 rows of any
// other, the exact posterior of the learned model is used; for more rows LeaveOneOut fails.
func (r *Result) LeaveOneOut() (LeftOut, error) {
	d := r.Posterior.Data()
	if _, able := r.Posterior.(LeaveOneOuter); !able && d.Len() > checkLeftOut {
		return LeftOut{}, fmt.Errorf("gplib: LeaveOneOut: %T cannot leave out rows, and an exact posterior of %d rows takes long (the limit is %d); "+
			"hold out rows, fit the others and compare with Result.Predict", r.Posterior, d.Len(), checkLeftOut)
	}
	p, err := leftOutOneByOne(r.Model, d, r.Posterior)
	if err != nil {
		return LeftOut{}, err
	}
	return LeftOut{p, scaledErrors(p, d.Y)}, nil
}

// scaledErrors returns the errors of predictions over their standard deviations.
func scaledErrors(p Prediction, y []float64) []float64 {
	z := floats.SubTo(make([]float64, len(y)), y, p.MeanY())
	for i, v := range p.VarY {
		z[i] /= math.Sqrt(v)
	}
	return z
}

// LeaveOneOut returns the prediction of each observation from all others, at the
// current parameters (Rasmussen and Williams 2006, equation 5.12). It takes O(n³) time
// and an n × n matrix.
func (e *Exact) LeaveOneOut() (Prediction, error) {
	f, err := e.solve()
	if err != nil {
		return Prediction{}, err
	}
	n := e.data.Len()
	own, err := linalg.FromLower(f.chol.Lower())
	if err != nil {
		return Prediction{}, err
	}
	half, q := own.InvertHalf(), make([]float64, n) // the columns of L⁻¹ have the norms √q
	for i := range n {
		for j, v := range half.RawRowView(i)[:i+1] {
			q[j] += v * v
		}
	}
	return e.withoutEach(f.alpha, q), nil
}

// withoutEach predicts observation i from the others: with q the diagonal of C⁻¹
// the mean is y_i - α_i/q_i and the variance of y 1/q_i.
func (e *Exact) withoutEach(alpha, q []float64) Prediction {
	n := len(q)
	p := Prediction{X: e.data.X, Mean: make([]float64, n), Var: make([]float64, n), VarY: make([]float64, n)}
	e.model.Noise.Var(p.Var, e.data.X)
	for i := range n {
		p.Mean[i], p.VarY[i] = e.data.Y[i]-alpha[i]/q[i], 1/q[i]
		p.Var[i] = max(p.VarY[i]-p.Var[i], 0)
	}
	return p
}

// leftOutOneByOne returns the prediction of each observation from the others, at the
// parameters of m: by its posterior p where that can, else by the exact one.
func leftOutOneByOne(m Model, d Data, p Posterior) (Prediction, error) {
	if own, able := p.(LeaveOneOuter); able {
		return own.LeaveOneOut()
	}
	e, err := Condition(m, d)
	if err != nil {
		return Prediction{}, err
	}
	return e.LeaveOneOut()
}
