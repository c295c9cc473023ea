package emit

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// reach finds the functions that a unit reaches, each once, and the types whose values they put into interfaces.
type reach struct {
	views     *views
	names     *typeNames
	types     *typeTable
	functions *functions

	// Of the unit.
	prog       *ssa.Program
	reached    map[*ssa.Function]bool
	candidates []*described
}

// begin starts a unit.
func (rc *reach) begin(prog *ssa.Program) {
	rc.prog, rc.reached, rc.candidates = prog, map[*ssa.Function]bool{}, nil
}

// newMethods returns the methods of method sets that are still to be emitted.
func (rc *reach) newMethods(sets ...*types.MethodSet) []*ssa.Function {
	var methods []*ssa.Function
	for _, set := range sets {
		for sel := range set.Methods() {
			if f := rc.prog.MethodValue(sel); f != nil && f.Blocks != nil && rc.functions.toEmit(f) {
				methods = append(methods, f)
			}
		}
	}
	return methods
}

// scan finds the types of the values that functions which are reachable put into
// interfaces, so that calls of methods know them when they are emitted. It returns
// the functions that no scan has reached before, in the order in which it does.
func (rc *reach) scan(from []*ssa.Function) (reached []*ssa.Function) {
	work := slices.Clone(from)
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if rc.reached[f] {
			continue
		}
		rc.reached[f] = true
		reached = append(reached, f)
		rc.names.noteLocalTypes(f)
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if m, ok := in.(*ssa.MakeInterface); ok && rc.views.hides(m.X.Type()) {
					work = append(work, rc.candidate(m.X.Type())...)
				}
				for _, v := range in.Operands(nil) {
					if g, ok := (*v).(*ssa.Function); ok && g.Blocks != nil && rc.functions.toEmit(g) {
						work = append(work, g)
					}
				}
			}
		}
	}
	return reached
}

// candidate makes a type one whose methods calls through interfaces know, and
// returns these methods where they are new.
func (rc *reach) candidate(t types.Type) []*ssa.Function {
	d := rc.types.description(t)
	named, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || !rc.views.isOwn(named) || slices.Contains(rc.candidates, d) {
		return nil
	}
	rc.types.trueID(t)
	rc.candidates = append(rc.candidates, d)
	var methods []*ssa.Function
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if f := rc.prog.MethodValue(set.At(i)); f != nil && f.Blocks != nil {
			methods = append(methods, f)
		}
	}
	return methods
}
