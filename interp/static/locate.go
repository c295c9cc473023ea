package static

import (
	"go/ast"
	"go/token"
	"go/types"
)

// locate.go: what stands at an offset of a source.

// exprEndingAt finds the largest expression of known type or package that
// ends at an offset.
func exprEndingAt(k *checked, offset int) ast.Expr {
	var found ast.Expr
	walk(k, offset, func(n ast.Node, s *syntax) {
		e, ok := n.(ast.Expr)
		if !ok || s.offset(e.End()) != offset || found != nil {
			return
		}
		if id, ok := e.(*ast.Ident); ok && k.info.Uses[id] != nil {
			found = e
		}
		if tv, ok := k.info.Types[e]; ok && (tv.IsValue() || tv.IsType()) && tv.Type != types.Typ[types.Invalid] {
			found = e
		}
	})
	return found
}

// identAt finds the name at an offset, or the one that ends there.
func identAt(k *checked, offset int) *ast.Ident {
	var found *ast.Ident
	walk(k, offset, func(n ast.Node, s *syntax) {
		if id, ok := n.(*ast.Ident); ok && s.offset(id.Pos()) <= offset && offset <= s.offset(id.End()) {
			found = id
		}
	})
	return found
}

// walk walks the pieces of the cell that hold an offset.
func walk(k *checked, offset int, f func(ast.Node, *syntax)) {
	for _, list := range [][]*item{k.imports, k.own, k.stmts} {
		for _, it := range list {
			if offset < it.start || it.end < offset {
				continue
			}
			it.syntax.inspect(func(n ast.Node) bool {
				if n != nil && n.Pos().IsValid() {
					f(n, it.syntax)
				}
				return true
			})
		}
	}
}

// locals lists the objects of inner scopes that are visible at an offset.
func locals(k *checked, offset int) []types.Object {
	var out []types.Object
	for id, o := range k.info.Defs {
		if o == nil || o.Parent() == nil || o.Parent() == k.scope || o.Parent() == k.pkg.Scope() {
			continue
		}
		for _, list := range [][]*item{k.own, k.stmts} {
			for _, it := range list {
				if it.file == k.fset.File(id.Pos()) && visible(k, it, o, id, offset) {
					out = append(out, o)
				}
			}
		}
	}
	return out
}

// visible tells whether the object that id defines in an item is in scope at
// an offset.
func visible(k *checked, it *item, o types.Object, id *ast.Ident, offset int) bool {
	if it.offset(id.End()) > offset {
		return false
	}
	for _, h := range k.hoists {
		if h.ident == id {
			return true
		}
	}
	if offset < it.start || offset > it.end {
		return false
	}
	pos := token.Pos(it.file.Base() + it.prefix + offset - it.start)
	return o.Parent().Contains(pos)
}
