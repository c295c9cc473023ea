package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// The interpreter mixes up the values of c, d = one(), 2, leaves variables
// unset, and cannot exchange interfaces. So each value goes to a variable of
// its own first:
//
//	v1 := one(); v2 := 2; c = v1; d = v2

// apart tells whether the values of an assignment are to be assigned one by
// one.
func (w *rewriter) apart(a *ast.AssignStmt) bool {
	if len(a.Lhs) < 2 {
		return (a.Tok == token.ASSIGN || a.Tok == token.DEFINE) && receives(a.Rhs[0])
	}
	if w.readsTwice(a) {
		return true
	}
	if len(a.Rhs) == 1 {
		return a.Tok == token.ASSIGN && slices.ContainsFunc(a.Lhs, w.needsPlace)
	}
	return w.mixed(a.Rhs) || slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool {
		return w.isInterface(x) || w.dependsOn(x, a.Lhs) || w.mayFail(x, a.Lhs)
	})
}

// mayFail tells whether the assignment to one of several targets may panic
// after others were assigned, as the interpreter would not: that through a
// pointer, or to an element beside what is no element of the same kind.
func (w *rewriter) mayFail(x ast.Expr, targets []ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.StarExpr:
		return true
	case *ast.SelectorExpr:
		return w.throughPointer(x) != nil
	case *ast.IndexExpr:
		return slices.ContainsFunc(targets, func(t ast.Expr) bool {
			other, ok := ast.Unparen(t).(*ast.IndexExpr)
			return !ok && !isBlank(t) || ok && !types.Identical(w.typeOf(other.X), w.typeOf(x.X))
		})
	}
	return false
}

// throughPointer is the pointer that the selection of a field goes through
// last, or nil.
func (w *rewriter) throughPointer(x *ast.SelectorExpr) ast.Expr {
	sel := w.info.Selections[x]
	if sel == nil || sel.Kind() != types.FieldVal {
		return nil
	}
	if _, ok := w.typeOf(x.X).Underlying().(*types.Pointer); ok {
		return x.X
	}
	if inner, ok := ast.Unparen(x.X).(*ast.SelectorExpr); ok {
		return w.throughPointer(inner)
	}
	return nil
}

// receives tells whether x is a receive: the interpreter would put what comes
// in the place of a variable of the function, whatever is assigned to, and
// could not assign results of calls to it any more.
func receives(x ast.Expr) bool {
	u, ok := ast.Unparen(x).(*ast.UnaryExpr)
	return ok && u.Op == token.ARROW
}

// needsPlace tells whether one of several results cannot be assigned to x as it
// is: it is not a plain variable, or is of an interface type.
func (w *rewriter) needsPlace(x ast.Expr) bool {
	_, plain := ast.Unparen(x).(*ast.Ident)
	return !plain || w.isInterface(x)
}

// isInterface tells whether x is a variable of an interface type.
func (w *rewriter) isInterface(x ast.Expr) bool {
	if id, ok := x.(*ast.Ident); ok {
		o := w.object(id)
		return o != nil && o.Name() != "_" && types.IsInterface(w.env.subst(o.Type()))
	}
	return types.IsInterface(w.typeOf(x))
}

// dependsOn tells whether what x assigns to depends on another of the
// variables that are assigned.
func (w *rewriter) dependsOn(x ast.Expr, targets []ast.Expr) bool {
	if _, ok := ast.Unparen(x).(*ast.Ident); ok {
		return false
	}
	return slices.ContainsFunc(targets, func(t ast.Expr) bool {
		o := w.objectOf(ast.Unparen(t))
		return o != nil && w.mentions(x, o)
	})
}

// assignTuple lowers one assignment of several values by = or :=.
func (w *rewriter) assignTuple(a *ast.AssignStmt, by token.Token) {
	if w.readsTwice(a) {
		w.readTwice(a)
		w.done(a)
		return
	}
	first, targets := w.places(a.Lhs, by)
	if first != "" {
		w.insert(a.Pos(), first)
	}
	if len(a.Rhs) == 1 && len(a.Lhs) > 1 {
		w.spread(a, targets)
		w.done(a)
		return
	}
	w.tuple(a.Pos(), a.Lhs, a.Rhs, func(i int, value string) string { return w.assignment(a.Lhs[i], targets[i], value, by) })
	w.done(a)
}

// spread lowers the assignment of the results of one call, receive, index or
// assertion.
func (w *rewriter) spread(a *ast.AssignStmt, targets []string) {
	names := make([]string, len(a.Lhs))
	var last strings.Builder
	for i, x := range a.Lhs {
		if id, ok := x.(*ast.Ident); ok && id.Name == "_" {
			names[i] = "_"
			continue
		}
		names[i] = w.check.s.private("v")
		last.WriteString("; " + targets[i] + " = " + names[i])
	}
	w.cut(a.Pos(), a.Rhs[0].Pos(), strings.Join(names, ", ")+" := "+w.newlines(a.Pos(), a.Rhs[0].Pos()))
	w.rewrite(a.Rhs[0])
	w.insert(a.Rhs[0].End(), last.String())
}

// assignment assigns one value.
func (w *rewriter) assignment(target ast.Expr, text, value string, by token.Token) string {
	id, ok := target.(*ast.Ident)
	switch {
	case ok && id.Name == "_":
		return "_ = " + value
	case by == token.DEFINE && ok && w.info.Defs[id] != nil:
		return text + " := " + value
	}
	return text + " = " + value
}

// places computes the operands of what is assigned to. It returns the
// statements that do and the texts of the targets.
func (w *rewriter) places(targets []ast.Expr, by token.Token) (first string, texts []string) {
	var b strings.Builder
	keep := func(x ast.Expr) string {
		if _, ok := x.(*ast.BasicLit); ok || w.info.Types[x].Value != nil {
			return w.lowered(x)
		}
		name := w.check.s.private("p")
		b.WriteString(name + " := " + w.lowered(x) + "; ")
		return name
	}
	for _, t := range targets {
		text := ""
		switch t := ast.Unparen(t).(type) {
		case *ast.IndexExpr:
			text = w.indexed(t, keep)
		case *ast.StarExpr:
			text = "*" + w.outOfBox(keep(t.X), t.X)
		case *ast.SelectorExpr:
			if by == token.ASSIGN {
				text = w.selected(t, keep)
			}
		}
		if text == "" {
			text = w.lowered(t)
		}
		texts = append(texts, text)
	}
	return b.String(), texts
}

// selected is the text of a field that is assigned to through a pointer, and
// empty for other fields.
func (w *rewriter) selected(x *ast.SelectorExpr, keep func(ast.Expr) string) string {
	switch pointer := w.throughPointer(x); pointer {
	case nil:
		return ""
	case x.X:
		return w.outOfBox(keep(x.X), x.X) + "." + w.memberText(x.Sel)
	}
	return w.selected(ast.Unparen(x.X).(*ast.SelectorExpr), keep) + "." + w.memberText(x.Sel)
}

// indexed is the text of an element that is assigned to. That of an array is
// reached through the variable that holds the array.
func (w *rewriter) indexed(x *ast.IndexExpr, keep func(ast.Expr) string) string {
	base := ""
	if _, isArray := w.typeOf(x.X).Underlying().(*types.Array); isArray {
		base = w.lowered(x.X)
	} else {
		base = w.outOfBox(keep(x.X), x.X)
	}
	open, end := w.mapKey(x)
	return base + "[" + open + keep(x.Index) + end + "]"
}

// memberText is the lowered name after a dot.
func (w *rewriter) memberText(id *ast.Ident) string {
	part := *w
	part.edits = nil
	part.member(id)
	return apply(w.cell.Source, w.offset(id.Pos()), w.offset(id.End()), part.edits)
}

// declareTuples lowers the declaration of variables with several values in a
// function. It returns false where it did.
func (w *rewriter) declareTuples(d *ast.GenDecl) bool {
	if !slices.ContainsFunc(d.Specs, func(s ast.Spec) bool { return w.mixed(s.(*ast.ValueSpec).Values) }) {
		return true
	}
	from := d.Pos()
	for i, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		separator := ""
		if i > 0 {
			separator = "; "
		}
		w.cut(from, spec.Pos(), separator+w.newlines(from, spec.Pos()))
		w.declareTuple(spec)
		from = spec.End()
	}
	w.cut(from, d.End(), w.newlines(from, d.End()))
	return false
}

// declareTuple lowers one specification without the word var.
func (w *rewriter) declareTuple(spec *ast.ValueSpec) {
	if len(spec.Values) < 2 {
		w.insert(spec.Pos(), "var ")
		w.rewrite(spec)
		return
	}
	typed := ""
	if spec.Type != nil {
		typed = " " + w.lowered(spec.Type)
	}
	targets := identifiers(spec.Names)
	w.tuple(spec.Pos(), targets, spec.Values, func(i int, value string) string {
		return "var " + w.lowered(targets[i]) + typed + " = " + value
	})
}

// done notes that a node is lowered whole.
func (w *rewriter) done(n ast.Node) {
	if w.tuples == nil {
		w.tuples = map[ast.Node]bool{}
	}
	w.tuples[n] = true
}

func identifiers(ids []*ast.Ident) []ast.Expr {
	out := make([]ast.Expr, len(ids))
	for i, id := range ids {
		out[i] = id
	}
	return out
}

// tuple lowers what begins at from and gives values to as many targets: the
// values go to variables, which are assigned last.
func (w *rewriter) tuple(from token.Pos, targets, values []ast.Expr, assign func(i int, value string) string) {
	var last strings.Builder
	sep := ""
	for i, x := range values {
		name := w.check.s.private("v")
		w.cut(from, x.Pos(), sep+name+" := "+w.newlines(from, x.Pos()))
		open, end := w.typed(x, w.assignedType(targets[i], x))
		w.surround(x, open, end)
		w.rewrite(x)
		last.WriteString("; " + assign(i, name))
		from, sep = x.End(), "; "
	}
	w.insert(from, last.String())
}

// loweredList returns the lowered text of a list of expressions.
func (w *rewriter) loweredList(xs []ast.Expr) string {
	texts := make([]string, len(xs))
	for i, x := range xs {
		texts[i] = w.lowered(x)
	}
	return strings.Join(texts, ", ")
}

// mixed tells whether the interpreter would mix up the values.
func (w *rewriter) mixed(values []ast.Expr) bool {
	return len(values) > 1 && slices.ContainsFunc(values, w.mixesUp)
}

// mixesUp tells whether x beside other values upsets the interpreter: a call,
// a receive, an assertion, a comparison, a composite literal, or what a pointer
// points to, which it looks at when it assigns.
func (w *rewriter) mixesUp(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.CallExpr:
		return !w.info.Types[x.Fun].IsType()
	case *ast.UnaryExpr:
		return x.Op == token.ARROW || x.Op == token.AND && w.mixesUp(x.X)
	case *ast.BinaryExpr:
		return w.info.Types[x].Value == nil && (w.mixesUp(x.X) || w.mixesUp(x.Y))
	case *ast.CompositeLit, *ast.FuncLit, *ast.TypeAssertExpr, *ast.StarExpr:
		return true
	}
	return false
}

// lowered returns the lowered text of an expression, apart from the rest.
func (w *rewriter) lowered(x ast.Expr) string {
	part := *w
	part.edits = nil
	part.rewrite(x)
	w.join(&part)
	return apply(w.cell.Source, w.offset(x.Pos()), w.offset(x.End()), part.edits)
}

// typed surrounds a constant, nil or a value that goes into an interface by a
// conversion to the type that it is assigned to.
func (w *rewriter) typed(x ast.Expr, t types.Type) (open, end string) {
	tv := w.info.Types[x]
	if tv.IsNil() && boxed(w.env.subst(t)) {
		return "", "" // see boxing
	}
	if tv.Value == nil && !tv.IsNil() && types.IsInterface(w.env.subst(t)) == types.IsInterface(w.typeOf(x)) {
		return "", ""
	}
	text, err := w.spell(t)
	if err != nil {
		return "", ""
	}
	return "(" + text + ")(", ")"
}

// assignedType is the type of the variable that x stands for, or for the
// blank identifier that of its value.
func (w *rewriter) assignedType(x, value ast.Expr) types.Type {
	if id, ok := x.(*ast.Ident); ok {
		if o := w.object(id); o != nil {
			return o.Type()
		}
		return types.Default(w.info.Types[value].Type)
	}
	return w.info.Types[x].Type
}
