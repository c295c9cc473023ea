package emit

import (
	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine/lower"
)

// obstacles.go: which functions of cells the machine runs, and what keeps the others out, for users.

// Obstacle is a line that keeps a function from being compiled, in users' names.
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

// InLoops returns the obstacles that a function with the loops of f, a cell's statements, would have. Call it while
// no other unit is emitted.
func (e *Emitter) InLoops(f *ssa.Function) []Obstacle {
	return e.machine.obstacles(f, lower.InLoops(f, askingWorld{e.machine, answers{}}))
}
