package check

import (
	"go/ast"
	"go/types"
)

// conversions.go: where a cell assigns expressions to something of another type.

// eachReturn visits the return statements of an item, with the function declaration or literal that they end.
func (k *Checked) eachReturn(it *Item, visit func(r *ast.ReturnStmt, of ast.Node, results *types.Tuple)) {
	it.Inspect(func(n ast.Node) bool {
		var t types.Type
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			if o := k.Info.Defs[n.Name]; o != nil {
				t, body = o.Type(), n.Body
			}
		case *ast.FuncLit:
			t, body = k.Info.TypeOf(n), n.Body
		}
		if sig, ok := t.(*types.Signature); ok && body != nil {
			inspectOutside(body, func(inner ast.Node) {
				if r, ok := inner.(*ast.ReturnStmt); ok {
					visit(r, n, sig.Results())
				}
			})
		}
		return true
	})
}

// converted passes on the expressions that a node assigns to something, with its type.
func (k *Checked) converted(n ast.Node, visit func(x ast.Expr, to types.Type)) {
	switch n := n.(type) {
	case *ast.CallExpr:
		k.convertedByCall(n, visit)
	case *ast.AssignStmt:
		for i, x := range n.Rhs {
			if t := k.Info.TypeOf(n.Lhs[min(i, len(n.Lhs)-1)]); t != nil && len(n.Lhs) == len(n.Rhs) {
				visit(x, t)
			}
		}
	case *ast.ValueSpec:
		for i, x := range n.Values {
			if t := k.Info.TypeOf(n.Names[min(i, len(n.Names)-1)]); t != nil && len(n.Names) == len(n.Values) {
				visit(x, t)
			}
		}
	case *ast.SendStmt:
		if c, ok := k.Info.TypeOf(n.Chan).Underlying().(*types.Chan); ok {
			visit(n.Value, c.Elem())
		}
	case *ast.CompositeLit:
		k.convertedByLiteral(n, visit)
	}
}

// convertedByCall is converted for the arguments of a call or a conversion.
func (k *Checked) convertedByCall(call *ast.CallExpr, visit func(x ast.Expr, to types.Type)) {
	callee := k.Info.Types[call.Fun]
	if callee.IsType() {
		visit(call.Args[0], callee.Type)
		return
	}
	if callee.Type == nil {
		return
	}
	sig, ok := callee.Type.Underlying().(*types.Signature)
	if !ok {
		return
	}
	for i, x := range call.Args {
		switch last := sig.Params().Len() - 1; {
		case sig.Variadic() && i >= last && !call.Ellipsis.IsValid():
			if s, ok := sig.Params().At(last).Type().(*types.Slice); ok {
				visit(x, s.Elem())
			}
		case i <= last:
			visit(x, sig.Params().At(i).Type())
		}
	}
}

// convertedByLiteral is converted for the elements of a composite literal.
func (k *Checked) convertedByLiteral(lit *ast.CompositeLit, visit func(x ast.Expr, to types.Type)) {
	t := k.Info.TypeOf(lit)
	if t == nil {
		return
	}
	for i, e := range lit.Elts {
		value := e
		pair, keyed := e.(*ast.KeyValueExpr)
		if keyed {
			value = pair.Value
		}
		switch u := t.Underlying().(type) {
		case *types.Slice:
			visit(value, u.Elem())
		case *types.Array:
			visit(value, u.Elem())
		case *types.Map:
			visit(value, u.Elem())
		case *types.Struct:
			if !keyed && i < u.NumFields() {
				visit(value, u.Field(i).Type())
			} else if id, ok := pairKey(pair); ok && k.Info.Uses[id] != nil {
				visit(value, k.Info.Uses[id].Type())
			}
		}
	}
}

// pairKey returns the name of a field in a composite literal.
func pairKey(pair *ast.KeyValueExpr) (id *ast.Ident, ok bool) {
	if pair == nil {
		return nil, false
	}
	id, ok = pair.Key.(*ast.Ident)
	return id, ok
}
