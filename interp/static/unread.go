package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// Go refuses a function that leaves an error unread; cells may. What such an
// error says is printed where it is not nil.

// unread lowers an assignment of errors that the cell does not read.
func (w *rewriter) unread(stmt ast.Stmt) {
	a, ok := stmt.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 {
		return
	}
	if _, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr); !ok {
		return
	}
	for _, x := range a.Lhs {
		id, ok := x.(*ast.Ident)
		if !ok || id.Name == "_" {
			continue
		}
		o := w.info.ObjectOf(id)
		if o == nil || !types.Identical(o.Type(), errorType) || w.check.isRead(o, stmt.End()) {
			continue
		}
		name, ok := w.check.emitted[o]
		if !ok {
			continue
		}
		w.insert(stmt.End(), "; "+w.check.sessionName("Unread")+"("+strconv.Quote(id.Name)+", "+name+")")
	}
}

// isRead tells whether the cell reads a variable after a place, before it is
// assigned again.
func (k *check) isRead(o types.Object, after token.Pos) bool {
	var next *ast.Ident
	for id, used := range k.info.Uses {
		if used == o && id.Pos() > after && (next == nil || id.Pos() < next.Pos()) {
			next = id
		}
	}
	return next != nil && !k.isAssigned(next)
}

// isAssigned tells whether a statement of the cell, in no block, assigns to id.
func (k *check) isAssigned(id *ast.Ident) bool {
	for _, it := range k.stmts {
		for _, stmt := range it.stmts {
			if a, ok := stmt.(*ast.AssignStmt); ok {
				for _, x := range a.Lhs {
					if x == id {
						return true
					}
				}
			}
		}
	}
	return false
}
