// Package sessions starts the sessions of krigo's own programs.
package sessions

import (
	"context"
	"os"

	"krigo/cell"
	"krigo/interp"
	"krigo/interp/imports"
	"krigo/interp/symbols"
)

// AllowedVariable names the environment variable with the modules that a session with a user downloads without asking,
// as globs with commas between them.
const AllowedVariable = "KRIGO_MODULES"

// Start starts a session whose cells can import krigo's packages, those of gonum and of the standard library, and of
// modules. If o.Symbols is nil, it is that of [Attended], or of [Unattended] with nothing kept or allowed. Code of
// strangers, which is confined, has no modules.
func Start(ctx context.Context, o interp.Options) (*interp.Session, error) {
	switch {
	case o.Symbols != nil:
	case o.Confined.Means != interp.Unconfined:
		o.Symbols = Compiled()
	case o.Unattended:
		o.Symbols = Unattended(o.Dir, cell.Modules{}, "")
	default:
		o.Symbols = Attended(o.Dir, cell.Modules{})
	}
	return interp.Start(ctx, o)
}

// Attended returns what the cells of a session in a folder can import whose user is asked about downloads. kept are the
// modules in the notebook's metadata.
func Attended(dir string, kept cell.Modules) *imports.World {
	return imports.New(Compiled(), imports.Options{Dir: dir, Kept: kept, Asks: true, Allowed: os.Getenv(AllowedVariable)})
}

// Unattended returns what the cells of a session in a folder can import without a user: modules that go.sum does not
// list are downloaded if allowed matches them, which [imports.Options] describes.
func Unattended(dir string, kept cell.Modules, allowed string) *imports.World {
	return imports.New(Compiled(), imports.Options{Dir: dir, Kept: kept, Allowed: allowed})
}

// Visiting is [Unattended] for visitors of a notebook, whose go.mod and go.sum files are not written.
func Visiting(dir string, kept cell.Modules, allowed string) *imports.World {
	return imports.New(Compiled(), imports.Options{Dir: dir, Kept: kept, Allowed: allowed, ReadOnly: true})
}

// Compiled returns the packages that cells can import without modules.
func Compiled() *symbols.World { return symbols.NewWorld() }
