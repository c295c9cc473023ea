package feature

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// Fourier is random Fourier features of the Gaussian kernel
// u₂ exp(-‖z-z'‖²/(2u₁²)) (Rahimi and Recht 2007): with Features/2 frozen
// frequencies ω ~ N(0, I) and p = Ωz/u₁,
//
//	φ(z) = √(2u₂/Features) [cos p, sin p].
//
// θ holds log u₁ and log u₂. The kernel's error is of the order 1/√Features.
type Fourier struct {
	// Inputs is the dimension of z; Features, an even number, that of φ.
	Inputs, Features int
	// Seed draws the frequencies.
	Seed uint64
}

// Check returns an error if the sizes are invalid.
func (f Fourier) Check() error {
	if f.Features < 2 || f.Features%2 != 0 {
		return fmt.Errorf("feature: Fourier.Features is %d; it must be even and positive", f.Features)
	}
	return checkSize("Fourier.Inputs", f.Inputs)
}

// In returns Inputs.
func (f Fourier) In() int { return f.Inputs }

// Out returns Features.
func (f Fourier) Out() int { return f.Features }

// Len returns 2.
func (f Fourier) Len() int { return 2 }

// Parameters returns the lengthscale u₁ and the variance u₂.
func (f Fourier) Parameters() []Parameter {
	return []Parameter{{Name: "lengthscale", Positive: true}, {Name: "variance", Positive: true}}
}

// Init starts at u₁ = u₂ = 1.
func (f Fourier) Init(theta []float64, _ *rand.Rand) { clear(theta) }

// String returns sizes and seed in words.
func (f Fourier) String() string {
	return fmt.Sprintf("Fourier(%d, %d, seed %d)", f.Inputs, f.Features, f.Seed)
}

// Pass returns a pass; see [Map].
func (f Fourier) Pass(theta, grad []float64) Pass {
	rng := rand.New(rand.NewPCG(f.Seed, 0))
	omega := mat.NewDense(f.Features/2, f.Inputs, nil)
	for i, data := 0, omega.RawMatrix().Data; i < len(data); i++ {
		data[i] = rng.NormFloat64()
	}
	return &fourierPass{omega: omega, theta: theta, grad: grad}
}

type fourierPass struct {
	omega          *mat.Dense
	theta, grad    []float64
	phase, phi, dz linalg.Buffer
}

func (p *fourierPass) Forward(z *mat.Dense) *mat.Dense {
	rows, _ := z.Dims()
	half, _ := p.omega.Dims()
	phase := p.phase.Sized(rows, half)
	linalg.Gemm(blas.NoTrans, blas.Trans, math.Exp(-p.theta[0]), z, p.omega, 0, phase)
	phi := p.phi.Sized(rows, 2*half)
	amplitude := math.Exp(p.theta[1]/2) / math.Sqrt(float64(half))
	for i := range rows {
		row := phi.RawRowView(i)
		linalg.SinCos(row[half:], row[:half], phase.RawRowView(i))
		floats.Scale(amplitude, row)
	}
	return phi
}

// Backward, with seed (g_c, g_s) and q = -g_c ∘ φ_s + g_s ∘ φ_c, computes dz =
// Ωᵀq/u₁, dlog u₁ = -qᵀp and dlog u₂ = <seed, φ>/2.
func (p *fourierPass) Backward(seed *mat.Dense, inputs bool) *mat.Dense {
	rows, _ := seed.Dims()
	half, in := p.omega.Dims()
	p.grad[0], p.grad[1] = 0, 0
	q := &p.phase
	for i := range rows {
		g, phi, phase := seed.RawRowView(i), p.phi.RawRowView(i), q.RawRowView(i)
		p.grad[1] += floats.Dot(g, phi) / 2
		for j, angle := range phase {
			slope := g[half+j]*phi[j] - g[j]*phi[half+j]
			p.grad[0] -= slope * angle
			phase[j] = slope
		}
	}
	if !inputs {
		return nil
	}
	dz := p.dz.Sized(rows, in)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, math.Exp(-p.theta[0]), &q.Dense, p.omega, 0, dz)
	return dz
}
