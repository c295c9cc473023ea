package check

import (
	"go/ast"
	"go/token"
	"go/types"
)

// FailsWith returns the call whose error a statement leaves unread, or nil.
func (k *Checked) FailsWith(stmt ast.Stmt) *ast.CallExpr {
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(stmt.X).(*ast.CallExpr); ok && k.givesError(call) && !isPrint(k.Info, call) {
			return call
		}
	case *ast.AssignStmt:
		if len(stmt.Rhs) != 1 || stmt.Tok != token.ASSIGN && stmt.Tok != token.DEFINE {
			return nil
		}
		if call, ok := ast.Unparen(stmt.Rhs[0]).(*ast.CallExpr); ok && k.givesError(call) && k.isUnread(stmt) {
			return call
		}
	}
	return nil
}

// givesError reports whether the last result of a call is an error.
func (k *Checked) givesError(call *ast.CallExpr) bool {
	tv := k.Info.Types[call]
	if tv.Type == nil || !tv.IsValue() || k.makesError(call) {
		return false
	}
	results := ResultTypes(tv.Type)
	return types.Identical(results[len(results)-1], ErrorType)
}

// makesError reports whether a call makes an error, and does not fail with one.
func (k *Checked) makesError(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := k.Info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != nil && (f.Pkg().Path() == "errors" || f.Pkg().Path() == "fmt" && f.Name() == "Errorf")
}

// isUnread reports whether the error that a statement assigns is read by nothing
// that follows in the cell.
func (k *Checked) isUnread(stmt *ast.AssignStmt) bool {
	id, ok := stmt.Lhs[len(stmt.Lhs)-1].(*ast.Ident)
	if !ok || id.Name == "_" {
		return false
	}
	o := k.Info.ObjectOf(id)
	return o != nil && types.Identical(o.Type(), ErrorType) && !k.isRead(o, stmt.End())
}

// isRead reports whether the cell reads a variable after a place, before it is
// assigned again.
func (k *Checked) isRead(o types.Object, after token.Pos) bool {
	var next *ast.Ident
	for id, used := range k.Info.Uses {
		if k.sameVariableAs(used, o) && id.Pos() > after && (next == nil || id.Pos() < next.Pos()) {
			next = id
		}
	}
	return next != nil && !k.isAssigned(next)
}

// sameVariableAs reports whether two objects are one variable of the session: the
// bodies of functions see another object than statements do.
func (k *Checked) sameVariableAs(a, b types.Object) bool {
	return a == b || k.Owners[a] != nil && k.Owners[a] == k.Owners[b]
}

// isAssigned reports whether a statement of the cell, in no block, assigns to id.
func (k *Checked) isAssigned(id *ast.Ident) bool {
	for _, it := range k.Statements {
		for _, stmt := range it.Stmts {
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
