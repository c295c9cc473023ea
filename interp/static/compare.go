package static

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// comparison lowers == and != of interfaces. It returns false where it did.
func (w *rewriter) comparison(b *ast.BinaryExpr) bool {
	if b.Op != token.EQL && b.Op != token.NEQ || !w.dynamic(b.X, b.Y) {
		return true
	}
	not := ""
	if b.Op == token.NEQ {
		not = "!"
	}
	w.surround(b, not+w.check.sessionName("Equal")+"(", ", "+w.operandID(b.X)+", "+w.operandID(b.Y)+")")
	w.operand(b.X)
	w.cut(b.X.End(), b.Y.Pos(), ", "+w.newlines(b.X.End(), b.Y.Pos()))
	w.operand(b.Y)
	return false
}

// dynamic tells whether the comparison of two operands is one of interfaces,
// apart from nil.
func (w *rewriter) dynamic(x, y ast.Expr) bool {
	if w.info.Types[x].IsNil() || w.info.Types[y].IsNil() {
		return false
	}
	return types.IsInterface(w.typeOf(x)) || types.IsInterface(w.typeOf(y))
}

// operand lowers one operand to a value in an empty interface.
func (w *rewriter) operand(x ast.Expr) {
	open, end := "", ""
	if i, ok := w.typeOf(x).Underlying().(*types.Interface); ok && !i.Empty() {
		open, end = "interface{}(", ")"
	}
	w.surround(x, open, end)
	w.rewrite(x)
}

// operandID is the name of the type of an operand that is in no interface.
func (w *rewriter) operandID(x ast.Expr) string {
	t := w.typeOf(x)
	if types.IsInterface(t) {
		return `""`
	}
	text, err := w.spell(t)
	if err != nil {
		return `""`
	}
	return strconv.Quote(cmp.Or(w.check.typeID(t, text), text))
}

// index lowers the index of a map by an interface. It returns false where it
// did.
func (w *rewriter) index(x *ast.IndexExpr) bool {
	if w.looksUp(x) {
		return true
	}
	open, end := w.mapKey(x)
	if w.info.Types[x.Index].IsNil() {
		open, end = w.nilKey(x)
	}
	if open == "" {
		return true
	}
	w.rewrite(x.X)
	w.surround(x.Index, open, end)
	w.rewrite(x.Index)
	return false
}

// nilKey gives nil as a key of a map the type of the keys.
func (w *rewriter) nilKey(x *ast.IndexExpr) (open, end string) {
	m, ok := w.typeOf(x.X).Underlying().(*types.Map)
	if !ok || types.IsInterface(m.Key()) {
		return "", ""
	}
	text, err := w.spell(m.Key())
	if err != nil {
		return "", ""
	}
	return "(" + text + ")(", ")"
}

// mapKey surrounds the key of a map whose keys are of any type: the
// interpreter's pairs are not equal to one another.
func (w *rewriter) mapKey(x *ast.IndexExpr) (open, end string) {
	m, ok := w.typeOf(x.X).Underlying().(*types.Map)
	if !ok {
		return "", ""
	}
	if i, ok := m.Key().Underlying().(*types.Interface); !ok || !i.Empty() || w.info.Types[x.Index].Value != nil {
		return "", ""
	}
	return w.check.sessionName("Plain") + "(interface{}(", "))"
}
