package static

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Cell is a cell's source with the label that errors bear, such as "cell 7".
type Cell struct {
	Label, Source string
}

// fault is an error at a byte offset of a cell.
type fault struct {
	cell    *Cell
	offset  int
	message string
}

// place finds the line and the column, in code points, of a byte offset, both
// from 1, and the text of the line.
func place(source string, offset int) (line, column int, text string) {
	offset = min(max(offset, 0), len(source))
	start := strings.LastIndexByte(source[:offset], '\n') + 1
	text, _, _ = strings.Cut(source[start:], "\n")
	line = strings.Count(source[:start], "\n") + 1
	return line, utf8.RuneCountInString(source[start:offset]) + 1, strings.TrimSuffix(text, "\r")
}

// lineOffset is where a line begins.
func lineOffset(source string, line int) int {
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

// lineDirective says where in its cell the text that follows is.
func lineDirective(cell *Cell, offset int) string {
	line, _, _ := place(cell.Source, offset)
	column := offset - strings.LastIndexByte(cell.Source[:offset], '\n')
	return "//line " + fileName(cell.Label) + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(column) + "\n"
}

// fileName is a cell's label in a form that a line directive can hold.
func fileName(label string) string {
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
