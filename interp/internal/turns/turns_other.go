//go:build !js

package turns

// Events does nothing: goroutines have threads of their own.
func Events() {}

// Nest begins a call, and returns the argument of Unnest at its end. Both do nothing: goroutines have stacks of their
// own.
func Nest() (level int) { return 0 }

// Unnest ends a call.
func Unnest(int) {}
