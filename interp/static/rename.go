package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// renamer gives the declarations of a session that a piece names the names of
// the versions that it means. It edits text, and lines stay where they are.
type renamer struct {
	*composition
	*syntax
	owner *decl // nil for statements
	edits []edit
	inner bool     // within a function literal
	plain *ranCell // what the text is for, where that is a saved session
}

func (c *composition) renamer(s *syntax, owner *decl) *renamer {
	return &renamer{composition: c, syntax: s, owner: owner}
}

// text is the piece, with its place before it.
func (n *renamer) text() string { return n.upToOffset(n.end) }

// upTo is the piece up to a position.
func (n *renamer) upTo(pos token.Pos) string { return n.upToOffset(n.syntax.offset(pos)) }

func (n *renamer) upToOffset(end int) string {
	var edits []edit
	for _, e := range n.edits {
		if e.end <= end {
			edits = append(edits, e)
		}
	}
	return lineDirective(n.syntax.cell, n.start) + apply(n.syntax.cell.Source, n.start, end, edits)
}

// textOf is a node of the piece.
func (n *renamer) textOf(node ast.Node) string {
	from, to := n.syntax.offset(node.Pos()), n.syntax.offset(node.End())
	var edits []edit
	for _, e := range n.edits {
		if from <= e.start && e.end <= to {
			edits = append(edits, e)
		}
	}
	return apply(n.syntax.cell.Source, from, to, edits)
}

func (n *renamer) cut(from, to token.Pos, text string) {
	n.edits = append(n.edits, edit{start: n.syntax.offset(from), end: n.syntax.offset(to), text: text})
}

// rename gives all names below a node their versions.
func (n *renamer) rename(node ast.Node) {
	selected := map[*ast.Ident]bool{}
	ast.Inspect(node, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncLit:
			if !n.inner {
				literal := *n
				literal.inner = true
				literal.rename(x)
				n.edits = literal.edits
				return false
			}
		case *ast.RangeStmt:
			n.unevaluated(x)
		case *ast.SelectorExpr:
			selected[x.Sel] = true
		case *ast.Ident:
			n.ident(x, selected[x])
		}
		return true
	})
}

// unevaluated drops the * of a loop over the indices of an array at a pointer, which
// Go does not follow: it may be nil.
func (n *renamer) unevaluated(loop *ast.RangeStmt) {
	star, ok := ast.Unparen(loop.X).(*ast.StarExpr)
	if !ok || loop.Value != nil || n.info.Types[star].Type == nil {
		return
	}
	_, isArray := n.info.Types[star].Type.Underlying().(*types.Array)
	calls := false
	ast.Inspect(star, func(x ast.Node) bool {
		_, call := x.(*ast.CallExpr)
		receive, unary := x.(*ast.UnaryExpr)
		calls = calls || call || unary && receive.Op == token.ARROW
		return true
	})
	if isArray && !calls {
		n.cut(star.Pos(), star.X.Pos(), "")
	}
}

// ident gives one name its version.
func (n *renamer) ident(id *ast.Ident, selected bool) {
	o := n.info.Uses[id]
	if o == nil {
		o = n.info.Defs[id]
	}
	if o == nil || id.Name == "_" {
		return
	}
	name := n.newName(id, o, selected)
	switch {
	case strings.HasPrefix(id.Name, "must"+mark):
		n.cut(id.Pos(), id.Pos()+token.Pos(len("must")), name)
	case name != "" && name != id.Name:
		n.cut(id.Pos(), id.End(), name)
	}
}

// newName is what the file calls an object, or empty where that is what the
// piece calls it.
func (n *renamer) newName(id *ast.Ident, o types.Object, selected bool) string {
	if n.plain != nil {
		return n.plainName(o)
	}
	switch o := o.(type) {
	case *types.PkgName:
		n.importing(o.Imported().Path())
		return n.importAlias(o.Imported().Path())
	case *types.Var:
		if o.IsField() {
			return n.fieldName(o)
		}
	}
	if d := n.owners[o]; d != nil {
		n.use(n.owner, d)
		if d.isMethod() || n.isMethodName(o) {
			return ""
		}
		if n.owner == nil && n.inner && (d.kind == constPiece || d.kind == funcPiece) {
			n.keepLiteral(d)
		}
		return d.emitted[o.Name()]
	}
	if o.Pkg() == nil {
		return ""
	}
	if values, ok := strings.CutPrefix(o.Name(), "must"+mark); ok && o.Pkg().Path() == SessionPackage {
		n.importing(SessionPackage)
		return n.importAlias(SessionPackage) + ".Must" + values
	}
	if o.Pkg().Path() == SessionPackage && predeclared[o.Name()] != "" {
		return n.predeclaredName(o)
	}
	if !selected && o.Pkg().Path() != "main" && o.Parent() == o.Pkg().Scope() { // imported with a dot
		n.importing(o.Pkg().Path())
		return n.importAlias(o.Pkg().Path()) + "." + o.Name()
	}
	return ""
}

// isMethodName tells whether an object is a method, which keeps its name.
func (n *renamer) isMethodName(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// importing notes that the piece names a package.
func (n *renamer) importing(path string) {
	if n.owner != nil {
		n.owner.importing(path)
	}
}

// fieldName is the name of a field: an embedded one's follows that of its type.
func (n *renamer) fieldName(f *types.Var) string {
	if !f.Embedded() {
		return ""
	}
	t := f.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	var o *types.TypeName
	switch t := t.(type) {
	case *types.Alias:
		o = t.Obj()
	case *types.Named:
		o = t.Obj()
	default:
		return ""
	}
	if t, ok := t.(*types.Named); ok {
		o = t.Origin().Obj()
	}
	d := n.owners[o]
	if d == nil {
		return ""
	}
	n.use(n.owner, d)
	return d.emitted[o.Name()]
}

// predeclaredName is what a session predeclares. Statements keep the context of
// their own cell.
func (n *renamer) predeclaredName(o types.Object) string {
	if o.Name() == "ctx" && n.owner == nil {
		if n.context == "" {
			n.context = n.s.private("ctx")
		}
		return n.context
	}
	n.importing(SessionPackage)
	name := n.importAlias(SessionPackage) + "." + predeclared[o.Name()]
	if o.Name() == "ctx" {
		name += "()"
	}
	return name
}

// assign makes an assignment of a statement that declares variables.
func (n *renamer) assign(stmt ast.Stmt) {
	switch stmt := stmt.(type) {
	case *ast.LabeledStmt:
		n.assign(stmt.Stmt)
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE {
			n.cut(stmt.TokPos, stmt.TokPos+2, "=")
		}
	case *ast.DeclStmt:
		if gen, ok := stmt.Decl.(*ast.GenDecl); ok && gen.Tok == token.VAR {
			n.assignVariables(gen)
		}
	}
}

// assignVariables makes assignments of a declaration of variables.
func (n *renamer) assignVariables(gen *ast.GenDecl) {
	var parts []string
	line := n.file.Line(gen.Pos())
	for _, s := range gen.Specs {
		spec := s.(*ast.ValueSpec)
		text := n.assigned(spec)
		for at := n.file.Line(spec.Pos()); line < at; line++ {
			text = "\n" + text
		}
		parts = append(parts, text)
		line += strings.Count(strings.TrimLeft(text, "\n"), "\n")
	}
	text := strings.Join(parts, "; ")
	for ; line < n.file.Line(gen.End()); line++ {
		text += "\n"
	}
	n.put(gen, text)
}

// assigned makes an assignment of one specification.
func (n *renamer) assigned(spec *ast.ValueSpec) string {
	var names, values []string
	for _, id := range spec.Names {
		names = append(names, n.textOf(id))
		if len(spec.Values) == 0 && id.Name != "_" {
			values = append(values, "*new("+n.textOf(spec.Type)+")")
		}
	}
	if len(spec.Values) == 0 {
		names = nil
		for _, id := range spec.Names {
			if id.Name != "_" {
				names = append(names, n.textOf(id))
			}
		}
		if len(names) == 0 {
			return ""
		}
	}
	for _, x := range spec.Values {
		values = append(values, n.textOf(x))
	}
	return strings.Join(names, ", ") + " = " + strings.Join(values, ", ")
}

// keepLiteral notes that a function literal of the cell's statements uses a
// constant or a function.
func (c *composition) keepLiteral(d *decl) {
	if label := c.cell.Label; !slices.Contains(c.after.literals[d], label) {
		c.after.literals[d] = append(slices.Clone(c.after.literals[d]), label)
	}
}

// notes tell which function literals of earlier cells go on with what this cell
// declares anew.
func (c *composition) notes() []string {
	var notes []string
	for d, labels := range c.s.now.literals {
		if c.changed[d] != replaced || c.exchanged[d] {
			continue
		}
		delete(c.after.literals, d)
		notes = append(notes, "note: function literals of "+strings.Join(labels, " and ")+" go on with the earlier "+
			strings.Join(d.names, ", ")+" until that runs again")
	}
	slices.Sort(notes)
	return notes
}
