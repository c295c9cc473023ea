package main

import (
	"context"

	"krigo/interp"
	"krigo/interp/symbols"
)

// startSession starts a session whose cells can import the packages of this program.
func startSession(ctx context.Context, o interp.Options) (*interp.Session, error) {
	o.Symbols = symbols.NewWorld()
	return interp.Start(ctx, o)
}
