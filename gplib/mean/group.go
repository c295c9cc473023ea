package mean

import (
	"fmt"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Group returns a mean that is a constant for each group of observations, such as the outputs of
// several: the value of the group that is the inputs' coordinate dim, a whole number from 0 to
// len(values)-1. Its parameters are "mean[0]" and so on, in the unit of y.
func Group(dim int, values ...float64) Func {
	g := group{dim: dim}
	for i, v := range values {
		g.ps = append(g.ps, param.Real(fmt.Sprintf("mean[%d]", i), v).As(param.RoleMean))
	}
	return g
}

func init() {
	RegisterKind("group", func(s Spec) (Func, error) {
		ps, err := param.RestoreAs(param.RoleMean, s.Params)
		return group{s.Whole, ps}, err
	})
}

type group struct {
	dim int
	ps  []param.Param
}

func (g group) Params() []param.Param { return slices.Clone(g.ps) }

func (g group) With(theta []float64) Func { return group{g.dim, param.WithValues(g.ps, theta)} }

func (g group) WithParams(ps []param.Param) Func { return group{g.dim, ps} }

func (g group) Describe() (Spec, error) {
	ps, err := param.Describe(g.ps)
	return Spec{Kind: "group", Whole: g.dim, Params: ps}, err
}

func (g group) Check(x cov.Inputs) error {
	for _, p := range g.ps {
		if err := p.Check(); err != nil {
			return fmt.Errorf("gplib: %w", err)
		}
	}
	if _, err := cov.Groups(x, g.dim, len(g.ps)); err != nil {
		return fmt.Errorf("gplib: GroupMean: %w", err)
	}
	return nil
}

// groups returns the groups of inputs that Check accepts.
func (g group) groups(x cov.Inputs) []int {
	groups, err := cov.Groups(x, g.dim, len(g.ps))
	if err != nil {
		panic(err)
	}
	return groups
}

func (g group) Eval(dst []float64, x cov.Inputs) {
	for i, of := range g.groups(x) {
		dst[i] = g.ps[of].Value * ones(x, i)
	}
}

func (g group) AddGrad(grad, w []float64, x cov.Inputs) {
	for i, of := range g.groups(x) {
		grad[of] += w[i] * ones(x, i)
	}
}

func (g group) functionals() {}

func (g group) InputGrad([]float64, *cov.Matrix, int) {}

func (g group) String() string { return fmt.Sprintf("%.4g[x[i, %d]]", param.Values(g.ps), g.dim) }
