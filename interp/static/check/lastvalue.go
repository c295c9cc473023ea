package check

import (
	"go/ast"
	"go/types"
	"strings"
)

// ShownValues are the values of a cell's last expression.
type ShownValues struct {
	Type    types.Type
	Results []types.Type // none where the expression has no value to show
	Values  []types.Type // the shown results
	Failing bool         // the last result is an error
	Printed bool         // the expression prints, and nothing is shown
}

// Shown returns the values that the cell shows of its last expression.
func (k *Checked) Shown(x ast.Expr) ShownValues {
	tv := k.Info.Types[x]
	v := ShownValues{Type: tv.Type}
	if !tv.IsValue() || IsUntypedNil(tv.Type) {
		return v
	}
	v.Results = ResultTypes(tv.Type)
	v.Values = v.Results
	last := len(v.Results) - 1
	if v.Failing = types.Identical(v.Results[last], ErrorType); v.Failing {
		v.Values = v.Results[:last]
	}
	if countsBytes(x, v.Values) {
		v.Printed = isPrint(k.Info, x) || !v.Failing
		v.Values = nil
	}
	return v
}

// IsUntypedNil reports whether t is the type of an untyped nil.
func IsUntypedNil(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UntypedNil
}

// ResultTypes returns the types of an expression's values.
func ResultTypes(t types.Type) []types.Type {
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

// isPrint reports whether x prints by package fmt; its results are dropped.
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

// countsBytes reports whether x is a call whose value is a count of bytes written, which
// is not worth showing.
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
