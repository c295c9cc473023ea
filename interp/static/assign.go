package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// operatesLate tells whether an assignment by an operator, such as x[i] += f(),
// calls a function that may change the operands of what is assigned to: the
// interpreter reads before the call and writes after it.
func (w *rewriter) operatesLate(a *ast.AssignStmt) bool {
	if a.Tok == token.ASSIGN || a.Tok == token.DEFINE || !w.callsFunction(a.Rhs[0]) || w.callsFunction(a.Lhs[0]) {
		return false
	}
	switch ast.Unparen(a.Lhs[0]).(type) {
	case *ast.IndexExpr, *ast.StarExpr, *ast.SelectorExpr:
		return true
	}
	return false
}

// operate lowers an assignment by an operator: the value is computed first.
func (w *rewriter) operate(a *ast.AssignStmt) {
	value, x := w.check.s.private("v"), a.Rhs[0]
	w.insert(a.Pos(), value+" := "+w.lowered(x)+"; ")
	w.rewrite(a.Lhs[0])
	w.replace(x, value)
}

// callsFunction tells whether evaluating x calls a function.
func (w *rewriter) callsFunction(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			tv := w.info.Types[c.Fun]
			found = found || !tv.IsType() && !tv.IsBuiltin()
		}
		_, lit := n.(*ast.FuncLit)
		return !found && !lit
	})
	return found
}

// dropped lowers an assignment of the element of a map, or of what a pointer
// points to, to nothing but blanks: the interpreter would not evaluate it. It
// returns false where a is none.
func (w *rewriter) dropped(a *ast.AssignStmt) bool {
	if a.Tok != token.ASSIGN || len(a.Rhs) != 1 || slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool { return !isBlank(x) }) {
		return false
	}
	x := ast.Unparen(a.Rhs[0])
	t := w.typeOf(x)
	switch x := x.(type) {
	case *ast.StarExpr:
	case *ast.IndexExpr:
		tv := w.info.Types[x.X]
		if !tv.IsValue() {
			return false
		}
		m, ok := w.typeOf(x.X).Underlying().(*types.Map)
		if !ok {
			return false
		}
		t = m.Elem()
	default:
		return false
	}
	text, err := w.spell(t)
	if err != nil {
		return false
	}
	if len(a.Lhs) == 2 {
		text += ", bool"
	}
	w.cut(a.Pos(), x.Pos(), "func("+text+") {}("+w.newlines(a.Pos(), x.Pos()))
	w.rewrite(x)
	w.cut(x.End(), a.End(), ")"+w.newlines(x.End(), a.End()))
	return true
}

// isBlank tells whether x is the blank identifier.
func isBlank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// packageVariable lowers a variable of a basic type of another package, whose
// address is not taken: the interpreter takes it for a constant.
func (w *rewriter) packageVariable(sel *ast.SelectorExpr) {
	v, ok := w.info.Uses[sel.Sel].(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Pkg().Path() == "main" || w.addressed == sel {
		return
	}
	if _, basic := v.Type().Underlying().(*types.Basic); basic {
		w.surround(sel, "*(&", ")")
	}
}
