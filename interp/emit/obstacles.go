package emit

import (
	"go/token"
	"go/types"

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

// InLoops is what would keep a function out that had the loops of f, a cell's statements. It is to be asked while
// no other unit is emitted.
func (e *Emitter) InLoops(f *ssa.Function) []Obstacle {
	return e.machine.obstacles(f, lower.InLoops(f, askingWorld{e.machine, answers{}}))
}

// askingWorld is what lowering asks where nothing is to be emitted for the answer.
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
