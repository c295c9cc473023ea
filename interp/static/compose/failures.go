package compose

import (
	"go/ast"
	"strconv"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/rewrite"
	"krigo/interp/static/syntax"
)

// How statements end a cell. An error that a statement leaves unread fails the cell: Go refuses a function that
// leaves one unread, and the cell would go on with missing values. A return ends the cell: with an error that is not
// nil it fails, and otherwise it shows nothing.

// guard makes a top-level statement fail the cell if it leaves an error unread that is
// not nil: then the statement has assigned nothing.
func (c *composition) guard(n *rewrite.Rewriter, stmt ast.Stmt) {
	call := c.FailsWith(stmt)
	if call == nil {
		return
	}
	if a, ok := stmt.(*ast.AssignStmt); ok {
		c.guardCall(n, a, call, a.Lhs)
	} else {
		c.guardCall(n, call, call, nil)
	}
}

// guardCall evaluates a call into new variables, then fails the cell or assigns them.
func (c *composition) guardCall(n *rewrite.Rewriter, stmt ast.Node, call *ast.CallExpr, lhs []ast.Expr) {
	var names []string
	for _, t := range check.ResultTypes(c.Info.Types[call].Type) {
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
		"; if " + fails + " != nil { " + c.importAlias(check.SessionPackage) + ".Fail(" + fails + whereOf(n, call) + ") }"
	if len(lhs) > 0 {
		left := make([]string, len(lhs))
		for i, x := range lhs {
			left[i] = n.TextOf(x)
		}
		text += "; " + strings.Join(left, ", ") + " = " + strings.Join(names, ", ")
	}
	n.Put(stmt, text)
}

// returns makes the statements that return from the cell report it to the session: the
// composed function has no result, and its deferred calls must not see a panic.
func (c *composition) returns(n *rewrite.Rewriter, stmt ast.Stmt) {
	for _, r := range syntax.Returns(stmt) {
		tell := "{ " + c.importAlias(check.SessionPackage) + ".Return("
		where := whereOf(n, r) + "); return }"
		if len(r.Results) == 0 {
			n.Cut(r.Pos(), r.End(), tell+"nil"+where)
			continue
		}
		n.Cut(r.Pos(), r.Results[0].Pos(), tell)
		n.Cut(r.End(), r.End(), where)
	}
}

// whereOf returns the arguments that give the session the place of a node.
func whereOf(n *rewrite.Rewriter, node ast.Node) string {
	line, _, _ := syntax.Place(n.Cell.Source, n.Offset(node.Pos()))
	return ", " + strconv.Quote(syntax.FileName(n.Cell.Label)) + ", " + strconv.Itoa(line)
}
