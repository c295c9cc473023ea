package bo

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// pathFeatures is the number of random features of a path's prior part.
const pathFeatures = 1024

// path is a function drawn from the posterior of a model with a Matérn covariance function of smoothness 5/2 (Wilson
// et al. 2020, section 3): a draw from the prior in random Fourier features, and its update to the data,
//
//	f(z) = m + Σ_i a_i cos(ω_i·z + b_i) + Σ_j v_j k(z, z_j).
//
// The frequencies ω have the t distribution of 5 degrees of freedom over the lengthscales.
type path struct {
	*surrogate
	frequencies *mat.Dense // pathFeatures × d
	phases      []float64
	amplitudes  []float64
	weights     []float64 // v, one for each row of the data
}

// drawPath draws a path.
func drawPath(s *surrogate, rng *rand.Rand) (*path, error) {
	m, lengths := s.post.Model(), s.lengths()
	_, kernel, noise := m.Layout().Split(m.Theta())
	p := &path{
		surrogate: s, frequencies: mat.NewDense(pathFeatures, len(lengths), nil),
		phases: make([]float64, pathFeatures), amplitudes: make([]float64, pathFeatures),
	}
	for i := range pathFeatures {
		chi2 := 0.0
		for range 5 {
			g := rng.NormFloat64()
			chi2 += g * g
		}
		for k, l := range lengths {
			p.frequencies.Set(i, k, rng.NormFloat64()/(l*math.Sqrt(chi2/5)))
		}
		p.phases[i] = 2 * math.Pi * rng.Float64()
		p.amplitudes[i] = rng.NormFloat64() * math.Sqrt(2*kernel[0]/pathFeatures)
	}
	d := s.post.Data()
	x := d.X.(*cov.Matrix)
	p.weights = m.Residuals(d)
	for i := range p.weights {
		p.weights[i] -= p.waves(x.Row(i)) + math.Sqrt(noise[0])*rng.NormFloat64()
	}
	gram := mat.NewDense(d.Len(), d.Len(), nil)
	m.Cov.Gram(gram, x, x)
	for i := range d.Len() {
		gram.Set(i, i, gram.At(i, i)+noise[0])
	}
	factor, err := linalg.Factorize(gram)
	if err != nil {
		return nil, err
	}
	factor.SolveVec(p.weights, p.weights)
	return p, nil
}

// waves returns the prior part at z.
func (p *path) waves(z []float64) float64 {
	sum := 0.0
	for i, a := range p.amplitudes {
		sum += a * math.Cos(floats.Dot(p.frequencies.RawRowView(i), z)+p.phases[i])
	}
	return sum
}

// values subtracts the path, since it is minimised.
func (p *path) values(dst []float64, z *cov.Matrix) error {
	m, x := p.post.Model(), p.post.Data().X
	cross := mat.NewDense(z.Len(), x.Len(), nil)
	m.Cov.Gram(cross, z, x)
	mean := m.MeanAt(z)
	for i := range dst {
		dst[i] -= mean[i] + p.waves(z.Row(i)) + floats.Dot(cross.RawRowView(i), p.weights)
	}
	return nil
}

func (p *path) gradient(value *float64, grad []float64, z *cov.Matrix) error {
	at := []float64{0}
	if err := p.values(at, z); err != nil {
		return err
	}
	*value += at[0]
	of, err := p.post.Model().MeanGradient(z, p.post.Data().X, p.weights)
	if err != nil {
		return err
	}
	floats.Sub(grad, of.RawRowView(0))
	for i, a := range p.amplitudes {
		omega := p.frequencies.RawRowView(i)
		floats.AddScaled(grad, a*math.Sin(floats.Dot(omega, z.Row(0))+p.phases[i]), omega)
	}
	return nil
}
