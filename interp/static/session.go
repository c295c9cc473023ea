package static

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"krigo/interp/emit"
)

// World is what can be imported.
type World interface {
	// Import returns the types of the package at path.
	Import(path string) (*types.Package, error)
	// Resolve returns the path of the package that an undeclared name stands
	// for: one that is preloaded, or the only one of that name. The paths
	// that it could be are returned as well.
	Resolve(name string) (path string, candidates []string)
	// Paths lists all import paths, sorted.
	Paths() []string
	// Source returns the source of what is generic in a package.
	Source(path string) (string, bool)
	// Instance returns where the interpreter has a compiled instance of what
	// is generic in a package.
	Instance(path, name string, args []string) (pkg, symbol string, ok bool)
	// Doc returns the documentation of a package (symbol empty), of one of
	// its symbols ("Dense") or of a method or field ("Dense.Mul").
	Doc(path, symbol string) (string, bool)
}

// Session knows the declarations of a session. Its methods may be called
// from several goroutines.
type Session struct {
	world World

	mu     sync.Mutex
	now    *state
	pkg    *types.Package
	serial int
	taken  map[string]bool // names that the interpreter has seen
	marked int             // names that newName and private made unique

	aliases  map[string]string // the names of imported packages in composed files, by path
	composed *emit.Packages    // of composed files
	replayed []*emit.Unit      // what a fresh interpreter is given
	ran      []*ranCell        // the cells, in order
}

// New returns an empty session that can import what world has.
func New(world World) *Session {
	return &Session{
		world: world, now: newState(), pkg: types.NewPackage("main", "session"), taken: map[string]bool{},
		aliases: map[string]string{},
	}
}

// Check checks and lowers a cell against everything that was committed. It
// changes nothing: where it returns errors, or where the program is never
// committed, the session stays as it was.
func (s *Session) Check(c Cell) (*Program, Errors) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.check(&c)
}

// Commit makes the program's declarations part of the session. It is called
// when its units were evaluated, whether or not its statements then fail.
func (s *Session) Commit(p *Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = p.after
	if p.ran.body != "" || len(p.ran.values) > 0 {
		s.ran = append(s.ran, p.ran)
	}
	if p.Unit == nil {
		return
	}
	p.emitter.Commit()
	s.replayed = append(s.replayed, p.Unit)
}

// Ended notes that the statements of a committed program ran to their end.
func (s *Session) Ended(p *Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.ran.ended = true
}

// ssa are the packages of composed files.
func (s *Session) ssa() *emit.Packages {
	if s.composed == nil {
		s.composed = emit.NewPackages(withSession{s.world, sessionPackage(s.world)}, token.NewFileSet())
	}
	return s.composed
}

// withSession adds to a world what is predeclared in a session.
type withSession struct {
	World
	session *types.Package
}

// Import implements World.
func (w withSession) Import(path string) (*types.Package, error) {
	if path == SessionPackage {
		return w.session, nil
	}
	return w.World.Import(path)
}

// Source implements World.
func (w withSession) Source(path string) (string, bool) {
	if path == SessionPackage {
		return mustSource, true
	}
	return w.World.Source(path)
}

// interpreterName is what the interpreter calls a variable of a composed file.
func (s *Session) interpreterName(name string) string { return emit.Variable(name) }

// Reset forgets all declarations.
func (s *Session) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now, s.taken = newState(), map[string]bool{}
	s.composed, s.replayed, s.ran, s.aliases = nil, nil, nil, map[string]string{}
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
	for name, d := range s.now.names {
		if d.kind != varPiece {
			continue
		}
		out = append(out, Variable{
			Name: name, Type: typeText(d.objects[name].Type()), Cell: d.label,
			Expr: emit.Variable(d.emitted[name]), Stale: s.now.stale(d),
		})
	}
	slices.SortFunc(out, func(a, b Variable) int { return strings.Compare(a.Name, b.Name) })
	return out
}
