package format

import (
	"strings"

	"krigo/interp/static/syntax"
)

// sort is the set of forms that a run can be formatted as.
type sort int

const (
	declarations sort = 1 << iota
	statements
)

// run is a stretch of a cell that go/format takes as a whole: its pieces with the
// comments around them.
type run struct {
	text   string
	could  sort
	clause bool // it begins with a package clause
}

// runs cuts a source into maximal runs. A comment belongs to the code after it, or to the
// code before it on its line.
func runs(source string, pieces []syntax.Piece) []run {
	var out []run
	start := 0
	for i := 0; i < len(pieces); {
		r := run{could: sortOf(pieces[i]), clause: pieces[i].Kind == syntax.PackagePiece}
		for i++; i < len(pieces) && pieces[i].Kind != syntax.PackagePiece && r.could&sortOf(pieces[i]) != 0; i++ {
			r.could &= sortOf(pieces[i])
		}
		end := len(source)
		if i < len(pieces) {
			end = lineEnd(source, pieces[i-1].End, pieces[i].Start)
		}
		r.text, start = source[start:end], end
		out = append(out, r)
	}
	return out
}

func sortOf(p syntax.Piece) sort {
	switch p.Kind {
	case syntax.PackagePiece, syntax.ImportPiece, syntax.FuncPiece:
		return declarations
	case syntax.ConstPiece, syntax.TypePiece, syntax.VarPiece:
		return declarations | statements
	}
	return statements
}

// lineEnd returns the end of the text that belongs to a piece with this end: a semicolon
// and a comment on the same line belong to it. The next piece begins at next.
func lineEnd(source string, end, next int) int {
	rest := source[end:next]
	space := len(rest) - len(strings.TrimLeft(rest, " \t;"))
	comment := rest[space:]
	length := strings.IndexByte(comment, '\n')
	if length < 0 {
		length = len(comment)
	}
	switch {
	case strings.HasPrefix(comment, "//"):
		return end + space + length
	case strings.HasPrefix(comment, "/*") && strings.HasSuffix(strings.TrimRight(comment[:length], " \t\r"), "*/"):
		return end + space + length
	}
	return end + space
}
