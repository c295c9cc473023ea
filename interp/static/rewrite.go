package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// rewriter lowers one piece by editing its text, so that lines stay where
// they are.
type rewriter struct {
	check *check
	*syntax
	info       *types.Info // of the check that the piece was part of
	env        *environment
	owner      *decl // the declaration that is lowered; nil for statements
	statements bool
	edits      []edit
	addressed  ast.Expr            // the latest operand of &
	tuples     map[ast.Node]bool   // what is lowered already
	hoisted    []string            // types declared in functions, lowered
	converts   map[*ast.Ident]bool // type names that a conversion or a method expression begins with
	labels     map[ast.Stmt]*ast.LabeledStmt
	called     map[*ast.SelectorExpr]bool        // methods that are called
	deferring  map[*ast.FuncLit]bool             // found when they are first asked for
	functions  map[*ast.ReturnStmt]*ast.FuncType // found when they are first asked for
	bodies     map[*ast.BlockStmt]*ast.FuncType  // with these
	recovering map[*ast.ReturnStmt]bool          // with these: of functions that defer
	funcLoops  *funcLoops                        // found when they are first asked for
}

// text is the piece as lowered, with a line directive before it.
func (w *rewriter) text() string {
	return lineDirective(w.cell, w.start) + apply(w.cell.Source, w.start, w.end, w.edits)
}

// replace puts text in a node's place.
func (w *rewriter) replace(n ast.Node, text string) { w.cut(n.Pos(), n.End(), text) }

// cut puts text in the place of the source between two positions.
func (w *rewriter) cut(from, to token.Pos, text string) {
	w.edits = append(w.edits, edit{start: w.offset(from), end: w.offset(to), text: text})
}

// insert puts text before pos.
func (w *rewriter) insert(pos token.Pos, text string) { w.cut(pos, pos, text) }

// surround puts text before and after a node. It is called before what is in
// the node is lowered.
func (w *rewriter) surround(n ast.Node, open, end string) {
	w.insert(n.Pos(), open)
	at := w.offset(n.End())
	w.edits = append(w.edits, edit{start: at, end: at, text: end, closes: true, opened: w.offset(n.Pos())})
}

// rewrite lowers everything below n.
func (w *rewriter) rewrite(n ast.Node) {
	if n == nil {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if w.tuples[n] {
			return false
		}
		if e, ok := n.(ast.Expr); ok && w.constant(e) {
			return false
		}
		w.conversions(n)
		w.boxes(n)
		switch n := n.(type) {
		case *ast.BinaryExpr:
			w.shift(n)
			return w.comparison(n)
		case *ast.BlockStmt:
			w.zeroResults(n)
		case *ast.StructType:
			w.blankFields(n)
		case *ast.FuncDecl:
			w.nameParameters(n.Type)
		case *ast.FuncLit:
			w.nameParameters(n.Type)
			w.apartFromDefers(n)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				w.addressed = ast.Unparen(n.X)
				w.address(n)
			}
		case *ast.TypeAssertExpr:
			return w.assertion(n)
		case *ast.IndexExpr:
			if w.instantiated(n) {
				return false
			}
			return w.index(n)
		case *ast.IndexListExpr:
			return !w.instantiated(n)
		case *ast.SelectorExpr:
			if w.instantiated(n) {
				return false
			}
			if w.methodExpr(n) || !w.methodValue(n) {
				return false
			}
			w.packageVariable(n)
			w.converted(n.X)
			w.rewrite(n.X)
			w.member(n.Sel)
			return false
		case *ast.Ident:
			w.ident(n)
		case *ast.CallExpr:
			return w.call(n)
		case *ast.IfStmt:
			w.initial(n, n.Init)
		case *ast.SwitchStmt:
			return w.switchStmt(n)
		case *ast.TypeSwitchStmt:
			return w.typeSwitch(n)
		case *ast.SelectStmt:
			w.selectStmt(n)
			return false
		case *ast.GoStmt:
			w.goStmt(n)
		case *ast.DeclStmt:
			gen := n.Decl.(*ast.GenDecl)
			switch gen.Tok {
			case token.TYPE:
				w.localTypes(gen)
				return false
			case token.VAR:
				return w.declareTuples(gen)
			case token.CONST:
				w.cut(gen.Pos(), gen.End(), w.newlines(gen.Pos(), gen.End()))
				return false
			}
		case *ast.AssignStmt:
			if w.apart(n) {
				w.assignTuple(n, n.Tok)
				return false
			}
			if w.operatesLate(n) {
				w.operate(n)
				return false
			}
			if w.dropped(n) {
				return false
			}
		case *ast.RangeStmt:
			w.rangeStmt(n)
		case *ast.ForStmt:
			w.initial(n, n.Init)
			w.post(n)
			w.forStmt(n)
		case *ast.LabeledStmt:
			w.labelled(n)
			w.labeledStmt(n)
		case *ast.BranchStmt:
			w.branchStmt(n)
		case *ast.ReturnStmt:
			if w.ranges().returns[n] == nil {
				return w.returned(n)
			}
			w.returnStmt(n)
		case *ast.DeferStmt:
			if w.ranges().defers[n] == nil {
				return w.deferred(n)
			}
			return w.deferStmt(n)
		}
		return true
	})
}

// converted notes that e is called or selected from: a type is parenthesised
// there.
func (w *rewriter) converted(e ast.Expr) {
	if id := genericIdent(e); id != nil {
		if w.converts == nil {
			w.converts = map[*ast.Ident]bool{}
		}
		w.converts[id] = true
	}
}

// object is what an identifier stands for.
func (w *rewriter) object(id *ast.Ident) types.Object {
	if o := w.info.Uses[id]; o != nil {
		return o
	}
	return w.info.Defs[id]
}

// member lowers the name after a dot.
func (w *rewriter) member(id *ast.Ident) {
	o := w.object(id)
	w.note(o)
	if field, ok := o.(*types.Var); ok && field.Embedded() {
		w.rename(id, field)
	}
}

// rename gives an embedded field the name of its type.
func (w *rewriter) rename(id *ast.Ident, field *types.Var) {
	if name, ok := w.embeddedName(field); ok && name != id.Name {
		w.replace(id, name)
	}
}

// note records what the lowered declaration depends on.
func (w *rewriter) note(o types.Object) {
	if d := w.check.owners[o]; d != nil && w.owner != nil {
		w.owner.use(d)
	}
}

// ident lowers a name.
func (w *rewriter) ident(id *ast.Ident) {
	o := w.object(id)
	if o == nil {
		return
	}
	w.note(o)
	if w.instantiated(id) || w.typeParam(id, o) {
		return
	}
	if t, ok := o.(*types.TypeName); ok {
		o = w.own(t)
	}
	if name, ok := w.check.emitted[o]; ok {
		if name != id.Name {
			w.replace(id, name)
		}
		return
	}
	switch o := o.(type) {
	case *types.PkgName:
		if w.owner != nil {
			w.imported(o)
		}
		w.replace(id, w.check.alias(o.Imported().Path(), o.Imported().Name()))
		return
	case *types.Var:
		if o.Embedded() {
			w.rename(id, o)
			return
		}
	}
	if o.Pkg() == nil {
		if o == types.Universe.Lookup("any") {
			w.replace(id, "interface{}") // the interpreter takes the two for different types
		}
		return
	}
	switch {
	case o.Pkg().Path() == SessionPackage:
		w.predeclared(id)
	case o.Pkg().Path() != "main" && o.Parent() == o.Pkg().Scope() && !w.unexported(id, o):
		w.insert(id.Pos(), w.check.alias(o.Pkg().Path(), o.Pkg().Name())+".")
	}
}

// imported notes that a declaration depends on a package that a cell
// imported, so that importing another by the name is noticed.
func (w *rewriter) imported(o *types.PkgName) {
	if d := w.check.s.now.names[o.Name()]; d != nil && d.kind == importPiece {
		w.owner.use(d)
	}
}

// predeclared lowers ctx, input and password. The statements of a cell keep
// the context that they began with.
func (w *rewriter) predeclared(id *ast.Ident) {
	symbol, ok := predeclared[id.Name]
	switch {
	case !ok:
		return
	case id.Name != "ctx":
		w.replace(id, w.check.sessionName(symbol))
	case w.statements:
		if w.check.context == "" {
			w.check.context = "ctx" + mark
		}
		w.replace(id, w.check.context)
	default:
		w.replace(id, w.check.sessionName(symbol)+"()")
	}
}

// statement lowers one of the cell's statements. Variables that it declares
// live at package level: what is left is to assign them.
func (w *rewriter) statement(stmt ast.Stmt) {
	switch s := stmt.(type) {
	case *ast.LabeledStmt:
		w.labelled(s)
		w.labeledStmt(s)
		w.statement(s.Stmt)
		return
	case *ast.AssignStmt:
		if len(s.Rhs) > 1 && w.apart(s) || len(s.Lhs) == 1 && receives(s.Rhs[0]) {
			w.assignTuple(s, token.ASSIGN)
			return
		}
		if s.Tok == token.DEFINE {
			w.cut(s.TokPos, s.TokPos+2, "=")
		}
	}
	w.rewrite(stmt)
}

// variables lowers a var declaration to assignments.
func (w *rewriter) variables(d *ast.GenDecl) {
	first := d.End()
	if len(d.Specs) > 0 {
		first = d.Specs[0].Pos()
	}
	w.cut(d.Pos(), first, w.newlines(d.Pos(), first))
	for _, spec := range d.Specs {
		w.variable(spec.(*ast.ValueSpec))
	}
	if d.Rparen.IsValid() {
		w.cut(d.Rparen, d.Rparen+1, "")
	}
}

// newlines keeps the line breaks of what is cut.
func (w *rewriter) newlines(from, to token.Pos) string {
	return strings.Repeat("\n", strings.Count(w.cell.Source[w.offset(from):w.offset(to)], "\n"))
}

// variable lowers one specification: with values to an assignment, without to
// the assignment of zero values.
func (w *rewriter) variable(spec *ast.ValueSpec) {
	last := spec.Names[len(spec.Names)-1]
	if len(spec.Values) == 0 {
		w.cut(spec.Pos(), spec.End(), w.zeros(spec))
		return
	}
	if w.mixed(spec.Values) {
		targets := identifiers(spec.Names)
		w.tuple(spec.Pos(), targets, spec.Values, func(i int, value string) string {
			return w.assignment(targets[i], w.lowered(targets[i]), value, token.ASSIGN)
		})
		return
	}
	w.conversions(spec)
	for _, id := range spec.Names {
		w.ident(id)
	}
	w.cut(last.End(), spec.Values[0].Pos(), " = "+w.newlines(last.End(), spec.Values[0].Pos()))
	for i, v := range spec.Values {
		open, end := w.conversion(spec, i, v)
		w.surround(v, open, end)
		w.rewrite(v)
	}
}

// conversion surrounds a constant by a conversion to the variable's type.
func (w *rewriter) conversion(spec *ast.ValueSpec, i int, v ast.Expr) (open, end string) {
	if i >= len(spec.Names) || w.info.Defs[spec.Names[i]] == nil {
		return "", ""
	}
	return w.conversionTo(w.info.Defs[spec.Names[i]].Type(), v)
}

// conversionTo surrounds a constant by a conversion to a type.
func (w *rewriter) conversionTo(t types.Type, v ast.Expr) (open, end string) {
	if w.info.Types[v].Value == nil {
		return "", ""
	}
	if _, basic := types.Unalias(t).(*types.Basic); basic || types.IsInterface(t) {
		return "", ""
	}
	text, err := w.spell(t)
	if err != nil {
		return "", ""
	}
	return text + "(", ")"
}

// zeros assigns zero values to the variables of a specification.
func (w *rewriter) zeros(spec *ast.ValueSpec) string {
	var values []string
	for _, id := range spec.Names {
		o := w.info.Defs[id]
		if id.Name == "_" || o == nil {
			continue
		}
		text, err := w.spell(o.Type())
		if err != nil {
			continue
		}
		values = append(values, w.check.emitted[o]+" = *new("+text+")")
	}
	return strings.Join(values, "; ") + w.newlines(spec.Pos(), spec.End())
}
