package static

import (
	"fmt"
	"go/ast"
	"go/types"
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
