package syntax

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// The text around a piece when it is parsed.
const (
	declPrefix = "package p;"
	stmtPrefix = "package p;func _(){"
	stmtSuffix = "\n}"
)

// Parsed is a parsed piece. Either Decl or Stmts is set.
type Parsed struct {
	Piece
	Prefix int // bytes of the parsed text before the piece
	File   *token.File
	Decl   ast.Decl
	Stmts  []ast.Stmt
}

// Offset returns the byte offset of pos in the piece's cell.
func (s *Parsed) Offset(pos token.Pos) int {
	return s.File.Offset(pos) - s.Prefix + s.Start
}

// Parse reads one piece and adds it to fset.
func Parse(fset *token.FileSet, p Piece) (*Parsed, []Fault) {
	prefix, suffix := declPrefix, ""
	switch p.Kind {
	case PackagePiece:
		prefix = ""
	case stmtPiece:
		prefix, suffix = stmtPrefix, stmtSuffix
	}
	f, err := parser.ParseFile(fset, "", prefix+p.Text()+suffix, parser.SkipObjectResolution|parser.AllErrors)
	s := &Parsed{Piece: p, Prefix: len(prefix)}
	if f != nil {
		s.File = fset.File(f.FileStart)
		s.take(f)
	}
	if err != nil {
		return s, s.faults(err)
	}
	return s, nil
}

// take keeps the part of the file that is the piece.
func (s *Parsed) take(f *ast.File) {
	if len(f.Decls) == 0 {
		return
	}
	if s.Kind != stmtPiece {
		s.Decl = f.Decls[0]
		return
	}
	if fn, ok := f.Decls[0].(*ast.FuncDecl); ok && fn.Body != nil {
		s.Stmts = fn.Body.List
	}
}

// faults turns the parser's errors into faults of the cell, one a line.
func (s *Parsed) faults(err error) []Fault {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return []Fault{{s.Cell, s.Start, err.Error()}}
	}
	list.RemoveMultiples()
	var out []Fault
	for i, e := range list {
		offset := min(max(e.Pos.Offset-s.Prefix+s.Start, s.Start), s.End)
		if strings.HasPrefix(e.Msg, "expected declaration, found ") && s.Kind == stmtPiece {
			e.Msg = "unexpected }"
			offset = s.Start + strings.LastIndex(s.Text(), "}")
		}
		if before, _, found := strings.Cut(e.Msg, ", found "); found && e.Pos.Offset-s.Prefix+s.Start >= s.End {
			if i > 0 {
				continue // a consequence
			}
			e.Msg = before + ", found the end"
		}
		out = append(out, Fault{s.Cell, offset, plainSyntax(e.Msg)})
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

// Inspect walks the piece's syntax.
func (s *Parsed) Inspect(f func(ast.Node) bool) {
	if s.Decl != nil {
		ast.Inspect(s.Decl, f)
	}
	for _, stmt := range s.Stmts {
		ast.Inspect(stmt, f)
	}
}
