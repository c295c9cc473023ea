package static

import (
	"slices"
	"strings"
	"sync"

	"krigo/interp/emit"
)

// Session knows the declarations of a session. Its methods may be called
// from several goroutines.
type Session struct {
	mu       sync.Mutex
	ground   *ground
	writer   *writer
	replayed []*emit.Unit // what a fresh interpreter is given
	ran      []*ranCell   // the cells, in order
}

// New returns an empty session that can import what world has.
func New(world World) *Session {
	g := newGround(world)
	return &Session{ground: g, writer: newWriter(world, g.names)}
}

// Check checks and lowers a cell against everything that was committed. It
// changes nothing: where it returns errors, or where the program is never
// committed, the session stays as it was.
func (s *Session) Check(c Cell) (p *Program, errs Errors) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := checkCell(s.ground, &c)
	defer func() {
		if r := recover(); r != nil {
			p, errs = nil, diagnose(k, []fault{failure(&c, r)})
		}
	}()
	if len(k.faults) > 0 {
		return nil, diagnose(k, k.faults)
	}
	composed, faults := compose(s.writer, k)
	if len(faults) > 0 {
		return nil, diagnose(k, faults)
	}
	return &Program{composed: *composed, Cell: c, Notes: k.notes, after: k.after, ran: plainly(k)}, nil
}

// Commit makes the program's declarations part of the session. It is called
// when its units were evaluated, whether or not its statements then fail.
func (s *Session) Commit(p *Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ground.now = p.after
	if p.ran.body != "" || len(p.ran.values) > 0 {
		s.ran = append(s.ran, p.ran)
	}
	s.writer.commit(&p.composed, p.after)
	if p.Unit != nil {
		s.replayed = append(s.replayed, p.Unit)
	}
}

// Ended notes that the statements of a committed program ran to their end.
func (s *Session) Ended(p *Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.ran.ended = true
}

// Reset forgets all declarations.
func (s *Session) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ground.forget()
	s.writer = newWriter(s.ground.world, s.ground.names)
	s.replayed, s.ran = nil, nil
}

// Replay lists the units that bring a fresh interpreter to the session's
// declarations, in order. Variables get their types, not their values.
func (s *Session) Replay() []*emit.Unit {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.replayed)
}

// Variable is a variable of the session.
type Variable struct {
	Name string
	// Type is its type, as users write it.
	Type string
	// Cell is the label of the cell that declared it.
	Cell string
	// Expr is the Go expression that reads it in the interpreter.
	Expr string
	// Stale tells that its type was since declared anew: the variable holds
	// a value of the earlier type.
	Stale bool
}

// Variables lists the session's variables by name.
func (s *Session) Variables() []Variable {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Variable
	for name, d := range s.ground.now.names {
		if d.kind != varPiece {
			continue
		}
		out = append(out, Variable{
			Name: name, Type: typeText(d.objects[name].Type()), Cell: d.label,
			Expr: emit.Variable(d.emitted[name]), Stale: s.ground.now.stale(d),
		})
	}
	slices.SortFunc(out, func(a, b Variable) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// IsComplete tells whether the source can be evaluated, needs more lines, or
// can never be completed.
func (s *Session) IsComplete(source string) Completeness { return isComplete(source) }

// Complete completes the source at the cursor, a byte offset. What stands
// before the cursor may be broken.
func (s *Session) Complete(source string, cursor int) Completion {
	s.mu.Lock()
	defer s.mu.Unlock()
	return complete(s.ground, source, cursor)
}

// Inspect describes the name at the cursor, a byte offset, or else the
// function in whose arguments the cursor is. With detail 1 what cells
// declared comes with its source.
func (s *Session) Inspect(source string, cursor, detail int) (Info, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return inspect(s.ground, source, cursor, detail)
}

// Source is the session as a file of package main, which the Go toolchain
// compiles. The notes tell what the file does otherwise than the session did.
func (s *Session) Source() (text string, notes []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return source(s.ground.world, s.ground.now, s.ran)
}
