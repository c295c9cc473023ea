// Package sessions starts the sessions of krigo's own programs.
package sessions

import (
	"context"

	"krigo/interp"
	"krigo/interp/imports"
	"krigo/interp/symbols"
)

// Start starts a session whose cells can import krigo's packages, those of gonum and of the standard library, and of
// modules. If o.Symbols is nil, it is [World] of the session's folder; modules are downloaded when the user asks for
// them. Code of strangers, which is confined, has no modules.
func Start(ctx context.Context, o interp.Options) (*interp.Session, error) {
	switch {
	case o.Symbols != nil:
	case o.Confined.Means != interp.Unconfined:
		o.Symbols = Compiled()
	case o.Unattended:
		o.Symbols = World(o.Dir, imports.Never)
	default:
		o.Symbols = World(o.Dir, imports.Asked)
	}
	return interp.Start(ctx, o)
}

// Unattended returns [World] without a user: modules that go.sum does not list are downloaded if get is true.
func Unattended(dir string, get bool) *imports.World {
	if get {
		return World(dir, imports.Always)
	}
	return World(dir, imports.Never)
}

// World returns what the cells of a session in a folder can import.
func World(dir string, c imports.Consent) *imports.World {
	return imports.New(Compiled(), imports.Options{Dir: dir, Consent: c})
}

// Compiled returns the packages that cells can import without modules.
func Compiled() *symbols.World { return symbols.NewWorld() }
