package static

import (
	"go/ast"
	"strings"
)

// typeSwitch lowers a type switch to one on conditions:
//
//	switch x := v; { case is(x): v := must(x); ... }
//
// It returns false where it did.
func (w *rewriter) typeSwitch(s *ast.TypeSwitchStmt) bool {
	guard, name := guardOf(s)
	value := w.check.s.private("x")
	conditions, ok := w.typeConditions(s, value)
	if !ok {
		return true
	}
	start, first := s.Assign.Pos(), ""
	if s.Init != nil {
		first = w.loweredStatement(s.Init) + "; "
		start = s.Init.Pos()
	}
	if first += w.inOrder(s.Body.List, conditions); first != "" {
		w.wrap(s, first)
	}
	w.cut(start, guard.X.Pos(), value+" := ")
	w.rewrite(guard.X)
	w.cut(guard.X.End(), s.Body.Lbrace, "; ")
	for i, stmt := range s.Body.List {
		w.typeClause(stmt.(*ast.CaseClause), conditions[i], name, value)
	}
	return false
}

// guardOf is the assertion of a type switch and the variable that it declares.
func guardOf(s *ast.TypeSwitchStmt) (*ast.TypeAssertExpr, string) {
	if a, ok := s.Assign.(*ast.AssignStmt); ok {
		return ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr), a.Lhs[0].(*ast.Ident).Name
	}
	return ast.Unparen(s.Assign.(*ast.ExprStmt).X).(*ast.TypeAssertExpr), ""
}

// typeConditions are the conditions of the clauses of a type switch; that of
// the default clause is empty.
func (w *rewriter) typeConditions(s *ast.TypeSwitchStmt, value string) ([]string, bool) {
	var out []string
	for _, stmt := range s.Body.List {
		var terms []string
		for _, e := range stmt.(*ast.CaseClause).List {
			if !w.info.Types[e].IsType() {
				terms = append(terms, w.check.sessionName("IsNil")+"("+value+")")
				continue
			}
			is, ok := w.caster(isForm, w.info.Types[e].Type)
			if !ok {
				return nil, false
			}
			w.noteNames(e)
			terms = append(terms, is+"("+value+")")
		}
		out = append(out, strings.Join(terms, " || "))
	}
	return out, true
}

// typeClause lowers one clause. The variable is declared where the body uses
// it.
func (w *rewriter) typeClause(c *ast.CaseClause, condition, name, value string) {
	w.clauseCondition(c, condition)
	if v := w.info.Implicits[c]; v != nil && w.mentionedIn(c.Body, v) {
		given := value
		if len(c.List) == 1 && w.info.Types[c.List[0]].IsType() {
			must, _ := w.caster(mustForm, w.info.Types[c.List[0]].Type)
			given = must + "(" + value + ", \"\")"
		}
		w.insert(c.Colon+1, " "+name+" := "+given+";")
	}
	for _, stmt := range c.Body {
		w.rewrite(stmt)
	}
}
