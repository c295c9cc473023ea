package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// call lowers the builtins that the interpreter lacks. It returns false where
// the call was lowered whole.
func (w *rewriter) call(c *ast.CallExpr) bool {
	w.calls(c)
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
	if passesTuple(w.info, c) && b.Name() != "print" && b.Name() != "println" {
		w.spreadBuiltin(c, id)
		return true
	}
	switch b.Name() {
	case "min", "max":
		w.extremum(c, id, b.Name())
	case "clear":
		w.replace(id, w.check.sessionName("Clear"))
	case "print":
		w.printed(c, id, "Print")
	case "println":
		w.printed(c, id, "Println")
	case "recover":
		w.surround(c, w.check.sessionName("Recovered")+"(", ")")
	case "new":
		return w.newValue(c, id)
	case "len", "cap":
		return w.arrayLength(c)
	case "make":
		w.makeChannel(c)
	}
	return true
}

// spreadBuiltin lowers the call of a builtin whose arguments are the results of
// another call: it becomes a function that calls the builtin.
func (w *rewriter) spreadBuiltin(c *ast.CallExpr, id *ast.Ident) {
	var typed, names []string
	for v := range w.info.Types[c.Args[0]].Type.(*types.Tuple).Variables() {
		text, err := w.spell(v.Type())
		if err != nil {
			return
		}
		name := argumentName(len(names))
		typed, names = append(typed, name+" "+text), append(names, name)
	}
	result, give := "", ""
	if tv := w.info.Types[c]; tv.IsValue() {
		text, err := w.spell(tv.Type)
		if err != nil {
			return
		}
		result, give = " "+text, "return "
	}
	w.replace(id, "func("+strings.Join(typed, ", ")+")"+result+" { "+give+id.Name+"("+strings.Join(names, ", ")+") }")
}

// makeChannel lowers make of a channel of one direction: it is made of both.
func (w *rewriter) makeChannel(c *ast.CallExpr) {
	ch, ok := w.typeOf(c).Underlying().(*types.Chan)
	if !ok || ch.Dir() == types.SendRecv {
		return
	}
	text, err := w.spell(w.typeOf(c))
	both, err2 := w.spell(types.NewChan(types.SendRecv, ch.Elem()))
	if err == nil && err2 == nil {
		w.surround(c, "("+text+")(", ")")
		w.replace(c.Args[0], both)
	}
}

// printed lowers print and println, which the interpreter writes to standard
// output in a format of its own.
func (w *rewriter) printed(c *ast.CallExpr, id *ast.Ident, symbol string) {
	w.replace(id, w.check.sessionName(symbol))
	for _, arg := range c.Args {
		if open, end := w.printedAs(w.typeOf(arg)); open != "" {
			w.surround(arg, open, end)
		}
	}
}

// printedAs surrounds an argument of print or println that is an interface, of
// which the runtime prints two addresses.
func (w *rewriter) printedAs(t types.Type) (open, end string) {
	i, ok := t.Underlying().(*types.Interface)
	switch {
	case !ok:
		return "", ""
	case i.Empty():
		return w.check.sessionName("Word") + "(", ")"
	}
	return w.check.sessionName("Word") + "(interface{}(", "))"
}

// newValue lowers new of a value, as Go 1.26 has it. It returns false where it
// did.
func (w *rewriter) newValue(c *ast.CallExpr, id *ast.Ident) bool {
	if len(c.Args) != 1 || w.info.Types[c.Args[0]].IsType() {
		return true
	}
	p, ok := w.typeOf(c).Underlying().(*types.Pointer)
	if !ok {
		return true
	}
	text, err := w.spell(p.Elem())
	if err != nil {
		return true
	}
	w.replace(id, "func(v "+text+") *"+text+" { p := new("+text+"); *p = v; return p }")
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
	w.insert(g.Call.Pos(), "func(fn"+mark+" "+function+strings.Join(params, "")+") { "+w.guard()+"fn"+mark+"("+strings.Join(args, ", ")+") }(")
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
	if w.rangeFunc(r) {
		return
	}
	if w.stringRange(r) || w.channelsRange(r) {
		return
	}
	w.arrayRange(r)
	if r.Tok == token.ASSIGN {
		w.assignRange(r)
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

// stringRange lowers a range over the positions of a string, which the
// interpreter counts wrong.
func (w *rewriter) stringRange(r *ast.RangeStmt) bool {
	basic, ok := w.typeOf(r.X).Underlying().(*types.Basic)
	if id, blank := r.Key.(*ast.Ident); !ok || basic.Info()&types.IsString == 0 || r.Key == nil || blank && id.Name == "_" {
		return false
	}
	char := w.check.s.private("r")
	targets, fields := []ast.Expr{r.Key}, []string{"Index", "Rune"}
	if r.Value != nil {
		targets = append(targets, r.Value)
	}
	first, texts := w.places(targets, r.Tok)
	for i, text := range texts {
		if text == "_" {
			continue
		}
		first += text + " " + r.Tok.String() + " " + char + "." + fields[i] + "; "
	}
	w.cut(r.Key.Pos(), r.TokPos+token.Pos(len(r.Tok.String())), "_, "+char+" := ")
	w.surround(r.X, w.check.sessionName("Runes")+"(string(", "))")
	w.insert(r.Body.Lbrace+1, " "+first)
	return true
}

// channelsRange lowers a range whose values are channels: the interpreter would
// receive from them. It returns false where r is none.
func (w *rewriter) channelsRange(r *ast.RangeStmt) bool {
	if id, ok := r.Value.(*ast.Ident); r.Value == nil || ok && id.Name == "_" {
		return false
	}
	elem, ok := w.typeOf(r.X).Underlying().(interface{ Elem() types.Type })
	if !ok {
		return false
	}
	if _, ok := elem.Elem().Underlying().(*types.Chan); !ok {
		return false
	}
	over, key := w.check.s.private("x"), w.check.s.private("k")
	first, texts := w.places([]ast.Expr{r.Key, r.Value}, r.Tok)
	for i, value := range []string{key, over + "[" + key + "]"} {
		if texts[i] != "_" {
			first += texts[i] + " " + r.Tok.String() + " " + value + "; "
		}
	}
	w.wrap(r, over+" := "+w.lowered(r.X))
	w.cut(r.Key.Pos(), r.X.End(), key+" := range "+over+w.newlines(r.Key.Pos(), r.X.End()))
	w.done(r.X)
	w.insert(r.Body.Lbrace+1, " "+first)
	return true
}

// assignRange has a range assign its variables in the body, where they may be
// of any form.
func (w *rewriter) assignRange(r *ast.RangeStmt) {
	var names []string
	var targets []ast.Expr
	for _, e := range []ast.Expr{r.Key, r.Value} {
		if e != nil {
			names, targets = append(names, w.check.s.private("v")), append(targets, e)
		}
	}
	first, texts := w.places(targets, token.ASSIGN)
	for i, text := range texts {
		first += text + " = " + names[i] + "; "
	}
	w.cut(targets[0].Pos(), r.TokPos+1, strings.Join(names, ", ")+" :=")
	w.insert(r.Body.Lbrace+1, " "+first)
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
	w.surround(r.X, count+", "+limit+" := "+text+"(0), "+text+"(", "); "+count+" < "+limit+"; "+count+"++")
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
		w.goOn(f)
		return
	}
	var names []string
	assigned := false
	for _, e := range init.Lhs {
		if id, ok := e.(*ast.Ident); ok && id.Name != "_" && w.escapes(f.Body, id) {
			names = append(names, id.Name)
			assigned = assigned || w.assigned(f.Body, id)
		}
	}
	if assigned {
		w.iterations(f, init, names)
		return
	}
	w.goOn(f)
	if len(names) > 0 {
		w.insert(f.Body.Lbrace+1, copies(names))
	}
}

// goOn gives a loop that has neither a condition nor a statement after each
// iteration such a statement: without, the interpreter would begin anew with
// each iteration.
func (w *rewriter) goOn(f *ast.ForStmt) {
	if f.Init != nil && f.Cond == nil && f.Post == nil {
		w.insert(f.Body.Lbrace, "_ = 0 ")
	}
}

// iterations lowers a loop whose body both captures and assigns its variables:
//
//	{ init; p := &i; again := false; for { i := *p; p = &i; if again { post }; again = true; if !(cond) { break }; ... } }
func (w *rewriter) iterations(f *ast.ForStmt, init *ast.AssignStmt, names []string) {
	again := w.check.s.private("again")
	first, each := w.loweredStatement(init)+"; "+again+" := false", ""
	for _, name := range names {
		p := w.check.s.private("p")
		first += "; " + p + " := &" + name
		each += " " + name + " := *" + p + "; " + p + " = &" + name + ";"
	}
	if f.Post != nil {
		each += " if " + again + " { " + w.loweredStatement(f.Post) + " }; " + again + " = true;"
		w.done(f.Post)
	}
	if f.Cond != nil {
		each += " if !(" + w.lowered(f.Cond) + ") { break };"
		w.done(f.Cond)
	}
	w.wrap(f, first)
	w.done(init)
	w.cut(f.For+3, f.Body.Lbrace, " "+w.newlines(f.For+3, f.Body.Lbrace))
	w.insert(f.Body.Lbrace+1, each)
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

// mentionedIn tells whether one of the statements uses o.
func (w *rewriter) mentionedIn(list []ast.Stmt, o types.Object) bool {
	return slices.ContainsFunc(list, func(s ast.Stmt) bool { return w.mentions(s, o) })
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
