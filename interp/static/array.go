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
		w.replace(r.X, fmt.Sprintf("func(p %s) []struct{} { %sreturn make([]struct{}, %d) }(%s)", text, evaluated(r.X, pointer), array.Len(), w.lowered(pointer)))
	}
}

// evaluated looks at what the pointer p points to, where x is not the pointer
// itself and calls a function: then x is evaluated.
func evaluated(x, pointer ast.Expr) string {
	if _, variable := pointer.(*ast.Ident); variable || pointer == ast.Unparen(x) {
		return ""
	}
	return "_ = p[0]; "
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
	w.replace(c, fmt.Sprintf("func(p %s) int { %sreturn %d }(%s)", text, evaluated(c.Args[0], pointer), array.Len(), w.lowered(pointer)))
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
