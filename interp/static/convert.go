package static

import (
	"go/ast"
	"go/token"
	"go/types"
)

// convert surrounds a value by what it needs to go into a variable of a type.
func (w *rewriter) convert(x ast.Expr, to types.Type) {
	if open, end := w.conversionInto(x, to); open != "" {
		w.surround(x, open, end)
	}
}

// conversionInto is what a value needs to go into a variable of a type: a
// conversion between a named struct type and an unnamed one; for the result of
// a comparison, which the interpreter would store into the variable as it is, a
// call; and for a value that goes into an interface, where the interpreter would
// refer to the variable that holds it, a copy.
func (w *rewriter) conversionInto(x ast.Expr, to types.Type) (open, end string) {
	tv := w.info.Types[x]
	if to == nil || tv.Type == nil {
		return "", ""
	}
	from := w.typeOf(x)
	to = w.env.subst(to)
	if open, end := w.boxing(x, from, to); open != "" || tv.IsNil() {
		return open, end
	}
	if types.IsInterface(to) && w.computed(x) {
		return w.check.sessionName("Truth") + "(", ")"
	}
	if open, end, ok := w.implementing(from, to); ok {
		return open, end
	}
	if types.IsInterface(to) && w.aliased(x, from) {
		if text, err := w.spell(from); err == nil {
			return "*func(v " + text + ") *" + text + " { return &v }(", ")"
		}
	}
	if types.Identical(from, to) || types.IsInterface(from) || !isAggregate(to) {
		return "", ""
	}
	text, err := w.spell(to)
	if err != nil {
		return "", ""
	}
	return "(" + text + ")(", ")"
}

// isAggregate tells whether a type is one of structs or of arrays, which have
// to be converted where one of the types has no name.
func isAggregate(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// conversions lowers the values that a statement or an expression hands to
// variables of other types.
func (w *rewriter) conversions(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN && len(n.Lhs) == len(n.Rhs) {
			for i, x := range n.Rhs {
				w.convertAssigned(n.Lhs[i], x)
			}
		}
	case *ast.ValueSpec:
		w.convertDeclared(n)
	case *ast.CallExpr:
		w.convertArguments(n)
	case *ast.CompositeLit:
		w.blankElements(n)
		w.convertElements(n)
	case *ast.BinaryExpr:
		if (n.Op == token.EQL || n.Op == token.NEQ) && !w.dynamic(n.X, n.Y) && !boxed(w.typeOf(n.X)) && !boxed(w.typeOf(n.Y)) {
			w.convert(n.Y, w.typeOf(n.X))
			w.widen(n.X, n.Y)
		}
	case *ast.SendStmt:
		if c, ok := w.typeOf(n.Chan).Underlying().(*types.Chan); ok {
			w.convert(n.Value, c.Elem())
		}
	}
}

// widen converts both operands of a comparison of channels of different
// directions to one type.
func (w *rewriter) widen(x, y ast.Expr) {
	to, ok := w.channelOf(x, y)
	if !ok {
		return
	}
	for _, operand := range []ast.Expr{x, y} {
		if text, err := w.spell(to); err == nil && !w.info.Types[operand].IsNil() {
			w.surround(operand, "("+text+")(", ")")
		}
	}
}

// channelOf is the type of the operand of one direction, where two operands are
// channels of different types.
func (w *rewriter) channelOf(x, y ast.Expr) (types.Type, bool) {
	from, ok := w.typeOf(x).Underlying().(*types.Chan)
	to, ok2 := w.typeOf(y).Underlying().(*types.Chan)
	if !ok || !ok2 || types.Identical(from, to) {
		return nil, false
	}
	if from.Dir() == types.SendRecv {
		return to, true
	}
	return from, true
}

// convertDeclared lowers the values of a declaration of variables.
func (w *rewriter) convertDeclared(spec *ast.ValueSpec) {
	if len(spec.Values) != len(spec.Names) {
		return
	}
	for i, x := range spec.Values {
		switch {
		case receives(x):
			w.copied(x, w.typeOf(x))
		case spec.Type != nil:
			w.convert(x, w.info.Types[spec.Type].Type)
		case spec.Names[i].Name == "_" && w.computed(x):
			w.surround(x, w.check.sessionName("Truth")+"(", ")")
		}
	}
}

// convertAssigned lowers a value that is assigned. The interpreter has no room
// for the result of a comparison that is assigned to nothing.
func (w *rewriter) convertAssigned(target, x ast.Expr) {
	if id, ok := target.(*ast.Ident); ok && id.Name == "_" {
		if w.computed(x) {
			w.surround(x, w.check.sessionName("Truth")+"(", ")")
		}
		return
	}
	if w.inCompiled(target) && w.closure(x) {
		return
	}
	to := w.assignedType(target, x)
	if _, literal := ast.Unparen(x).(*ast.CompositeLit); literal && types.IsInterface(to) {
		if open, end := w.conversionInto(x, to); open == "" {
			w.copied(x, w.typeOf(x)) // it would be made in the interface's place
		} else {
			w.surround(x, open, end)
		}
		return
	}
	w.convert(x, to)
}

// inCompiled tells whether x is a field of a compiled struct or a variable of a
// compiled package.
func (w *rewriter) inCompiled(x ast.Expr) bool {
	s, ok := x.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	field, ok := w.info.Selections[s]
	if !ok {
		return true
	}
	t := field.Recv()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return isCompiled(t)
}

// convertArguments lowers the arguments of a call.
func (w *rewriter) convertArguments(c *ast.CallExpr) {
	if tv := w.info.Types[c.Fun]; tv.IsType() {
		if len(c.Args) == 1 {
			w.convertOperand(c, c.Args[0])
		}
		return
	}
	if w.isAppend(c) {
		for _, arg := range c.Args[1:] {
			elem := w.typeOf(c).Underlying().(*types.Slice).Elem()
			if _, ok := ast.Unparen(arg).(*ast.IndexExpr); ok && len(c.Args) > 2 && types.Identical(elem, w.typeOf(arg)) {
				w.copied(arg, elem)
				continue
			}
			w.convert(arg, elem)
		}
		return
	}
	done := w.outputArguments(c)
	sig, ok := w.info.Types[c.Fun].Type.(*types.Signature)
	if !ok || w.info.Types[c.Fun].IsBuiltin() || passesTuple(w.info, c) || c.Ellipsis.IsValid() || w.shows(c) {
		return
	}
	compiled := !w.callsCell(c)
	for i, arg := range c.Args {
		n := sig.Params().Len() - 1
		switch {
		case done[arg]:
		case compiled && w.closure(arg):
		case !sig.Variadic() || i < n:
			w.convert(arg, sig.Params().At(i).Type())
		default:
			if s, ok := sig.Params().At(n).Type().(*types.Slice); ok {
				w.convert(arg, w.shownAs(c, arg, s.Elem()))
			}
		}
	}
}

// convertToInterface lowers the conversion of a value to an interface, of which
// the interpreter loses the type, to a call.
func (w *rewriter) convertToInterface(c *ast.CallExpr) {
	to := w.typeOf(c.Fun)
	if to.Underlying().(*types.Interface).Empty() && !hasMethods(w.typeOf(c.Args[0])) || w.info.Types[c.Args[0]].IsNil() || types.IsInterface(w.typeOf(c.Args[0])) {
		return
	}
	text, err := w.spell(to)
	if err != nil {
		return
	}
	w.noteNames(c.Fun)
	w.replace(c.Fun, "func(v "+text+") "+text+" { return v }"+w.newlines(c.Fun.Pos(), c.Fun.End()))
	w.done(c.Fun)
}

// convertOperand lowers the operand of a conversion. The interpreter would give
// a function literal that is converted the variables of its latest evaluation.
func (w *rewriter) convertOperand(c *ast.CallExpr, x ast.Expr) {
	if types.IsInterface(w.typeOf(c.Fun)) {
		w.convert(x, w.info.Types[c.Fun].Type)
		w.convertToInterface(c)
		return
	}
	w.closure(x)
}

// closure lowers a function literal that goes where the interpreter would give
// it the variables of its latest evaluation: into compiled code, or through a
// conversion. It returns false for any other expression.
func (w *rewriter) closure(x ast.Expr) bool {
	if _, literal := ast.Unparen(x).(*ast.FuncLit); !literal {
		return false
	}
	w.copied(x, w.typeOf(x))
	return true
}

// callsCell tells whether a call names a function or a method of a cell.
func (w *rewriter) callsCell(c *ast.CallExpr) bool {
	var id *ast.Ident
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return false
	}
	f, ok := w.info.Uses[id].(*types.Func)
	return ok && f.Pkg() != nil && f.Pkg().Path() == "main"
}

// convertElements lowers the elements of a composite literal.
func (w *rewriter) convertElements(c *ast.CompositeLit) {
	t := w.typeOf(c)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	for i, e := range c.Elts {
		value := e
		pair, keyed := e.(*ast.KeyValueExpr)
		if keyed {
			value = pair.Value
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			if isCompiled(t) && w.closure(value) {
				continue
			}
			if keyed {
				w.convert(value, w.info.Uses[pair.Key.(*ast.Ident)].Type())
			} else {
				w.convert(value, u.Field(i).Type())
			}
		case *types.Slice:
			w.convert(value, u.Elem())
		case *types.Array:
			w.convert(value, u.Elem())
		case *types.Map:
			w.convert(value, u.Elem())
			if keyed {
				w.convertKey(pair.Key, u.Key())
			}
		}
	}
}

// convertKey lowers the key of a map's literal. Keys that are different in a
// generic function may be the same constant in an instance, which the
// interpreter refuses.
func (w *rewriter) convertKey(key ast.Expr, t types.Type) {
	if _, name := key.(*ast.Ident); w.env != nil && !name {
		if text, err := w.spell(t); err == nil {
			w.surround(key, "func(v "+text+") "+text+" { return v }(", ")")
		}
	}
	w.convert(key, t)
}

// copied surrounds an element by a copy: the interpreter appends values one
// after the other, and one may be where another is appended.
func (w *rewriter) copied(x ast.Expr, t types.Type) {
	if text, err := w.spell(t); err == nil && w.info.Types[x].Value == nil {
		w.surround(x, "func(v "+text+") "+text+" { return v }(", ")")
	}
}

// isAppend tells whether a call appends single values to a slice.
func (w *rewriter) isAppend(c *ast.CallExpr) bool {
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok || c.Ellipsis.IsValid() {
		return false
	}
	b, ok := w.info.Uses[id].(*types.Builtin)
	if !ok || b.Name() != "append" {
		return false
	}
	_, ok = w.typeOf(c).Underlying().(*types.Slice)
	return ok
}

// aliased tells whether the interpreter would have an interface refer to the
// place where x is: that of a value whose type, a cell's or a pointer to one,
// has methods.
func (w *rewriter) aliased(x ast.Expr, t types.Type) bool {
	return w.info.Types[x].Value == nil && hasMethods(t)
}

// hasMethods tells whether t is a cell's type that has methods, or a pointer to
// one.
func hasMethods(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "main" {
		return false
	}
	return types.NewMethodSet(types.NewPointer(named)).Len() > 0
}

// computed tells whether x is the result of a comparison or of a logical
// operation.
func (w *rewriter) computed(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BinaryExpr:
		b, ok := w.typeOf(x).Underlying().(*types.Basic)
		return ok && b.Info()&types.IsBoolean != 0 && w.info.Types[x].Value == nil
	case *ast.UnaryExpr:
		return x.Op == token.NOT && w.info.Types[x].Value == nil
	}
	return false
}
