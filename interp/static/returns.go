package static

import (
	"go/ast"
	"strconv"
)

// returns.go: a return among a cell's statements ends the cell: with an error that
// is not nil the cell fails, and otherwise it shows nothing.

// returns has the statements that return from the cell tell the session so: the
// composed function has no result, and what it defers may not see a panic.
func (c *composition) returns(n *rewriter, stmt ast.Stmt) {
	for _, r := range ownReturns(stmt) {
		tell := "{ " + c.importAlias(SessionPackage) + ".Return("
		line, _, _ := place(n.cell.Source, n.offset(r.Pos()))
		where := ", " + strconv.Quote(fileName(n.cell.Label)) + ", " + strconv.Itoa(line) + "); return }"
		if len(r.Results) == 0 {
			n.cut(r.Pos(), r.End(), tell+"nil"+where)
			continue
		}
		n.cut(r.Pos(), r.Results[0].Pos(), tell)
		n.cut(r.End(), r.End(), where)
	}
}
