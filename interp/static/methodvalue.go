package static

import (
	"go/ast"
	"go/types"
)

// methodValue lowers a method value, x.M, of a cell's type: the interpreter
// looks at x when the method is called. It returns false where it did.
func (w *rewriter) methodValue(e *ast.SelectorExpr) bool {
	sel := w.info.Selections[e]
	if sel == nil || sel.Kind() != types.MethodVal || w.called[e] || sel.Obj().Pkg() == nil || sel.Obj().Pkg().Path() != "main" {
		return true
	}
	t := w.typeOf(e.X)
	recv := sel.Obj().Type().(*types.Signature).Recv().Type()
	_, byPointer := recv.(*types.Pointer)
	_, isPointer := t.Underlying().(*types.Pointer)
	open := ""
	path := ""
	if n := len(sel.Index()); n > 1 {
		through, holder, ok := w.embeddedHolder(t, sel.Index()[:n-1])
		if !ok {
			return true
		}
		path, t = through, holder
		_, isPointer = t.Underlying().(*types.Pointer)
	}
	switch {
	case types.IsInterface(t):
	case byPointer && !isPointer:
		t, open = types.NewPointer(t), "&"
	case !byPointer && isPointer:
		t, open = t.Underlying().(*types.Pointer).Elem(), "*"
	}
	receiver, err := w.spell(t)
	if err != nil {
		return true
	}
	function, err := w.spell(anonymous(w.typeOf(e).Underlying().(*types.Signature)))
	if err != nil {
		return true
	}
	w.insert(e.Pos(), "func(r"+mark+" "+receiver+") "+function+" { return r"+mark+"."+w.memberText(e.Sel)+" }("+open)
	w.rewrite(e.X)
	w.cut(e.X.End(), e.End(), path+")"+w.newlines(e.X.End(), e.End()))
	return false
}

// calls notes that a method is called, and no value.
func (w *rewriter) calls(c *ast.CallExpr) {
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
		if w.called == nil {
			w.called = map[*ast.SelectorExpr]bool{}
		}
		w.called[sel] = true
	}
}
