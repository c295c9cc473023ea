package feature

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
)

// MLP is a multilayer perceptron: a [Chain] of a [Layer] for each width. The
// network of Shoham and Avron has Widths {128, 128} and ReLU.
type MLP struct {
	Inputs int
	// Widths are the numbers of units, the last being the features.
	Widths []int
	// Activation is that of all layers; the zero value is ReLU.
	Activation Activation
	// LinearOutput leaves the last layer without activation.
	LinearOutput bool
}

// Check returns an error if the sizes are invalid.
func (m MLP) Check() error {
	if len(m.Widths) == 0 {
		return errors.New("feature: MLP.Widths is empty")
	}
	if err := checkSize("MLP.Inputs", m.Inputs); err != nil {
		return err
	}
	for i, w := range m.Widths {
		if err := checkSize(fmt.Sprintf("MLP.Widths[%d]", i), w); err != nil {
			return err
		}
	}
	return m.Activation.check()
}

// In returns Inputs.
func (m MLP) In() int { return m.Inputs }

// Out returns the last width.
func (m MLP) Out() int { return m.Widths[len(m.Widths)-1] }

// Len returns the number of weights and biases.
func (m MLP) Len() int { return m.layers().Len() }

// Parameters returns the parameters of the layers.
func (m MLP) Parameters() []Parameter { return m.layers().Parameters() }

// Init starts each layer.
func (m MLP) Init(theta []float64, rng *rand.Rand) { m.layers().Init(theta, rng) }

// Pass returns a pass; see [Map].
func (m MLP) Pass(theta, grad []float64) Pass { return m.layers().Pass(theta, grad) }

// String returns the sizes in words.
func (m MLP) String() string {
	widths := strings.Trim(fmt.Sprint(m.Widths), "[]")
	linear := ""
	if m.LinearOutput {
		linear = ", linear output"
	}
	return fmt.Sprintf("MLP(%d, %s, %v%s)", m.Inputs, strings.ReplaceAll(widths, " ", ", "), m.Activation, linear)
}

func (m MLP) layers() Chain {
	c := make(Chain, len(m.Widths))
	in := m.Inputs
	for i, w := range m.Widths {
		l := Layer{Inputs: in, Outputs: w, Activation: m.Activation}
		if m.LinearOutput && i == len(m.Widths)-1 {
			l.Activation = None
		}
		c[i], in = l, w
	}
	return c
}
