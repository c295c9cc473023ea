package static

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// What stands around a piece when it is parsed.
const (
	declPrefix = "package p;"
	stmtPrefix = "package p;func _(){"
	stmtSuffix = "\n}"
)

// syntax is a parsed piece. Either decl or stmts is set.
type syntax struct {
	piece
	prefix int // bytes of the parsed text before the piece
	file   *token.File
	decl   ast.Decl
	stmts  []ast.Stmt
}

// offset is the byte offset of pos in the piece's cell.
func (s *syntax) offset(pos token.Pos) int {
	return s.file.Offset(pos) - s.prefix + s.start
}

// parse reads one piece and adds it to fset.
func parse(fset *token.FileSet, p piece) (*syntax, []fault) {
	prefix, suffix := declPrefix, ""
	switch p.kind {
	case packagePiece:
		prefix = ""
	case stmtPiece:
		prefix, suffix = stmtPrefix, stmtSuffix
	}
	f, err := parser.ParseFile(fset, "", prefix+p.text()+suffix, parser.SkipObjectResolution|parser.AllErrors)
	s := &syntax{piece: p, prefix: len(prefix)}
	if f != nil {
		s.file = fset.File(f.FileStart)
		s.take(f)
	}
	if err != nil {
		return s, s.faults(err)
	}
	return s, nil
}

// take keeps the part of the file that is the piece.
func (s *syntax) take(f *ast.File) {
	if len(f.Decls) == 0 {
		return
	}
	if s.kind != stmtPiece {
		s.decl = f.Decls[0]
		return
	}
	if fn, ok := f.Decls[0].(*ast.FuncDecl); ok && fn.Body != nil {
		s.stmts = fn.Body.List
	}
}

// faults turns the parser's errors into faults of the cell, one a line.
func (s *syntax) faults(err error) []fault {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return []fault{{s.cell, s.start, err.Error()}}
	}
	list.RemoveMultiples()
	var out []fault
	for i, e := range list {
		offset := min(max(e.Pos.Offset-s.prefix+s.start, s.start), s.end)
		if strings.HasPrefix(e.Msg, "expected declaration, found ") && s.kind == stmtPiece {
			e.Msg = "unexpected }"
			offset = s.start + strings.LastIndex(s.text(), "}")
		}
		if before, _, found := strings.Cut(e.Msg, ", found "); found && e.Pos.Offset-s.prefix+s.start >= s.end {
			if i > 0 {
				continue // a consequence
			}
			e.Msg = before + ", found the end"
		}
		out = append(out, fault{s.cell, offset, plainSyntax(e.Msg)})
	}
	return out
}

// plainSyntax says in words what the parser's messages say in tokens.
func plainSyntax(message string) string {
	if message == "expected ';', found the end" {
		return "unexpected end"
	}
	for _, expected := range []string{"expected ';', found ", "expected '}', found "} {
		if found, ok := strings.CutPrefix(message, expected); ok {
			return "unexpected " + found
		}
	}
	return strings.NewReplacer("'IDENT'", "a name", "'STRING'", "a string").Replace(message)
}

// inspect walks the piece's syntax.
func (s *syntax) inspect(f func(ast.Node) bool) {
	if s.decl != nil {
		ast.Inspect(s.decl, f)
	}
	for _, stmt := range s.stmts {
		ast.Inspect(stmt, f)
	}
}
