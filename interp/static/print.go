package static

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// printingPackages have functions that print what they are given as anything.
var printingPackages = []string{"fmt", "log", "log/slog"}

// encoders are functions, and methods, that look into what they are given as
// anything and do not change it.
var encoders = []string{
	"encoding/json.Marshal", "encoding/json.MarshalIndent", "encoding/json.Encode",
	"text/template.Execute", "text/template.ExecuteTemplate", "html/template.Execute", "html/template.ExecuteTemplate",
}

// outputArguments lowers the arguments that a call prints or encodes, and returns them.
func (w *rewriter) outputArguments(c *ast.CallExpr) map[ast.Expr]bool {
	f := w.callee(c)
	if f == nil || f.Pkg() == nil {
		return nil
	}
	prints := w.prints(c)
	if !prints && !slices.Contains(encoders, f.Pkg().Path()+"."+f.Name()) || passesTuple(w.info, c) {
		return nil
	}
	verbs := w.typeVerbs(c, f)
	done := map[ast.Expr]bool{}
	for i, arg := range c.Args {
		switch {
		case !w.info.Types[arg].IsValue() || !takesAnything(f.Signature(), i):
		case verbs[i]:
			done[arg] = w.showType(arg)
		case c.Ellipsis.IsValid() && i == len(c.Args)-1:
			if prints {
				w.showEach(arg)
			}
		case prints:
			done[arg] = w.showOne(c, arg)
		default:
			done[arg] = w.encodeOne(arg)
		}
	}
	return done
}

// callee is the compiled function or method that a call names, or nil.
func (w *rewriter) callee(c *ast.CallExpr) *types.Func {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	f, _ := w.info.Uses[sel.Sel].(*types.Func)
	return f
}

// prints tells whether a call is one of a function that shows its arguments.
func (w *rewriter) prints(c *ast.CallExpr) bool {
	f := w.callee(c)
	return f != nil && f.Pkg() != nil && slices.Contains(printingPackages, f.Pkg().Path())
}

// takesAnything tells whether the i-th argument goes into an empty interface.
func takesAnything(sig *types.Signature, i int) bool {
	n := sig.Params().Len()
	if n == 0 || i >= n && !sig.Variadic() {
		return false
	}
	t := sig.Params().At(min(i, n-1)).Type()
	if s, ok := t.(*types.Slice); ok && sig.Variadic() && i >= n-1 {
		t = s.Elem()
	}
	e, ok := t.Underlying().(*types.Interface)
	return ok && e.Empty()
}

// showEach lowers a list of arguments.
func (w *rewriter) showEach(arg ast.Expr) {
	s, ok := w.typeOf(arg).Underlying().(*types.Slice)
	if !ok || !types.IsInterface(s.Elem()) {
		return
	}
	if show, ok := w.shower(); ok {
		w.surround(arg, w.check.sessionName("ShowEach")+"("+show+", ", ")")
	}
}

// showOne lowers an argument that is printed. It returns false where there is
// nothing to do, or where its own methods do it.
func (w *rewriter) showOne(c *ast.CallExpr, arg ast.Expr) bool {
	t := w.typeOf(arg)
	if w.info.Types[arg].IsNil() || !w.check.isForeign(t) || w.hasText(t) || !types.Identical(w.shownAs(c, arg, anything), anything) {
		return false
	}
	show, ok := w.shower()
	switch {
	case !ok:
		return false
	case types.IsInterface(t):
		w.surround(arg, show+"(", ")")
	case w.check.hasOwnMethods(t) && !isStructOrPointer(t):
		return false
	default:
		w.surround(arg, w.check.sessionName("Show")+"("+show+", ", ", "+strconv.Quote(shapeText(w.check.shape(t)))+")")
	}
	return true
}

func isStructOrPointer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Pointer:
		return true
	}
	return false
}

var anything = types.NewInterfaceType(nil, nil)

// hasText tells whether package fmt prints values of type t by a method.
func (w *rewriter) hasText(t types.Type) bool {
	methods := types.NewMethodSet(t)
	for _, name := range []string{"Format", "GoString", "Error", "String"} {
		if methods.Lookup(nil, name) != nil {
			return true
		}
	}
	return false
}

// encodeOne lowers an argument that is encoded.
func (w *rewriter) encodeOne(arg ast.Expr) bool {
	t := w.typeOf(arg)
	if w.info.Types[arg].IsNil() || !w.check.isForeign(t) {
		return false
	}
	methods := types.NewMethodSet(t)
	if methods.Lookup(nil, "MarshalJSON") != nil || methods.Lookup(nil, "MarshalText") != nil {
		return false
	}
	w.surround(arg, w.check.sessionName("Encoded")+"("+w.marshaller()+", ", ", "+strconv.Quote(shapeText(w.check.shape(t)))+")")
	return true
}

// showType lowers an argument whose type is printed.
func (w *rewriter) showType(arg ast.Expr) bool {
	name := ""
	if t := w.typeOf(arg); !types.IsInterface(t) && !w.info.Types[arg].IsNil() {
		name = runtimeText(types.Default(t))
	}
	w.surround(arg, w.check.sessionName("TypeText")+"(", ", "+strconv.Quote(name)+")")
	return true
}

// typeVerbs turns the verbs %T of a format that is written out into %s, and
// returns the places of their arguments.
func (w *rewriter) typeVerbs(c *ast.CallExpr, f *types.Func) map[int]bool {
	at := formatPlace(f)
	if at < 0 || at >= len(c.Args) || c.Ellipsis.IsValid() {
		return nil
	}
	literal, ok := ast.Unparen(c.Args[at]).(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return nil
	}
	format, verbs, ok := typeVerbs(constant.StringVal(w.info.Types[literal].Value))
	if !ok || len(verbs) == 0 {
		return nil
	}
	places := map[int]bool{}
	for _, v := range verbs {
		if at+1+v >= len(c.Args) {
			return nil
		}
		places[at+1+v] = true
	}
	w.replace(literal, strconv.Quote(format)+w.newlines(literal.Pos(), literal.End()))
	return places
}

// formatPlace is the place of the format among a function's parameters, -1
// where there is none.
func formatPlace(f *types.Func) int {
	params := f.Signature().Params()
	n := params.Len()
	if !strings.HasSuffix(f.Name(), "f") || !f.Signature().Variadic() || n < 2 {
		return -1
	}
	if !types.Identical(params.At(n-2).Type(), types.Typ[types.String]) {
		return -1
	}
	return n - 2
}

// typeVerbs returns a format with %s for %T, and the arguments of these verbs,
// from 0. It fails where arguments are not taken one after the other.
func typeVerbs(format string) (changed string, arguments []int, ok bool) {
	out := []byte(format)
	argument := 0
	for i := 0; i < len(out); i++ {
		if out[i] != '%' {
			continue
		}
		for i++; i < len(out) && strings.IndexByte("+-# 0123456789.", out[i]) >= 0; i++ {
		}
		switch {
		case i == len(out) || out[i] == '*' || out[i] == '[':
			return "", nil, false
		case out[i] == '%':
			continue
		case out[i] == 'T':
			out[i] = 's'
			arguments = append(arguments, argument)
		}
		argument++
	}
	return string(out), arguments, true
}

// shower is the name of the function that gives package fmt what an empty
// interface holds, with the text that a cell's type has for it.
func (w *rewriter) shower() (string, bool) {
	d := w.check.shower()
	return w.nameOf(d), d != nil
}

// marshaller is the name of the function that gives a value the methods by
// which it encodes itself.
func (w *rewriter) marshaller() string {
	if d := w.check.marshaller(); d != nil {
		return w.nameOf(d)
	}
	return "nil"
}

// nameOf is the name of a function that lowering made, which is used from now
// on.
func (w *rewriter) nameOf(d *decl) string {
	if d == nil {
		return ""
	}
	if w.owner != nil {
		w.owner.use(d)
	}
	return d.emitted[instanceName]
}

func (k *check) shower() *decl {
	return k.chooser("show", func(name string) string { return k.sessionName("Show") + "(" + name + ", e, \"\")" },
		choice{"Failure", errorType}, choice{"Text", k.compiledType("fmt", "Stringer")})
}

func (k *check) marshaller() *decl {
	return k.chooser("marshal", func(string) string { return "e" },
		choice{"Marshaler", k.compiledType("encoding/json", "Marshaler")},
		choice{"TextMarshaler", k.compiledType("encoding", "TextMarshaler")})
}

// choice is an interface and the function of the session's package that hands
// its values over.
type choice struct {
	function string
	iface    types.Type
}

// chooser is the function that makes of a value of a cell's type the first of
// the interfaces that it implements, and something else of any other value.
func (k *check) chooser(key string, otherwise func(name string) string, choices ...choice) *decl {
	if made := k.after.instances[key]; made != nil {
		return made
	}
	d := k.newInstance()
	name := k.s.private(key)
	body := ""
	for _, c := range choices {
		if c.iface == nil {
			return nil
		}
		as := k.caster(asForm, c.iface)
		if as == nil {
			return nil
		}
		d.use(as)
		body += "if r, ok := " + as.emitted[instanceName] + "(e); ok { return " + k.sessionName(c.function) + "(r) }; "
	}
	d.emitted[instanceName] = name
	d.source = "func " + name + "(e interface{}) interface{} { if " + k.sessionName("TypeID") + "(e) != \"\" { " + body + "}; return " + otherwise(name) + " }"
	k.addInstance(key, d)
	return d
}

// compiledType is a type of a compiled package, nil where there is none.
func (k *check) compiledType(path, name string) types.Type {
	pkg, err := k.s.world.Import(path)
	if err != nil {
		return nil
	}
	return pkg.Scope().Lookup(name).Type()
}
