package gplib

import (
	"fmt"
	"slices"
	"strings"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
	"krigo/gplib/param"
)

// boundWarnings tell of free parameters that lie at a bound: in one line for all
// inputs of which that says that they do not matter.
func boundWarnings(ps []cov.Param) []string {
	at := optim.AtBounds(ps)
	idle := idleInputs(ps, at)
	var warnings []string
	if len(idle) > 0 {
		warnings = append(warnings, fmt.Sprintf("%s: the lengthscales lie at their upper bounds; leave the inputs out for a simpler model", doNotMatter(idle)))
	}
	for _, i := range at {
		p := ps[i]
		if longest(p) && len(p.Dims) > 0 && subset(p.Dims, idle) {
			continue
		}
		remedy := "Model.Bound sets wider ones, a prior keeps away from them"
		if p.Role == param.RoleNoise && p.Value-p.Min < p.Max-p.Value {
			remedy = "the observations look free of noise, as copies of rows do"
		}
		warnings = append(warnings, fmt.Sprintf("%s = %.4g lies at a bound of [%.4g, %.4g]; %s", p.Name, p.Value, p.Min, p.Max, remedy))
	}
	return warnings
}

// longest tells whether a parameter at a bound is a lengthscale at the upper one.
func longest(p cov.Param) bool { return p.Role == param.RoleLengthscale && p.Value > p.Max/2 }

// idleInputs are the coordinates of which all lengthscales lie at upper bounds.
func idleInputs(ps []cov.Param, at []int) []int {
	var idle, used []int
	for i, p := range ps {
		switch {
		case p.Dims == nil:
		case slices.Contains(at, i) && longest(p):
			idle = append(idle, p.Dims...)
		default:
			used = append(used, p.Dims...)
		}
	}
	slices.Sort(idle)
	return slices.DeleteFunc(slices.Compact(idle), func(d int) bool { return slices.Contains(used, d) })
}

func subset(of, all []int) bool {
	return !slices.ContainsFunc(of, func(v int) bool { return !slices.Contains(all, v) })
}

func doNotMatter(inputs []int) string {
	if len(inputs) == 1 {
		return fmt.Sprintf("input %d does not matter", inputs[0])
	}
	return fmt.Sprintf("inputs %s do not matter", strings.Join(strings.Fields(strings.Trim(fmt.Sprint(inputs), "[]")), ", "))
}
