package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// Draw returns a function drawn from the process of m at the n points x, and
// observations of it with the noise of m. It takes O(n³) time. The same seed
// gives the same draw.
func Draw(m gplib.Model, x cov.Inputs, seed uint64) (d gplib.Data, f []float64, err error) {
	if err := m.Check(x); err != nil {
		return d, nil, err
	}
	n := x.Len()
	k := mat.NewDense(n, n, nil)
	m.Cov.Gram(k, x, x)
	chol, err := linalg.Factorize(k)
	if err != nil {
		return d, nil, fmt.Errorf("dataset: Draw: %w", err)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	f, mean, noise, y := normals(rng, n), m.MeanAt(x), make([]float64, n), normals(rng, n)
	chol.MulHalf(f, f)
	m.Noise.Var(noise, x)
	for i := range f {
		f[i] += mean[i]
		y[i] = f[i] + math.Sqrt(noise[i])*y[i]
	}
	d, err = gplib.NewData(x, y)
	return d, f, err
}

// Process names a generating process of [HoldOutSet].
type Process int

const (
	// ProcessSE is the squared exponential of lengthscale 0.5.
	ProcessSE Process = iota
	// ProcessLP is the locally periodic one of lengthscale 0.5 and period 1.
	ProcessLP
	// ProcessSELP is their sum with lengthscales 3 and 1 and period 2.
	ProcessSELP
)

// HoldOutSet returns a synthetic set of the kind on which GPCV-ADMM was first
// tried: n points drawn at random on [0, 10], on [0, 20] from n = 1000 on, and
// a draw of variance 1 (a term) with normal noise of variance 0.25, the value
// of the authors' code; their paper states none. f is the drawn function.
func HoldOutSet(p Process, n int, seed uint64) (d gplib.Data, f []float64, err error) {
	var k cov.Func
	switch p {
	case ProcessSE:
		k = cov.SE(0.5)
	case ProcessLP:
		k = cov.LocallyPeriodic(0.5, 1)
	case ProcessSELP:
		k = cov.Sum(cov.SE(3), cov.LocallyPeriodic(1, 2))
	default:
		return d, nil, fmt.Errorf("dataset: HoldOutSet: there is no process %d", p)
	}
	if n < 1 {
		return d, nil, fmt.Errorf("dataset: HoldOutSet: n is %d", n)
	}
	width := 10.0
	if n >= 1000 {
		width = 20
	}
	x := uniform(rand.New(rand.NewPCG(seed, 1)), n, 1, width)
	return Draw(gplib.Model{Cov: k, Noise: gplib.FixedGaussian(0.25)}, x, seed)
}

// SineProduct returns y = sin(x₁)·sin(x₂) plus normal noise of standard
// deviation noise, at n points drawn at random on [0, 2π]². f is without the
// noise.
func SineProduct(n int, noise float64, seed uint64) (d gplib.Data, f []float64, err error) {
	return formula("SineProduct", n, 2, 2*math.Pi, noise, seed, func(x []float64) float64 {
		return math.Sin(x[0]) * math.Sin(x[1])
	})
}

// Friedman returns the first function of Friedman (1991, Annals of Statistics
// 19, 1-67, equation 61),
//
//	y = 10 sin(π x₁x₂) + 20 (x₃ - ½)² + 10x₄ + 5x₅,
//
// plus normal noise of standard deviation noise, at n points drawn at random
// on [0, 1]^10; the last five dimensions have no effect. f is without the
// noise.
func Friedman(n int, noise float64, seed uint64) (d gplib.Data, f []float64, err error) {
	return formula("Friedman", n, 10, 1, noise, seed, func(x []float64) float64 {
		return 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4]
	})
}

// SnelsonLike returns a set like the one-dimensional toy of Snelson and
// Ghahramani (2006, figure 1): n points on [0, 6], none of them on [2, 3], a
// draw from a squared exponential of lengthscale 0.6 and variance 0.7 with
// noise of variance 0.08. f is without the noise.
func SnelsonLike(n int, seed uint64) (d gplib.Data, f []float64, err error) {
	if n < 1 {
		return d, nil, fmt.Errorf("dataset: SnelsonLike: n is %d", n)
	}
	xs := uniform(rand.New(rand.NewPCG(seed, 1)), n, 1, 5).Column(0)
	for i, v := range xs {
		if v > 2 {
			xs[i] = v + 1
		}
	}
	m := gplib.Model{Cov: cov.Scale(0.7, cov.SE(0.6)), Noise: gplib.FixedGaussian(0.08)}
	return Draw(m, cov.Line(xs), seed)
}

// formula observes f at n points drawn at random on [0, width]^dim.
func formula(name string, n, dim int, width, noise float64, seed uint64, f func(x []float64) float64) (d gplib.Data, values []float64, err error) {
	if n < 1 || !(noise >= 0) || math.IsInf(noise, 1) {
		return d, nil, fmt.Errorf("dataset: %s: n is %d and the noise %v", name, n, noise)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	x := uniform(rng, n, dim, width)
	y := normals(rng, n)
	values = make([]float64, n)
	for i := range values {
		values[i] = f(x.Row(i))
		y[i] = values[i] + noise*y[i]
	}
	d, err = gplib.NewData(x, y)
	return d, values, err
}

// uniform draws n points on [0, width]^dim.
func uniform(rng *rand.Rand, n, dim int, width float64) *cov.Matrix {
	points := mat.NewDense(n, dim, nil)
	for i := range n {
		for k := range dim {
			points.Set(i, k, width*rng.Float64())
		}
	}
	return cov.Points(points)
}

func normals(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}
