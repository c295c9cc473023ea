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

// Layer is a fully connected layer, φ(x) = g(Wx + b). θ holds W (Outputs ×
// Inputs) by rows, then b, unless the layer has no bias.
type Layer struct {
	Inputs, Outputs int
	// Activation is g; the zero value is ReLU.
	Activation Activation
	// NoBias leaves out b.
	NoBias bool `json:",omitempty"`
}

// Check returns an error if the sizes are invalid.
func (l Layer) Check() error {
	if err := checkSize("Layer.Inputs", l.Inputs); err != nil {
		return err
	}
	if err := checkSize("Layer.Outputs", l.Outputs); err != nil {
		return err
	}
	return l.Activation.check()
}

// In returns Inputs.
func (l Layer) In() int { return l.Inputs }

// Out returns Outputs.
func (l Layer) Out() int { return l.Outputs }

// Len returns the number of weights and biases.
func (l Layer) Len() int { return l.Outputs*l.Inputs + l.biases() }

// biases returns the number of biases.
func (l Layer) biases() int {
	if l.NoBias {
		return 0
	}
	return l.Outputs
}

// Parameters returns the names of weights and biases.
func (l Layer) Parameters() []Parameter {
	ps := make([]Parameter, 0, l.Len())
	for o := range l.Outputs {
		for i := range l.Inputs {
			ps = append(ps, Parameter{Name: fmt.Sprintf("weight[%d,%d]", o, i)})
		}
	}
	for o := range l.biases() {
		ps = append(ps, Parameter{Name: fmt.Sprintf("bias[%d]", o)})
	}
	return ps
}

// Init draws weights and biases uniformly from ±1/√Inputs.
func (l Layer) Init(theta []float64, rng *rand.Rand) {
	width := 1 / math.Sqrt(float64(l.Inputs))
	for p := range theta {
		theta[p] = width * (2*rng.Float64() - 1)
	}
}

// String returns the sizes in words.
func (l Layer) String() string {
	bias := ""
	if l.NoBias {
		bias = ", no bias"
	}
	return fmt.Sprintf("Layer(%d, %d, %v%s)", l.Inputs, l.Outputs, l.Activation, bias)
}

// Pass returns a pass; see [Map].
func (l Layer) Pass(theta, grad []float64) Pass {
	p := &layerPass{Layer: l}
	p.weights, p.bias = l.split(theta)
	if grad != nil {
		p.gradWeights, p.gradBias = l.split(grad)
	}
	return p
}

// split returns W and b as views of a flat vector.
func (l Layer) split(v []float64) (*mat.Dense, []float64) {
	size := l.Inputs * l.Outputs
	return mat.NewDense(l.Outputs, l.Inputs, v[:size:size]), v[size:l.Len():l.Len()]
}

type layerPass struct {
	Layer
	weights, gradWeights *mat.Dense
	bias, gradBias       []float64
	x                    *mat.Dense // of the last Forward
	h, dx                linalg.Buffer
}

func (p *layerPass) Forward(x *mat.Dense) *mat.Dense {
	rows, _ := x.Dims()
	p.x = x
	h := p.h.Zeros(rows, p.Outputs)
	for i := range rows {
		copy(h.RawRowView(i), p.bias)
	}
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, x, p.weights, 1, h)
	p.Activation.apply(h.RawMatrix().Data)
	return h
}

// Backward computes dW = DᵀX, db = Σ_i D_i and dX = DW with D = seed ∘ g'.
func (p *layerPass) Backward(seed *mat.Dense, inputs bool) *mat.Dense {
	rows, _ := seed.Dims()
	clear(p.gradBias)
	for i := range rows {
		d := seed.RawRowView(i)
		p.Activation.chain(d, p.h.RawRowView(i))
		if !p.NoBias {
			floats.Add(p.gradBias, d)
		}
	}
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, seed, p.x, 0, p.gradWeights)
	if !inputs {
		return nil
	}
	dx := p.dx.Sized(rows, p.Inputs)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, seed, p.weights, 0, dx)
	return dx
}
