package check

import (
	"go/ast"
	"go/token"
	"go/types"

	"krigo/cell"
)

// checker takes one cell through the type checker.
//
// It works in two passes. The first checks all declarations without the
// bodies of functions, and the statements as the body of a function, so that
// they see variables in the order of the source. The second checks the bodies
// against the variables that the cell leaves behind.
type checker struct {
	Checked
	supply   *Names
	tolerant bool // of faults: what can be known is looked for

	retyped map[*Decl]bool // variables of the session that the cell gives another type
	bound   map[*Decl]bool // methods whose bodies no longer check and stay as they were
	dropped map[*Decl]bool // declarations that could not be renewed and stay as they were
	behind  []leftBehind   // bound or dropped declarations, in the order in which they were found
	parsed  map[*Decl]*Item
	aliased map[string]string            // packages that carried variables name, by the session's names for them
	musts   map[*ast.CallExpr]*ast.Ident // the names in calls of must
	noted   []string                     // the rules that the cell notes and its session notes once

	around     map[ast.Node]string // operands that may be read before a call, with the call
	capacities map[ast.Node]string // expressions that depend on a capacity that the compiler chooses
	opened     map[string]bool     // the cell's variables and functions, with whether it chooses their capacity
	measured   map[string][]int    // of the cell's functions, the parameters whose capacity they read

	// of the newest pass
	changed    map[*Decl]change
	exchanged  map[*Decl]bool        // functions that have another version of the same signature
	recompiled map[*Decl]bool        // types with a method that is new, generic or has another signature: their users
	globals    map[string]*types.Var // the variables that the cell leaves behind
	unused     []types.Error         // unused declarations
}

// change is the degree to which a cell affects a declaration of the session.
type change int

const (
	unchanged change = iota
	renewed          // its types are new, the interpreter's code stays
	replaced         // it has a new version in the interpreter
)

func newChecker(s *Session, cell *cell.Cell) *checker {
	s.serial++
	return &checker{
		Checked: Checked{Cell: cell, Serial: s.serial, World: s.World, Before: s.Now, FileSet: token.NewFileSet(), Pkg: s.pkg},
		supply:  s.Names,
		retyped: map[*Decl]bool{}, bound: map[*Decl]bool{}, dropped: map[*Decl]bool{}, parsed: map[*Decl]*Item{}, aliased: map[string]string{}, musts: map[*ast.CallExpr]*ast.Ident{},
	}
}
