package gplib

// AutoModeler is a learner that does not take every model. Its Auto returns one for a
// first fit of d that it takes, at parameters taken from the data.
type AutoModeler interface {
	Learner
	Auto(d Data) (Model, error)
}

// AutoFor returns a model for a first fit of d by l: that of the learner where it is an
// [AutoModeler], else [Auto]. The inputs of d are a *cov.Matrix.
//
//	m, err := gplib.AutoFor(grief.TypeII{}, d)
//	fit, err := grief.TypeII{}.Fit(ctx, m, d, nil)
func AutoFor(l Learner, d Data) (Model, error) {
	if own, ok := l.(AutoModeler); ok {
		return own.Auto(d)
	}
	return Auto(d)
}
