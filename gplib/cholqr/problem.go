package cholqr

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// problem is sparse regression of data under a model with its parameters
// held, in units of the noise: observation i and row and column i of K are
// divided by √s_i, so that the noise variance σ² of the paper is 1 whether
// all s_i are equal or not. ε is divided by s_i likewise.
type problem struct {
	x       cov.Inputs
	kernel  cov.Func
	columns *cov.Columns
	root    []float64 // s_i^(-1/2)
	y       []float64 // (y_i - m(x_i))/√s_i
	kappa   []float64 // κ(x_i, x_i)/s_i
	epsilon []float64 // ε/s_i
	trace   float64   // v: 1 for VAR, 0 for MLE
	// constant is the part of F that does not depend on the pivots.
	constant float64
}

func newProblem(m gplib.Model, d gplib.Data, o Objective, epsilon float64) (*problem, error) {
	n := d.Len()
	p := &problem{
		x: d.X, kernel: m.Cov, columns: cov.NewColumns(m.Cov, d.X), y: m.Residuals(d),
		root: make([]float64, n), kappa: make([]float64, n), epsilon: make([]float64, n), trace: o.trace(),
	}
	m.Noise.Var(p.root, d.X)
	m.Cov.Diag(p.kappa, d.X)
	for i, s := range p.root {
		if !(s > 0) || math.IsInf(s, 1) {
			return nil, fmt.Errorf("cholqr: the noise variance at point %d is %v; it must be positive", i, s)
		}
		p.constant += math.Log(2*math.Pi*s) / 2
		p.root[i] = 1 / math.Sqrt(s)
		p.kappa[i] /= s
		p.epsilon[i] = epsilon / s
	}
	floats.Mul(p.y, p.root)
	p.constant += floats.Dot(p.y, p.y) / 2
	return p, nil
}

// column writes column j of K into dst.
func (p *problem) column(dst []float64, j int) {
	p.columns.Column(dst, j)
	for i, r := range p.root {
		dst[i] *= r * p.root[j]
	}
}
