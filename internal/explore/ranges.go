package explore

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/param"
)

// mostFree is the largest number of parameters that are free without being named.
const mostFree = 20

// Free returns the names of the parameters that names select, as [gplib.Model.Param] does, or of all
// that are not fixed.
func Free(m gplib.Model, d gplib.Data, names []string) (map[string]bool, error) {
	free := map[string]bool{}
	called := map[string]string{}
	for _, name := range names {
		p, err := m.Param(name)
		if err != nil {
			return nil, err
		}
		if free[p.Name] {
			return nil, fmt.Errorf("%s is named twice, as %q and %q", p.Name, called[p.Name], name)
		}
		free[p.Name], called[p.Name] = true, name
	}
	if len(names) > 0 {
		return free, nil
	}
	last := ""
	for _, p := range m.ParamsFor(d) {
		if !p.Fixed {
			free[p.Name], last = true, p.Name
		}
	}
	switch {
	case len(free) == 0:
		return nil, errors.New("the model has no parameters that are not fixed: name those to explore")
	case len(free) > mostFree:
		return nil, fmt.Errorf("the model has %d parameters that are not fixed, more than %d: name those to explore, such as %q", len(free), mostFree, last)
	}
	return free, nil
}

// Range returns the ends of the slider of a parameter for observations y, and whether its scale is
// logarithmic. A positive parameter goes from a thirtieth of its value to thirty times it, others by
// twice their size in both directions, or by the range of y; within the bounds of the parameter.
func Range(p cov.Param, y []float64) (low, high float64, log bool) {
	if p.Transform != cov.Identity {
		const factor = 30
		return max(threeDigits(p.Value/factor), p.Min), min(threeDigits(p.Value*factor), p.Max), true
	}
	reach := 2 * math.Abs(p.Value)
	if p.Role == param.RoleMean {
		low, high := ends(y)
		reach = max(reach, high-low)
	}
	if reach == 0 {
		reach = 1
	}
	reach = threeDigits(reach)
	return max(p.Value-reach, p.Min), min(p.Value+reach, p.Max), false
}

func threeDigits(v float64) float64 { return Short(v, 3) }

// Short returns v in some digits, as a page needs it that draws or writes it.
func Short(v float64, digits int) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v // infinite
	}
	return short
}

// Over returns the positions of the two parameters of a landscape of ps, or of the only one: of a
// lengthscale, or else a period, and of the noise, or else of the first two.
func Over(ps []cov.Param) []int {
	if len(ps) <= 2 {
		return []int{0, 1}[:len(ps)]
	}
	role := func(r param.Role) int { return slices.IndexFunc(ps, func(p cov.Param) bool { return p.Role == r }) }
	first, second := role(param.RoleLengthscale), role(param.RoleNoise)
	if first < 0 {
		first = role(param.RolePeriod)
	}
	if first < 0 || second < 0 {
		return []int{0, 1}
	}
	return []int{first, second}
}

// over returns the positions of the landscape's parameters among all.
func (s *State) over() []int {
	var free []cov.Param
	var at []int
	for i, p := range s.Model.Params() {
		if s.Params[i].Free {
			free, at = append(free, p), append(at, i)
		}
	}
	chosen := []int{}
	for _, i := range Over(free) {
		chosen = append(chosen, at[i])
	}
	return chosen
}

// unitOf returns the unit of a parameter in terms of the axes, "" if it has none.
func (s *State) unitOf(p cov.Param) string {
	x, y := unit(s.Input), unit(s.Target)
	if s.Model.Lik != nil && isLinked(s.Model.Lik) && slices.Contains([]param.Role{param.RoleVariance, param.RoleMean, param.RoleScale}, p.Role) {
		return ""
	}
	switch p.Role {
	case param.RoleLengthscale, param.RolePeriod, param.RoleLocation:
		return x
	case param.RoleFrequency:
		return "1/" + x
	case param.RoleVariance, param.RoleNoise:
		return y + "²"
	case param.RoleScale:
		return y
	case param.RoleMean:
		if p.Dims == nil {
			return y
		}
	}
	return ""
}

// isLinked reports whether functions have another unit than observations, such as the logit of a probability
// or the log of a rate: the likelihoods of observations that cannot be any number have such links.
func isLinked(l lik.Func) bool {
	of := l.Support()
	return of.Whole || !math.IsInf(of.Min, -1) || !math.IsInf(of.Max, 1)
}

// unit returns the unit that a name ends with, as in "price (€)", or else the name.
func unit(name string) string {
	if _, rest, ok := strings.Cut(name, "("); ok {
		if inner, closed := strings.CutSuffix(strings.TrimSpace(rest), ")"); closed && inner != "" {
			return inner
		}
	}
	return name
}
