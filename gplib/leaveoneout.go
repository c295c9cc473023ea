package gplib

import "krigo/gplib/linalg"

// LeaveOneOuter is a [Posterior] that predicts each observation from the others, at
// the parameters it has, which were learned from all. [Exact] and inducing.Posterior
// do.
type LeaveOneOuter interface {
	LeaveOneOut() (Prediction, error)
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
// parameters of m, whose posterior may be p.
func leftOutOneByOne(m Model, d Data, p Posterior) (Prediction, error) {
	e, ok := p.(*Exact)
	if !ok {
		var err error
		if e, err = Condition(m, d); err != nil {
			return Prediction{}, err
		}
	}
	return e.LeaveOneOut()
}
