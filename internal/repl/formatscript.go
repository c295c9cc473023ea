package repl

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/internal/nbformat/percent"
)

// FormatScript writes the text of a Go file as gofmt does, cell by cell if it is a script of cells:
// their marks, and cells of comments only, stay as they are. formatCell writes one cell, with
// positions in the file, and returns what it cannot write unchanged. It fails if the file cannot be
// cut into cells.
func FormatScript(label, source string, formatCell func(cell.Cell) string) (string, error) {
	for strings.Contains(source, "\r\n") { // a line may end in several
		source = strings.ReplaceAll(source, "\r\n", "\n")
	}
	head := ""
	if strings.HasPrefix(source, "#!") {
		head, _, _ = strings.Cut(source, "\n")
	}
	marks, err := percent.Marks(source)
	if err != nil {
		return "", fmt.Errorf("%s: %w", label, err)
	}
	if rest := source[len(head):]; isWholeFile(rest, len(head), marks) {
		if text, err := format.Source([]byte(rest)); err == nil {
			return head + strings.Repeat("\n", min(len(head), 1)) + string(text), nil
		}
	}
	f := &scriptFormatter{label: label, source: source, formatCell: formatCell}
	f.keep(len(head))
	for _, at := range marks {
		f.cell(at[0])
		f.keep(at[1])
	}
	f.cell(len(source))
	return f.out.String(), nil
}

// isWholeFile reports whether a source is a Go file that no mark cuts into cells, but
// within a declaration. The marks' places are those with head bytes before it.
func isWholeFile(source string, head int, marks [][2]int) bool {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	return len(marks) == 0 || slices.ContainsFunc(marks, func(at [2]int) bool {
		return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
			return fset.Position(d.Pos()).Offset < at[0]-head && at[0]-head < fset.Position(d.End()).Offset
		})
	})
}

// scriptFormatter is on its way through a script of cells.
type scriptFormatter struct {
	label, source string
	formatCell    func(cell.Cell) string
	at            int // where what comes next begins
	out           strings.Builder
}

// keep writes what comes before an offset as it is.
func (f *scriptFormatter) keep(end int) {
	f.out.WriteString(f.source[f.at:end])
	f.at = end
}

// cell writes the cell that ends at an offset. Of empty lines around it one stays.
func (f *scriptFormatter) cell(end int) {
	text := f.source[f.at:end]
	in := strings.Repeat("\n", strings.Count(f.source[:f.at], "\n")) + text
	out := in
	if !isComment(text) {
		out = f.formatCell(cell.Cell{Label: f.label, Source: in})
	}
	if out == in {
		f.keep(end)
		return
	}
	body := strings.TrimSpace(text)
	before, after, _ := strings.Cut(text, body)
	if f.at > 0 {
		f.out.WriteString(lineBreak(before))
	}
	f.out.WriteString(strings.TrimSpace(out))
	if end == len(f.source) {
		after = ""
	}
	f.out.WriteString(lineBreak(after))
	f.at = end
}

// lineBreak returns the break between two lines, with an empty one where space has one.
func lineBreak(space string) string {
	if strings.Count(space, "\n") > 1 {
		return "\n\n"
	}
	return "\n"
}

// isComment reports whether a text holds comments and space only.
func isComment(text string) bool {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), nil, 0)
	_, tok, _ := s.Scan()
	return tok == token.EOF
}
