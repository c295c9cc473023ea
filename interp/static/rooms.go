// Package static analyses the Go of a session without running it: it splits cells, checks
// them against everything that the session declared, composes them into units for the
// worker, and answers completion, inspection and is-complete requests.
//
// It is the interface to these packages, and each imports only those before it: syntax
// (cells as text), format (cells as gofmt writes them), check (the session's
// declarations; the result of a check is immutable), effects (what a cell reads and
// writes), govet (what go vet finds), rewrite (edits of pieces by the meaning of their
// names), compose (a checked cell as one file, emitted), save (the session as a program),
// explain (error messages and hints), ask (completion and inspection).
//
// # Edits
//
// A method or function of the same signature replaces the earlier one wherever that is
// called. A type that gets a method gets a new version, and values of the earlier one are
// converted to it where they are asserted, called or passed on. If the signature changes,
// the users of a declaration are compiled again. check/affected.go decides.
//
// # Errors of cells
//
// A statement that leaves an error unread fails the cell if the error is not nil, and
// assigns nothing; check/unreaderrors.go finds it, compose/failures.go writes it. A
// return among statements ends the cell: the worker reports it to the session without a
// panic, which deferred calls would see. A value that cannot be shown fails its cell, too
// (mime.Check). save writes all this as plain Go, in functions that return errors.
package static

import (
	"krigo/interp/static/ask"
	"krigo/interp/static/check"
	"krigo/interp/static/compose"
	"krigo/interp/static/explain"
)

// Names from the packages below that users of this package see.
type (
	// World provides the packages that cells can import.
	World = check.World
	// Value gives the place of a cell's last value after it ran, and its static type.
	Value = compose.Value

	// Errors are all the faults of a cell.
	Errors = explain.Errors
	// Rule is a construct that is valid Go but means something else in a cell.
	Rule = check.Rule
	// Info describes a name.
	Info = ask.Info
	// Question is a user's question in a cell, with a question mark.
	Question = ask.Question
)

// SessionPackage is the import path under which the worker provides the predeclared names
// of a session.
const SessionPackage = check.SessionPackage

// ReadQuestion finds the question that a source is, or ends in.
func ReadQuestion(source string) (Question, bool) { return ask.ReadQuestion(source) }

// Advice returns the likely meaning of an undeclared name, such as one of another
// library, or nothing.
func Advice(name string) string { return explain.Advice(name) }

// Rules lists the known differences between cells and Go.
func Rules() []Rule { return check.Rules() }
