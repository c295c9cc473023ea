package static

import (
	"fmt"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/interp/static/check"
	"krigo/interp/static/explain"
	"krigo/interp/static/govet"
	"krigo/interp/static/syntax"
)

// Vetter checks cells one after the other, and goes on after those with faults: their
// declarations are inferred if possible, so that a fault is reported once and not
// wherever its cell's names are used.
type Vetter struct {
	*Session
	// TypesOnly leaves out what follows the types: faults and notes of later stages are not found, in a tenth of the
	// time.
	TypesOnly bool

	unknown map[string]bool // names that are declared, with unknown types
	blind   bool            // unknown names are declared
}

// Keep is the choice of declarations of a vetted cell that stay declared.
type Keep int

const (
	KeepNone    Keep = iota
	KeepSound        // all of a cell without faults, as in a session
	KeepAssumed      // also the inferable ones of a cell with faults
)

// NewVetter returns a Vetter of cells that can import what world has.
func NewVetter(world World) *Vetter {
	return &Vetter{Session: New(world), unknown: map[string]bool{}}
}

// Vet checks a cell, after which others come. Notes are of a cell without faults.
func (v *Vetter) Vet(c cell.Cell, later []cell.Cell, keep Keep) (faults, notes Errors) {
	if v.TypesOnly {
		return v.vetTypes(c, later, keep), nil
	}
	p, k, faults := v.check(c)
	if len(faults) == 0 {
		notes := slices.Concat(p.Notes, explain.Notes(govet.Vet(k)))
		if keep >= KeepSound {
			v.keep(p)
		}
		return nil, notes
	}
	faults = slices.DeleteFunc(faults, func(d cell.Diagnostic) bool {
		name, ok := undefined(d)
		return ok && (v.blind || v.unknown[name])
	})
	hintLater(faults, c.Label, later)
	if keep >= KeepAssumed {
		v.assume(c)
	}
	return faults, nil
}

// vetTypes is Vet for TypesOnly. A faulty cell declares nothing.
func (v *Vetter) vetTypes(c cell.Cell, later []cell.Cell, keep Keep) (faults Errors) {
	v.mu.Lock()
	defer v.mu.Unlock()
	k := check.Check(v.known, &c)
	if len(k.Faults) > 0 {
		faults = explain.Diagnose(k, k.Faults)
		hintLater(faults, c.Label, later)
	} else if keep >= KeepSound {
		v.known.Now = k.After
	}
	return faults
}

// hintLater sets the hints of faults about names that later cells declare.
func hintLater(faults Errors, label string, later []cell.Cell) {
	for i, d := range faults {
		if hint := declaredLater(d, label, later); hint != "" {
			faults[i].Hint = hint
		}
	}
}

// keep commits a cell without faults.
func (v *Vetter) keep(p *Program) {
	v.Commit(p)
	for name := range check.Declares(&p.Cell) {
		delete(v.unknown, name)
	}
}

// Unknown reports whether only that a name is declared is known.
func (v *Vetter) Unknown(name string) bool { return v.blind || v.unknown[name] }

// Blind records that unknown names are declared: from now on no name is reported as
// undefined.
func (v *Vetter) Blind() { v.blind = true }

// Reset forgets all declarations.
func (v *Vetter) Reset() {
	v.Session.Reset()
	v.unknown, v.blind = map[string]bool{}, false
}

// undefined returns the name that a fault says to be undefined.
func undefined(d cell.Diagnostic) (name string, ok bool) {
	return strings.CutPrefix(d.Message, "undefined: ")
}

// declaredLater names the later cell that declares a name which a fault reports as
// undefined.
func declaredLater(d cell.Diagnostic, label string, later []cell.Cell) string {
	name, ok := undefined(d)
	if !ok || d.Cell != label {
		return ""
	}
	for _, c := range later {
		at, ok := check.Declares(&c)[name]
		if !ok {
			continue
		}
		where := c.Label
		if c.Label == label { // in a script, where line numbers identify cells
			line, _, _ := syntax.Place(c.Source, at)
			where = fmt.Sprintf("line %d", line)
		}
		return fmt.Sprintf("%s is declared in %s, which comes later", name, where)
	}
	return ""
}

// assume commits the inferable declarations of a faulty cell, and marks the others
// unknown.
func (v *Vetter) assume(c cell.Cell) {
	v.mu.Lock()
	parts := check.Assume(v.known, &c)
	v.mu.Unlock()
	var known []check.Assumption
	for _, a := range parts {
		if a.Source != "" {
			known = append(known, a)
		}
	}
	sound := map[string]bool{}
	for _, a := range v.commitSound(c.Label, known) {
		for _, name := range a.Names {
			sound[name] = true
			delete(v.unknown, name)
		}
	}
	for _, a := range parts {
		for _, name := range a.Names {
			if !sound[name] {
				v.unknown[name] = true
				v.forget(name)
			}
		}
	}
}

// forget removes the declaration of a name from the session.
func (v *Vetter) forget(name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.known.Now = v.known.Now.Without(name)
}

// commitSound commits the assumptions that are consistent, and returns them.
func (v *Vetter) commitSound(label string, parts []check.Assumption) []check.Assumption {
	for len(parts) > 0 {
		source, part := joined(parts)
		p, faults := v.Check(cell.Cell{Label: label, Source: source})
		if len(faults) == 0 {
			v.Commit(p)
			return parts
		}
		faulty := map[int]bool{}
		for _, d := range faults {
			if d.Cell == label {
				faulty[part[d.Line-1]] = true
			}
		}
		if len(faulty) == 0 {
			return nil
		}
		var rest []check.Assumption
		for i, a := range parts {
			if !faulty[i] {
				rest = append(rest, a)
			}
		}
		parts = rest
	}
	return nil
}

// joined returns the Go of all parts, and which part each of its lines belongs to.
func joined(parts []check.Assumption) (source string, part []int) {
	var b strings.Builder
	for i, a := range parts {
		b.WriteString(a.Source + "\n")
		part = append(part, slices.Repeat([]int{i}, strings.Count(a.Source, "\n")+1)...)
	}
	return b.String(), append(part, len(parts)-1)
}
