// Package sessions starts the sessions of krigo's own programs.
package sessions

import (
	"context"

	"krigo/interp"
	"krigo/interp/symbols"
)

// Start starts a session whose cells can import krigo's packages, those of gonum and of the standard library.
// It sets o.Symbols.
func Start(ctx context.Context, o interp.Options) (*interp.Session, error) {
	o.Symbols = symbols.NewWorld()
	return interp.Start(ctx, o)
}
