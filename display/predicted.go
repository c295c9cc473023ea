package display

import "krigo/gplib"

// predicted are predictions of data.
type predicted struct {
	gplib.Prediction
	data gplib.Data
	kind string // how they came about, in words
}

// predictedBy predicts the test data, or each observation from the others where the
// posterior can, or else the observations that it was conditioned on, which looks
// better than it is.
func predictedBy(r *gplib.Result, test gplib.Data) (predicted, error) {
	q := predicted{data: r.Posterior.Data(), kind: "of fitted observations"}
	predict := func() (gplib.Prediction, error) { return r.Posterior.Predict(q.data.X) }
	if test.X != nil {
		q.data, q.kind = test, "of test data"
	} else if p, ok := r.Posterior.(gplib.LeaveOneOuter); ok {
		predict, q.kind = p.LeaveOneOut, "leave-one-out"
	}
	var err error
	q.Prediction, err = predict()
	return q, err
}
