package static

import (
	"go/ast"
	"go/types"
	"slices"
)

// switchStmt lowers the switches that the interpreter gets wrong: those with
// several conditions in a clause, and those that compare interfaces or nil. It
// returns false where it did all.
func (w *rewriter) switchStmt(s *ast.SwitchStmt) bool {
	switch {
	case s.Tag == nil:
		w.initial(s, s.Init)
		w.joinConditions(s)
		return true
	case w.comparesDynamic(s):
		w.valueSwitch(s)
		return false
	}
	w.initial(s, s.Init)
	return true
}

// joinConditions joins the conditions of each clause by ||.
func (w *rewriter) joinConditions(s *ast.SwitchStmt) {
	for _, stmt := range s.Body.List {
		list := stmt.(*ast.CaseClause).List
		for _, e := range list {
			if types.IsInterface(w.typeOf(e)) {
				w.surround(e, w.check.sessionName("Equal")+"(", ", true, \"\", \"bool\")")
			}
		}
		for i := 1; i < len(list); i++ {
			from, to := list[i-1].End(), list[i].Pos()
			w.cut(from, to, " || "+w.newlines(from, to))
		}
	}
}

// comparesDynamic tells whether a switch compares interfaces, or anything with
// nil.
func (w *rewriter) comparesDynamic(s *ast.SwitchStmt) bool {
	return slices.ContainsFunc(s.Body.List, func(stmt ast.Stmt) bool {
		return slices.ContainsFunc(stmt.(*ast.CaseClause).List, func(e ast.Expr) bool {
			_, channels := w.channelOf(s.Tag, e)
			return w.info.Types[e].IsNil() || w.dynamic(s.Tag, e) || channels
		})
	})
}

// valueSwitch lowers a switch on a value to one on conditions.
func (w *rewriter) valueSwitch(s *ast.SwitchStmt) {
	value := w.check.s.private("x")
	start := s.Tag.Pos()
	if s.Init != nil {
		w.wrap(s, w.loweredStatement(s.Init))
		start = s.Init.Pos()
	}
	text, err := w.spell(types.Default(w.typeOf(s.Tag)))
	if err != nil {
		text = "interface{}"
	}
	w.cut(start, s.Tag.Pos(), value+" := ("+text+")(")
	w.rewrite(s.Tag)
	w.cut(s.Tag.End(), s.Body.Lbrace, "); ")
	for _, stmt := range s.Body.List {
		c := stmt.(*ast.CaseClause)
		for i, e := range c.List {
			w.caseCondition(s.Tag, e, value)
			if i+1 < len(c.List) {
				w.cut(e.End(), c.List[i+1].Pos(), " || "+w.newlines(e.End(), c.List[i+1].Pos()))
			}
		}
		for _, stmt := range c.Body {
			w.rewrite(stmt)
		}
	}
}

// caseCondition lowers a case to the comparison of the switch's value with it.
func (w *rewriter) caseCondition(tag, e ast.Expr, value string) {
	if w.info.Types[e].IsNil() {
		w.replace(e, w.outOfBox(value, tag)+" == nil")
		return
	}
	if !w.dynamic(tag, e) {
		open, end := "", ""
		if to, ok := w.channelOf(tag, e); ok {
			if text, err := w.spell(to); err == nil {
				open, end = "("+text+")(", ")"
			}
		}
		w.insert(e.Pos(), open+value+end+" == ")
		w.surround(e, open, end)
		w.rewrite(e)
		return
	}
	if i, ok := w.typeOf(tag).Underlying().(*types.Interface); ok && !i.Empty() {
		value = "interface{}(" + value + ")"
	}
	w.surround(e, w.check.sessionName("Equal")+"("+value+", ", ", "+w.operandID(tag)+", "+w.operandID(e)+")")
	w.operand(e)
}
