package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// rewriter edits the text of a piece: names are what name says, and declarations of
// variables are assignments. Lines stay where they are.
type rewriter struct {
	*syntax
	info  *types.Info
	name  namer
	edits []edit
}

// namer says what to call an object in the place of a name, or nothing where that
// is what the piece calls it. A name may be selected: behind a dot.
type namer func(id *ast.Ident, o types.Object, selected bool) string

// rewrite begins to edit a piece.
func rewrite(s *syntax, info *types.Info, name namer) *rewriter {
	return &rewriter{syntax: s, info: info, name: name}
}

// written is the piece with its edits.
func (n *rewriter) written() string { return n.upTo(n.end) }

// upTo is the piece up to an offset.
func (n *rewriter) upTo(end int) string { return n.between(n.start, end) }

// textOf is a node of the piece.
func (n *rewriter) textOf(node ast.Node) string {
	return n.between(n.offset(node.Pos()), n.offset(node.End()))
}

func (n *rewriter) between(from, to int) string {
	var edits []edit
	for _, e := range n.edits {
		if from <= e.start && e.end <= to {
			edits = append(edits, e)
		}
	}
	return apply(n.cell.Source, from, to, edits)
}

// cut puts text in the place of what stands between two positions.
func (n *rewriter) cut(from, to token.Pos, text string) {
	n.edits = append(n.edits, edit{start: n.offset(from), end: n.offset(to), text: text})
}

// insertFirst inserts text at a position, before what was inserted there.
func (n *rewriter) insertFirst(pos token.Pos, text string) {
	at := n.offset(pos)
	n.edits = append([]edit{{start: at, end: at, text: text}}, n.edits...)
}

// put puts text in the place of a node and of all edits within it.
func (n *rewriter) put(node ast.Node, text string) {
	from, to := n.offset(node.Pos()), n.offset(node.End())
	kept := n.edits[:0]
	for _, e := range n.edits {
		if e.end <= from || e.start >= to {
			kept = append(kept, e)
		}
	}
	n.edits = append(kept, edit{start: from, end: to, text: text})
}

// rename gives all names below a node those that name says.
func (n *rewriter) rename(node ast.Node) {
	selected := map[*ast.Ident]bool{}
	ast.Inspect(node, func(x ast.Node) bool {
		switch x := x.(type) {
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
func (n *rewriter) unevaluated(loop *ast.RangeStmt) {
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

// ident gives one name what name says.
func (n *rewriter) ident(id *ast.Ident, selected bool) {
	o := n.info.Uses[id]
	if o == nil {
		o = n.info.Defs[id]
	}
	if o == nil || id.Name == "_" {
		return
	}
	name := n.name(id, o, selected)
	switch _, isMust := mustValues(id.Name); {
	case isMust:
		n.cut(id.Pos(), id.Pos()+token.Pos(len("must")), name)
	case name != "" && name != id.Name:
		n.cut(id.Pos(), id.End(), name)
	}
}

// assign makes an assignment of a statement that declares variables.
func (n *rewriter) assign(stmt ast.Stmt) {
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
func (n *rewriter) assignVariables(gen *ast.GenDecl) {
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
func (n *rewriter) assigned(spec *ast.ValueSpec) string {
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
