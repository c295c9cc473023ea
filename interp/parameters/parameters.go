// Package parameters sets the parameters of a notebook or a script: it reads the cell
// that declares them without running anything, and writes a cell that gives its variables
// and constants other values.
package parameters

import (
	"cmp"
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/internal/words"
	"krigo/interp/static"
)

// The tags of the cell that declares parameters and of the one that sets them, as
// papermill and Jupyter know them.
const (
	Tag         = "parameters"
	InjectedTag = "injected-parameters"
)

// Parameter is a variable or a constant that the cell of parameters declares.
type Parameter struct {
	Name string
	// Type and Default are as the cell writes them.
	Type, Default string
	// Comment is the one in the line of the declaration, or above it.
	Comment string
}

// Faults lists the faults of a cell of parameters that cannot be compiled.
type Faults = static.Errors

// Set holds the parameters that a cell declares.
type Set struct {
	all      []Parameter
	declared []static.Declared
	session  *static.Session
}

// Read reads a cell of parameters, which can import what world has. The cells before it are checked for the
// declarations that it may use; their faults are left for the run to report. Faults of the cell itself are the
// error, as Faults with its label.
func Read(world static.World, before []string, c cell.Cell) (*Set, error) {
	session := static.New(world)
	for _, source := range before {
		if p, faults := session.Check(cell.Cell{Label: "before", Source: source}); len(faults) == 0 {
			session.Commit(p)
		}
	}
	p, faults := session.Check(c)
	if len(faults) > 0 {
		return nil, faults
	}
	session.Commit(p)
	s := &Set{session: session, declared: session.Declared(c.Label)}
	written := readDeclarations(c.Source)
	slices.SortStableFunc(s.declared, func(a, b static.Declared) int {
		return cmp.Compare(written[a.Name].order, written[b.Name].order)
	})
	for _, d := range s.declared {
		w := written[d.Name]
		s.all = append(s.all, Parameter{d.Name, typeText(d), w.value, w.comment})
	}
	return s, nil
}

// All lists the parameters in the order of their cell.
func (s *Set) All() []Parameter { return s.all }

// Has reports whether a parameter has this name.
func (s *Set) Has(name string) bool {
	return slices.ContainsFunc(s.declared, func(d static.Declared) bool { return d.Name == name })
}

// Source returns the cell that sets parameters to values by name: texts as users type
// them (Text), or values of JSON decoded with UseNumber. Each must fit the type of its
// parameter.
func (s *Set) Source(values map[string]any) (string, error) {
	var faults []error
	for name := range values {
		if !s.Has(name) {
			faults = append(faults, s.unknown(name))
		}
	}
	lines := []string{"// Parameters"}
	for _, d := range s.declared {
		value, ok := values[d.Name]
		if !ok {
			continue
		}
		expr, err := expression(d.Type, d.TypeText, value)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s is %s: %w", d.Name, article(typeText(d)), err))
			continue
		}
		line := d.Name + " = " + expr
		if d.Constant {
			line = "const " + line
		}
		lines = append(lines, line)
	}
	if len(faults) > 0 {
		slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
		return "", errors.Join(faults...)
	}
	source := strings.Join(lines, "\n")
	if _, faults := s.session.Check(cell.Cell{Label: InjectedTag, Source: source}); len(faults) > 0 {
		return "", faults
	}
	return source, nil
}

// unknown returns the error for a name that is not a parameter, which lists the
// parameters.
func (s *Set) unknown(name string) error {
	if len(s.all) == 0 {
		return fmt.Errorf("there is no parameter %q: the cell of parameters declares none", name)
	}
	var names []string
	for _, p := range s.all {
		names = append(names, p.Name)
	}
	if near := words.Nearest(name, names); near != "" {
		return fmt.Errorf("there is no parameter %q; did you mean %s?", name, near)
	}
	return fmt.Errorf("there is no parameter %q; available: %s", name, strings.Join(names, ", "))
}

// typeText returns the type of a parameter; for an untyped constant, its default type.
func typeText(d static.Declared) string {
	if b, ok := d.Type.(*types.Basic); ok {
		return types.Default(b).String()
	}
	return d.TypeText
}

// article puts a or an before a type.
func article(typ string) string {
	if strings.ContainsRune("aeiouAEIOU", rune(typ[0])) && !strings.HasPrefix(typ, "ui") {
		return "an " + typ
	}
	return "a " + typ
}
