package main

import "errors"

// exitError ends krigo with a status of its own. Its error, where there is one,
// is printed first.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exitStatus is the status with which an error ends krigo.
func exitStatus(err error) int {
	if e := (*exitError)(nil); errors.As(err, &e) {
		return e.status
	}
	return 1
}

// panicked is the status of a Go program that has panicked.
const panicked = 2
