package ask

import (
	"go/ast"
	"go/token"
	"go/types"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// exprEndingAt finds the largest expression of known type or package that
// ends at an offset.
func exprEndingAt(k *check.Checked, offset int) ast.Expr {
	var found ast.Expr
	walk(k, offset, func(n ast.Node, s *syntax.Parsed) {
		e, ok := n.(ast.Expr)
		if !ok || s.Offset(e.End()) != offset || found != nil {
			return
		}
		if id, ok := e.(*ast.Ident); ok && k.Info.Uses[id] != nil {
			found = e
		}
		if tv, ok := k.Info.Types[e]; ok && (tv.IsValue() || tv.IsType()) && tv.Type != types.Typ[types.Invalid] {
			found = e
		}
	})
	return found
}

// identAt finds the name at an offset, or the one that ends there.
func identAt(k *check.Checked, offset int) *ast.Ident {
	var found *ast.Ident
	walk(k, offset, func(n ast.Node, s *syntax.Parsed) {
		if id, ok := n.(*ast.Ident); ok && s.Offset(id.Pos()) <= offset && offset <= s.Offset(id.End()) {
			found = id
		}
	})
	return found
}

// walk walks the pieces of the cell that hold an offset.
func walk(k *check.Checked, offset int, f func(ast.Node, *syntax.Parsed)) {
	for _, list := range [][]*check.Item{k.Imports, k.Own, k.Statements} {
		for _, it := range list {
			if offset < it.Start || it.End < offset {
				continue
			}
			it.Parsed.Inspect(func(n ast.Node) bool {
				if n != nil && n.Pos().IsValid() {
					f(n, it.Parsed)
				}
				return true
			})
		}
	}
}

// locals lists the objects of inner scopes that are visible at an offset.
func locals(k *check.Checked, offset int) []types.Object {
	var out []types.Object
	for id, o := range k.Info.Defs {
		if o == nil || o.Parent() == nil || o.Parent() == k.Scope || o.Parent() == k.Pkg.Scope() {
			continue
		}
		for _, list := range [][]*check.Item{k.Own, k.Statements} {
			for _, it := range list {
				if it.File == k.FileSet.File(id.Pos()) && visible(k, it, o, id, offset) {
					out = append(out, o)
				}
			}
		}
	}
	return out
}

// visible reports whether the object that id defines in an item is in scope at
// an offset.
func visible(k *check.Checked, it *check.Item, o types.Object, id *ast.Ident, offset int) bool {
	if it.Offset(id.End()) > offset {
		return false
	}
	for _, h := range k.Hoists {
		if h.Ident == id {
			return true
		}
	}
	if offset < it.Start || offset > it.End {
		return false
	}
	pos := token.Pos(it.File.Base() + it.Prefix + offset - it.Start)
	return o.Parent().Contains(pos)
}
