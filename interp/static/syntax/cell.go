// Package syntax reads cells as text: it splits them into pieces, parses these,
// edits them, and reports whether a source is complete. It knows no session.
package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"krigo/cell"
)

// Fault is an error at a byte offset of a cell.
type Fault struct {
	Cell    *cell.Cell
	Offset  int
	Message string
}

// Place finds the line and the column, in code points, of a byte offset, both
// from 1, and the text of the line.
func Place(source string, offset int) (line, column int, text string) {
	offset = min(max(offset, 0), len(source))
	start := strings.LastIndexByte(source[:offset], '\n') + 1
	text, _, _ = strings.Cut(source[start:], "\n")
	line = strings.Count(source[:start], "\n") + 1
	return line, utf8.RuneCountInString(source[start:offset]) + 1, strings.TrimSuffix(text, "\r")
}

// LineOffset returns the offset at which a line begins.
func LineOffset(source string, line int) int {
	offset := 0
	for i := 1; i < line; i++ {
		next := strings.IndexByte(source[offset:], '\n')
		if next < 0 {
			return offset
		}
		offset += next + 1
	}
	return offset
}

// LineDirective says where in its cell the text that follows is.
func LineDirective(cell *cell.Cell, offset int) string {
	line, _, _ := Place(cell.Source, offset)
	column := offset - strings.LastIndexByte(cell.Source[:offset], '\n')
	return "//line " + FileName(cell.Label) + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(column) + "\n"
}

// FileName returns a cell's label in a form that a line directive can hold.
func FileName(label string) string {
	label = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, label)
	if label == "" {
		return "cell"
	}
	return label
}

// Kind is the kind of a top-level piece of a cell.
type Kind int

const (
	PackagePiece Kind = iota
	ImportPiece
	ConstPiece
	TypePiece
	VarPiece
	FuncPiece
	stmtPiece
)

// Piece is one top-level declaration or statement of a cell: the bytes from
// start to end of its source.
type Piece struct {
	Cell       *cell.Cell
	Kind       Kind
	Start, End int
}

func (p Piece) Text() string { return p.Cell.Source[p.Start:p.End] }
