package parameters

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"krigo/cell"
	"krigo/interp/static/syntax"
)

// written is the source text of a declaration's value and comment.
type written struct {
	value, comment string
	order          int
}

// readDeclarations finds the source text of a cell's declarations, by name. Those that it
// does not find are absent.
func readDeclarations(source string) map[string]written {
	const head = "package p; func _() {"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", head+statements(source)+"\n}", parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	r := reader{fset, head + source, file.Comments, map[string]written{}}
	for _, stmt := range file.Decls[0].(*ast.FuncDecl).Body.List {
		r.statement(stmt)
	}
	return r.found
}

// statements returns a cell with blanks for text that cannot be in a function.
func statements(source string) string {
	pieces, _ := syntax.Split(&cell.Cell{Source: source})
	for _, p := range pieces {
		if p.Kind == syntax.ImportPiece || p.Kind == syntax.FuncPiece {
			blank := strings.Map(func(r rune) rune {
				if r == '\n' {
					return r
				}
				return ' '
			}, p.Text())
			source = source[:p.Start] + padded(blank, p.End-p.Start) + source[p.End:]
		}
	}
	return source
}

// padded returns a text made n bytes long by blanks.
func padded(text string, n int) string { return text + strings.Repeat(" ", n-len(text)) }

// reader reads declarations.
type reader struct {
	fset     *token.FileSet
	source   string
	comments []*ast.CommentGroup
	found    map[string]written
}

func (r *reader) statement(stmt ast.Stmt) {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE {
			var names []*ast.Ident
			for _, e := range stmt.Lhs {
				id, _ := e.(*ast.Ident)
				names = append(names, id)
			}
			r.add(stmt, names, stmt.Rhs)
		}
	case *ast.DeclStmt:
		for _, spec := range stmt.Decl.(*ast.GenDecl).Specs {
			if spec, ok := spec.(*ast.ValueSpec); ok {
				r.add(spec, spec.Names, spec.Values)
			}
		}
	}
}

func (r *reader) add(node ast.Node, names []*ast.Ident, values []ast.Expr) {
	for i, id := range names {
		w := written{comment: r.comment(node), order: len(r.found)}
		if len(values) == len(names) {
			w.value = r.source[r.offset(values[i].Pos()):r.offset(values[i].End())]
		}
		if id != nil {
			r.found[id.Name] = w
		}
	}
}

// comment returns the comment that ends the line of a declaration, or is right above it.
func (r *reader) comment(node ast.Node) string {
	first, last := r.line(node.Pos()), r.line(node.End())
	above := ""
	for _, c := range r.comments {
		switch {
		case c.Pos() > node.End() && r.line(c.Pos()) == last:
			return strings.Join(strings.Fields(c.Text()), " ")
		case r.line(c.End()) == first-1 && r.alone(c):
			above = strings.Join(strings.Fields(c.Text()), " ")
		}
	}
	return above
}

// alone reports whether a comment begins its line.
func (r *reader) alone(c *ast.CommentGroup) bool {
	start := r.offset(c.Pos())
	return strings.TrimSpace(r.source[strings.LastIndexByte(r.source[:start], '\n')+1:start]) == ""
}

func (r *reader) offset(pos token.Pos) int { return r.fset.Position(pos).Offset }

func (r *reader) line(pos token.Pos) int { return r.fset.Position(pos).Line }
