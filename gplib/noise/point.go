package noise

import (
	"fmt"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Point returns noise whose variance is known for each observation up to a common
// factor: scale times the inputs' coordinate dim, which is positive. The factor is the
// parameter "noise.scale"; it is fixed. Let the covariance function leave the
// coordinate alone with [cov.On].
func Point(dim int, scale float64) Func {
	p := param.Positive("noise.scale", scale)
	p.Fixed = true
	return point{dim, p}
}

func init() {
	RegisterKind("point", func(s Spec) (Func, error) {
		scale, err := param.RestoreOne(param.RoleNone, s.Params)
		return point{s.Whole, scale}, err
	})
}

type point struct {
	dim   int
	scale param.Param
}

func (n point) Params() []param.Param { return []param.Param{n.scale} }

func (n point) With(theta []float64) Func {
	n.scale.Value = theta[0]
	return n
}

func (n point) WithParams(ps []param.Param) Func { return point{n.dim, ps[0]} }

func (n point) Describe() (Spec, error) {
	ps, err := param.Describe(n.Params())
	return Spec{Kind: "point", Whole: n.dim, Params: ps}, err
}

func (n point) Check(x cov.Inputs) error {
	if err := n.scale.Check(); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	return checkColumn("PointNoise", x, n.dim, func(v float64) error {
		if !(v > 0) {
			return fmt.Errorf("%v, no positive variance", v)
		}
		return nil
	})
}

// checkColumn returns an error unless good accepts all values of the coordinate.
func checkColumn(name string, x cov.Inputs, dim int, good func(float64) error) error {
	m, ok := x.(*cov.Matrix)
	if !ok {
		return fmt.Errorf("gplib: %s takes points of a matrix, not %T", name, x)
	}
	if dim < 0 || dim >= m.Dim() {
		return fmt.Errorf("gplib: %s reads dimension %d, the inputs have %d, from 0", name, dim, m.Dim())
	}
	for i := range m.Len() {
		if err := good(m.At(i, dim)); err != nil {
			return fmt.Errorf("gplib: %s: x[%d, %d] is %w", name, i, dim, err)
		}
	}
	return nil
}

func (n point) Var(dst []float64, x cov.Inputs) {
	for i := range dst {
		dst[i] = n.scale.Value * x.(*cov.Matrix).At(i, n.dim)
	}
}

func (n point) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, wi := range w {
		grad[0] += wi * x.(*cov.Matrix).At(i, n.dim)
	}
}

func (n point) String() string {
	return fmt.Sprintf("e_i ~ N(0, %.4g·x[i, %d])", n.scale.Value, n.dim)
}
