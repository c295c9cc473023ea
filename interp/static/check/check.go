// Package check determines the meaning of cells. It checks a cell against the
// declarations of its session; the result, Checked, is immutable, and later stages only
// read it.
package check

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/interp/emit"
	"krigo/interp/static/syntax"
)

// Check checks a cell. If it has faults, nothing else is certain.
func Check(s *Session, cell *cell.Cell) (done *Checked) {
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

// Failure returns the fault of a cell on which the checker itself fails.
func Failure(cell *cell.Cell, reason any) syntax.Fault {
	return syntax.Fault{Cell: cell, Offset: 0, Message: fmt.Sprintf("the checker failed on this cell: %v", reason)}
}

// done returns the current result. The next cell reuses the scope of the session's
// package, so the result gets a copy.
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
	k.Notes = slices.Concat(k.Notes, k.behindNotes(), k.unusedNote())
	k.Items = slices.DeleteFunc(k.Items, (*Item).isBlankFunction)
	k.declare()
}

// Broken checks a source that may be broken, and records in Info what it can.
func Broken(s *Session, source string) *Checked {
	k := newChecker(s, &cell.Cell{Source: source})
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

// tryPass is pass for what may be broken: what go/types cannot take is left unknown.
func (k *checker) tryPass() (again bool) {
	defer func() {
		if recover() != nil {
			again = false
		}
	}()
	return k.pass()
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
		k.Packaged = true
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
	k.Faults, k.unused, k.Hoists, k.globals = nil, nil, nil, map[string]*types.Var{}
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

// drop gives up renewing declarations of earlier cells that no longer check. Methods stay with their types: at first
// only their bodies are given up.
func (k *checker) drop() bool {
	again := false
	k.Faults = slices.DeleteFunc(k.Faults, func(f syntax.Fault) bool {
		it := k.itemAt(f)
		if it == nil || !it.carried() || k.extended(it) {
			return false
		}
		if !k.bound[it.old] && !k.dropped[it.old] {
			k.behind = append(k.behind, leftBehind{it, f})
		}
		if it.Recv == "" || it.isGenericMethod() || it.bound {
			k.dropped[it.old] = true
		}
		k.bound[it.old], again = it.Recv != "", true
		return true
	})
	return again
}

// leftBehind is a declaration of an earlier cell that stays as it was, and its first fault.
type leftBehind struct {
	*Item
	fault syntax.Fault
}

// mostBehind is how many declarations that are left behind have a note each.
const mostBehind = 3

// behindNotes reports functions that go on using declarations that were replaced.
func (k *checker) behindNotes() (notes []syntax.Fault) {
	for i, b := range k.behind {
		name := strings.Join(b.Names, ", ")
		if b.Recv != "" {
			name = b.Recv + "." + name
		}
		if i >= mostBehind {
			notes[mostBehind-1].Message += "; so does " + name
			continue
		}
		f := b.fault
		f.Message += "; " + name + " goes on with what was declared before until it is declared again"
		notes = append(notes, f)
	}
	return notes
}

// itemAt finds the carried item that contains a fault.
func (k *checker) itemAt(f syntax.Fault) *Item {
	for _, it := range k.Items {
		if it.Cell == f.Cell && it.Start <= f.Offset && f.Offset <= it.End {
			return it
		}
	}
	return nil
}

// extended reports whether the cell declares a method of the carried type.
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

// sameVariable reports whether the hoisted variable can live where an earlier
// one does.
func (k *checker) sameVariable(old *Decl, h *Hoist) bool {
	if old.Kind != syntax.VarPiece {
		return false
	}
	o := old.Objects[h.Ident.Name]
	if p := k.Scope.Lookup(h.Ident.Name); p != nil {
		o = p
	}
	return o != nil && types.Identical(o.Type(), h.local.Type())
}
