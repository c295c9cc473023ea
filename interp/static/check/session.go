package check

import (
	"go/types"

	"krigo/modules/source"
)

// Session is the basis of a session's checks and the only mutable state here. A commit
// replaces Now.
type Session struct {
	World  World
	Now    *State
	Names  *Names
	pkg    *types.Package
	serial int // of the newest check
}

// NewSession returns a session that has declared nothing.
func NewSession(world World) *Session {
	return &Session{World: world, Now: newState(), Names: newNames(), pkg: types.NewPackage("main", "session")}
}

// Forget forgets all declarations.
func (s *Session) Forget() {
	s.Now = newState()
	s.Names.forget()
}

// World provides the packages that cells can import.
type World interface {
	// Import returns the types of the package at path. The error is an [Unimportable] if there is such a package.
	Import(path string) (*types.Package, error)
	// Resolve returns the path of the package that an undeclared name denotes: one that
	// is preloaded, or the only one of that name. It also returns all candidate paths.
	Resolve(name string) (path string, candidates []string)
	// Paths lists all import paths, sorted.
	Paths() []string
	// Source returns the source of a package's generic declarations.
	Source(path string) (string, bool)
	// Whole returns the source of a package that is not compiled, or nil.
	Whole(path string) (*source.Package, error)
	// Instance returns where the interpreter has a compiled instance of a package's
	// generic declaration.
	Instance(path, name string, args []string) (pkg, symbol string, ok bool)
	// Doc returns the documentation of a package (symbol empty), of one of
	// its symbols ("Dense") or of a method or field ("Dense.Mul").
	Doc(path, symbol string) (string, bool)
}

// Unimportable is the error for a package that exists and that cells cannot import.
type Unimportable struct{ Err error }

func (u *Unimportable) Error() string { return u.Err.Error() }

func (u *Unimportable) Unwrap() error { return u.Err }

// SessionPackage is the import path under which the worker provides the predeclared names
// of a session. It exports
//
//	func Context() context.Context     // of the running cell: ctx
//	func Input(prompt string) string   // input; the cell fails without an answer
//	func Password(prompt string) string // password
//	func Fail(err error)               // fails the running cell
//	func Return(err error, cell string, line int) // the running cell has returned: its failure, and where
const SessionPackage = "krigo/session"
