package gplib

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Named returns a copy of the model with names for its inputs' dimensions: distinct and
// not empty. Call it before a fit, which otherwise takes the names of its data. Without
// arguments it removes the names.
func (m Model) Named(names ...string) (Model, error) {
	if err := cov.CheckNames(names); err != nil {
		return Model{}, fmt.Errorf("gplib: Named: %w", err)
	}
	m.Inputs = slices.Clone(names)
	return m, nil
}

// namedBy returns m with the names of the inputs x where it has none.
func (m Model) namedBy(x cov.Inputs) Model {
	if points, ok := x.(*cov.Matrix); ok && points != nil && len(m.Inputs) == 0 {
		m.Inputs = points.Names()
	}
	return m
}

// checkNames returns an error if the names of the model are invalid or do not match x.
func (m Model) checkNames(x cov.Inputs) error {
	if len(m.Inputs) == 0 {
		return nil
	}
	if err := cov.CheckNames(m.Inputs); err != nil {
		return fmt.Errorf("gplib: Model.Inputs: %w", err)
	}
	if points, ok := x.(*cov.Matrix); ok && points.Dim() != len(m.Inputs) {
		return fmt.Errorf("gplib: Model.Inputs names %d dimensions (%s), the inputs have dimension %d",
			len(m.Inputs), strings.Join(m.Inputs, ", "), points.Dim())
	}
	if err := cov.CheckNamesAre(x, m.Inputs); err != nil {
		return fmt.Errorf("gplib: %w", err)
	}
	return nil
}

// label returns an input's name in the name of a parameter: as it is, in quotes where
// it could be read as a number, as part of a path or as the end of the name.
func label(name string) string {
	if isNumber(name) || strings.ContainsAny(name, `.,[]"`) || strings.TrimSpace(name) != name || strings.ContainsFunc(name, unprintable) {
		return strconv.Quote(name)
	}
	return name
}

func unprintable(r rune) bool { return !strconv.IsPrint(r) }

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// withoutNumber returns a parameter's name without a number in brackets at its end.
func withoutNumber(name string) string {
	if at := strings.LastIndexByte(name, '['); at >= 0 && strings.HasSuffix(name, "]") && isNumber(name[at+1:len(name)-1]) {
		return name[:at]
	}
	return name
}

// named gives those of ps, the model's own, that belong to one input its name:
// "lengthscale[area]". If several would have the same name, the one whose number it
// replaces takes it, and the others keep theirs.
func (m Model) named(ps []cov.Param) []cov.Param {
	if len(m.Inputs) == 0 {
		return ps
	}
	named, own, all, numbered := slices.Clone(ps), map[string]bool{}, map[string]int{}, map[string]int{}
	for i, p := range ps {
		own[p.Name] = true
		m.name(&named[i])
		all[named[i].Name]++
		if withoutNumber(p.Name) != p.Name {
			numbered[named[i].Name]++
		}
	}
	for i, p := range ps {
		name := named[i].Name
		replaces := withoutNumber(p.Name) != p.Name && numbered[name] == 1
		if own[name] || all[name] > 1 && !replaces {
			named[i].Name = p.Name
		}
	}
	return named
}

// name names a parameter, and those that are tied to it, by the inputs that each
// belongs to.
func (m Model) name(p *cov.Param) {
	all := append([]string{p.Name}, strings.Split(p.Tied, tiedBy)...)
	if p.Tied == "" {
		all = all[:1]
	}
	if len(p.Dims) != len(all) {
		return
	}
	for i, d := range p.Dims {
		if d >= len(m.Inputs) {
			return
		}
		all[i] = withoutNumber(all[i]) + "[" + label(m.Inputs[d]) + "]"
	}
	p.Name, p.Tied = all[0], strings.Join(all[1:], tiedBy)
}

const tiedBy = ", "

// selects reports whether a name that a user wrote selects a parameter of the
// model's own, by the rule of [param.Selects] or by the name of its input, with
// quotes or without.
func (m Model) selects(name string, p cov.Param) bool {
	if param.Selects(name, p.Name) {
		return true
	}
	if len(p.Dims) != 1 || p.Dims[0] >= len(m.Inputs) {
		return false
	}
	input := m.Inputs[p.Dims[0]]
	path, ok := strings.CutSuffix(name, "["+label(input)+"]")
	if !ok && !isNumber(input) {
		path, ok = strings.CutSuffix(name, "["+input+"]")
	}
	return ok && param.Selects(path, withoutNumber(p.Name))
}
