package static

import (
	"slices"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/interp/emit"
	"krigo/interp/static/ask"
	"krigo/interp/static/check"
	"krigo/interp/static/compose"
	"krigo/interp/static/explain"
	"krigo/interp/static/format"
	"krigo/interp/static/save"
	"krigo/interp/static/syntax"
)

// Session knows the declarations of a session. Its methods may be called
// from several goroutines.
type Session struct {
	mu       sync.Mutex
	known    *check.Session
	writer   *compose.Writer
	replayed []*emit.Unit                      // the units for a fresh interpreter
	ran      []*save.Cell                      // the cells, in order
	uses     ask.Uses                          // of names, for completion
	bodies   map[string]emit.Function          // of the functions that cells declare, by emitted name
	inLoops  map[string]func() []emit.Obstacle // of the statements of the last cell, likewise
	told     map[string]bool                   // obstacles of busy functions that were reported
	followed *followed                         // the newest cell whose effects are followed, or nil
}

// New returns an empty session that can import what world has.
func New(world World) *Session {
	known := check.NewSession(world)
	return &Session{known: known, writer: compose.NewWriter(world, known.Names), uses: ask.Known(), bodies: map[string]emit.Function{}, told: map[string]bool{}}
}

// Check checks and lowers a cell against everything that was committed. It
// changes nothing: where it returns errors, or where the program is never
// committed, the session stays as it was.
func (s *Session) Check(c cell.Cell) (p *Program, errs Errors) {
	p, _, errs = s.check(c)
	return p, errs
}

// check is Check, and returns the checked cell as well.
func (s *Session) check(c cell.Cell) (p *Program, k *check.Checked, errs Errors) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k = check.Check(s.known, &c)
	defer func() {
		if r := recover(); r != nil {
			p, errs = nil, explain.Diagnose(k, []syntax.Fault{check.Failure(&c, r)})
		}
	}()
	if len(k.Faults) > 0 {
		return nil, k, explain.Diagnose(k, k.Faults)
	}
	composed, faults := compose.Compose(s.writer, k)
	if len(faults) > 0 {
		return nil, k, explain.Diagnose(k, faults)
	}
	return &Program{Program: *composed, Cell: c, Notes: explain.Notes(k.Notes), Main: k.Packaged && k.IsProgram(), checked: k, ran: save.Plain(k)}, k, nil
}

// Commit makes the program's declarations part of the session. It is called
// when its units were evaluated, whether or not its statements then fail.
func (s *Session) Commit(p *Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known.Now = p.checked.After
	s.uses.AddOwn(p.Cell.Source)
	if !p.ran.Empty() {
		s.ran = append(s.ran, p.ran)
	}
	s.keepBodies(p)
	s.writer.Commit(&p.Program, p.checked.After)
	if p.Unit != nil {
		s.replayed = append(s.replayed, p.Unit)
	}
	if s.followed != nil {
		p.followed = s.followed.by(p.checked, p.SSA)
		s.followed = p.followed
	}
	p.checked, p.SSA = nil, compose.SSA{}
}

// Ended notes that the statements of a committed program ran to their end.
func (s *Session) Ended(p *Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.ran.Ended = true
}

// Reset forgets all declarations.
func (s *Session) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known.Forget()
	s.writer = compose.NewWriter(s.known.World, s.known.Names)
	s.replayed, s.ran, s.uses = nil, nil, ask.Known()
	clear(s.bodies)
	s.inLoops = nil
	clear(s.told)
	if s.followed != nil {
		s.followed = fromNothing()
	}
}

// Replay lists the units that bring a fresh interpreter to the session's
// declarations, in order. Variables get their types, not their values.
func (s *Session) Replay() []*emit.Unit {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.replayed)
}

// Initialised lists the packages of modules with variables that the session has initialised, in order.
func (s *Session) Initialised() (paths []string) {
	for _, u := range s.Replay() {
		for _, p := range u.Packages {
			if p.Variables {
				paths = append(paths, p.Path)
			}
		}
	}
	return paths
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
	// Stale reports whether its type was redeclared since: the variable holds a value of
	// the earlier type.
	Stale bool
}

// Variables lists the session's variables by name.
func (s *Session) Variables() []Variable {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Variable
	for name, d := range s.known.Now.Names {
		if d.Kind != syntax.VarPiece {
			continue
		}
		out = append(out, Variable{
			Name: name, Type: check.TypeText(d.Objects[name].Type()), Cell: d.Label,
			Expr: emit.Variable(d.Emitted[name]), Stale: s.known.Now.Stale(d),
		})
	}
	slices.SortFunc(out, func(a, b Variable) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Declares reports whether the session has declared a name.
func (s *Session) Declares(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known.Now.Names[name] != nil
}

// IsComplete reports whether the source can be evaluated, needs more lines, or
// can never be completed.
func (s *Session) IsComplete(source string) cell.Completeness { return syntax.IsComplete(source) }

// Format writes the Go of a cell as gofmt does; faults of syntax leave it as it is.
func (s *Session) Format(c cell.Cell) (string, Errors) {
	text, faults := format.Cell(&c)
	if len(faults) == 0 {
		return text, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return text, explain.Diagnose(check.Check(s.known, &c), faults)
}

// Complete completes the source at the cursor, a byte offset. The source before the
// cursor may be broken.
func (s *Session) Complete(source string, cursor int) cell.Completion {
	s.mu.Lock()
	defer s.mu.Unlock()
	return ask.Complete(s.known, s.uses, source, cursor)
}

// FilePlace reports whether the cursor, a byte offset, is in a literal that names a file,
// and where the literal's contents begin.
func (s *Session) FilePlace(source string, cursor int) (start int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return ask.FilePlace(s.known, source, cursor)
}

// Inspect describes the name at the cursor, a byte offset, or else the function in whose
// arguments the cursor is. With detail 1 declarations of cells come with their sources.
func (s *Session) Inspect(source string, cursor, detail int) (Info, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, ok := ask.Inspect(s.known, s.uses, source, cursor, detail)
	if info.Symbol != "" {
		info.Runs = s.runs(info.Symbol)
	}
	return info, ok
}

// Source returns the session as a file of package main, which the Go toolchain compiles.
// The notes list differences between the file and the session.
func (s *Session) Source() (text string, notes []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return save.Source(s.known.World, s.known.Now, s.ran)
}

// Program is a checked and lowered cell.
//
// Line directives in its unit carry the cell's own label and lines, so that a
// position that the interpreter reports is a position in the cell.
type Program struct {
	compose.Program
	Cell cell.Cell
	// Notes report differences from Go, and code that goes on using declarations that the
	// cell has replaced.
	Notes Errors
	// Main reports that the cell is a whole program, with a package clause and a func main.
	Main bool

	checked  *check.Checked // until it is committed
	ran      *save.Cell     // its statements, for a saved session
	followed *followed
}
