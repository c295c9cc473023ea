package emit

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
	"krigo/interp/machine/lower"
)

// selection decides which functions the machine runs: to emitted code these are compiled functions, symbols of package
// q. codes has a function of the unit from the moment it is taken for the machine's until something keeps it out; then
// refused has the reasons.
type selection struct {
	fset       *token.FileSet
	journal    *journal
	views      *views
	types      *typeTable
	globals    *globals
	functions  *functions
	imports    *imports
	reach      *reach
	statements *statements
	arrays     *arrays

	earlier map[string]bool // emitted names of the machine's functions

	// Of the unit.
	roots   map[*ssa.Function]bool // which the worker calls by their emitted names
	codes   map[*ssa.Function]*machine.Code
	refused map[*ssa.Function][]*lower.Refusal
	ordered map[*ssa.Function]bool // those whose instructions are in the compiler's order
	// What lowering functions came to, and what was found to keep them out.
	attempts, searches map[*ssa.Function]*attempt
}

// begin starts a unit.
func (sl *selection) begin() {
	sl.roots, sl.ordered = map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	sl.codes, sl.refused = map[*ssa.Function]*machine.Code{}, map[*ssa.Function][]*lower.Refusal{}
	sl.attempts, sl.searches = map[*ssa.Function]*attempt{}, map[*ssa.Function]*attempt{}
}

// choose finds the functions that the machine runs, among those that from reaches and the unit is to emit: all that
// can be lowered and call only each other, earlier ones and compiled ones.
func (sl *selection) choose(from []*ssa.Function) {
	candidates := slices.DeleteFunc(sl.reach.scan(from), func(f *ssa.Function) bool {
		return initialises(f) || wrapsRecover(f) || !sl.views.expressible(f)
	})
	candidates = slices.DeleteFunc(candidates, func(f *ssa.Function) bool {
		sl.orderOnce(f)
		fault := lower.Reorder(f)
		if fault != nil {
			sl.refused[f] = []*lower.Refusal{fault}
			return true
		}
		sl.codes[f] = nil // for now they are taken for the machine's
		return false
	})
	for changed := true; changed; {
		changed = false
		for _, f := range candidates {
			if _, still := sl.codes[f]; !still {
				continue
			}
			code, err := sl.lowered(f)
			if err != nil {
				delete(sl.codes, f)
				changed = true
				continue
			}
			sl.codes[f] = code
		}
	}
	sl.askAgain(candidates)
}

// askAgain finds out all that keeps functions out. Some are let in after all: they were refused for a function that was
// inlined while it was taken for the machine's.
func (sl *selection) askAgain(candidates []*ssa.Function) {
	for changed := true; changed; {
		changed = false
		for _, f := range candidates {
			if _, is := sl.codes[f]; is || sl.views.isWhole(f) { // nobody asks why a module's function is interpreted
				continue
			}
			if sl.refused[f] = sl.refusals(f); len(sl.refused[f]) == 0 {
				sl.codes[f] = nil
				delete(sl.refused, f)
				changed = true
			}
		}
	}
}

func (sl *selection) orderOnce(f *ssa.Function) {
	if !sl.ordered[f] {
		sl.ordered[f] = true
		dropBlankStores(f)
		if initialises(f) && sl.views.isWhole(f) {
			sl.arrays.fold(f)
		}
		dropUnevaluated(f)
		foldSizes(f)
		compareUnconverted(f)
		sl.views.callByOuterTypes(f)
		sl.statements.order(f)
	}
}

// obstacles returns the obstacles of a function that is to be interpreted.
func (sl *selection) obstacles(f *ssa.Function, refused []*lower.Refusal) []Obstacle {
	var all []Obstacle
	for _, r := range refused {
		if r.Callee != nil && !sl.keptOut(r.Callee, map[*ssa.Function]bool{f: true}) {
			continue
		}
		at := sl.fset.Position(r.Pos)
		o := Obstacle{Cell: at.Filename, Line: at.Line, Message: UserText(r.Message), Advice: UserText(r.Advice)}
		if r.Callee != nil {
			o.Calls = sl.declaredName(r.Callee)
		}
		all = append(all, o)
	}
	return all
}

// keptOut reports whether a function would be interpreted even if those around it, which it may call, were not.
func (sl *selection) keptOut(f *ssa.Function, around map[*ssa.Function]bool) bool {
	if around[f] {
		return false
	}
	refused, candidate := sl.refused[f]
	if !candidate { // it is so since an earlier unit
		return true
	}
	around[f] = true
	for _, r := range refused {
		if r.Callee == nil || sl.keptOut(r.Callee, around) {
			return true
		}
	}
	return false
}

// declaredName names the declaration of a cell that a function is part of: "f", "T.Method"; it is empty where that is
// the cell's statements, or no cell's.
func (sl *selection) declaredName(f *ssa.Function) string {
	for f.Parent() != nil {
		f = f.Parent()
	}
	if origin := f.Origin(); origin != nil {
		f = origin
	}
	if f.Pkg == nil || f.Pkg.Pkg.Path() != "main" || f.Object() == nil || sl.roots[f] {
		return ""
	}
	return UserText(lower.NameOf(f))
}

// faults describes the failures of the compiler itself, which have left functions to the interpreter.
func (sl *selection) faults() []string {
	var all []string
	for f, refused := range sl.refused {
		for _, r := range refused {
			if r.Fault {
				all = append(all, fmt.Sprintf("%s, %v: %s", UserText(f.String()), sl.fset.Position(r.Pos), r.Message))
			}
		}
	}
	slices.Sort(all)
	return all
}
