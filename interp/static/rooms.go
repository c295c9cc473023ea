// Package static knows the Go of a session without running any: it splits
// cells, checks them against everything that the session declared, lowers
// them to what the interpreter runs, and answers completion, inspection and
// is-complete questions.
package static

import (
	"krigo/interp/static/ask"
	"krigo/interp/static/check"
	"krigo/interp/static/compose"
	"krigo/interp/static/explain"
)

// What users of the package see of the rooms below it.
type (
	// World is what can be imported.
	World = check.World
	// Value tells where a cell's last value is after it ran, and its static type.
	Value = compose.Value

	// Errors are all the faults of a cell.
	Errors = explain.Errors
	// Rule is something that is sound Go and not in a cell what it is in Go.
	Rule = check.Rule
	// Info describes a name.
	Info = ask.Info
)

// SessionPackage is the import path under which the worker gives cells what is
// predeclared in a session.
const SessionPackage = check.SessionPackage

// Rules lists what is known to be otherwise in a cell than in Go.
func Rules() []Rule { return check.Rules() }
