package emit

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
	"krigo/interp/machine/lower"
)

// attempt is the result of lowering a function. It holds as long as the answers hold that lowering got about the
// functions that this one calls, and is repeated only when one of them has changed.
type attempt struct {
	answers answers
	code    *machine.Code
	err     error
	refused []*lower.Refusal
}

// lowered returns the code of a function, which has no name yet, or what keeps it out.
func (sl *selection) lowered(f *ssa.Function) (*machine.Code, error) {
	a := sl.attempts[f]
	if a == nil || !a.answers.hold(sl) {
		a = &attempt{answers: answers{}}
		restore := sl.snapshot()
		a.code, a.err = lower.Function(f, "", lowerWorld{sl, a.answers})
		if lower.IsFault(a.err) {
			restore() // it may have left types that are described by half
		}
		sl.attempts[f] = a
	}
	return a.code, a.err
}

// snapshot returns a function that forgets what the unit gets from now on for the functions of the machine.
func (sl *selection) snapshot() (restore func()) {
	at, types, methods, symbols := len(sl.journal.undo), len(sl.types.made), len(sl.types.unwritten), len(sl.types.symbols.made)
	declared, setup := sl.globals.declared.Len(), sl.globals.setup.Len()
	return func() {
		sl.journal.rollbackTo(at)
		sl.types.made, sl.types.unwritten = sl.types.made[:types], sl.types.unwritten[:methods]
		sl.types.symbols.made = sl.types.symbols.made[:symbols]
		truncate(&sl.globals.declared, declared)
		truncate(&sl.globals.setup, setup)
	}
}

func truncate(b *strings.Builder, length int) {
	text := b.String()[:length]
	b.Reset()
	b.WriteString(text)
}

// refusals returns all that keeps a function out.
func (sl *selection) refusals(f *ssa.Function) []*lower.Refusal {
	a := sl.searches[f]
	if a == nil || !a.answers.hold(sl) {
		a = &attempt{answers: answers{}}
		a.refused = lower.Refusals(f, askingWorld{sl, a.answers})
		sl.searches[f] = a
	}
	return a.refused
}

// answers are those to the question whether a function is the machine's, which change while functions are chosen.
type answers map[*ssa.Function]answer

type answer struct{ emittable, machines bool }

func answerNow(sl *selection, f *ssa.Function) answer {
	return answer{sl.functions.emittable(f), sl.has(f)}
}

// isMachines answers for a function, and notes the answer.
func (as answers) isMachines(sl *selection, f *ssa.Function) bool {
	as[f] = answerNow(sl, f)
	return as[f].emittable && as[f].machines
}

// hold reports whether all answers would be the same now.
func (as answers) hold(sl *selection) bool {
	for f, was := range as {
		if answerNow(sl, f) != was {
			return false
		}
	}
	return true
}

// askingWorld answers lowering's questions if nothing is to be emitted for the answer.
type askingWorld struct {
	*selection
	answers answers
}

func (w askingWorld) TypeID(types.Type) int { return 0 }

func (w askingWorld) TrueID(types.Type) int { return 0 }

func (w askingWorld) Function(f *ssa.Function) (string, bool) {
	return "", w.answers.isMachines(w.selection, f)
}

func (w askingWorld) Compiled(f *ssa.Function) (string, bool) { return "", w.imports.isCompiled(f) }

func (w askingWorld) Variable(g *ssa.Global) (string, bool) { return "", w.reaches(g) }

func (w askingWorld) Line(pos token.Pos) int { return w.fset.Position(pos).Line }

func (w askingWorld) UsesUnsafe() bool { return w.views.unsafe }

// has reports whether a function is the machine's, of this unit or an earlier one.
func (sl *selection) has(f *ssa.Function) bool {
	if _, ok := sl.codes[f]; ok {
		return true
	}
	if f.Blocks != nil && sl.functions.isNew(f) {
		return false
	}
	return sl.earlier[sl.functions.emitted[functionKey(f)]]
}

// lowerWorld answers what lowering asks, and emits what the answers refer to.
type lowerWorld struct {
	*selection
	answers answers
}

func (w lowerWorld) TypeID(t types.Type) int { return w.types.workID(t) }

func (w lowerWorld) TrueID(t types.Type) int { return w.types.trueID(t) }

func (w lowerWorld) Function(f *ssa.Function) (string, bool) {
	if !w.answers.isMachines(w.selection, f) {
		return "", false
	}
	return w.functions.name(f), true
}

func (w lowerWorld) Compiled(f *ssa.Function) (string, bool) {
	if !w.imports.isCompiled(f) {
		return "", false
	}
	return strings.TrimPrefix(w.imports.compiled(f), "q."), true
}

func (w lowerWorld) Variable(g *ssa.Global) (string, bool) {
	if !w.views.own[g.Pkg.Pkg] {
		return strings.TrimPrefix(w.globals.compiled(g), "q."), true
	}
	if !w.reaches(g) {
		return "", false
	}
	name := w.globals.of(g)
	w.globals.place(name)
	return name, true
}

func (w lowerWorld) Line(pos token.Pos) int { return w.fset.Position(pos).Line }

func (w lowerWorld) UsesUnsafe() bool { return w.views.unsafe }

// reaches reports whether the machine can get the address of a variable.
func (sl *selection) reaches(g *ssa.Global) bool {
	if !sl.views.own[g.Pkg.Pkg] {
		return true
	}
	_, function := deref(g.Type()).Underlying().(*types.Signature)
	_, whole := sl.views.whole[g.Pkg.Pkg]
	return !function && (whole && sl.views.refusal(g) == nil || g.Pkg.Pkg.Path() == "main") && !strings.Contains(g.Name(), "$")
}
