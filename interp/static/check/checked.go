package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"krigo/cell"
	"krigo/interp/static/syntax"
)

// Checked is the result of a check, on which all later stages work. It is immutable once
// it is returned.
type Checked struct {
	Cell   *cell.Cell
	Serial int // of the check, in the session
	World  World
	Before *State // what the session had declared
	After  *State // what it has when the cell's declarations were evaluated; nil of a cell with faults

	FileSet    *token.FileSet
	Pkg        *types.Package // the session's, for all cells
	Packaged   bool           // the cell has a package clause
	Imports    []*Item
	Own        []*Item // constants, types, functions and methods of the cell
	Statements []*Item // statements and var declarations of the cell, in order
	Items      []*Item // what was checked: those of Own that are new, and declarations of earlier cells that they affect
	Hoists     []*Hoist
	Fresh      []*Decl // the variables that the cell adds

	Scope  *types.Scope // the top-level declarations
	Info   *types.Info
	Owners map[types.Object]*Decl // declarations by object
	Faults []syntax.Fault
	Notes  []syntax.Fault // differences from Go, and code that goes on using what the cell replaces
}

// OwnItem finds the cell's own declaration of a name.
func (k *Checked) OwnItem(name string) *Item {
	for _, it := range k.Items {
		if !it.carried() && it.Recv == "" && slices.Contains(it.Names, name) {
			return it
		}
	}
	return nil
}

// LastExpr returns the expression statement that ends the cell, or nil.
func (k *Checked) LastExpr() ast.Expr {
	if len(k.Statements) == 0 {
		return nil
	}
	last := k.Statements[len(k.Statements)-1]
	for _, it := range slices.Concat(k.Imports, k.Own) {
		if it.Start > last.Start {
			return nil
		}
	}
	if len(last.Stmts) == 0 {
		return nil
	}
	if e, ok := last.Stmts[len(last.Stmts)-1].(*ast.ExprStmt); ok {
		return e.X
	}
	return nil
}

// IsProgram reports whether the cell is a Go program: it has a func main, and
// nothing but declarations. Its variables are then those of a package, which
// all functions see and which are initialised in the order of what they
// depend on (Go specification, Package initialization).
func (k *Checked) IsProgram() bool {
	for _, it := range k.Statements {
		if it.Kind != syntax.VarPiece {
			return false
		}
	}
	for _, it := range k.Own {
		if fn := it.Function(); fn != nil && fn.Recv == nil && fn.Name.Name == "main" {
			return true
		}
	}
	return false
}

// Object returns the object that a name denotes, or nil.
func (k *Checked) Object(id *ast.Ident) types.Object {
	if o := k.Info.Uses[id]; o != nil {
		return o
	}
	return k.Info.Defs[id]
}

// Declared returns the declaration that an object comes from; for an embedded field, the
// one of its type; nil if no cell has it.
func (k *Checked) Declared(o types.Object) *Decl {
	switch o := o.(type) {
	case *types.PkgName:
		return nil
	case *types.Var:
		if o.IsField() {
			return k.Owners[embeddedType(o)]
		}
	}
	return k.Owners[o]
}

// embeddedType returns the type name of an embedded field, or nil.
func embeddedType(f *types.Var) types.Object {
	if !f.Embedded() {
		return nil
	}
	t := f.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t := t.(type) {
	case *types.Alias:
		return t.Obj()
	case *types.Named:
		return t.Origin().Obj()
	}
	return nil
}

// FaultAt returns a fault of the cell at a place in its syntax.
func (k *Checked) FaultAt(pos token.Pos, message string) syntax.Fault {
	for _, it := range slices.Concat(k.Statements, k.Items) {
		if it.File == k.FileSet.File(pos) {
			return syntax.Fault{Cell: it.Cell, Offset: it.Offset(pos), Message: message}
		}
	}
	return syntax.Fault{Cell: k.Cell, Offset: 0, Message: message}
}
