package check

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"krigo/interp/emit"
	"krigo/interp/static/syntax"
)

// Checked is what is known of a cell: the value by which all else is done about
// it. Nothing changes it once it is handed out.
type Checked struct {
	Cell   *syntax.Cell
	Serial int // of the check, in the session
	World  World
	Before *State // what the session had declared
	After  *State // what it has when the cell's declarations were evaluated; nil of a cell with faults

	FileSet    *token.FileSet
	Pkg        *types.Package // the session's, for all cells
	Imports    []*Item
	Own        []*Item // constants, types, functions and methods of the cell
	Statements []*Item // statements and var declarations of the cell, in order
	Items      []*Item // what was checked: those of own that are new, and declarations of earlier cells that they affect
	Hoists     []*hoist
	Fresh      []*Decl // the variables that the cell adds

	Scope  *types.Scope // what stands at top level
	Info   *types.Info
	Owners map[types.Object]*Decl // what objects are declared by
	Faults []syntax.Fault
	Notes  []string // what goes on with what the cell declares anew
}

// checker is one cell on its way through the type checker.
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
	dropped map[*Decl]bool // declarations that could not be renewed and stay as they were
	parsed  map[*Decl]*Item
	musts   map[*ast.CallExpr]*ast.Ident // the names in calls of must

	// of the newest pass
	changed    map[*Decl]change
	exchanged  map[*Decl]bool        // functions that have another version of the same signature
	recompiled map[*Decl]bool        // types of which a method is generic or has another signature: what uses them
	globals    map[string]*types.Var // the variables that the cell leaves behind
}

// change tells how a declaration of the session is affected by a cell.
type change int

const (
	unchanged change = iota
	renewed          // its types are new, the interpreter's code stands
	replaced         // it has a new version in the interpreter
)

func newChecker(s *Session, cell *syntax.Cell) *checker {
	s.serial++
	return &checker{
		Checked: Checked{Cell: cell, Serial: s.serial, World: s.World, Before: s.Now, FileSet: token.NewFileSet(), Pkg: s.pkg},
		supply:  s.Names,
		retyped: map[*Decl]bool{}, dropped: map[*Decl]bool{}, parsed: map[*Decl]*Item{}, musts: map[*ast.CallExpr]*ast.Ident{},
	}
}

// Check checks a cell. Where it has faults, nothing else is certain.
func Check(s *Session, cell *syntax.Cell) (done *Checked) {
	k := newChecker(s, cell)
	defer func() {
		if r := recover(); r != nil {
			k.Faults = []syntax.Fault{Failure(cell, r)}
			done = k.done()
		}
	}()
	k.check()
	return k.done()
}

// Failure is the fault of a cell that is beyond us.
func Failure(cell *syntax.Cell, reason any) syntax.Fault {
	return syntax.Fault{Cell: cell, Offset: 0, Message: fmt.Sprintf("the checker failed on this cell: %v", reason)}
}

// done is what is known by now. The next cell gets the scope that the session's
// package has, so it goes out as a copy.
func (k *checker) done() *Checked {
	out := k.Checked
	if k.Scope != nil {
		scope := *k.Scope
		out.Scope = &scope
	}
	return &out
}

func (k *checker) check() {
	if k.read(); len(k.Faults) > 0 {
		return
	}
	for k.pass() {
	}
	if len(k.Faults) > 0 {
		return
	}
	if k.Notes = k.tell(); len(k.Faults) > 0 {
		return
	}
	k.declare()
}

// Broken checks a source that may be broken, as far as that goes: what can be
// known of it is in info.
func Broken(s *Session, source string) *Checked {
	k := newChecker(s, &syntax.Cell{Source: source})
	k.tolerant = true
	pieces, _ := syntax.Split(k.Cell)
	for _, p := range pieces {
		syn, _ := syntax.Parse(k.FileSet, p)
		if syn.File == nil || syn.Decl == nil && syn.Stmts == nil {
			continue
		}
		k.sort(newItem(syn))
	}
	k.tryPass()
	return k.done()
}

// tryPass checks once. What go/types cannot take is left unknown.
func (k *checker) tryPass() {
	defer func() { _ = recover() }()
	k.pass()
}

// read splits and parses the cell.
func (k *checker) read() {
	pieces, faults := syntax.Split(k.Cell)
	if k.Faults = faults; len(faults) > 0 {
		return // what follows them is guessed
	}
	for _, p := range pieces {
		syn, faults := syntax.Parse(k.FileSet, p)
		k.Faults = append(k.Faults, faults...)
		if len(faults) == 0 {
			k.sort(newItem(syn))
		}
	}
}

// sort puts an item of the cell where it belongs.
func (k *checker) sort(it *Item) {
	switch it.Kind {
	case syntax.PackagePiece:
	case syntax.ImportPiece:
		k.Imports = append(k.Imports, it)
	case syntax.ConstPiece, syntax.TypePiece, syntax.FuncPiece:
		k.Own = append(k.Own, it)
	default:
		k.Statements = append(k.Statements, it)
	}
}

// pass checks the cell once. It returns true where the cell must be checked
// again, together with more or fewer declarations of earlier cells.
func (k *checker) pass() bool {
	k.Faults, k.Hoists, k.globals = nil, nil, map[string]*types.Var{}
	k.Info = emit.NewInfo()
	k.plan()
	k.findMusts()
	if k.IsProgram() {
		k.checkProgram()
	} else {
		k.checkDeclarations()
		k.checkBodies()
	}
	return k.chooseMusts() || k.drop() || k.retype()
}

// drop gives up renewing declarations of earlier cells that no longer check.
func (k *checker) drop() bool {
	again := false
	k.Faults = slices.DeleteFunc(k.Faults, func(f syntax.Fault) bool {
		it := k.itemAt(f)
		if it == nil || !it.carried() || k.extended(it) {
			return false
		}
		k.dropped[it.old], again = true, true
		return true
	})
	return again
}

// itemAt finds the carried item that a fault lies in.
func (k *checker) itemAt(f syntax.Fault) *Item {
	for _, it := range k.Items {
		if it.Cell == f.Cell && it.Start <= f.Offset && f.Offset <= it.End {
			return it
		}
	}
	return nil
}

// extended tells whether the cell declares a method of the carried type.
func (k *Checked) extended(it *Item) bool {
	return it.Kind == syntax.TypePiece && slices.ContainsFunc(k.Items, func(m *Item) bool {
		return !m.carried() && m.Recv != "" && slices.Contains(it.Names, m.Recv)
	})
}

// retype finds variables of the session that the cell declares with another
// type: what depends on them is checked again.
func (k *checker) retype() bool {
	again := false
	for _, h := range k.Hoists {
		old := k.Before.Names[h.Ident.Name]
		if old == nil || k.retyped[old] || k.sameVariable(old, h) {
			continue
		}
		k.retyped[old], again = true, true
	}
	return again
}

// sameVariable tells whether the hoisted variable can live where an earlier
// one does.
func (k *checker) sameVariable(old *Decl, h *hoist) bool {
	if old.Kind != syntax.VarPiece {
		return false
	}
	o := old.Objects[h.Ident.Name]
	if p := k.Scope.Lookup(h.Ident.Name); p != nil {
		o = p
	}
	return o != nil && types.Identical(o.Type(), h.local.Type())
}
