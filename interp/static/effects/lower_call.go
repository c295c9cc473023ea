package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"krigo/interp/static/check"
)

// call lowers a call. Its root is of what the results may refer to.
func (l *lowerer) call(e *ast.CallExpr) root {
	fun := ast.Unparen(e.Fun)
	switch tv := l.Info.Types[fun]; {
	case tv.IsType():
		l.typeExpr(fun)
		return l.within(e, l.expr(e.Args[0]))
	case tv.IsBuiltin():
		return l.builtin(e, calledName(fun))
	}
	if id, ok := fun.(*ast.Ident); ok {
		if _, ok := check.MustValues(id.Name); ok {
			return l.within(e, l.expr(e.Args[0]))
		}
	}
	if m, ok := l.callee(fun).(*types.Func); ok {
		return l.callFunc(e, fun, m)
	}
	r := l.expr(fun)
	if r.none() {
		r = l.number()
	}
	result := l.number()
	l.emit(op{kind: invokes, root: r, args: l.args(e), result: result})
	return l.within(e, result)
}

// calledName is the name of a builtin function.
func calledName(fun ast.Expr) string {
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr: // of package unsafe
		return fun.Sel.Name
	}
	return ""
}

// callee is what a call names, or nil.
func (l *lowerer) callee(fun ast.Expr) types.Object {
	switch fun := fun.(type) {
	case *ast.Ident:
		return l.Object(fun)
	case *ast.SelectorExpr:
		return l.Object(fun.Sel)
	case *ast.IndexExpr:
		return l.callee(ast.Unparen(fun.X))
	case *ast.IndexListExpr:
		return l.callee(ast.Unparen(fun.X))
	}
	return nil
}

// args are the roots of a call's arguments. One of nothing has a root of its own, by
// which a parameter is told from the others.
func (l *lowerer) args(e *ast.CallExpr) []root {
	var out []root
	for _, x := range e.Args {
		r := l.expr(x)
		if r.none() {
			r = l.number()
		}
		out = append(out, r)
	}
	if tuple, ok := l.several(e); ok {
		return slices.Repeat(out, tuple.Len())
	}
	return out
}

// several are the values of the call that is the only argument of another.
func (l *lowerer) several(e *ast.CallExpr) (*types.Tuple, bool) {
	if len(e.Args) != 1 {
		return nil, false
	}
	tuple, ok := l.Info.TypeOf(e.Args[0]).(*types.Tuple)
	return tuple, ok
}

// builtin lowers a call of a builtin function.
func (l *lowerer) builtin(e *ast.CallExpr, name string) root {
	var args []root
	for _, x := range e.Args {
		args = append(args, l.expr(x))
	}
	if tuple, ok := l.several(e); ok {
		args = slices.Repeat(args, tuple.Len())
	}
	switch name {
	case "append":
		r := l.number()
		if !args[0].none() {
			l.emit(op{kind: mayChange, root: l.target(args[0]), name: "append, where there is room behind its elements"})
		}
		l.share(r, args[0])
		in := l.target(r)
		for i, a := range args[1:] {
			if e.Ellipsis != token.NoPos && i == len(args)-2 {
				a = l.target(a)
			}
			l.share(in, a)
		}
		return r
	case "copy":
		to := l.target(args[0])
		l.change(to)
		l.share(to, l.target(args[1]))
	case "clear", "close", "delete":
		l.change(l.target(args[0]))
	case "make", "new":
		return l.number()
	}
	return root{}
}

// callFunc lowers the call of a declared function or method.
func (l *lowerer) callFunc(e *ast.CallExpr, fun ast.Expr, m *types.Func) root {
	var args []root
	sel, selects := fun.(*ast.SelectorExpr)
	isMethod := selects && l.Info.Selections[sel] != nil && l.Info.Selections[sel].Kind() == types.MethodVal
	if isMethod {
		recv := l.receiver(sel, m)
		if recv.none() {
			recv = l.number()
		}
		args = append(args, recv)
	} else {
		l.typeExpr(fun)
	}
	args = append(args, l.args(e)...)
	result := l.number()
	name := l.nameOf(m)
	if isMethod {
		l.mentionType(l.Info.TypeOf(sel.X))
	}
	switch {
	case name != "":
		l.emit(op{kind: calls, name: name, args: l.fitted(m, args), result: result})
	case isMethod && isAbstract(m) && len(l.methods(m.Name())) > 0:
		l.emit(op{kind: dispatches, name: m.Name(), args: l.fitted(m, args), result: result})
		if m.Pkg() != nil && m.Pkg() != l.Pkg {
			l.compiled(e, isMethod, m, args, result)
		}
	default:
		l.compiled(e, isMethod, m, args, result)
	}
	return l.within(e, result)
}

// isAbstract tells whether a method is that of an interface, or of a type parameter.
func isAbstract(m *types.Func) bool {
	recv := m.Signature().Recv().Type()
	_, param := types.Unalias(recv).(*types.TypeParam)
	return param || types.IsInterface(recv)
}

// fitted are arguments with one for all that a variadic parameter takes.
func (l *lowerer) fitted(m *types.Func, args []root) []root {
	t := m.Signature()
	last := t.Params().Len() - 1
	if t.Recv() != nil && len(args) > 0 {
		last++
	}
	if !t.Variadic() || len(args) <= last+1 {
		return args
	}
	r := l.number()
	for _, a := range args[last:] {
		l.share(r, a)
	}
	return append(slices.Clone(args[:last]), r)
}

// compiled lowers the call of a function that is not looked into. The first of the
// arguments is the receiver, where it has one.
func (l *lowerer) compiled(e *ast.CallExpr, isMethod bool, m *types.Func, args []root, result root) {
	known := knownOf(m)
	exprs := e.Args
	if isMethod {
		exprs = append([]ast.Expr{ast.Unparen(e.Fun).(*ast.SelectorExpr).X}, e.Args...)
	}
	for i, x := range exprs {
		l.handed(x, args, i)
		if !holds(l.Info.TypeOf(x)) && !(i == 0 && isMethod && hasPointerReceiver(m)) {
			continue
		}
		switch known.to(i) {
		case changed:
			l.emit(op{kind: changesAll, root: args[i]})
		case perhaps:
			l.emit(op{kind: mayChangeAll, root: args[i], name: m.FullName()})
		}
		if known.forgets {
			continue
		}
		if holds(m.Signature().Results()) {
			l.emit(op{kind: mixes, root: result, with: args[i]})
		}
		for j := range exprs {
			if j != i && known.to(i) != kept && holds(l.Info.TypeOf(exprs[j])) {
				l.emit(op{kind: mixes, root: args[i], with: args[j]})
			}
		}
	}
}

// handedOver is the name of the calls of functions that compiled code is handed.
const handedOver = "handed over"

// handed lowers what compiled code may do with an argument: call the functions that
// it holds, and the methods by which it is printed and encoded.
func (l *lowerer) handed(x ast.Expr, args []root, i int) {
	t := l.Info.TypeOf(x)
	if t == nil {
		return
	}
	if holds(t) && mayHoldFunctions(t) {
		l.emit(op{kind: invokes, root: args[i], name: handedOver, args: args})
	}
	named := namedType(t)
	if named == nil || l.Declared(named.Origin().Obj()) == nil {
		if types.IsInterface(t) {
			for _, name := range shownBy {
				l.emit(op{kind: dispatches, name: name, args: []root{args[i]}})
			}
		}
		return
	}
	l.mention(named.Origin().Obj())
	for m := range types.NewMethodSet(types.NewPointer(named)).Methods() {
		f, ok := m.Obj().(*types.Func)
		if name := l.nameOf(f); ok && name != "" {
			l.emit(op{kind: calls, name: name, args: []root{args[i]}})
		}
	}
}

// shownBy are the methods by which values are printed and encoded.
var shownBy = []string{"String", "Error", "Format", "GoString", "MarshalJSON", "MarshalText", "MarshalBinary", "MIMEBundle"}

// mayHoldFunctions tells whether a value may have functions of cells in it.
func mayHoldFunctions(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	case *types.Pointer:
		return mayHoldFunctions(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			switch f.Type().Underlying().(type) {
			case *types.Signature, *types.Interface:
				return true
			}
		}
	case *types.Slice:
		_, ok := u.Elem().Underlying().(*types.Signature)
		return ok
	case *types.Map:
		_, ok := u.Elem().Underlying().(*types.Signature)
		return ok
	}
	return false
}
