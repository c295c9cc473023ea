package static

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"krigo/interp/symbols/native"
)

// A range over a function becomes a call of that function with the loop's body
// as a closure, as the compiler does it (cmd/compile/internal/rangefunc):
//
//	{ state, exit := 0, 0; f := X; f(func(k K, v V) bool {
//		if state != 0 { native.LoopFault(state) }; state = 1; BODY; state = 0; return true
//	}); if state == 1 { native.LoopFault(4) }; state = 3; if exit == 1 { ... } }
//
// What leaves the body for a place beyond the loop notes in exit where to,
// stops the iteration, and is done after the call.

// funcLoop is a range over a function.
type funcLoop struct {
	stmt     *ast.RangeStmt
	outer    *funcLoop // the range over a function in whose body it is
	function *loopFunction
	state    string // its variables in the interpreter
	exit     string
	exits    []leave // what leaves it for a place beyond; exit counts them from 1
}

// leave is a statement that leaves the body of a loop.
type leave struct {
	tok    token.Token // BREAK, CONTINUE, GOTO or RETURN
	label  string
	values bool       // of RETURN, that it has values
	target *jumpPoint // of the others, where it leads
}

// jumpPoint is a statement that break, continue and goto lead to.
type jumpPoint struct {
	within *funcLoop // the innermost range over a function that holds it
	loop   *funcLoop // itself, where it is one
}

// loopFunction is a function that has ranges over functions.
type loopFunction struct {
	results []types.Type
	names   []string // variables that keep the values of a return in a loop
	defers  string   // the native.Deferred of what loops defer
}

// funcLoops are the ranges over functions of a piece, and what leaves them.
type funcLoops struct {
	loops    map[*ast.RangeStmt]*funcLoop
	branches map[*ast.BranchStmt]branch
	returns  map[*ast.ReturnStmt]*funcLoop
	defers   map[*ast.DeferStmt]*funcLoop
	labels   map[string]bool // labels that a goto names
}

// branch is a break, continue, goto or return within a loop.
type branch struct {
	from *funcLoop
	leave
}

// jump is a goto, perhaps within a loop.
type jump struct {
	stmt *ast.BranchStmt
	from *funcLoop
}

// ranges finds the ranges over functions of the piece.
func (w *rewriter) ranges() *funcLoops {
	if w.funcLoops != nil {
		return w.funcLoops
	}
	w.funcLoops = &funcLoops{
		loops: map[*ast.RangeStmt]*funcLoop{}, branches: map[*ast.BranchStmt]branch{},
		returns: map[*ast.ReturnStmt]*funcLoop{}, defers: map[*ast.DeferStmt]*funcLoop{}, labels: map[string]bool{},
	}
	f := &loopFinder{w: w, found: w.funcLoops}
	switch d := w.decl.(type) {
	case nil:
		for _, s := range w.stmts {
			f.function(nil, s)
		}
	case *ast.FuncDecl:
		f.function(d.Type, d.Body)
	default:
		f.function(nil, d)
	}
	return w.funcLoops
}

// loopFinder walks one function at a time.
type loopFinder struct {
	w      *rewriter
	found  *funcLoops
	labels map[string]*jumpPoint
	ways   []branch // out of bodies of loops
	gotos  []jump
	*loopFunction
}

// place is where the walk is: in which loop, what unlabelled branches lead
// to, and the label of the statement.
type loopPlace struct {
	loop              *funcLoop
	breaks, continues *jumpPoint
	label             string
}

// function finds the loops of a function, and of those in it.
func (f *loopFinder) function(t *ast.FuncType, body ast.Node) {
	inner := &loopFinder{w: f.w, found: f.found, labels: map[string]*jumpPoint{}, loopFunction: &loopFunction{}}
	if t != nil && t.Results != nil {
		for _, field := range t.Results.List {
			for range max(1, len(field.Names)) {
				inner.results = append(inner.results, f.w.typeOf(field.Type))
			}
		}
	}
	inner.visit(body, loopPlace{})
	for _, g := range inner.gotos {
		if p := inner.labels[g.stmt.Label.Name]; p != nil && p.within != g.from {
			inner.leave(g.stmt, branch{g.from, leave{token.GOTO, g.stmt.Label.Name, false, p}})
		}
	}
	for _, by := range inner.ways {
		by.number()
	}
}

// leave notes a branch that leaves the body of a loop.
func (f *loopFinder) leave(stmt *ast.BranchStmt, by branch) {
	f.found.branches[stmt] = by
	f.ways = append(f.ways, by)
}

// number gives the way out a number in all loops that it passes.
func (b branch) number() {
	for l := b.from; l != nil; l = l.outer {
		if b.target != nil && (l == b.target.within || l == b.target.loop && b.tok != token.GOTO) {
			return
		}
		l.leaves(b.leave)
	}
}

// visit walks n, which is at a place.
func (f *loopFinder) visit(n ast.Node, at loopPlace) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			f.function(n.Type, n.Body)
			return false
		case *ast.LabeledStmt:
			inner := at
			inner.label = n.Label.Name
			f.labels[inner.label] = &jumpPoint{within: at.loop}
			f.visit(n.Stmt, inner)
			return false
		case *ast.RangeStmt, *ast.ForStmt:
			f.loop(n, at)
			return false
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			inner := at
			inner.breaks = f.point(at)
			inner.label = ""
			f.children(n, inner)
			return false
		case *ast.BranchStmt:
			f.branch(n, at)
		case *ast.ReturnStmt:
			if at.loop != nil {
				f.found.returns[n] = at.loop
				f.ways = append(f.ways, branch{at.loop, leave{tok: token.RETURN, values: len(n.Results) > 0}})
			}
		case *ast.DeferStmt:
			if at.loop != nil {
				f.found.defers[n] = at.loop
			}
		}
		return true
	})
}

// point makes the statement at a place one that branches lead to.
func (f *loopFinder) point(at loopPlace) *jumpPoint {
	p := f.labels[at.label]
	if at.label == "" || p == nil {
		return &jumpPoint{within: at.loop}
	}
	return p
}

// children walks what n has.
func (f *loopFinder) children(n ast.Node, at loopPlace) {
	ast.Inspect(n, func(m ast.Node) bool {
		if m == n || m == nil {
			return true
		}
		f.visit(m, at)
		return false
	})
}

// loop walks a loop, whose clauses are outside of its body.
func (f *loopFinder) loop(n ast.Node, at loopPlace) {
	p := f.point(at)
	inner := loopPlace{loop: at.loop, breaks: p, continues: p}
	r, ok := n.(*ast.RangeStmt)
	if !ok || !f.w.rangesFunc(r) {
		f.children(n, inner)
		return
	}
	p.loop = &funcLoop{
		stmt: r, outer: at.loop, function: f.loopFunction,
		state: f.w.check.s.private("state"), exit: f.w.check.s.private("exit"),
	}
	f.found.loops[r] = p.loop
	f.visit(r.X, at)
	inner.loop = p.loop
	f.visit(r.Body, inner)
}

// branch notes a branch that leaves the body of a range over a function.
func (f *loopFinder) branch(b *ast.BranchStmt, at loopPlace) {
	if b.Tok == token.GOTO {
		f.gotos = append(f.gotos, jump{b, at.loop})
		f.found.labels[b.Label.Name] = true
		return
	}
	var p *jumpPoint
	label := ""
	switch {
	case b.Label != nil:
		label = b.Label.Name
		p = f.labels[label]
	case b.Tok == token.BREAK:
		p = at.breaks
	case b.Tok == token.CONTINUE:
		p = at.continues
	}
	if p != nil && at.loop != nil && (p.loop != nil || p.within != at.loop) {
		f.leave(b, branch{at.loop, leave{b.Tok, label, false, p}})
	}
}

// leaves returns the number of a way out of the loop, a new one where it had
// none.
func (l *funcLoop) leaves(by leave) int {
	for i, known := range l.exits {
		if known == by {
			return i + 1
		}
	}
	l.exits = append(l.exits, by)
	return len(l.exits)
}

// rangesFunc tells whether a loop ranges over a function.
func (w *rewriter) rangesFunc(r *ast.RangeStmt) bool {
	t := w.typeOf(r.X)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// leaveText is what leaves by a way at a place within a loop, or outside of
// all where loop is nil.
func leaveText(f *loopFunction, loop *funcLoop, by leave) string {
	switch {
	case loop == nil && by.tok == token.RETURN && by.values:
		return "return " + strings.Join(f.names, ", ")
	case loop == nil && by.tok == token.RETURN:
		return "return"
	case by.target != nil && by.target.loop != nil && by.target.loop == loop && by.tok != token.GOTO:
		if by.tok == token.CONTINUE {
			return fmt.Sprintf("%s = %d; return true", loop.state, native.LoopReady)
		}
		return fmt.Sprintf("%s = %d; return false", loop.state, native.LoopLeft)
	case by.target != nil && by.target.within == loop:
		return strings.TrimSpace(by.tok.String() + " " + by.label)
	}
	return fmt.Sprintf("%s, %s = %d, %d; return false", loop.exit, loop.state, loop.leaves(by), native.LoopLeft)
}

// rangeFunc lowers a range over a function. It returns false where r is none.
func (w *rewriter) rangeFunc(r *ast.RangeStmt) bool {
	loop := w.ranges().loops[r]
	if loop == nil {
		return false
	}
	yield := w.typeOf(r.X).Underlying().(*types.Signature).Params().At(0).Type().Underlying().(*types.Signature)
	params, assign, err := w.yielded(r, yield)
	if err != nil {
		w.check.faultAt(r.X, err.Error())
		return true
	}
	before, err := w.loopFunctionText(loop)
	if err != nil {
		w.check.faultAt(r.X, err.Error())
		return true
	}
	over := w.check.s.private("f")
	w.cut(r.For, r.X.Pos(), fmt.Sprintf("{ %s%s, %s := %d, 0; %s := ", before, loop.state, loop.exit, native.LoopReady, over)+w.newlines(r.For, r.X.Pos()))
	w.insert(r.X.End(), "; "+over+"(func("+params+") bool ")
	w.insert(r.Body.Lbrace+1, fmt.Sprintf(" if %s != %d { %s(%s) }; %s = %d; %s",
		loop.state, native.LoopReady, w.check.nativeName("LoopFault"), loop.state, loop.state, native.LoopRuns, assign))
	w.insert(r.Body.Rbrace, fmt.Sprintf("; %s = %d; return true ", loop.state, native.LoopReady))
	w.insert(r.Body.Rbrace+1, w.afterLoop(loop))
	return true
}

// afterLoop is what follows the call of a loop's function.
func (w *rewriter) afterLoop(loop *funcLoop) string {
	var b strings.Builder
	fmt.Fprintf(&b, "); if %s == %d { %s(%d) }; %s = %d",
		loop.state, native.LoopRuns, w.check.nativeName("LoopFault"), native.LoopKept, loop.state, native.LoopOver)
	for i, by := range loop.exits {
		fmt.Fprintf(&b, "; if %s == %d { %s }", loop.exit, i+1, leaveText(loop.function, loop.outer, by))
	}
	b.WriteString(" }")
	return b.String()
}

// loopFunctionText declares before the outermost of nested loops what they
// need of their function.
func (w *rewriter) loopFunctionText(loop *funcLoop) (string, error) {
	if loop.outer != nil {
		return "", nil
	}
	var b strings.Builder
	f := loop.function
	if loop.returnsValues() {
		f.names = nil
		for _, t := range f.results {
			text, err := w.spell(t)
			if err != nil {
				return "", err
			}
			f.names = append(f.names, w.check.s.private("r"))
			b.WriteString("var " + f.names[len(f.names)-1] + " " + text + "; ")
		}
	}
	if w.ranges().deferred(loop) {
		f.defers = w.check.s.private("defers")
		fmt.Fprintf(&b, "var %s %s; defer func() { %s.Run(recover()) }(); ", f.defers, w.check.nativeName("Deferred"), f.defers)
	}
	return b.String(), nil
}

// returnsValues tells whether a return with values leaves the loop.
func (l *funcLoop) returnsValues() bool {
	for _, by := range l.exits {
		if by.values {
			return true
		}
	}
	return false
}

// deferred tells whether the body of an outermost loop defers anything.
func (t *funcLoops) deferred(outermost *funcLoop) bool {
	for _, l := range t.defers {
		for ; l != nil; l = l.outer {
			if l == outermost {
				return true
			}
		}
	}
	return false
}

// yielded writes the parameters of a loop's body and the assignments to
// variables that it does not declare itself.
func (w *rewriter) yielded(r *ast.RangeStmt, yield *types.Signature) (params, assign string, err error) {
	var list []string
	targets := []ast.Expr{r.Key, r.Value}
	for i := range yield.Params().Len() {
		text, err := w.spell(yield.Params().At(i).Type())
		if err != nil {
			return "", "", err
		}
		name := w.check.s.private("x")
		id, isIdent := targets[i].(*ast.Ident)
		switch {
		case targets[i] == nil || isIdent && id.Name == "_":
		case r.Tok == token.DEFINE:
			name = id.Name
		default:
			assign += w.lowered(targets[i]) + " = " + name + "; "
		}
		list = append(list, name+" "+text)
	}
	return strings.Join(list, ", "), assign, nil
}

// branchStmt lowers a branch that leaves the body of a range over a function.
func (w *rewriter) branchStmt(b *ast.BranchStmt) {
	if by, ok := w.ranges().branches[b]; ok {
		w.replace(b, "{ "+leaveText(by.from.function, by.from, by.leave)+" }")
	}
}

// returnStmt lowers a return from within a range over a function.
func (w *rewriter) returnStmt(r *ast.ReturnStmt) {
	loop := w.ranges().returns[r]
	if loop == nil {
		return
	}
	f := loop.function
	end := "; " + leaveText(f, loop, leave{tok: token.RETURN, values: len(r.Results) > 0}) + " }"
	switch len(r.Results) {
	case 0:
		w.replace(r, "{ "+strings.TrimPrefix(end, "; "))
		return
	case len(f.names):
		from, sep := r.Pos(), "{ "
		for i, x := range r.Results {
			w.cut(from, x.Pos(), sep+f.names[i]+" = "+w.newlines(from, x.Pos()))
			w.convert(x, f.results[i])
			from, sep = x.End(), "; "
		}
	default: // one call with several results
		w.cut(r.Pos(), r.Results[0].Pos(), "{ "+strings.Join(f.names, ", ")+" = ")
	}
	w.insert(r.End(), end)
}

// labeledStmt drops the label of a range over a function: no statement is left
// that could name it, but a goto.
func (w *rewriter) labeledStmt(l *ast.LabeledStmt) {
	r, ok := l.Stmt.(*ast.RangeStmt)
	if ok && w.ranges().loops[r] != nil && !w.ranges().labels[l.Label.Name] {
		w.cut(l.Pos(), l.Stmt.Pos(), w.newlines(l.Pos(), l.Stmt.Pos()))
	}
}

// deferStmt keeps what the body of a range over a function defers for the end
// of the function that has the loop. It returns false where the call was
// lowered whole.
func (w *rewriter) deferStmt(d *ast.DeferStmt) bool {
	loop := w.ranges().defers[d]
	if loop == nil {
		return true
	}
	keep := loop.function.defers + ".Push("
	call := d.Call
	lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit)
	if ok && len(call.Args) == 0 && lit.Type.Results == nil {
		w.cut(d.Pos(), call.Pos(), keep)
		w.cut(call.Lparen, call.Rparen+1, ")")
		w.recovers(lit, loop.function.defers+".Recover()")
		return true
	}
	params, args, err := w.deferredCall(call)
	if err != nil {
		w.check.faultAt(call, err.Error())
		return false
	}
	function, given := "f"+mark+"(", ""
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && w.info.Types[call.Fun].IsBuiltin() {
		function = id.Name + "("
	} else {
		text, err := w.spell(w.info.Types[call.Fun].Type)
		if err != nil {
			w.check.faultAt(call, err.Error())
			return false
		}
		params = append([]string{"f" + mark + " " + text}, params...)
		given = w.lowered(call.Fun)
	}
	for _, a := range call.Args {
		if given != "" {
			given += ", "
		}
		given += w.lowered(a)
	}
	w.replace(d, keep+"func("+strings.Join(params, ", ")+") func() { return func() { "+function+strings.Join(args, ", ")+") } }("+given+"))"+w.newlines(d.Pos(), d.End()))
	return false
}

// recovers puts text in the place of a deferred function's calls of recover.
func (w *rewriter) recovers(deferred *ast.FuncLit, text string) {
	ast.Inspect(deferred.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			id, _ := ast.Unparen(call.Fun).(*ast.Ident)
			if b, ok := w.info.Uses[id].(*types.Builtin); ok && id != nil && b.Name() == "recover" {
				w.replace(call, text)
			}
		}
		_, inner := n.(*ast.FuncLit)
		return !inner
	})
}

// deferredCall writes parameters for the arguments of a call, and the
// arguments of the call that is made with them later.
func (w *rewriter) deferredCall(call *ast.CallExpr) (params, args []string, err error) {
	sig, _ := w.typeOf(call.Fun).Underlying().(*types.Signature)
	for i, a := range call.Args {
		t := types.Default(w.typeOf(a))
		if sig != nil && i < sig.Params().Len() && !(sig.Variadic() && i == sig.Params().Len()-1 && !call.Ellipsis.IsValid()) {
			t = sig.Params().At(i).Type()
		} else if sig != nil && sig.Variadic() && !call.Ellipsis.IsValid() {
			t = sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice).Elem()
		}
		text, err := w.spell(t)
		if err != nil {
			return nil, nil, err
		}
		name := argumentName(i)
		params = append(params, name+" "+text)
		args = append(args, name)
	}
	if call.Ellipsis.IsValid() {
		args[len(args)-1] += "..."
	}
	return params, args, nil
}
