package compose

import (
	"go/ast"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/rewrite"
)

// unread.go: an error that a statement of a cell leaves unread fails the cell. Go
// refuses a function that does not read one; a cell would go on with what is not
// there.

// guard has a top-level statement fail the cell where it leaves an error unread
// that is not nil: then the statement has assigned nothing.
func (c *composition) guard(n *rewrite.Rewriter, stmt ast.Stmt) {
	call := c.FailsWith(stmt)
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		if call != nil {
			c.guardCall(n, call, call, nil)
		}
	case *ast.AssignStmt:
		if call != nil {
			c.guardCall(n, stmt, call, stmt.Lhs)
		}
	}
}

// guardCall evaluates a call into variables of its own and fails the cell, or
// else assigns them.
func (c *composition) guardCall(n *rewrite.Rewriter, stmt ast.Node, call *ast.CallExpr, lhs []ast.Expr) {
	var names []string
	for _, t := range check.ResultTypes(n.Info.Types[call].Type) {
		text, err := c.spellFor(t, nil)
		if err != nil {
			return // a type that has no name here
		}
		name := c.names.Private("result")
		c.body.WriteString("var " + name + " " + text + "\n")
		names = append(names, name)
	}
	fails := names[len(names)-1]
	text := strings.Join(names, ", ") + " = " + n.TextOf(call) +
		"; if " + fails + " != nil { " + c.importAlias(check.SessionPackage) + ".Fail(" + fails + ") }"
	if len(lhs) > 0 {
		left := make([]string, len(lhs))
		for i, x := range lhs {
			left[i] = n.TextOf(x)
		}
		text += "; " + strings.Join(left, ", ") + " = " + strings.Join(names, ", ")
	}
	n.Put(stmt, text)
}
