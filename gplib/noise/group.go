package noise

import (
	"fmt"
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
	if _, err := cov.Groups(x, n.dim, len(n.ps)); err != nil {
		return fmt.Errorf("gplib: GroupNoise: %w", err)
	}
	return nil
}

// groups returns the groups of inputs that Check accepts.
func (n group) groups(x cov.Inputs) []int {
	groups, err := cov.Groups(x, n.dim, len(n.ps))
	if err != nil {
		panic(err)
	}
	return groups
}

func (n group) Var(dst []float64, x cov.Inputs) {
	for i, of := range n.groups(x) {
		dst[i] = n.ps[of].Value
	}
}

func (n group) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, of := range n.groups(x) {
		grad[of] += w[i]
	}
}

func (n group) String() string {
	return fmt.Sprintf("e_i ~ N(0, %.4g[x[i, %d]])", param.Values(n.ps), n.dim)
}
