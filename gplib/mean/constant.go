package mean

import (
	"fmt"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Constant returns the mean function m(x) = value, in the unit of y. Its parameter is
// "mean".
func Constant(value float64) Func { return constant{param.Real("mean", value).As(param.RoleMean)} }

func init() {
	RegisterKind("constant", func(s Spec) (Func, error) {
		value, err := param.RestoreOne(param.RoleMean, s.Params)
		return constant{value}, err
	})
}

type constant struct{ value param.Param }

func (c constant) Params() []param.Param { return []param.Param{c.value} }

func (c constant) With(theta []float64) Func {
	c.value.Value = theta[0]
	return c
}

func (c constant) WithParams(ps []param.Param) Func { return constant{ps[0]} }

func (c constant) Describe() (Spec, error) {
	ps, err := param.Describe(c.Params())
	return Spec{Kind: "constant", Params: ps}, err
}

func (c constant) Check(cov.Inputs) error {
	if err := c.value.Check(); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	return nil
}

func (c constant) Eval(dst []float64, x cov.Inputs) {
	for i := range dst {
		dst[i] = c.value.Value * ones(x, i)
	}
}

func (c constant) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, wi := range w {
		grad[0] += wi * ones(x, i)
	}
}

func (c constant) functionals()                          {}
func (c constant) InputGrad([]float64, *cov.Matrix, int) {}
func (c constant) Degree() int                           { return 0 }
func (c constant) String() string                        { return fmt.Sprintf("%.4g", c.value.Value) }
