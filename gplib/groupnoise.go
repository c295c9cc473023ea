package gplib

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// GroupNoise is noise of one variance for each group of observations, such as
// instruments. The inputs' coordinate dim is the group, a whole number from
// 0 to len(variances)-1. Its parameters are "noise.variance[0]" and so on.
func GroupNoise(dim int, variances ...float64) Noise {
	n := groupNoise{dim: dim}
	for g, v := range variances {
		n.ps = append(n.ps, cov.Positive(fmt.Sprintf("noise.variance[%d]", g), v).As(param.RoleNoise))
	}
	return n
}

type groupNoise struct {
	dim int
	ps  []cov.Param
}

func (n groupNoise) Params() []cov.Param { return slices.Clone(n.ps) }

func (n groupNoise) With(theta []float64) Noise { return groupNoise{n.dim, withValues(n.ps, theta)} }

func (n groupNoise) Check(x cov.Inputs) error {
	for _, p := range n.ps {
		if err := p.Check(); err != nil {
			return fmt.Errorf("gplib: %w", err)
		}
	}
	return checkColumn("GroupNoise", x, n.dim, func(v float64) error {
		if v != math.Trunc(v) || v < 0 || v >= float64(len(n.ps)) {
			return fmt.Errorf("%v, none of the %d groups from 0", v, len(n.ps))
		}
		return nil
	})
}

func (n groupNoise) Var(dst []float64, x cov.Inputs) {
	for i := range dst {
		dst[i] = n.ps[int(x.(*cov.Matrix).At(i, n.dim))].Value
	}
}

func (n groupNoise) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, wi := range w {
		grad[int(x.(*cov.Matrix).At(i, n.dim))] += wi
	}
}

func (n groupNoise) String() string {
	values := make([]float64, len(n.ps))
	for g, p := range n.ps {
		values[g] = p.Value
	}
	return fmt.Sprintf("e_i ~ N(0, %.4g[x[i, %d]])", values, n.dim)
}
