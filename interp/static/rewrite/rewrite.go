// Package rewrite edits the text of pieces by the meaning of their names.
package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// Rewriter edits the text of a piece: it replaces names as its Namer says, and turns
// declarations of variables into assignments. Lines stay where they are.
type Rewriter struct {
	*syntax.Parsed
	info  *types.Info
	name  Namer
	edits []syntax.Edit
}

// Namer returns the text that replaces a name of an object, or nothing if the name stays.
// Selected reports whether the name follows a dot.
type Namer func(o types.Object, selected bool) string

// New begins to edit a piece.
func New(s *syntax.Parsed, info *types.Info, name Namer) *Rewriter {
	return &Rewriter{Parsed: s, info: info, name: name}
}

// Written returns the piece with its edits.
func (n *Rewriter) Written() string { return n.UpTo(n.End) }

// UpTo returns the piece up to an offset.
func (n *Rewriter) UpTo(end int) string { return n.between(n.Start, end) }

// TextOf returns a node of the piece.
func (n *Rewriter) TextOf(node ast.Node) string {
	return n.between(n.Offset(node.Pos()), n.Offset(node.End()))
}

func (n *Rewriter) between(from, to int) string {
	var edits []syntax.Edit
	for _, e := range n.edits {
		if from <= e.Start && e.End <= to {
			edits = append(edits, e)
		}
	}
	return syntax.Apply(n.Cell.Source, from, to, edits)
}

// Cut replaces the source between two positions by text.
func (n *Rewriter) Cut(from, to token.Pos, text string) {
	n.edits = append(n.edits, syntax.Edit{Start: n.Offset(from), End: n.Offset(to), Text: text})
}

// InsertFirst inserts text at a position, before what was inserted there.
func (n *Rewriter) InsertFirst(pos token.Pos, text string) {
	at := n.Offset(pos)
	n.edits = append([]syntax.Edit{{Start: at, End: at, Text: text}}, n.edits...)
}

// Put replaces a node and all edits within it by text.
func (n *Rewriter) Put(node ast.Node, text string) {
	from, to := n.Offset(node.Pos()), n.Offset(node.End())
	kept := n.edits[:0]
	for _, e := range n.edits {
		if e.End <= from || e.Start >= to {
			kept = append(kept, e)
		}
	}
	n.edits = append(kept, syntax.Edit{Start: from, End: to, Text: text})
}

// Rename gives all names below a node those that name says.
func (n *Rewriter) Rename(node ast.Node) {
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
func (n *Rewriter) unevaluated(loop *ast.RangeStmt) {
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
		n.Cut(star.Pos(), star.X.Pos(), "")
	}
}

// ident gives one name what name says.
func (n *Rewriter) ident(id *ast.Ident, selected bool) {
	o := n.info.Uses[id]
	if o == nil {
		o = n.info.Defs[id]
	}
	if o == nil || id.Name == "_" {
		return
	}
	name := n.name(o, selected)
	switch _, isMust := check.MustValues(id.Name); {
	case isMust:
		n.Cut(id.Pos(), id.Pos()+token.Pos(len("must")), name)
	case name != "" && name != id.Name:
		n.Cut(id.Pos(), id.End(), name)
	}
}

// Assign makes an assignment of a statement that declares variables.
func (n *Rewriter) Assign(stmt ast.Stmt) {
	switch stmt := stmt.(type) {
	case *ast.LabeledStmt:
		n.Assign(stmt.Stmt)
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE {
			n.Cut(stmt.TokPos, stmt.TokPos+2, "=")
		}
	case *ast.DeclStmt:
		if gen, ok := stmt.Decl.(*ast.GenDecl); ok && gen.Tok == token.VAR {
			n.AssignVariables(gen)
		}
	}
}

// AssignVariables makes assignments of a declaration of variables.
func (n *Rewriter) AssignVariables(gen *ast.GenDecl) {
	var parts []string
	line := n.File.Line(gen.Pos())
	for _, s := range gen.Specs {
		spec := s.(*ast.ValueSpec)
		text := n.assigned(spec)
		for at := n.File.Line(spec.Pos()); line < at; line++ {
			text = "\n" + text
		}
		parts = append(parts, text)
		line += strings.Count(strings.TrimLeft(text, "\n"), "\n")
	}
	text := strings.Join(parts, "; ")
	for ; line < n.File.Line(gen.End()); line++ {
		text += "\n"
	}
	n.Put(gen, text)
}

// assigned makes an assignment of one specification.
func (n *Rewriter) assigned(spec *ast.ValueSpec) string {
	var names, values []string
	for _, id := range spec.Names {
		names = append(names, n.TextOf(id))
		if len(spec.Values) == 0 && id.Name != "_" {
			values = append(values, "*new("+n.TextOf(spec.Type)+")")
		}
	}
	if len(spec.Values) == 0 {
		names = nil
		for _, id := range spec.Names {
			if id.Name != "_" {
				names = append(names, n.TextOf(id))
			}
		}
		if len(names) == 0 {
			return ""
		}
	}
	for _, x := range spec.Values {
		values = append(values, n.TextOf(x))
	}
	return strings.Join(names, ", ") + " = " + strings.Join(values, ", ")
}
