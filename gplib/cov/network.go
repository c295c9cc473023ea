package cov

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/internal/jet"
	"krigo/gplib/rkhs/feature"
)

// Network returns a feature map of one hidden layer,
//
//	m(x) = V tanh(W x + b),
//
// from inputs dimensions by hidden units to features, for [Deep]. Weights
// start as draws of seed, normal with the standard deviation 1/√(fan in).
// All sizes are at least 1.
func Network(inputs, hidden, features int, seed uint64) (FeatureMap, error) {
	if inputs < 1 || hidden < 1 || features < 1 {
		return nil, fmt.Errorf("cov: Network of %d inputs, %d hidden units and %d features", inputs, hidden, features)
	}
	n := network{inputs: inputs, hidden: hidden, features: features}
	rng := rand.New(rand.NewPCG(seed, 1))
	for range hidden * (inputs + 1) {
		n.theta = append(n.theta, rng.NormFloat64()/math.Sqrt(float64(inputs)))
	}
	for range features * hidden {
		n.theta = append(n.theta, rng.NormFloat64()/math.Sqrt(float64(hidden)))
	}
	return n, nil
}

func init() { register("Network", needs{whole: 3, parts: 1}, restoreNetwork) }

// network holds (W_u, b_u) of each hidden unit u, then V by rows.
type network struct {
	inputs, hidden, features int
	theta                    []float64
}

func (n network) Params() []Param {
	ps := make([]Param, len(n.theta))
	for p, v := range n.theta {
		ps[p] = Real(fmt.Sprintf("weight[%d]", p), v)
	}
	return ps
}

func (n network) With(theta []float64) FeatureMap {
	n.theta = slices.Clone(theta)
	return n
}

func (n network) Check(x *Matrix) error {
	if x.d != n.inputs {
		return fmt.Errorf("cov: Network takes inputs of dimension %d, not %d", n.inputs, x.d)
	}
	return nil
}

func (n network) Dim(int) int { return n.features }

func (n network) String() string {
	return fmt.Sprintf("Network(%d, %d, %d)", n.inputs, n.hidden, n.features)
}

// spec describes [Deep] functions of these features, without their part.
func (n network) spec() Spec {
	return Spec{Kind: "Network", Theta: n.theta, Whole: []int{n.inputs, n.hidden, n.features}}
}

func restoreNetwork(w written) Func {
	n := network{w.Whole[0], w.Whole[1], w.Whole[2], slices.Clone(w.Theta)}
	if n.inputs < 1 || n.hidden < 1 || n.features < 1 || n.inputs > len(n.theta) || n.hidden > len(n.theta) ||
		n.features > len(n.theta) || n.hidden*(n.inputs+1+n.features) != len(n.theta) {
		return function{broken{fmt.Errorf("cov: %v does not have %d weights", n, len(n.theta))}}
	}
	return Deep(w.parts[0], n)
}

// Pass returns a pass of two layers without biases over the points and a constant
// input of 1, whose weights are b.
func (n network) Pass(grad []float64) feature.Pass {
	return &networkPass{n.inputs, feature.Chain{
		feature.Layer{Inputs: n.inputs + 1, Outputs: n.hidden, Activation: feature.Tanh, NoBias: true},
		feature.Layer{Inputs: n.hidden, Outputs: n.features, Activation: feature.None, NoBias: true},
	}.Pass(n.theta, grad)}
}

type networkPass struct {
	inputs int
	layers feature.Pass
}

func (p *networkPass) Forward(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	extended := mat.NewDense(n, p.inputs+1, nil)
	for i := range n {
		row := extended.RawRowView(i)
		row[copy(row, x.RawRowView(i))] = 1
	}
	return p.layers.Forward(extended)
}

func (p *networkPass) Backward(seed *mat.Dense, inputs bool) *mat.Dense {
	dx := p.layers.Backward(seed, inputs)
	if dx == nil {
		return nil
	}
	n, _ := dx.Dims()
	return dx.Slice(0, n, 0, p.inputs).(*mat.Dense)
}

func (n network) jet(r *jet.Ring, theta, x []jet.Jet) []jet.Jet {
	hidden, features := make([]jet.Jet, n.hidden), make([]jet.Jet, n.features)
	for u := range hidden {
		w := theta[u*(n.inputs+1):][:n.inputs+1]
		sum := w[n.inputs]
		for k, v := range x {
			sum = sum.Add(w[k].Mul(v))
		}
		hidden[u] = sum.Tanh()
	}
	out := theta[n.hidden*(n.inputs+1):]
	for f := range features {
		features[f] = r.Constant(0)
		for u, h := range hidden {
			features[f] = features[f].Add(out[f*n.hidden+u].Mul(h))
		}
	}
	return features
}
