package emit

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

func list(args []string) string { return strings.Join(args, ", ") }

func (w *writer) values(in []ssa.Value) []string {
	out := make([]string, len(in))
	for i, x := range in {
		out[i] = w.value(x)
	}
	return out
}

// call writes a call.
func (w *writer) call(in *ssa.Call) {
	c := in.Common()
	if f, ok := c.Value.(*ssa.Function); ok && initialises(f) && !w.own[f.Pkg.Pkg] {
		return // an imported package has been initialised
	}
	lhs := w.destination(in)
	if b, ok := c.Value.(*ssa.Builtin); ok {
		w.builtin(b.Name(), c, lhs)
		return
	}
	if c.IsInvoke() {
		w.invoke(c, lhs, w.values(c.Args))
		return
	}
	w.line("%s%s", lhs, w.callText(c, w.callee(c), w.renewedValues(c)))
}

// renewedValues are the arguments of a call. Compiled code sees the methods of a
// type that its values had when they went into an interface: where types have got
// some since, the values get them.
func (w *writer) renewedValues(c *ssa.CallCommon) []string {
	values, rest := c.Args, w.spreadOf(c)
	if rest != nil {
		values = values[:len(values)-1]
	}
	args := append(w.values(values), w.spreadValues(rest)...)
	f, ok := c.Value.(*ssa.Function)
	if !ok || !w.renews() || !w.isCompiled(f) {
		return args
	}
	for i, a := range values {
		switch t := a.Type().Underlying().(type) {
		case *types.Interface:
			if t.Empty() {
				args[i] = "q.Renew(" + args[i] + ")"
			}
		case *types.Slice:
			if elem, ok := t.Elem().Underlying().(*types.Interface); ok && elem.Empty() && f.Signature.Variadic() && i == len(c.Args)-1 {
				args[i] = "q.RenewAll(" + args[i] + ")"
			}
		}
	}
	return args
}

// initialises tells whether a function is that of a package's variables.
func initialises(f *ssa.Function) bool {
	return f.Name() == "init" && f.Signature.Recv() == nil && f.Pkg != nil && f.Pkg.Func("init") == f
}

// destination is the text before a call whose results are used.
func (w *writer) destination(in *ssa.Call) string {
	name := w.names[in]
	t, ok := in.Type().(*types.Tuple)
	if !ok {
		if name == "" {
			return ""
		}
		return name + " = "
	}
	if name == "" || t.Len() == 0 {
		return ""
	}
	var out []string
	for i := range t.Len() {
		out = append(out, fmt.Sprintf("%s_%d", name, i))
	}
	return list(out) + " = "
}

// callee is the text of the function that is called, which is no method of an
// interface.
func (w *writer) callee(c *ssa.CallCommon) string {
	f, ok := c.Value.(*ssa.Function)
	switch {
	case !ok:
		return w.primary(c.Value)
	case w.emittable(f):
		if text, ok := w.instance(f); ok {
			return text
		}
		return w.functionText(f)
	}
	return w.compiled(f)
}

// instance is the text of the compiled instance of a generic function of the
// standard library.
func (e *Emitter) instance(f *ssa.Function) (string, bool) {
	if f.Origin() == nil || f.Signature.Recv() != nil || e.mentionsOwn(f.Signature) || f.Origin().Pkg == nil || f.Origin().Pkg.Pkg.Path() == "main" {
		return "", false
	}
	args := make([]string, len(f.TypeArgs()))
	for i, t := range f.TypeArgs() {
		args[i] = plainText(t)
	}
	path, name := f.Origin().Pkg.Pkg.Path(), f.Origin().Name()
	pkg, symbol, ok := e.world.Instance(path, name, args)
	if !ok {
		return "", false
	}
	return e.symbol("func "+pkg+"."+symbol, name, Symbol{Kind: FuncSymbol, Path: pkg, Ident: symbol}), true
}

// mentionsOwn tells whether a type mentions one of a package whose functions are
// emitted: a compiled instance of a function does not know it.
func (e *Emitter) mentionsOwn(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Pkg() != nil && e.own[t.Obj().Pkg()]
	case *types.Map:
		return e.mentionsOwn(t.Key()) || e.mentionsOwn(t.Elem())
	case interface{ Elem() types.Type }:
		return e.mentionsOwn(t.Elem())
	case *types.Signature:
		return e.mentionsOwn(t.Params()) || e.mentionsOwn(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if e.mentionsOwn(v.Type()) {
				return true
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if e.mentionsOwn(f.Type()) {
				return true
			}
		}
	}
	return false
}

// plainText spells a basic type or a slice of one, each by one name only.
func plainText(t types.Type) string {
	t = types.Unalias(t)
	switch u := t.(type) {
	case *types.Basic:
		return types.Typ[u.Kind()].Name()
	case *types.Slice:
		return "[]" + plainText(u.Elem())
	case *types.Interface:
		if u.Empty() {
			return "any"
		}
	}
	return types.TypeString(t, nil)
}

// callText is the text of a call.
func (w *writer) callText(c *ssa.CallCommon, callee string, args []string) string {
	dots := ""
	if f, ok := c.Value.(*ssa.Function); ok && w.isCompiled(f) && f.Signature.Variadic() && w.spreadOf(c) == nil || !ok && w.compiledVariadic(c.Value.Type()) {
		dots = "..."
	}
	return callee + "(" + list(args) + dots + ")"
}

// isCompiled tells whether calls of a function call a compiled one.
func (e *Emitter) isCompiled(f *ssa.Function) bool {
	_, instance := e.instance(f)
	return !e.emittable(f) || instance
}

// compiledVariadic tells whether values of a type are variadic functions in the
// interpreter: only those of compiled packages' types are.
func (e *Emitter) compiledVariadic(t types.Type) bool {
	s, ok := t.Underlying().(*types.Signature)
	n, named := types.Unalias(t).(*types.Named)
	return ok && s.Variadic() && named && !e.isOwn(n)
}

// compiled is the text of a compiled function.
func (e *Emitter) compiled(f *ssa.Function) string {
	if f.Signature.Recv() == nil {
		if text, ok := e.instance(f); ok {
			return text
		}
	}
	key, symbol := e.compiledSymbol(f)
	return e.symbol(key, f.Name(), symbol)
}

// compiledSymbol is the symbol of a compiled function, and its key.
func (e *Emitter) compiledSymbol(f *ssa.Function) (string, Symbol) {
	if recv := f.Signature.Recv(); recv != nil {
		id := e.trueID(recv.Type())
		return fmt.Sprintf("method %d %s", id, f.Name()), Symbol{Kind: MethodSymbol, Type: id, Ident: f.Name()}
	}
	if f.Pkg == nil {
		e.refuse(f.Pos(), "%s is not available here", f)
	}
	path := f.Pkg.Pkg.Path()
	return "func " + path + "." + f.Name(), Symbol{Kind: FuncSymbol, Path: path, Ident: f.Name()}
}

// functionValue is the text of a function as a value. Variadic ones take a slice.
func (w *writer) functionValue(f *ssa.Function) string {
	signature := w.signatureOf(f)
	if !w.emittable(f) {
		if !f.Signature.Variadic() {
			return w.compiled(f)
		}
		key, symbol := w.compiledSymbol(f)
		symbol.Kind, symbol.Signature = SliceSymbol, w.workID(signature)
		return w.symbol("slice "+key, f.Name(), symbol)
	}
	if w.isMachines(f) {
		return w.functionText(f)
	}
	name := w.function(f)
	id := w.workID(signature)
	identity := w.symbol(fmt.Sprintf("value %d", id), "value", Symbol{Kind: ValueSymbol, Signature: id})
	return w.variable("value "+name, "value", w.work(signature), "%s = "+identity+"("+name+")")
}

// signatureOf is the type of a function as a value: a receiver is its first
// parameter.
func (e *Emitter) signatureOf(f *ssa.Function) *types.Signature {
	var params []*types.Var
	for _, p := range f.Params {
		params = append(params, types.NewParam(p.Pos(), nil, p.Name(), p.Type()))
	}
	if len(f.Params) == 0 {
		params = nil
		if recv := f.Signature.Recv(); recv != nil {
			params = append(params, recv)
		}
		for v := range f.Signature.Params().Variables() {
			params = append(params, v)
		}
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), f.Signature.Results(), false)
}

// builtin writes a call of a builtin function.
func (w *writer) builtin(name string, c *ssa.CallCommon, lhs string) {
	args := w.values(c.Args)
	switch name {
	case "append":
		w.line("%s%s", lhs, w.appended(c, args))
	case "len", "cap":
		if args[0][0] == '&' {
			args[0] = args[0][1:]
		}
		w.line("%s%s(%s)", lhs, name, args[0])
	case "copy", "delete", "close", "real", "imag", "complex":
		w.line("%s%s(%s)", lhs, name, list(args))
	case "print", "println":
		for i, a := range c.Args {
			if args[i] = w.asAny(a); types.IsInterface(a.Type()) {
				args[i] = "q.Words(" + args[i] + ")"
			}
		}
		w.line("q.P%s(%s)", name[1:], list(args))
	case "min", "max":
		w.extreme(name, c, lhs, args)
	case "clear":
		w.line("q.Clear(%s)", args[0])
	case "recover":
		if lhs == "" {
			w.line("q.Recover(deferring)")
			return
		}
		w.line("%sq.Recover(deferring)", lhs)
	case "ssa:wrapnilchk":
		w.line("if %s == nil {", args[0])
		w.line("q.NilReceiver(%s, %s)", args[1], args[2])
		w.line("}")
		w.line("%s%s", lhs, args[0])
	case "ssa:deferstack":
		w.line("%sframe", lhs)
	default:
		w.refuse(c.Pos(), "the builtin function %s is not available here", name)
	}
}

// appended is the text of append.
func (w *writer) appended(c *ssa.CallCommon, args []string) string {
	if len(args) == 1 {
		return args[0]
	}
	if basic, ok := c.Args[1].Type().Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
		args[1] = "[]byte(" + args[1] + ")"
	}
	return "append(" + args[0] + ", " + args[1] + "...)"
}

// extreme writes min or max, which the interpreter does not have.
func (w *writer) extreme(name string, c *ssa.CallCommon, lhs string, args []string) {
	if lhs == "" {
		return
	}
	if basic := c.Args[0].Type().Underlying().(*types.Basic); basic.Info()&types.IsFloat != 0 {
		text := args[0]
		for _, a := range args[1:] {
			text = fmt.Sprintf("q.M%s(float64(%s), float64(%s))", name[1:], text, a)
		}
		w.line("%s%s(%s)", lhs, w.work(c.Args[0].Type()), text)
		return
	}
	op := map[string]string{"min": "<", "max": ">"}[name]
	result := strings.TrimSuffix(lhs, " = ")
	w.line("%s = %s", result, args[0])
	for _, a := range args[1:] {
		w.line("if %s %s %s {", a, op, result)
		w.line("%s = %s", result, a)
		w.line("}")
	}
}
