package static

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// looksUp tells whether x is m[k] in v, ok := m[k].
func (w *rewriter) looksUp(x *ast.IndexExpr) bool {
	_, two := w.info.Types[x].Type.(*types.Tuple)
	return two
}

// lookup lowers v, ok := m[k] to the call of a function: where the key is
// missing the interpreter would leave v as it was.
func (w *rewriter) lookup(x *ast.IndexExpr) {
	if !w.looksUp(x) {
		return
	}
	d := w.check.lookup(w.typeOf(x.X))
	if d == nil {
		return
	}
	if w.owner != nil {
		w.owner.use(d)
	}
	w.insert(x.Pos(), d.emitted[instanceName]+"(")
	w.cut(x.Lbrack, x.Lbrack+1, ", ")
	open, end := w.lookupKey(x.Index, w.typeOf(x.X).Underlying().(*types.Map).Key())
	w.surround(x.Index, open, end)
	w.cut(x.Rbrack, x.Rbrack+1, ")")
}

// lookupKey surrounds the key of a map by what it needs to be given to a
// function.
func (w *rewriter) lookupKey(key ast.Expr, t types.Type) (open, end string) {
	if i, ok := t.Underlying().(*types.Interface); ok && i.Empty() && !w.info.Types[key].IsNil() {
		return w.check.sessionName("Plain") + "(interface{}(", "))"
	}
	if !types.IsInterface(t) && (w.info.Types[key].Value != nil || w.info.Types[key].IsNil()) {
		if text, err := w.spell(t); err == nil {
			return "(" + text + ")(", ")"
		}
	}
	return w.conversionInto(key, t)
}

// lookup is the function that reads maps of a type. It is made where there is
// none.
func (k *check) lookup(t types.Type) *decl {
	if boxed(t) {
		t = t.Underlying()
	}
	d := k.newInstance()
	m := t.Underlying().(*types.Map)
	var texts []any
	for _, t := range []types.Type{t, m.Key(), m.Elem()} {
		text, err := k.spell(t, d)
		if err != nil {
			return nil
		}
		texts = append(texts, text)
	}
	key := "lookup," + k.canonical(t)
	if made := k.after.instances[key]; made != nil {
		return made
	}
	d.emitted[instanceName] = k.s.private("lookup")
	d.source = "func " + d.emitted[instanceName] + fmt.Sprintf("(mᐧ %s, kᐧ %s) (%s, bool) { _, okᐧ := mᐧ[kᐧ]; return mᐧ[kᐧ], okᐧ }", texts...)
	k.addInstance(key, d)
	return d
}

// readsTwice tells whether v, ok := m[k] may be lowered to two readings, which
// are faster than a call: what is read calls nothing, and what it goes to is
// of the element's type.
func (w *rewriter) readsTwice(a *ast.AssignStmt) bool {
	x, ok := ast.Unparen(a.Rhs[0]).(*ast.IndexExpr)
	if !ok || len(a.Lhs) != 2 || len(a.Rhs) != 1 || !w.looksUp(x) || isBlank(a.Lhs[0]) && isBlank(a.Lhs[1]) || !w.plain(x.X) || !w.plain(x.Index) || w.newlines(a.Pos(), a.End()) != "" {
		return false
	}
	elem := w.typeOf(x.X).Underlying().(*types.Map).Elem()
	for i, t := range []types.Type{elem, types.Typ[types.Bool]} {
		if isBlank(a.Lhs[i]) {
			continue
		}
		o := w.objectOf(a.Lhs[i])
		if o == nil || types.IsInterface(t) || !types.Identical(w.env.subst(o.Type()), t) {
			return false
		}
	}
	return true
}

// plain tells whether evaluating x twice is as good as once.
func (w *rewriter) plain(x ast.Expr) bool {
	plain := !w.info.Types[x].IsNil()
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			plain = plain && w.info.Types[n.Fun].IsType()
		case *ast.UnaryExpr:
			plain = plain && n.Op != token.ARROW && n.Op != token.AND
		case *ast.FuncLit, *ast.CompositeLit, *ast.TypeAssertExpr:
			plain = false
		}
		return plain
	})
	return plain
}

// readTwice lowers v, ok := m[k] to _, o := m[k]; v := m[k]; ok := o.
func (w *rewriter) readTwice(a *ast.AssignStmt) {
	x := ast.Unparen(a.Rhs[0]).(*ast.IndexExpr)
	read := w.indexed(x, w.lowered)
	var parts []string
	found := w.check.s.private("v")
	if !isBlank(a.Lhs[1]) {
		parts = append(parts, "_, "+found+" := "+read)
	}
	if !isBlank(a.Lhs[0]) {
		parts = append(parts, w.assignment(a.Lhs[0], w.lowered(a.Lhs[0]), read, a.Tok))
	}
	if !isBlank(a.Lhs[1]) {
		parts = append(parts, w.assignment(a.Lhs[1], w.lowered(a.Lhs[1]), found, a.Tok))
	}
	w.cut(a.Pos(), a.End(), strings.Join(parts, "; ")+w.newlines(a.Pos(), a.End()))
}
