package static

import (
	"go/ast"
	"go/types"
	"strings"
)

// show assigns the cell's last expression to variables and tells where they
// are.
func (c *composition) show(p *Program, n *renamer, x ast.Expr) {
	v := c.shownValues(x)
	if v.results == nil {
		if isUntypedNil(v.typ) {
			n.edits = append(n.edits, edit{start: n.syntax.offset(x.Pos()), end: n.syntax.offset(x.Pos()), text: "_ = any("},
				edit{start: n.syntax.offset(x.End()), end: n.syntax.offset(x.End()), text: ")"})
		}
		return
	}
	names := c.assignValues(n, x, v.results)
	if v.printed {
		return
	}
	values := v.values
	p.Value = &Value{Type: errorType, Error: true}
	switch len(values) {
	case 0:
		c.display += c.shownVariable(p, names[len(names)-1])
	case 1:
		p.Value.Type, p.Value.Error = values[0], false
		c.display += c.shownVariable(p, names[0])
	default:
		p.Value.Type, p.Value.Error = types.NewSlice(types.NewInterfaceType(nil, nil)), false
		c.display += c.shownVariable(p, "[]any{"+strings.Join(names[:len(values)], ", ")+"}")
	}
	for _, name := range names {
		p.Value.Variables = append(p.Value.Variables, c.s.interpreterName(name))
	}
	if v.failing && len(values) > 0 {
		p.Value.Failure = c.s.interpreterName(names[len(names)-1])
	}
}

// shownValues are the values of a cell's last expression.
type shownValues struct {
	typ     types.Type
	results []types.Type // none where the expression has no value to show
	values  []types.Type // what is shown of the results
	failing bool         // the last result is an error
	printed bool         // the expression prints, and nothing is to be shown
}

func (k *check) shownValues(x ast.Expr) shownValues {
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

// shownVariable keeps what is shown in a variable of type any, where it has its
// true type.
func (c *composition) shownVariable(p *Program, text string) string {
	name := c.s.private("shown")
	c.body.WriteString("var " + name + " any\n")
	p.Value.Expr = c.s.interpreterName(name)
	p.Value.Variables = append(p.Value.Variables, p.Value.Expr)
	return name + " = " + text + "\n"
}

// assignValues declares variables and assigns the expression to them.
func (c *composition) assignValues(n *renamer, x ast.Expr, results []types.Type) []string {
	var names []string
	for _, t := range results {
		text, err := c.spellFor(t, nil)
		if err != nil {
			text = "any"
		}
		name := c.s.private("out")
		names = append(names, name)
		c.body.WriteString("var " + name + " " + text + "\n")
	}
	at := n.syntax.offset(x.Pos())
	n.edits = append([]edit{{start: at, end: at, text: strings.Join(names, ", ") + " = "}}, n.edits...)
	return names
}

var errorType = types.Universe.Lookup("error").Type()

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
