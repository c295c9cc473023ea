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
	variances, err := cov.Coordinate(x, n.dim)
	if err != nil {
		return fmt.Errorf("gplib: PointNoise %w", err)
	}
	for i, v := range variances {
		if !(v > 0) {
			return fmt.Errorf("gplib: PointNoise: x[%d, %d] is %v, no positive variance", i, n.dim, v)
		}
	}
	return nil
}

// variances returns the coordinate of inputs that Check accepts.
func (n point) variances(x cov.Inputs) []float64 {
	variances, err := cov.Coordinate(x, n.dim)
	if err != nil {
		panic(err)
	}
	return variances
}

func (n point) Var(dst []float64, x cov.Inputs) {
	for i, v := range n.variances(x) {
		dst[i] = n.scale.Value * v
	}
}

func (n point) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, v := range n.variances(x) {
		grad[0] += w[i] * v
	}
}

func (n point) String() string {
	return fmt.Sprintf("e_i ~ N(0, %.4g·x[i, %d])", n.scale.Value, n.dim)
}
