// Package static knows the Go of a session without running any: it splits
// cells, checks them against everything that the session declared, lowers
// them to what the interpreter runs, and answers completion, inspection and
// is-complete questions.
package static

import (
	"krigo/interp/static/check"
	"krigo/interp/static/compose"
	"krigo/interp/static/save"
)

// Program is a checked and lowered cell.
//
// Line directives in its unit carry the cell's own label and lines, so that a
// position that the interpreter reports is a position in the cell.
type Program struct {
	compose.Program
	Cell Cell
	// Notes tell what goes on with what the cell has declared anew.
	Notes []string

	after *check.State // the session once the declarations were evaluated
	ran   *save.Cell   // its statements, for a saved session
}
