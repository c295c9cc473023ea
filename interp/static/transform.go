package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// call lowers the builtins that the interpreter lacks. It returns false where
// the call was lowered whole.
func (w *rewriter) call(c *ast.CallExpr) bool {
	w.showArguments(c)
	w.converted(c.Fun)
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok {
		return true
	}
	b, ok := w.info.Uses[id].(*types.Builtin)
	if !ok || c.Ellipsis.IsValid() {
		return true
	}
	switch b.Name() {
	case "min", "max":
		w.extremum(c, id, b.Name())
	case "clear":
		w.clear(c, id)
	}
	return true
}

// extremum lowers min and max to a function of the arguments' type. NaN wins,
// as in the builtin.
func (w *rewriter) extremum(c *ast.CallExpr, id *ast.Ident, name string) {
	t := types.Default(w.typeOf(c))
	text, err := w.spell(t)
	if err != nil {
		return
	}
	less := "x < m"
	if name == "max" {
		less = "x > m"
	}
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsFloat != 0 {
		less += " || x != x"
	}
	w.replace(id, "func(m "+text+", xs ..."+text+") "+text+" { for _, x := range xs { if "+less+" { m = x } }; return m }")
}

// clear lowers clear to a function of the map's or slice's type.
func (w *rewriter) clear(c *ast.CallExpr, id *ast.Ident) {
	t := w.typeOf(c.Args[0])
	text, err := w.spell(t)
	if err != nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		w.replace(id, "func(m "+text+") { for k := range m { delete(m, k) } }")
	case *types.Slice:
		elem, err := w.spell(u.Elem())
		if err != nil {
			return
		}
		w.replace(id, "func(s "+text+") { for i := range s { s[i] = *new("+elem+") } }")
	}
}

// guard is the deferred function that reports a panic of a goroutine to its
// cell, where it would end the process.
func (w *rewriter) guard() string {
	return "defer func() { if r := recover(); r != nil { " + w.check.sessionName("Panicked") + "(r) } }(); "
}

// goStmt has a goroutine recover. Its function and arguments are evaluated
// when it is started.
func (w *rewriter) goStmt(g *ast.GoStmt) {
	fun := ast.Unparen(g.Call.Fun)
	if lit, ok := fun.(*ast.FuncLit); ok {
		w.insert(lit.Body.Lbrace+1, w.guard())
		return
	}
	tv := w.info.Types[g.Call.Fun]
	sig, ok := w.typeOf(g.Call.Fun).Underlying().(*types.Signature)
	if !ok || tv.IsBuiltin() || tv.IsType() || passesTuple(w.info, g.Call) {
		return
	}
	function, err := w.spell(anonymous(sig))
	if err != nil {
		return
	}
	var params, args []string
	for i := range sig.Params().Len() {
		name := argumentName(i)
		text, err := w.spell(sig.Params().At(i).Type())
		if err != nil {
			return
		}
		if sig.Variadic() && i == sig.Params().Len()-1 {
			if !g.Call.Ellipsis.IsValid() {
				text = "..." + strings.TrimPrefix(text, "[]")
			}
			args = append(args, name+"...")
		} else {
			args = append(args, name)
		}
		params = append(params, ", "+name+" "+text)
	}
	w.insert(g.Call.Pos(), "func(f"+mark+" "+function+strings.Join(params, "")+") { "+w.guard()+"f"+mark+"("+strings.Join(args, ", ")+") }(")
	separator := ", "
	if len(g.Call.Args) == 0 {
		separator = ""
	}
	w.cut(g.Call.Lparen, g.Call.Lparen+1, separator)
	if g.Call.Ellipsis.IsValid() {
		// The interpreter cannot start a variadic literal with a slice.
		w.cut(g.Call.Ellipsis, g.Call.Ellipsis+3, "")
	}
}

// argumentName is the name of a lowered function's argument.
func argumentName(i int) string { return string(rune('a'+i%26)) + strings.Repeat("_", i/26) + mark }

// anonymous is a signature without receiver and names.
func anonymous(sig *types.Signature) *types.Signature {
	bare := func(t *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range t.Variables() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, bare(sig.Params()), bare(sig.Results()), sig.Variadic())
}

// passesTuple tells whether a call's arguments are the results of another.
func passesTuple(info *types.Info, c *ast.CallExpr) bool {
	if len(c.Args) != 1 {
		return false
	}
	_, ok := info.Types[c.Args[0]].Type.(*types.Tuple)
	return ok
}

// rangeStmt lowers a range over an integer and gives each iteration variables
// of its own where a closure or a pointer could tell.
func (w *rewriter) rangeStmt(r *ast.RangeStmt) {
	if basic, ok := w.typeOf(r.X).Underlying().(*types.Basic); ok && basic.Info()&types.IsInteger != 0 {
		w.rangeInt(r, basic)
		return
	}
	if r.Tok != token.DEFINE {
		return
	}
	var names []string
	for _, e := range []ast.Expr{r.Key, r.Value} {
		if id, ok := e.(*ast.Ident); ok && id.Name != "_" && w.escapes(r.Body, id) {
			names = append(names, id.Name)
		}
	}
	if len(names) > 0 {
		w.insert(r.Body.Lbrace+1, copies(names))
	}
}

// copies declares variables anew with the values that they have.
func copies(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString(" " + name + " := " + name + ";")
	}
	return b.String()
}

// rangeInt lowers a range over an integer to a loop that counts.
func (w *rewriter) rangeInt(r *ast.RangeStmt, basic *types.Basic) {
	t := w.typeOf(r.X)
	if key, ok := r.Key.(*ast.Ident); ok && basic.Info()&types.IsUntyped != 0 {
		if o := w.object(key); o != nil {
			t = w.env.subst(o.Type())
		}
	}
	text, err := w.spell(types.Default(t))
	if err != nil {
		return
	}
	count, limit := w.check.s.private("i"), w.check.s.private("n")
	prologue := ""
	if id, ok := r.Key.(*ast.Ident); r.Key != nil && (!ok || id.Name != "_") {
		tok := " = "
		if r.Tok == token.DEFINE {
			tok = " := "
		}
		key := w.cell.Source[w.offset(r.Key.Pos()):w.offset(r.Key.End())]
		if name, ok := w.check.emitted[w.objectOf(r.Key)]; ok {
			key = name
		}
		prologue = " " + key + tok + count + ";"
		if r.Tok == token.DEFINE {
			prologue += " _ = " + key + ";"
		}
		w.cut(r.Key.Pos(), r.X.Pos(), "")
	} else {
		w.cut(r.For+3, r.X.Pos(), " ")
	}
	w.insert(r.X.Pos(), count+", "+limit+" := "+text+"(0), "+text+"(")
	w.insert(r.X.End(), "); "+count+" < "+limit+"; "+count+"++")
	w.insert(r.Body.Lbrace+1, prologue)
}

// objectOf is what a plain name stands for, or nil.
func (w *rewriter) objectOf(e ast.Expr) types.Object {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	return w.object(id)
}

// forStmt gives each iteration variables of its own where a closure or a
// pointer could tell and the body does not assign them.
func (w *rewriter) forStmt(f *ast.ForStmt) {
	init, ok := f.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE {
		return
	}
	var names []string
	for _, e := range init.Lhs {
		if id, ok := e.(*ast.Ident); ok && id.Name != "_" && w.escapes(f.Body, id) && !w.assigned(f.Body, id) {
			names = append(names, id.Name)
		}
	}
	if len(names) > 0 {
		w.insert(f.Body.Lbrace+1, copies(names))
	}
}

// escapes tells whether a closure in body uses the variable that id declares,
// or its address is taken.
func (w *rewriter) escapes(body ast.Node, id *ast.Ident) bool {
	o := w.info.Defs[id]
	if o == nil {
		return false
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = found || w.mentions(n, o)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && w.mentions(n.X, o)
		}
		return !found
	})
	return found
}

// mentions tells whether n uses o.
func (w *rewriter) mentions(n ast.Node, o types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && w.info.Uses[id] == o {
			found = true
		}
		return !found
	})
	return found
}

// assigned tells whether body changes the variable that id declares.
func (w *rewriter) assigned(body ast.Node, id *ast.Ident) bool {
	o := w.info.Defs[id]
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				found = found || w.objectOf(e) == o
			}
		case *ast.IncDecStmt:
			found = found || w.objectOf(n.X) == o
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && w.objectOf(n.X) == o
		}
		return !found
	})
	return found
}
