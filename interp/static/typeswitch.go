package static

import (
	"go/ast"
	"strings"
)

// typeSwitch strikes off cases that an instance has twice, since a type
// parameter stands for a type that another case names: the first is taken.
func (w *rewriter) typeSwitch(s *ast.TypeSwitchStmt) {
	if w.env == nil {
		return
	}
	seen := map[string]bool{}
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		if clause.List == nil {
			continue
		}
		left := w.newCases(clause.List, seen)
		first, last := clause.List[0], clause.List[len(clause.List)-1]
		switch {
		case len(left) == len(clause.List):
		case len(left) == 0:
			w.cut(clause.Pos(), clause.End(), w.newlines(clause.Pos(), clause.End()))
		default:
			w.cut(first.Pos(), last.End(), strings.Join(left, ", ")+w.newlines(first.Pos(), last.End()))
		}
	}
}

// newCases are the types that no case before had, spelt for the interpreter.
func (w *rewriter) newCases(list []ast.Expr, seen map[string]bool) []string {
	var left []string
	for _, e := range list {
		text, err := "nil", error(nil)
		if w.info.Types[e].IsType() {
			text, err = w.spell(w.info.Types[e].Type)
		}
		if err == nil && seen[text] {
			continue
		}
		seen[text] = true
		left = append(left, text)
	}
	return left
}
