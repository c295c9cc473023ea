package static

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"krigo/interp/emit"
)

// checked is what is known of a cell: the value by which all else is done about
// it. Nothing changes it once it is handed out.
type checked struct {
	cell   *Cell
	serial int // of the check, in the session
	world  World
	before *state // what the session had declared
	after  *state // what it has when the cell's declarations were evaluated; nil of a cell with faults

	fset    *token.FileSet
	pkg     *types.Package // the session's, for all cells
	imports []*item
	own     []*item // constants, types, functions and methods of the cell
	stmts   []*item // statements and var declarations of the cell, in order
	items   []*item // what was checked: those of own that are new, and declarations of earlier cells that they affect
	hoists  []*hoist
	fresh   []*decl // the variables that the cell adds

	scope  *types.Scope // what stands at top level
	info   *types.Info
	owners map[types.Object]*decl // what objects are declared by
	faults []fault
	notes  []string // what goes on with what the cell declares anew
}

// checker is one cell on its way through the type checker.
//
// It works in two passes. The first checks all declarations without the
// bodies of functions, and the statements as the body of a function, so that
// they see variables in the order of the source. The second checks the bodies
// against the variables that the cell leaves behind.
type checker struct {
	checked
	names    *names
	tolerant bool // of faults: what can be known is looked for

	retyped map[*decl]bool // variables of the session that the cell gives another type
	dropped map[*decl]bool // declarations that could not be renewed and stay as they were
	parsed  map[*decl]*item
	musts   map[*ast.CallExpr]*ast.Ident // the names in calls of must

	// of the newest pass
	changed    map[*decl]change
	exchanged  map[*decl]bool        // functions that have another version of the same signature
	recompiled map[*decl]bool        // types of which a method is generic or has another signature: what uses them
	globals    map[string]*types.Var // the variables that the cell leaves behind
}

// change tells how a declaration of the session is affected by a cell.
type change int

const (
	unchanged change = iota
	renewed          // its types are new, the interpreter's code stands
	replaced         // it has a new version in the interpreter
)

func newChecker(g *ground, cell *Cell) *checker {
	g.serial++
	return &checker{
		checked: checked{cell: cell, serial: g.serial, world: g.world, before: g.now, fset: token.NewFileSet(), pkg: g.pkg},
		names:   g.names,
		retyped: map[*decl]bool{}, dropped: map[*decl]bool{}, parsed: map[*decl]*item{}, musts: map[*ast.CallExpr]*ast.Ident{},
	}
}

// checkCell checks a cell. Where it has faults, nothing else is certain.
func checkCell(g *ground, cell *Cell) (done *checked) {
	k := newChecker(g, cell)
	defer func() {
		if r := recover(); r != nil {
			k.faults = []fault{failure(cell, r)}
			done = k.done()
		}
	}()
	k.check()
	return k.done()
}

// failure is the fault of a cell that is beyond us.
func failure(cell *Cell, reason any) fault {
	return fault{cell, 0, fmt.Sprintf("the checker failed on this cell: %v", reason)}
}

// done is what is known by now. The next cell gets the scope that the session's
// package has, so it goes out as a copy.
func (k *checker) done() *checked {
	out := k.checked
	if k.scope != nil {
		scope := *k.scope
		out.scope = &scope
	}
	return &out
}

func (k *checker) check() {
	if k.read(); len(k.faults) > 0 {
		return
	}
	for k.pass() {
	}
	if len(k.faults) > 0 {
		return
	}
	if k.notes = k.tell(); len(k.faults) > 0 {
		return
	}
	k.declare()
}

// checkBroken checks a source that may be broken, as far as that goes: what can be
// known of it is in info.
func checkBroken(g *ground, source string) *checked {
	k := newChecker(g, &Cell{Source: source})
	k.tolerant = true
	pieces, _ := split(k.cell)
	for _, p := range pieces {
		syn, _ := parse(k.fset, p)
		if syn.file == nil || syn.decl == nil && syn.stmts == nil {
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
	pieces, faults := split(k.cell)
	if k.faults = faults; len(faults) > 0 {
		return // what follows them is guessed
	}
	for _, p := range pieces {
		syn, faults := parse(k.fset, p)
		k.faults = append(k.faults, faults...)
		if len(faults) == 0 {
			k.sort(newItem(syn))
		}
	}
}

// sort puts an item of the cell where it belongs.
func (k *checker) sort(it *item) {
	switch it.kind {
	case packagePiece:
	case importPiece:
		k.imports = append(k.imports, it)
	case constPiece, typePiece, funcPiece:
		k.own = append(k.own, it)
	default:
		k.stmts = append(k.stmts, it)
	}
}

// pass checks the cell once. It returns true where the cell must be checked
// again, together with more or fewer declarations of earlier cells.
func (k *checker) pass() bool {
	k.faults, k.hoists, k.globals = nil, nil, map[string]*types.Var{}
	k.info = emit.NewInfo()
	k.plan()
	k.findMusts()
	if k.isProgram() {
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
	k.faults = slices.DeleteFunc(k.faults, func(f fault) bool {
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
func (k *checker) itemAt(f fault) *item {
	for _, it := range k.items {
		if it.cell == f.cell && it.start <= f.offset && f.offset <= it.end {
			return it
		}
	}
	return nil
}

// extended tells whether the cell declares a method of the carried type.
func (k *checked) extended(it *item) bool {
	return it.kind == typePiece && slices.ContainsFunc(k.items, func(m *item) bool {
		return !m.carried() && m.recv != "" && slices.Contains(it.names, m.recv)
	})
}

// retype finds variables of the session that the cell declares with another
// type: what depends on them is checked again.
func (k *checker) retype() bool {
	again := false
	for _, h := range k.hoists {
		old := k.before.names[h.ident.Name]
		if old == nil || k.retyped[old] || k.sameVariable(old, h) {
			continue
		}
		k.retyped[old], again = true, true
	}
	return again
}

// sameVariable tells whether the hoisted variable can live where an earlier
// one does.
func (k *checker) sameVariable(old *decl, h *hoist) bool {
	if old.kind != varPiece {
		return false
	}
	o := old.objects[h.ident.Name]
	if p := k.scope.Lookup(h.ident.Name); p != nil {
		o = p
	}
	return o != nil && types.Identical(o.Type(), h.local.Type())
}
