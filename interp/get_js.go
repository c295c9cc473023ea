package interp

import (
	"context"

	"krigo/cell"
	"krigo/interp/static"
)

// get refuses %get: a web page has no modules.
func get(context.Context, *Session, invocation, cell.Output) (*cell.Bundle, error) {
	return nil, commandError("%%get: a web page has no modules; run the notebook with krigo to import them")
}

// vetGet notes that nothing is known of modules.
func vetGet(v *vet, in invocation) error {
	v.unfetched = append(v.unfetched, in.args...)
	v.Blind()
	return nil
}

// forgetModules does nothing.
func forgetModules(static.World) {}

// withoutModules returns the world, which has none.
func withoutModules(w static.World) static.World { return w }
