package static

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// deferred lowers a defer statement: the interpreter evaluates the operands of
// the call when it is made, and a closure sees the variables of the last
// iteration of a loop. So they go to variables of their own first. It returns
// false where it did all.
func (w *rewriter) deferred(d *ast.DeferStmt) bool {
	call := d.Call
	if w.info.Types[call.Fun].IsBuiltin() {
		return w.deferredBuiltin(d)
	}
	sig, ok := w.typeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || passesTuple(w.info, call) {
		return true
	}
	first, args := w.kept(call, func(i int) types.Type { return parameter(sig, i, call) })
	fun := ast.Unparen(call.Fun)
	if w.bound(fun) {
		name := w.check.s.private("f")
		w.cut(d.Pos(), call.Fun.Pos(), name+" := "+w.newlines(d.Pos(), call.Fun.Pos()))
		w.rewrite(call.Fun)
		w.cut(call.Lparen, call.End(), "; "+first+"defer "+name+"("+strings.Join(args, ", ")+")"+w.newlines(call.Lparen, call.End()))
		return false
	}
	w.insert(d.Pos(), first)
	w.rewrite(call.Fun)
	w.cut(call.Lparen, call.End(), "("+strings.Join(args, ", ")+")"+w.newlines(call.Lparen, call.End()))
	return false
}

// deferredBuiltin lowers the deferred call of a builtin.
func (w *rewriter) deferredBuiltin(d *ast.DeferStmt) bool {
	id, ok := ast.Unparen(d.Call.Fun).(*ast.Ident)
	if !ok {
		return true
	}
	name := id.Name
	switch name {
	case "recover":
		w.replace(d, "_ = 0") // it recovers in a deferred function only
		return false
	case "print", "println":
		name = w.check.sessionName(strings.ToUpper(name[:1]) + name[1:])
	case "panic", "close", "delete", "copy":
	default:
		return true
	}
	params, passed, ok := w.builtinParameters(d.Call, name)
	if !ok {
		return true
	}
	function := w.check.s.private("f")
	first, args := w.kept(d.Call, func(i int) types.Type { return types.Default(w.typeOf(d.Call.Args[i])) })
	literal := "func() func(" + params + ") { return func(" + params + ") { " + name + "(" + passed + ") } }()" // see apartFromDefers
	w.replace(d, first+function+" := "+literal+"; defer "+function+"("+strings.Join(args, ", ")+")"+w.newlines(d.Pos(), d.End()))
	return false
}

// builtinParameters are the parameters of a function that calls a builtin, and
// the arguments that it passes on.
func (w *rewriter) builtinParameters(call *ast.CallExpr, name string) (params, passed string, ok bool) {
	var typed, names []string
	for i, x := range call.Args {
		a, text := argumentName(i), "interface{}"
		if t := w.typeOf(x); name != "panic" && !w.info.Types[x].IsNil() {
			var err error
			if text, err = w.spell(types.Default(t)); err != nil {
				return "", "", false
			}
		}
		typed = append(typed, a+" "+text)
		if strings.HasSuffix(name, ".Print") || strings.HasSuffix(name, ".Println") {
			open, end := w.printedAs(w.typeOf(x))
			a = open + a + end
		}
		names = append(names, a)
	}
	return strings.Join(typed, ", "), strings.Join(names, ", "), true
}

// kept keeps the arguments of a call in variables. It returns the statements
// that do, and the variables.
func (w *rewriter) kept(call *ast.CallExpr, parameter func(i int) types.Type) (first string, args []string) {
	var b strings.Builder
	for i, x := range call.Args {
		if w.info.Types[x].Value != nil || w.info.Types[x].IsNil() {
			args = append(args, w.lowered(x))
			continue
		}
		name := w.check.s.private("v")
		text, err := w.spell(parameter(i))
		if err != nil {
			b.WriteString(name + " := " + w.lowered(x) + "; ")
		} else {
			open, end := w.conversionInto(x, parameter(i))
			b.WriteString("var " + name + " " + text + " = " + open + w.lowered(x) + end + "; ")
		}
		if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
			name += "..."
		}
		args = append(args, name)
	}
	return b.String(), args
}

// parameter is the type of the i-th argument of a call.
func parameter(sig *types.Signature, i int, call *ast.CallExpr) types.Type {
	n := sig.Params().Len() - 1
	if !sig.Variadic() || i < n || call.Ellipsis.IsValid() {
		return sig.Params().At(i).Type()
	}
	if s, ok := sig.Params().At(n).Type().(*types.Slice); ok {
		return s.Elem()
	}
	return sig.Params().At(n).Type()
}

// bound tells whether a deferred function is to be kept in a variable: a
// closure that does not recover, a variable, a result or a method of a cell's type.
func (w *rewriter) bound(fun ast.Expr) bool {
	switch fun := fun.(type) {
	case *ast.CallExpr:
		return true
	case *ast.IndexExpr:
		_, instance := w.typeOf(fun.X).(*types.Signature)
		return !instance
	case *ast.FuncLit:
		return !w.callsRecover(fun)
	case *ast.Ident:
		_, variable := w.object(fun).(*types.Var)
		return variable
	case *ast.SelectorExpr:
		sel := w.info.Selections[fun]
		if sel == nil {
			return false
		}
		return sel.Obj().Pkg() != nil && sel.Obj().Pkg().Path() == "main"
	}
	return false
}

// callsRecover tells whether a function literal calls recover itself.
func (w *rewriter) callsRecover(lit *ast.FuncLit) bool {
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			id, _ := ast.Unparen(call.Fun).(*ast.Ident)
			b, ok := w.info.Uses[id].(*types.Builtin)
			found = found || ok && b.Name() == "recover"
		}
		_, inner := n.(*ast.FuncLit)
		return !inner && !found
	})
	return found
}

// apartFromDefers has a closure made in a frame of its own, where the function
// around it defers: the interpreter locks the frame of a function while it
// makes its deferred calls, and the frame that a closure was made in at the end
// of each call.
func (w *rewriter) apartFromDefers(lit *ast.FuncLit) {
	if !w.deferringFunctions()[lit] {
		return
	}
	if text, err := w.spell(anonymous(w.typeOf(lit).Underlying().(*types.Signature))); err == nil {
		w.surround(lit, "func() "+text+" { return ", " }()")
	}
}

// deferringFunctions are the literals of the piece that are values, in
// functions that defer.
func (w *rewriter) deferringFunctions() map[*ast.FuncLit]bool {
	if w.deferring != nil {
		return w.deferring
	}
	w.deferring = map[*ast.FuncLit]bool{}
	if w.decl != nil {
		w.findDeferring(w.decl)
	}
	body := &ast.BlockStmt{List: w.stmts}
	for _, it := range w.check.stmts {
		if it.syntax != w.syntax && len(w.stmts) > 0 && slices.ContainsFunc(it.stmts, func(s ast.Stmt) bool { _, ok := s.(*ast.DeferStmt); return ok }) {
			body.List = append(slices.Clone(body.List), it.stmts...)
		}
	}
	w.findDeferring(body)
	return w.deferring
}

// findDeferring looks at one function: n is its body, or a declaration.
func (w *rewriter) findDeferring(n ast.Node) {
	var literals []*ast.FuncLit
	called := map[*ast.FuncLit]bool{}
	defers := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			defers = true
			if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok && w.callsRecover(lit) {
				called[lit] = true
			}
		case *ast.GoStmt:
			if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok {
				called[lit] = true
			}
		case *ast.FuncLit:
			literals = append(literals, n)
			return false
		}
		return true
	})
	for _, lit := range literals {
		if defers && !called[lit] {
			w.deferring[lit] = true
		}
		w.findDeferring(lit.Body)
	}
}
