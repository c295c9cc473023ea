package noise

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Group returns noise of one variance for each group of observations, such as
// instruments. The inputs' coordinate dim is the group, a whole number from 0 to
// len(variances)-1. Its parameters are "noise.variance[0]" and so on.
func Group(dim int, variances ...float64) Func {
	n := group{dim: dim}
	for g, v := range variances {
		n.ps = append(n.ps, param.Positive(fmt.Sprintf("noise.variance[%d]", g), v).As(param.RoleNoise))
	}
	return n
}

func init() {
	RegisterKind("group", func(s Spec) (Func, error) {
		ps, err := param.RestoreAs(param.RoleNoise, s.Params)
		return group{s.Whole, ps}, err
	})
}

type group struct {
	dim int
	ps  []param.Param
}

func (n group) Params() []param.Param { return slices.Clone(n.ps) }

func (n group) With(theta []float64) Func { return group{n.dim, param.WithValues(n.ps, theta)} }

func (n group) WithParams(ps []param.Param) Func { return group{n.dim, ps} }

func (n group) Describe() (Spec, error) {
	ps, err := param.Describe(n.ps)
	return Spec{Kind: "group", Whole: n.dim, Params: ps}, err
}

func (n group) Check(x cov.Inputs) error {
	for _, p := range n.ps {
		if err := p.Check(); err != nil {
			return fmt.Errorf("gplib: %w", err)
		}
	}
	return checkColumn("GroupNoise", x, n.dim, func(v float64) error {
		if v != math.Trunc(v) || v < 0 || v >= float64(len(n.ps)) {
			return fmt.Errorf("%v, not one of the %d groups, counted from 0", v, len(n.ps))
		}
		return nil
	})
}

func (n group) Var(dst []float64, x cov.Inputs) {
	for i := range dst {
		dst[i] = n.ps[int(x.(*cov.Matrix).At(i, n.dim))].Value
	}
}

func (n group) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, wi := range w {
		grad[int(x.(*cov.Matrix).At(i, n.dim))] += wi
	}
}

func (n group) String() string {
	return fmt.Sprintf("e_i ~ N(0, %.4g[x[i, %d]])", param.Values(n.ps), n.dim)
}
