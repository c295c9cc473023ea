package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// displayPackage has the wrappers that keep the methods of cells' types.
const displayPackage = "krigo/display"

// lowerValue assigns the cell's last expression to variables and tells where
// they are.
func (k *check) lowerValue(p *Program, w *rewriter, x ast.Expr) {
	tv := k.info.Types[x]
	if !tv.IsValue() || isUntypedNil(tv.Type) {
		if isUntypedNil(tv.Type) {
			w.surround(x, "_ = any(", ")")
		}
		return
	}
	results := resultTypes(tv.Type)
	isError := len(results) > 0 && types.Identical(results[len(results)-1], errorType)
	values := results
	if isError {
		values = results[:len(results)-1]
	}
	if countsBytes(x, values) {
		values = nil
		k.assignValues(p, w, x, results, values)
		if !isPrint(k.info, x) {
			p.Value = &Value{Expr: k.out[len(k.out)-1], Type: errorType, Error: true}
		}
		return
	}
	k.assignValues(p, w, x, results, values)
	switch {
	case len(values) == 0:
		p.Value = &Value{Expr: k.out[0], Type: errorType, Error: true}
	case len(values) == 1:
		p.Value = &Value{Expr: k.shown(w, values[0]), Type: values[0]}
	default:
		p.Value = &Value{
			Expr: "[]interface{}{" + strings.Join(k.out[:len(values)], ", ") + "}",
			Type: types.NewSlice(types.NewInterfaceType(nil, nil)),
		}
	}
	p.Value.Variables = k.out
	if isError && len(values) > 0 {
		p.Value.Failure = k.out[len(k.out)-1]
	}
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

// assignValues declares the variables of the cell's value, out, and assigns
// the expression to them.
func (k *check) assignValues(p *Program, w *rewriter, x ast.Expr, results, values []types.Type) {
	k.out = nil
	for _, t := range results {
		text, err := k.spell(t, nil)
		if err != nil {
			text = "interface{}"
		}
		name := k.s.private("out")
		k.out = append(k.out, name)
		k.results = append(k.results, "var "+name+" "+text)
	}
	w.insertFirst(x.Pos(), strings.Join(k.out, ", ")+" = ")
}

// insertFirst inserts text before all that was inserted at pos.
func (w *rewriter) insertFirst(pos token.Pos, text string) {
	at := w.offset(pos)
	w.edits = append([]edit{{start: at, end: at, text: text}}, w.edits...)
}

// shown returns the expression that yields the value, which for a type that a
// cell declared is wrapped in what it has to show itself.
func (k *check) shown(w *rewriter, t types.Type) string {
	if joined := k.joined(k.out[0], t); joined != "" {
		return joined
	}
	if types.IsInterface(t) || !k.isForeign(t) {
		return k.out[0]
	}
	if d := k.shower(); d != nil {
		return k.sessionName("Viewed") + "(" + d.emitted[instanceName] + ", " + k.out[0] + ", " + strconv.Quote(shapeText(k.shape(t))) + ")"
	}
	return k.out[0]
}

// joined returns a call that joins the value of the variable v, of type t, to
// the methods by which t shows itself, or "" where a cell declared none. The
// value is given apart: yaegi puts a wrong one into an interface's wrapper.
func (k *check) joined(v string, t types.Type) string {
	if !k.declaredHere(t) {
		return ""
	}
	alias := func(name string) string { return k.alias(displayPackage, "display") + "." + name }
	args := []string{v}
	methods := types.NewMethodSet(t)
	for _, m := range viewMethods {
		if m.in(methods) {
			args = append(args, alias(m.wrapper)+"("+v+")")
		}
	}
	if len(args) == 1 {
		return ""
	}
	return alias("Join") + "(" + strings.Join(args, ", ") + ")"
}

// showing are the functions and methods of display that show their arguments.
var showing = []string{"Show", "Page", "NewHandle", "Update"}

// showArguments joins the arguments of a call that shows them to the methods
// by which they show themselves.
func (w *rewriter) showArguments(c *ast.CallExpr) {
	if !w.shows(c) {
		return
	}
	for _, arg := range c.Args {
		t := w.check.info.Types[arg].Type
		joined := w.check.joined("v"+mark, t)
		text, err := w.check.spell(t, w.owner)
		if joined == "" || err != nil {
			continue
		}
		w.surround(arg, "func(v"+mark+" "+text+") interface{} { return "+joined+" }(", ")")
	}
}

// shows tells whether a call shows its arguments.
func (w *rewriter) shows(c *ast.CallExpr) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || c.Ellipsis.IsValid() {
		return false
	}
	f, ok := w.check.info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != nil && f.Pkg().Path() == displayPackage && slices.Contains(showing, f.Name())
}

// declaredHere tells whether t, or what it points to, is a type of a cell.
func (k *check) declaredHere(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "main" && !types.IsInterface(named)
}

// view is a method by which a value shows itself.
type view struct {
	method, result, wrapper string
}

// viewMethods lists them with display's wrappers.
var viewMethods = []view{
	{"MIMEBundle", "func() map[string]any", "AsMIMEBundle"},
	{"MIMEMetadata", "func() map[string]any", "AsMIMEMetadata"},
	{"HTML", "func() string", "AsHTML"},
	{"Markdown", "func() string", "AsMarkdown"},
	{"LaTeX", "func() string", "AsLaTeX"},
	{"SVG", "func() []byte", "AsSVG"},
	{"PNG", "func() []byte", "AsPNG"},
	{"String", "func() string", "AsStringer"},
	{"Error", "func() string", "AsError"},
}

func (v view) in(methods *types.MethodSet) bool {
	m := methods.Lookup(nil, v.method)
	return m != nil && types.TypeString(m.Type(), nil) == v.result
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
