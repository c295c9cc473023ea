package static

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// switchStmt lowers the switches that the interpreter gets wrong: those with
// several conditions or computed values in a clause, those that compare
// interfaces or nil, and those whose default clause is not the last. It returns
// false where it did all.
func (w *rewriter) switchStmt(s *ast.SwitchStmt) bool {
	switch {
	case s.Tag == nil && w.defaultBetween(s.Body.List) >= 0:
		w.conditionSwitch(s)
		return false
	case s.Tag == nil:
		w.initial(s, s.Init)
		w.joinConditions(s)
		return true
	case w.comparesDynamic(s) || w.computes(s) || w.defaultBetween(s.Body.List) >= 0:
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

// computes tells whether a clause has several values that are computed: the
// interpreter would compute the first only.
func (w *rewriter) computes(s *ast.SwitchStmt) bool {
	return slices.ContainsFunc(s.Body.List, func(stmt ast.Stmt) bool {
		list := stmt.(*ast.CaseClause).List
		return len(list) > 1 && slices.ContainsFunc(list[1:], func(e ast.Expr) bool {
			_, plain := ast.Unparen(e).(*ast.Ident)
			return !plain && w.info.Types[e].Value == nil
		})
	})
}

// valueSwitch lowers a switch on a value to one on conditions.
func (w *rewriter) valueSwitch(s *ast.SwitchStmt) {
	value := w.check.s.private("x")
	start, first := s.Tag.Pos(), ""
	if s.Init != nil {
		first = w.loweredStatement(s.Init) + "; "
		start = s.Init.Pos()
	}
	text, err := w.spell(types.Default(w.typeOf(s.Tag)))
	if err != nil {
		text = "interface{}"
	}
	conditions := w.clauseConditions(s, func(part *rewriter, e ast.Expr) { part.caseCondition(s.Tag, e, value) })
	if first += w.inOrder(s.Body.List, conditions); first != "" {
		w.wrap(s, first)
	}
	w.cut(start, s.Tag.Pos(), value+" := ("+text+")(")
	w.rewrite(s.Tag)
	w.cut(s.Tag.End(), s.Body.Lbrace, "); ")
	w.clauses(s, conditions)
}

// conditionSwitch lowers a switch on conditions whose default clause is not the
// last.
func (w *rewriter) conditionSwitch(s *ast.SwitchStmt) {
	first := ""
	if s.Init != nil {
		first = w.loweredStatement(s.Init) + "; "
		w.cut(s.Init.Pos(), s.Body.Lbrace, w.newlines(s.Init.Pos(), s.Body.Lbrace))
	}
	conditions := w.clauseConditions(s, func(part *rewriter, e ast.Expr) {
		if types.IsInterface(w.typeOf(e)) {
			part.surround(e, w.check.sessionName("Equal")+"(", ", true, \"\", \"bool\")")
		}
		part.rewrite(e)
	})
	w.wrap(s, first+w.inOrder(s.Body.List, conditions))
	w.clauses(s, conditions)
}

// clauseConditions are the lowered conditions of the clauses of a switch; that
// of the default clause is empty.
func (w *rewriter) clauseConditions(s *ast.SwitchStmt, lower func(part *rewriter, e ast.Expr)) []string {
	var out []string
	for _, stmt := range s.Body.List {
		var terms []string
		for _, e := range stmt.(*ast.CaseClause).List {
			part := *w
			part.edits = nil
			lower(&part, e)
			w.join(&part)
			terms = append(terms, apply(w.cell.Source, w.offset(e.Pos()), w.offset(e.End()), part.edits))
		}
		out = append(out, strings.Join(terms, " || "))
	}
	return out
}

// clauses lowers the clauses of a switch to such with these conditions.
func (w *rewriter) clauses(s *ast.SwitchStmt, conditions []string) {
	for i, stmt := range s.Body.List {
		c := stmt.(*ast.CaseClause)
		w.clauseCondition(c, conditions[i])
		for _, stmt := range c.Body {
			w.rewrite(stmt)
		}
	}
}

// clauseCondition gives a clause a condition; an empty one leaves it as it is.
func (w *rewriter) clauseCondition(c *ast.CaseClause, condition string) {
	switch {
	case condition == "":
	case c.List == nil:
		w.cut(c.Case, c.Colon, "case "+condition)
	default:
		first, last := c.List[0], c.List[len(c.List)-1]
		lines := strings.TrimPrefix(w.newlines(first.Pos(), last.End()), strings.Repeat("\n", strings.Count(condition, "\n")))
		w.cut(first.Pos(), last.End(), lines+condition) // none after it, where it would end
	}
}

// defaultBetween is the index of a default clause that the interpreter would
// exchange with the last clause, where it matters, and otherwise -1.
func (w *rewriter) defaultBetween(list []ast.Stmt) int {
	i := slices.IndexFunc(list, func(s ast.Stmt) bool { return s.(*ast.CaseClause).List == nil })
	if i < 0 || i == len(list)-1 {
		return -1
	}
	constant := true
	for _, s := range list {
		c := s.(*ast.CaseClause)
		for _, e := range c.List {
			constant = constant && w.info.Types[e].Value != nil
		}
		if len(c.Body) == 0 {
			continue
		}
		if b, ok := c.Body[len(c.Body)-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
			return i
		}
	}
	if constant || i == len(list)-2 {
		return -1
	}
	return i
}

// inOrder gives the default clause a condition where it is not the last: that
// none of the clauses after it is chosen, and these that they are. It returns
// the declaration of the variable that keeps which one is chosen:
//
//	n := 0; switch { case !(C1 && Note(&n, 1) || C2 && Note(&n, 2)): ... case n == 1: ... case n == 2: ... }
func (w *rewriter) inOrder(list []ast.Stmt, conditions []string) string {
	at := w.defaultBetween(list)
	if at < 0 {
		return ""
	}
	chosen := w.check.s.private("n")
	var terms []string
	for i := at + 1; i < len(list); i++ {
		terms = append(terms, fmt.Sprintf("(%s) && %s(&%s, %d)", conditions[i], w.check.sessionName("Note"), chosen, i))
		conditions[i] = fmt.Sprintf("%s == %d", chosen, i)
	}
	conditions[at] = "!(" + strings.Join(terms, " || ") + ")"
	return chosen + " := 0; "
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
