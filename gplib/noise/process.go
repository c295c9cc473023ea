package noise

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Process returns noise whose variance depends on the inputs in an unknown way: its logarithm is
// another Gaussian process,
//
//	s(x) = variance·exp(h(x)),  h ~ GP(0, k),
//
// with variance > 0 in the square of the unit of y, and k without a unit (Goldberg, Williams and Bishop
// 1998). Package hetero learns models with it; all other functions refuse them. Its parameters are
// "noise.variance" and those of k with the prefix "noise.log.". Var returns the mean of s(x) before
// observations, variance·exp(k(x, x)/2).
func Process(variance float64, k cov.Func) Func {
	return process{param.Positive("noise.variance", variance).As(param.RoleNoise), k}
}

func init() {
	RegisterKind("process", func(s Spec) (Func, error) {
		if s.Cov == nil {
			return nil, fmt.Errorf("a noise process has a covariance function")
		}
		level, err := param.RestoreOne(param.RoleNoise, s.Params)
		if err != nil {
			return nil, err
		}
		k, err := s.Cov.Func()
		return process{level, k}, err
	})
}

// ProcessOf returns the variance and the covariance function of a [Process]; ok is false for other noise.
func ProcessOf(n Func) (variance float64, k cov.Func, ok bool) {
	p, ok := n.(process)
	return p.level.Value, p.k, ok
}

type process struct {
	level param.Param
	k     cov.Func
}

// ofLog is the prefix of the parameters of k.
const ofLog = "noise.log."

// Params lists the parameters; variances of k have no unit, so that data say nothing about them.
func (p process) Params() []param.Param {
	all := []param.Param{p.level}
	if p.k == nil {
		return all
	}
	for _, q := range p.k.Params() {
		q.Name = ofLog + q.Name
		if q.Role == param.RoleVariance || q.Role == param.RoleAmplitude {
			q.Role = param.RoleNone
		}
		all = append(all, q)
	}
	return all
}

func (p process) With(theta []float64) Func {
	p.level.Value = theta[0]
	if p.k != nil {
		p.k = p.k.With(slices.Clone(theta[1:]))
	}
	return p
}

func (p process) WithParams(ps []param.Param) Func {
	inner := slices.Clone(ps[1:])
	for i := range inner {
		inner[i].Name = strings.TrimPrefix(inner[i].Name, ofLog)
	}
	return process{ps[0], cov.WithParams(p.k, inner)}
}

func (p process) Describe() (Spec, error) {
	level, err := param.Describe([]param.Param{p.level})
	if err != nil {
		return Spec{}, err
	}
	k, err := cov.Describe(p.k)
	return Spec{Kind: "process", Params: level, Cov: &k}, err
}

func (p process) Check(x cov.Inputs) error {
	if err := p.level.Check(); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	if p.k == nil {
		return fmt.Errorf("gplib: NoiseProcess was given no covariance function (k is nil)")
	}
	if err := p.k.Check(x); err != nil {
		return fmt.Errorf("gplib: NoiseProcess: %w", err)
	}
	return nil
}

func (p process) Var(dst []float64, x cov.Inputs) {
	p.k.Diag(dst, x)
	for i, v := range dst {
		dst[i] = p.level.Value * math.Exp(v/2)
	}
}

func (p process) AddGrad(grad, w []float64, x cov.Inputs) {
	weights := make([]float64, len(w))
	p.Var(weights, x)
	for i, v := range weights {
		grad[0] += w[i] * v / p.level.Value
		weights[i] = w[i] * v / 2
	}
	cov.AddGradDiag(p.k, grad[1:], weights, x)
}

func (p process) String() string {
	return fmt.Sprintf("e ~ N(0, %.4g·exp(h)), h ~ GP(0, %v)", p.level.Value, p.k)
}
