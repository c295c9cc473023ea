package gplib

// LOO is the leave-one-out error of predictions, summed over the n
// observations (Rasmussen and Williams 2006, section 5.4.2). With C, r as in
// [LML], α = C⁻¹r and q_i = (C⁻¹)_ii, observation i left out is predicted
// with the error α_i/q_i and the variance 1/q_i. One evaluation takes O(n³)
// time and three n × n matrices.
type LOO struct {
	// Loss is what is summed: LogDensity or SquaredError.
	Loss Loss
}

// Name is such as "leave-one-out negative log density".
func (l LOO) Name() string { return "leave-one-out " + l.Loss.String() }

// Eval returns the value and, where grad is not nil, the gradient with
// respect to the natural values of m.Params().
func (l LOO) Eval(m Model, d Data, grad []float64) (float64, error) {
	folds := make([][]int, d.Len())
	for i := range folds {
		folds[i] = []int{i}
	}
	return leftOut{l.Name(), l.Loss, folds}.eval(m, d, grad)
}
