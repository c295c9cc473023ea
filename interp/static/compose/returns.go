package compose

import (
	"go/ast"
	"strconv"

	"krigo/interp/static/check"
	"krigo/interp/static/rewrite"
	"krigo/interp/static/syntax"
)

// returns.go: a return among a cell's statements ends the cell: with an error that
// is not nil the cell fails, and otherwise it shows nothing.

// returns has the statements that return from the cell tell the session so: the
// composed function has no result, and what it defers may not see a panic.
func (c *composition) returns(n *rewrite.Rewriter, stmt ast.Stmt) {
	for _, r := range syntax.Returns(stmt) {
		tell := "{ " + c.importAlias(check.SessionPackage) + ".Return("
		line, _, _ := syntax.Place(n.Cell.Source, n.Offset(r.Pos()))
		where := ", " + strconv.Quote(syntax.FileName(n.Cell.Label)) + ", " + strconv.Itoa(line) + "); return }"
		if len(r.Results) == 0 {
			n.Cut(r.Pos(), r.End(), tell+"nil"+where)
			continue
		}
		n.Cut(r.Pos(), r.Results[0].Pos(), tell)
		n.Cut(r.End(), r.End(), where)
	}
}
