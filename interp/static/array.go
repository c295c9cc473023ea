package static

import (
	"fmt"
	"go/ast"
	"go/types"
)

// pointedArray finds the array that a pointer points to, where x is the
// pointer or what it points to. It returns the pointer.
func (w *rewriter) pointedArray(x ast.Expr) (ast.Expr, *types.Array) {
	x = ast.Unparen(x)
	if star, ok := x.(*ast.StarExpr); ok {
		x = ast.Unparen(star.X)
	}
	tv := w.info.Types[x]
	if tv.Type == nil || !tv.IsValue() {
		return nil, nil
	}
	p, ok := w.typeOf(x).Underlying().(*types.Pointer)
	if !ok {
		return nil, nil
	}
	array, _ := p.Elem().Underlying().(*types.Array)
	return x, array
}

// arrayRange lowers a range over the indices of an array that a pointer points
// to, which may be nil.
func (w *rewriter) arrayRange(r *ast.RangeStmt) {
	pointer, array := w.pointedArray(r.X)
	if array == nil {
		return
	}
	if id, ok := r.Value.(*ast.Ident); r.Value != nil && (!ok || id.Name != "_") {
		if pointer == ast.Unparen(r.X) {
			w.surround(r.X, "(*", ")[:]")
		}
		return
	}
	if text, err := w.spell(w.typeOf(pointer)); err == nil {
		w.replace(r.X, fmt.Sprintf("func(%s) []struct{} { return make([]struct{}, %d) }(%s)", text, array.Len(), w.lowered(pointer)))
	}
}

// arrayLength lowers len and cap of an array that a pointer points to. It
// returns false where it did.
func (w *rewriter) arrayLength(c *ast.CallExpr) bool {
	pointer, array := w.pointedArray(c.Args[0])
	if array == nil {
		return true
	}
	text, err := w.spell(w.typeOf(pointer))
	if err != nil {
		return true
	}
	w.replace(c, fmt.Sprintf("func(%s) int { return %d }(%s)", text, array.Len(), w.lowered(pointer)))
	return false
}

// address lowers the address of an element of an array that a pointer points
// to.
func (w *rewriter) address(u *ast.UnaryExpr) {
	x, ok := ast.Unparen(u.X).(*ast.IndexExpr)
	if !ok {
		return
	}
	if t := w.info.Types[x.X]; t.Type == nil || !t.IsValue() {
		return
	}
	if _, ok := w.typeOf(x.X).Underlying().(*types.Pointer); ok {
		w.surround(x.X, "(*", ")")
	}
}
