package noise

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Gaussian returns noise of one variance at every point, in the square of the unit of
// y. Its parameter is "noise.variance".
func Gaussian(variance float64) Func {
	return gaussian{param.Positive("noise.variance", variance).As(param.RoleNoise)}
}

// FixedGaussian returns [Gaussian] noise whose variance learners do not move.
func FixedGaussian(variance float64) Func {
	p := param.Positive("noise.variance", variance).As(param.RoleNoise)
	p.Fixed = true
	return gaussian{p}
}

// BoundedGaussian returns [Gaussian] noise whose variance learners keep in [lo, hi].
// Its Check fails where the bounds exclude variance.
func BoundedGaussian(variance, lo, hi float64) Func {
	p := param.Positive("noise.variance", variance).As(param.RoleNoise)
	p.Min, p.Max = lo, hi
	return gaussian{p}
}

func init() {
	RegisterKind("gaussian", func(s Spec) (Func, error) {
		variance, err := param.RestoreOne(param.RoleNoise, s.Params)
		return gaussian{variance}, err
	})
}

type gaussian struct{ variance param.Param }

func (g gaussian) Params() []param.Param { return []param.Param{g.variance} }

func (g gaussian) With(theta []float64) Func {
	g.variance.Value = theta[0]
	return g
}

func (g gaussian) WithParams(ps []param.Param) Func { return gaussian{ps[0]} }

func (g gaussian) Describe() (Spec, error) {
	ps, err := param.Describe(g.Params())
	return Spec{Kind: "gaussian", Params: ps}, err
}

func (g gaussian) Check(cov.Inputs) error {
	if err := g.variance.Check(); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	if p := g.variance; p.Bounded() && !p.Fixed && (p.Value < p.Min || p.Value > p.Max) {
		return fmt.Errorf("gplib: %s is %v, outside [%v, %v]", p.Name, p.Value, p.Min, p.Max)
	}
	return nil
}

func (g gaussian) Var(dst []float64, _ cov.Inputs) {
	for i := range dst {
		dst[i] = g.variance.Value
	}
}

func (g gaussian) AddGrad(grad, w []float64, _ cov.Inputs) { grad[0] += floats.Sum(w) }

func (g gaussian) String() string { return fmt.Sprintf("e ~ N(0, %.4g)", g.variance.Value) }
