package emit

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine/lower"
)

// obstacles.go: which functions of cells the machine runs, and what keeps the others out, for users.

// Obstacle is a line that keeps a function from being compiled, as users call it.
type Obstacle struct {
	// Cell and Line are its place.
	Cell string
	Line int
	// Message says in a sentence what the function does there ("it prints by println"), and Advice
	// what would let it in, or nothing.
	Message, Advice string
	// Calls is the declaration of the interpreted function of a cell that it calls there, or empty.
	Calls string
}

// obstacles are those of a function that is to be interpreted.
func (e *Emitter) obstacles(f *ssa.Function, refused []*lower.Refusal) []Obstacle {
	var all []Obstacle
	for _, r := range refused {
		if r.Callee != nil && !e.keptOut(r.Callee, map[*ssa.Function]bool{f: true}) {
			continue
		}
		at := e.prog.Fset.Position(r.Pos)
		o := Obstacle{Cell: at.Filename, Line: at.Line, Message: UserText(r.Message), Advice: UserText(r.Advice)}
		if r.Callee != nil {
			o.Calls = e.declaredName(r.Callee)
		}
		all = append(all, o)
	}
	return all
}

// InLoops is what would keep a function out that had the loops of f, a cell's statements. It is to be asked while
// no other unit is emitted.
func (e *Emitter) InLoops(f *ssa.Function) []Obstacle {
	return e.obstacles(f, lower.InLoops(f, askingWorld{e}))
}

// keptOut tells whether a function would be interpreted even if those around it, which it may call, were not.
func (e *Emitter) keptOut(f *ssa.Function, around map[*ssa.Function]bool) bool {
	if around[f] {
		return false
	}
	refused, candidate := e.lowered.refused[f]
	if !candidate { // it is so since an earlier unit
		return true
	}
	around[f] = true
	for _, r := range refused {
		if r.Callee == nil || e.keptOut(r.Callee, around) {
			return true
		}
	}
	return false
}

// declaredName names the declaration of a cell that a function is part of: "f", "T.Method"; it is empty where that is
// the cell's statements, or no cell's.
func (e *Emitter) declaredName(f *ssa.Function) string {
	for f.Parent() != nil {
		f = f.Parent()
	}
	if origin := f.Origin(); origin != nil {
		f = origin
	}
	if f.Pkg == nil || f.Pkg.Pkg.Path() != "main" || f.Object() == nil || e.lowered.roots[f] {
		return ""
	}
	return UserText(lower.NameOf(f))
}

// askingWorld is what lowering asks where nothing is to be emitted for the answer.
type askingWorld struct{ *Emitter }

func (w askingWorld) TypeID(types.Type) int { return 0 }
func (w askingWorld) TrueID(types.Type) int { return 0 }

func (w askingWorld) Function(f *ssa.Function) (string, bool) {
	return "", w.emittable(f) && w.isMachines(f)
}

func (w askingWorld) Compiled(f *ssa.Function) (string, bool) { return "", w.isCompiled(f) }

func (w askingWorld) Variable(g *ssa.Global) (string, bool) { return "", w.reaches(g) }

func (w askingWorld) Line(pos token.Pos) int { return w.prog.Fset.Position(pos).Line }

// reaches tells whether the machine can be told where a variable lies.
func (e *Emitter) reaches(g *ssa.Global) bool {
	if !e.own[g.Pkg.Pkg] {
		return true
	}
	_, function := deref(g.Type()).Underlying().(*types.Signature)
	return !function && g.Pkg.Pkg.Path() == "main" && !strings.Contains(g.Name(), "$")
}
