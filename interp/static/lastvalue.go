package static

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// lastExpr is the expression statement that ends the cell, or nil.
func (k *checked) lastExpr() ast.Expr {
	if len(k.stmts) == 0 {
		return nil
	}
	last := k.stmts[len(k.stmts)-1]
	for _, it := range slices.Concat(k.imports, k.own) {
		if it.start > last.start {
			return nil
		}
	}
	if len(last.stmts) == 0 {
		return nil
	}
	if e, ok := last.stmts[len(last.stmts)-1].(*ast.ExprStmt); ok {
		return e.X
	}
	return nil
}

// shownValues are the values of a cell's last expression.
type shownValues struct {
	typ     types.Type
	results []types.Type // none where the expression has no value to show
	values  []types.Type // what is shown of the results
	failing bool         // the last result is an error
	printed bool         // the expression prints, and nothing is to be shown
}

func (k *checked) shownValues(x ast.Expr) shownValues {
	tv := k.info.Types[x]
	v := shownValues{typ: tv.Type}
	if !tv.IsValue() || isUntypedNil(tv.Type) {
		return v
	}
	v.results = resultTypes(tv.Type)
	v.values = v.results
	last := len(v.results) - 1
	if v.failing = types.Identical(v.results[last], errorType); v.failing {
		v.values = v.results[:last]
	}
	if countsBytes(x, v.values) {
		v.printed = isPrint(k.info, x) || !v.failing
		v.values = nil
	}
	return v
}

func isUntypedNil(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UntypedNil
}

// resultTypes are the types of an expression's values.
func resultTypes(t types.Type) []types.Type {
	tuple, ok := t.(*types.Tuple)
	if !ok {
		return []types.Type{types.Default(t)}
	}
	var out []types.Type
	for v := range tuple.Variables() {
		out = append(out, v.Type())
	}
	return out
}

// isPrint tells whether x prints by package fmt; its results are dropped.
func isPrint(info *types.Info, x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "fmt"
}

// countsBytes tells whether x is a call whose value is a count of bytes
// written, which nobody wants to see.
func countsBytes(x ast.Expr, values []types.Type) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok || len(values) != 1 || !types.Identical(values[0], types.Typ[types.Int]) {
		return false
	}
	var name string
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		name = fun.Sel.Name
	case *ast.Ident:
		name = fun.Name
	}
	for _, prefix := range []string{"Print", "Fprint", "Write"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
