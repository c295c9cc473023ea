package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// unread.go: an error that a statement of a cell leaves unread fails the cell. Go
// refuses a function that does not read one; a cell would go on with what is not
// there.

// guard has a top-level statement fail the cell where it leaves an error unread
// that is not nil: then the statement has assigned nothing.
func (n *renamer) guard(stmt ast.Stmt) {
	call := n.failsWith(stmt)
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		if call != nil {
			n.guardCall(call, call, nil)
		}
	case *ast.AssignStmt:
		if call != nil {
			n.guardCall(stmt, call, stmt.Lhs)
		}
	}
}

// failsWith is the call whose error a statement leaves unread, or nil.
func (n *renamer) failsWith(stmt ast.Stmt) *ast.CallExpr {
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(stmt.X).(*ast.CallExpr); ok && n.givesError(call) && !isPrint(n.info, call) {
			return call
		}
	case *ast.AssignStmt:
		if len(stmt.Rhs) != 1 || stmt.Tok != token.ASSIGN && stmt.Tok != token.DEFINE {
			return nil
		}
		if call, ok := ast.Unparen(stmt.Rhs[0]).(*ast.CallExpr); ok && n.givesError(call) && n.isUnread(stmt) {
			return call
		}
	}
	return nil
}

// givesError tells whether the last result of a call is an error.
func (n *renamer) givesError(call *ast.CallExpr) bool {
	tv := n.info.Types[call]
	if tv.Type == nil || !tv.IsValue() || n.makesError(call) {
		return false
	}
	results := resultTypes(tv.Type)
	return types.Identical(results[len(results)-1], errorType)
}

// makesError tells whether a call makes an error, and does not fail with one.
func (n *renamer) makesError(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := n.info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != nil && (f.Pkg().Path() == "errors" || f.Pkg().Path() == "fmt" && f.Name() == "Errorf")
}

// isUnread tells whether the error that a statement assigns is read by nothing
// that follows in the cell.
func (n *renamer) isUnread(stmt *ast.AssignStmt) bool {
	id, ok := stmt.Lhs[len(stmt.Lhs)-1].(*ast.Ident)
	if !ok || id.Name == "_" {
		return false
	}
	o := n.info.ObjectOf(id)
	return o != nil && types.Identical(o.Type(), errorType) && !n.isRead(o, stmt.End())
}

// guardCall evaluates a call into variables of its own and fails the cell, or
// else assigns them.
func (n *renamer) guardCall(stmt ast.Node, call *ast.CallExpr, lhs []ast.Expr) {
	var names []string
	for _, t := range resultTypes(n.info.Types[call].Type) {
		text, err := n.spellFor(t, nil)
		if err != nil {
			return // a type that has no name here
		}
		name := n.s.private("result")
		n.body.WriteString("var " + name + " " + text + "\n")
		names = append(names, name)
	}
	fails := names[len(names)-1]
	text := strings.Join(names, ", ") + " = " + n.textOf(call) +
		"; if " + fails + " != nil { " + n.importAlias(SessionPackage) + ".Fail(" + fails + ") }"
	if len(lhs) > 0 {
		left := make([]string, len(lhs))
		for i, x := range lhs {
			left[i] = n.textOf(x)
		}
		text += "; " + strings.Join(left, ", ") + " = " + strings.Join(names, ", ")
	}
	n.put(stmt, text)
}

// put puts text in the place of a node and of all edits within it.
func (n *renamer) put(node ast.Node, text string) {
	from, to := n.syntax.offset(node.Pos()), n.syntax.offset(node.End())
	kept := n.edits[:0]
	for _, e := range n.edits {
		if e.end <= from || e.start >= to {
			kept = append(kept, e)
		}
	}
	n.edits = append(kept, edit{start: from, end: to, text: text})
}

// isRead tells whether the cell reads a variable after a place, before it is
// assigned again.
func (c *composition) isRead(o types.Object, after token.Pos) bool {
	var next *ast.Ident
	for id, used := range c.info.Uses {
		if c.sameVariableAs(used, o) && id.Pos() > after && (next == nil || id.Pos() < next.Pos()) {
			next = id
		}
	}
	return next != nil && !c.isAssigned(next)
}

// sameVariableAs tells whether two objects are one variable of the session: the
// bodies of functions see another object than statements do.
func (c *composition) sameVariableAs(a, b types.Object) bool {
	return a == b || c.owners[a] != nil && c.owners[a] == c.owners[b]
}

// isAssigned tells whether a statement of the cell, in no block, assigns to id.
func (c *composition) isAssigned(id *ast.Ident) bool {
	for _, it := range c.stmts {
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
