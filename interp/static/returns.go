package static

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// returns.go: a return among a cell's statements ends the cell: with an error that
// is not nil the cell fails, and otherwise it shows nothing.

// cellType is the type of the function whose body a cell's statements are, as
// they are checked: its result has a name, so that a bare return may end it.
func cellType() *ast.FuncType {
	result := &ast.Field{Names: []*ast.Ident{ast.NewIdent("_")}, Type: &ast.Ident{Name: "error"}}
	return &ast.FuncType{Params: &ast.FieldList{}, Results: &ast.FieldList{List: []*ast.Field{result}}}
}

// ownReturns are the statements below a node that return from the cell, and not
// from a function literal.
func ownReturns(node ast.Node) []*ast.ReturnStmt {
	var found []*ast.ReturnStmt
	ast.Inspect(node, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			found = append(found, r)
		}
		_, literal := n.(*ast.FuncLit)
		return !literal
	})
	return found
}

// returns has the statements that return from the cell tell the session so: the
// composed function has no result, and what it defers may not see a panic.
func (n *renamer) returns(stmt ast.Stmt) {
	for _, r := range ownReturns(stmt) {
		tell := "{ " + n.importAlias(SessionPackage) + ".Return("
		line, _, _ := place(n.syntax.cell.Source, n.syntax.offset(r.Pos()))
		where := ", " + strconv.Quote(fileName(n.syntax.cell.Label)) + ", " + strconv.Itoa(line) + "); return }"
		if len(r.Results) == 0 {
			n.cut(r.Pos(), r.End(), tell+"nil"+where)
			continue
		}
		n.cut(r.Pos(), r.Results[0].Pos(), tell)
		n.cut(r.End(), r.End(), where)
	}
}

// hintReturn is for a cell that returns what is no error.
func (k *check) hintReturn(f fault) string {
	if !strings.Contains(f.message, " in return statement") && !strings.HasPrefix(f.message, "too many return values") {
		return ""
	}
	for _, it := range k.stmts {
		for _, stmt := range it.stmts {
			if slices.ContainsFunc(ownReturns(stmt), func(r *ast.ReturnStmt) bool {
				return it.cell == f.cell && it.offset(r.Pos()) <= f.offset && f.offset <= it.offset(r.End())
			}) {
				return "a cell returns an error or nothing; what it shows is its last line, without return"
			}
		}
	}
	return ""
}
