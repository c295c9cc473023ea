package ask

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// hole stands for the name to complete. No user has this name.
const hole = "hole" + check.Mark

// expected describes what a place in the source admits: values of a type, or types. The
// zero value admits all.
type expected struct {
	value types.Type
	types bool
}

// expectedAt finds what the hole at an offset admits.
func expectedAt(k *check.Checked, offset int) expected {
	path := pathTo(k, offset)
	for i := len(path) - 2; i >= 0; i-- {
		if e, ok := expectedBy(k, path[i], path[i+1], path[:i]); ok {
			if e.value == types.Typ[types.Invalid] {
				e.value = nil
			}
			return e
		}
	}
	return expected{}
}

// pathTo lists the nodes that enclose the hole at an offset, the hole last.
func pathTo(k *check.Checked, offset int) []ast.Node {
	var path []ast.Node
	walk(k, offset, func(n ast.Node, s *syntax.Parsed) {
		if s.Offset(n.Pos()) <= offset && offset < s.Offset(n.End()) {
			path = append(path, n)
		}
	})
	if len(path) == 0 {
		return nil
	}
	if id, ok := path[len(path)-1].(*ast.Ident); !ok || id.Name != hole {
		return nil
	}
	return path
}

// expectedBy returns what a node admits in place of its child. It reports false if the
// child is only a part of the node's operand, as inside parentheses.
func expectedBy(k *check.Checked, n, child ast.Node, above []ast.Node) (expected, bool) {
	switch n := n.(type) {
	case *ast.ValueSpec:
		if n.Type == child {
			return expected{types: true}, true
		}
		return expected{value: typeOf(k, n.Type)}, true
	case *ast.Field:
		return expected{types: n.Type == child}, true
	case *ast.AssignStmt:
		if i := indexOf(n.Rhs, child); i >= 0 && n.Tok != token.DEFINE && i < len(n.Lhs) {
			return expected{value: typeOf(k, n.Lhs[i])}, true
		}
		return expected{}, true
	case *ast.CallExpr:
		return expected{value: parameter(k, n, indexOf(n.Args, child))}, true
	case *ast.ReturnStmt:
		return expected{value: result(k, above, indexOf(n.Results, child))}, true
	case *ast.KeyValueExpr, *ast.ParenExpr, *ast.SelectorExpr:
		return expected{}, false
	case *ast.CompositeLit:
		return expected{value: element(k, n, child)}, true
	case *ast.BinaryExpr:
		other := n.X
		if n.X == child {
			other = n.Y
		}
		if n.Op == token.SHL || n.Op == token.SHR {
			return expected{}, true
		}
		t := typeOf(k, other)
		if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
			return expected{}, false
		}
		return expected{value: t}, true
	case *ast.SendStmt:
		if c, ok := coreType(typeOf(k, n.Chan)).(*types.Chan); ok && n.Value == child {
			return expected{value: c.Elem()}, true
		}
	case *ast.ExprStmt:
		return expected{}, false
	case *ast.IfStmt:
		// Without its block a condition is taken for what comes before one.
		if _, bad := n.Cond.(*ast.BadExpr); n.Cond == child || bad && n.Init == child {
			return expected{value: types.Typ[types.Bool]}, true
		}
	}
	return expected{}, true
}

func indexOf(list []ast.Expr, child ast.Node) int {
	return slices.IndexFunc(list, func(e ast.Expr) bool { return e == child })
}

// typeOf returns the type of an expression, or nil where that is unknown.
func typeOf(k *check.Checked, e ast.Expr) types.Type {
	if e == nil {
		return nil
	}
	if id, ok := e.(*ast.Ident); ok {
		if o := k.Object(id); o != nil {
			return o.Type()
		}
	}
	return k.Info.Types[e].Type
}

// coreType returns the underlying type, or nil of nothing.
func coreType(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// parameter returns the type of a call's argument i.
func parameter(k *check.Checked, call *ast.CallExpr, i int) types.Type {
	sig, ok := coreType(typeOf(k, call.Fun)).(*types.Signature)
	if !ok || i < 0 {
		return nil
	}
	last := sig.Params().Len() - 1
	if sig.Variadic() && i >= last {
		if s, ok := sig.Params().At(last).Type().(*types.Slice); ok {
			return s.Elem()
		}
	}
	if i > last {
		return nil
	}
	return sig.Params().At(i).Type()
}

// result returns the type of result i of the innermost function around.
func result(k *check.Checked, above []ast.Node, i int) types.Type {
	for _, n := range slices.Backward(above) {
		var f *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncDecl:
			f = n.Type
		case *ast.FuncLit:
			f = n.Type
		default:
			continue
		}
		if f.Results == nil {
			return nil
		}
		var all []types.Type
		for _, field := range f.Results.List {
			for range max(len(field.Names), 1) {
				all = append(all, typeOf(k, field.Type))
			}
		}
		if 0 <= i && i < len(all) {
			return all[i]
		}
		return nil
	}
	return nil
}

// element returns the type of the literal's element at the position of child.
func element(k *check.Checked, lit *ast.CompositeLit, child ast.Node) types.Type {
	switch t := coreType(typeOf(k, lit)).(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	case *types.Struct:
		if kv, ok := child.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				if f, _, _ := types.LookupFieldOrMethod(t, false, k.Pkg, key.Name); f != nil {
					return f.Type()
				}
			}
		}
	}
	return nil
}

// rank puts first the objects that the place admits: values, then functions that return
// one; within these, the most used first. The others keep their order.
func (e expected) rank(objects []types.Object, uses Uses) []types.Object {
	type place struct {
		object                       types.Object
		distance, predeclared, times int
	}
	places := make([]place, len(objects))
	for i, o := range objects {
		places[i] = place{o, e.distance(o), predeclared(o), uses.of(o)}
	}
	slices.SortStableFunc(places, func(a, b place) int {
		return cmp.Or(a.distance-b.distance, a.predeclared-b.predeclared, b.times-a.times)
	})
	for i, p := range places {
		objects[i] = p.object
	}
	return objects
}

// predeclared ranks Go's predeclared objects after those of users and packages.
func predeclared(o types.Object) int {
	if o.Parent() == types.Universe {
		return 1
	}
	return 0
}

// misfit is the distance of objects that the place does not admit.
const misfit = 2

func (e expected) distance(o types.Object) int {
	_, isType := o.(*types.TypeName)
	switch {
	case e.types && isType:
		return 0
	case e.types || e.value == nil || isType || o.Type() == nil:
		return misfit
	case e.admits(o.Type()):
		return 0
	}
	if sig, ok := o.Type().(*types.Signature); ok && sig.Results().Len() == 1 && e.admits(sig.Results().At(0).Type()) {
		return 1
	}
	return misfit
}

func (e expected) admits(t types.Type) bool {
	return t != types.Typ[types.Invalid] && types.AssignableTo(t, e.value)
}
