// Package errors has the source of the generic part of the standard library's
// errors, for the types of cells.
package errors

import "errors"

// AsType returns the first error in the tree of err that is an E.
func AsType[E error](err error) (E, bool) {
	var found, zero E
	if !errors.As(err, &found) {
		return zero, false
	}
	return found, true
}
