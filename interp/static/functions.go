package static

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"krigo/interp/emit"
	"krigo/interp/static/ask"
	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// functions.go: which functions of cells are compiled, and what keeps the others out.

// Function is a function or a method that a cell has declared.
type Function struct {
	// Name is "f" or "T.Method", Type its type as users write it, and Cell the label of the cell, whose text is Source.
	Name, Type, Cell, Source string
	// Bodies are the function, or the instances of a generic one that are called; Literals those in them.
	Bodies, Literals []emit.Function
}

// Compiled reports whether the function is, or all its instances are.
func (f Function) Compiled() bool {
	return len(f.Bodies) > 0 && !slices.ContainsFunc(f.Bodies, func(b emit.Function) bool { return !b.Compiled })
}

// Runs describes in short how it runs.
func (f Function) Runs() string {
	compiled := 0
	for _, b := range f.Bodies {
		if b.Compiled {
			compiled++
		}
	}
	switch {
	case len(f.Bodies) == 0:
		return "generic, not called yet"
	case compiled == len(f.Bodies):
		return "compiled"
	case compiled == 0:
		return "interpreted"
	}
	return fmt.Sprintf("%d of %d instances compiled", compiled, len(f.Bodies))
}

// Obstacles returns the obstacles in the function's bodies and literals.
func (f Function) Obstacles() []emit.Obstacle {
	var all []emit.Obstacle
	for _, b := range slices.Concat(f.Bodies, f.Literals) {
		all = append(all, b.Obstacles...)
	}
	return all
}

// Functions lists the session's functions and methods by name.
func (s *Session) Functions() []Function {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.functions()
}

func (s *Session) functions() []Function {
	parts := map[string][]emit.Function{} // of declarations, in the order of their emitted names
	for _, name := range slices.Sorted(maps.Keys(s.bodies)) {
		b := s.bodies[name]
		parts[b.Declared] = append(parts[b.Declared], b)
	}
	var all []Function
	for _, d := range s.known.Now.Live {
		if d.Kind != syntax.FuncPiece || !s.known.Now.Current(d) {
			continue
		}
		for _, o := range d.Objects {
			f := Function{Name: ask.Symbol(o), Type: check.TypeText(o.Type()), Cell: d.Label, Source: d.Cell.Source}
			for _, b := range parts[f.Name] {
				if b.Inner {
					f.Literals = append(f.Literals, b)
				} else {
					f.Bodies = append(f.Bodies, b)
				}
			}
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b Function) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// keepBodies records the functions of a program, instead of those that they replace.
func (s *Session) keepBodies(p *Program) {
	for _, it := range p.checked.Items {
		if it.Function() == nil || it.Quiet {
			continue
		}
		symbol := strings.TrimPrefix(it.Recv+"."+it.Names[0], ".")
		maps.DeleteFunc(s.bodies, func(_ string, b emit.Function) bool { return b.Declared == symbol })
	}
	maps.DeleteFunc(s.bodies, func(_ string, b emit.Function) bool { return b.User == "" })
	s.inLoops = p.InLoops
	if p.Unit == nil {
		return
	}
	for _, b := range p.Unit.Functions {
		if b.Declared != "" || !b.Compiled {
			s.bodies[b.Name] = b
		}
	}
}

// runs reports how a function runs, or how the methods of a type do.
func (s *Session) runs(symbol string) string {
	compiled, methods := 0, 0
	for _, f := range s.functions() {
		if f.Name == symbol {
			if text := f.Runs(); text != "interpreted" {
				return text
			}
			return "interpreted; %fast " + symbol + " explains why"
		}
		if strings.HasPrefix(f.Name, symbol+".") {
			methods++
			if f.Compiled() {
				compiled++
			}
		}
	}
	if methods == 0 {
		return ""
	}
	return fmt.Sprintf("%d of its %d methods compiled", compiled, methods)
}
