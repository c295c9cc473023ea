package emit

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
	"krigo/interp/machine/lower"
)

// machine.go: numeric functions become instructions of package machine in the place of text. To
// emitted code they are compiled functions, symbols of package q.

// lowering is what a unit knows of functions that may be the machine's.
type lowering struct {
	roots   map[*ssa.Function]bool
	reached map[*ssa.Function]bool // of which it is known whether they are the machine's
	codes   map[*ssa.Function]*machine.Code
	refused map[*ssa.Function][]*lower.Refusal
	ordered map[*ssa.Function]bool
	// superseded are pairs of earlier functions and those in their place, by emitted names.
	superseded []superseded
}

type superseded struct {
	earlier string
	later   *ssa.Function
}

// lowerAll finds the functions that the machine runs, among those that from reaches and the unit is to emit, wrappers and
// roots excepted: all that can be lowered and call only each other, earlier ones and compiled ones.
func (e *Emitter) lowerAll(from []*ssa.Function) {
	candidates := slices.DeleteFunc(e.scan(from), func(f *ssa.Function) bool {
		return e.lowered.roots[f] || f.Synthetic != "" && f.Origin() == nil
	})
	for _, f := range candidates {
		e.orderOnce(f)
		e.lowered.codes[f] = nil // for now they are taken for the machine's
	}
	for changed := true; changed; {
		changed = false
		for _, f := range candidates {
			if _, still := e.lowered.codes[f]; !still {
				continue
			}
			code, err := lower.Function(f, "", lowerWorld{e})
			if err != nil {
				delete(e.lowered.codes, f)
				changed = true
				continue
			}
			e.lowered.codes[f] = code
		}
	}
	e.askAgain(candidates)
}

// askAgain finds out all that keeps functions out. Some are let in after all: they were refused for a function that was
// inlined while it was taken for the machine's.
func (e *Emitter) askAgain(candidates []*ssa.Function) {
	for changed := true; changed; {
		changed = false
		for _, f := range candidates {
			if _, is := e.lowered.codes[f]; is {
				continue
			}
			e.lowered.refused[f] = lower.Refusals(f, askingWorld{e})
			if len(e.lowered.refused[f]) == 0 {
				e.lowered.codes[f] = nil
				delete(e.lowered.refused, f)
				changed = true
			}
		}
	}
}

func (e *Emitter) orderOnce(f *ssa.Function) {
	if !e.lowered.ordered[f] {
		e.lowered.ordered[f] = true
		dropUnevaluated(f)
		compareUnconverted(f)
		e.order(f)
	}
}

// isMachines tells whether a function is the machine's, of this unit or an earlier one.
func (e *Emitter) isMachines(f *ssa.Function) bool {
	if _, ok := e.lowered.codes[f]; ok {
		return true
	}
	if f.Blocks != nil && e.isNew(f) {
		return false
	}
	return e.machines[e.emitted[functionKey(f)]]
}

// emitMachines adds a function of the machine to the unit.
func (e *Emitter) emitMachines(f *ssa.Function) {
	code, err := lower.Function(f, e.funcs[f], lowerWorld{e})
	if err != nil {
		e.refuse(f.Pos(), "%s", err)
	}
	e.unit.Machine = append(e.unit.Machine, *code)
	note(&e.journal, e.machines, e.funcs[f], true)
	w := &writer{Emitter: e, f: f}
	w.enter(false)
}

// functionText is the text of a function that is called.
func (e *Emitter) functionText(f *ssa.Function) string {
	name := e.function(f)
	if !e.isMachines(f) {
		return name
	}
	return e.symbol("machine "+name, f.Name(), Symbol{Kind: MachineSymbol, Ident: name, Signature: e.workID(e.signatureOf(f)), Type: e.captured(f)})
}

// captured is the ID of the type of a function that makes one with captured variables, 0 where there are none.
func (e *Emitter) captured(f *ssa.Function) int {
	if len(f.FreeVars) == 0 {
		return 0
	}
	var params []*types.Var
	for _, v := range f.FreeVars {
		params = append(params, types.NewParam(v.Pos(), nil, v.Name(), v.Type()))
	}
	result := types.NewTuple(types.NewParam(token.NoPos, nil, "", e.signatureOf(f)))
	return e.workID(types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), result, false))
}

// replaceSuperseded has calls of earlier functions go to those in their place.
func (e *Emitter) replaceSuperseded() {
	for _, s := range e.lowered.superseded {
		later := e.funcs[s.later]
		switch was, is := e.machines[s.earlier], e.isMachines(s.later); {
		case is && !was:
			later = e.stub(s.later)
			fallthrough
		case was == is || is:
			fmt.Fprintf(&e.setup, "\tq.Redirect(%q, %q)\n", s.earlier, later)
		default:
			w := &writer{Emitter: e, f: s.later}
			fmt.Fprintf(&e.setup, "\tq.RedirectTo(%q, %s)\n", s.earlier, w.functionValue(s.later))
		}
	}
}

// stub is an interpreted function that calls one of the machine's.
func (e *Emitter) stub(f *ssa.Function) string {
	name := e.unique(f.Name())
	var params, args []string
	for i, p := range f.Params {
		args = append(args, fmt.Sprintf("p%d", i))
		params = append(params, args[i]+" "+e.work(p.Type()))
	}
	call := e.functionText(f) + "(" + list(args) + ")"
	if f.Signature.Results().Len() > 0 {
		call = "return " + call
	}
	fmt.Fprintf(&e.out, "func %s(%s)%s {\n\t%s\n}\n\n", name, strings.Join(params, ", "), e.results(f.Signature.Results()), call)
	return name
}

// lowerWorld is what lowering asks the emitter.
type lowerWorld struct{ *Emitter }

func (w lowerWorld) TypeID(t types.Type) int { return w.workID(t) }
func (w lowerWorld) TrueID(t types.Type) int { return w.trueID(t) }

func (w lowerWorld) Function(f *ssa.Function) (string, bool) {
	if !w.emittable(f) || !w.isMachines(f) {
		return "", false
	}
	return w.function(f), true
}

func (w lowerWorld) Compiled(f *ssa.Function) (string, bool) {
	if !w.isCompiled(f) {
		return "", false
	}
	return strings.TrimPrefix(w.compiled(f), "q."), true
}

func (w lowerWorld) Variable(g *ssa.Global) (string, bool) {
	if !w.own[g.Pkg.Pkg] {
		return strings.TrimPrefix(w.compiledGlobal(g), "q."), true
	}
	if !w.reaches(g) {
		return "", false
	}
	name := w.global(g)
	if !w.placed[name] {
		note(&w.journal, w.placed, name, true)
		fmt.Fprintf(&w.setup, "\tq.Place(%q, &%s)\n", name, name)
	}
	return name, true
}

func (w lowerWorld) Line(pos token.Pos) int { return w.prog.Fset.Position(pos).Line }
