package gplib

// Layout is where the parameters of a model's parts lie among all its
// parameters: first those of the mean, then those of the covariance function,
// then those of the noise. It holds their numbers.
type Layout struct{ Mean, Cov, Noise int }

// Layout tells where the parameters of the model's parts lie in
// [Model.Params] and in every vector that is in its order, such as a
// gradient.
func (m Model) Layout() Layout {
	var l Layout
	if m.Mean != nil {
		l.Mean = len(m.Mean.Params())
	}
	if m.Cov != nil {
		l.Cov = len(m.Cov.Params())
	}
	if m.Noise != nil {
		l.Noise = len(m.Noise.Params())
	}
	return l
}

// Split cuts a vector over all parameters in three, which share its memory.
// It panics where v is not of length l.Len().
func (l Layout) Split(v []float64) (mean, kernel, noise []float64) {
	end := l.Mean + l.Cov
	return v[:l.Mean:l.Mean], v[l.Mean:end:end], v[end:l.Len()]
}

// Len is the number of all parameters.
func (l Layout) Len() int { return l.Mean + l.Cov + l.Noise }
