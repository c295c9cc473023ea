package admm

import "krigo/gplib"

// layout tells where the parameters of a model's mean, covariance and noise
// lie among all its parameters.
type layout struct{ mean, cov, noise int }

func layoutOf(m gplib.Model) layout {
	l := layout{cov: len(m.Cov.Params()), noise: len(m.Noise.Params())}
	if m.Mean != nil {
		l.mean = len(m.Mean.Params())
	}
	return l
}

// split cuts a vector over all parameters in three, which share its memory.
func (l layout) split(v []float64) (mean, kernel, noise []float64) {
	return v[:l.mean], v[l.mean : l.mean+l.cov], v[l.mean+l.cov:]
}

// noiseRange is the range of the noise's parameters.
func (l layout) noiseRange() (first, last int) {
	return l.mean + l.cov, l.mean + l.cov + l.noise
}
