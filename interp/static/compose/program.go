package compose

import (
	"go/types"

	"krigo/interp/emit"
	"krigo/interp/static/check"
)

// Program is a cell as the interpreter gets it.
type Program struct {
	// Unit is what the interpreter gets.
	Unit *emit.Unit
	// Runs are the functions that run the cell's statements, in order.
	Runs []string
	// Value is the last expression's variable, or nil where the cell shows
	// nothing.
	Value *Value

	heads    map[*check.Decl]*head // of what the cell declares
	versions map[string][]version  // of functions, where the cell has others
}

// Value tells where a cell's last value is after Run, and its static type.
type Value struct {
	// Variables hold the value and what comes with it. They are no use once
	// it is shown.
	Variables []string
	// Expr is a Go expression that yields the value, wrapped where its type
	// is declared in a cell and has display methods, which would otherwise
	// be lost on its way out of the interpreter.
	Expr string
	Type types.Type
	// Failure is the expression of a trailing error result beside the value, or
	// empty. The cell failed where it is not nil.
	Failure string
	// Error is true where the value is a trailing error: it is the cell's
	// failure when it is not nil, and shows nothing otherwise.
	Error bool
}

// head is a declaration in the files of later cells.
type head struct {
	text  string
	paths []string // the packages that it names
}

// version is the latest version of a function that has a signature: what composed
// files call it, and the signature.
type version struct{ emitted, signature string }
