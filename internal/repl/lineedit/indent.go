package lineedit

import (
	"go/scanner"
	"go/token"
	"strings"
)

// indentOf returns the white space that a line begins with.
func indentOf(line string) string {
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// newIndent returns the white space to begin a line with that follows the source: that
// of the last line, and one tab more after an open bracket and the head of a
// case. Within a string or comment it is none.
func newIndent(source string) string {
	if _, unended := scan(source); unended {
		return ""
	}
	line := source[strings.LastIndexByte(source, '\n')+1:]
	trimmed := strings.TrimSpace(withoutComment(line))
	if strings.HasSuffix(trimmed, "{") || strings.HasSuffix(trimmed, "(") || strings.HasSuffix(trimmed, "[") || isCase(trimmed) {
		return indentOf(line) + "\t"
	}
	return indentOf(line)
}

// withoutComment returns a line without a comment at its end.
func withoutComment(line string) string {
	file := token.NewFileSet().AddFile("", -1, len(line))
	var s scanner.Scanner
	s.Init(file, []byte(line), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return line
		case tok == token.COMMENT && strings.HasPrefix(text, "//"):
			return line[:file.Offset(pos)]
		}
	}
}

// isCase reports whether a line is the head of a case.
func isCase(line string) bool {
	return strings.HasSuffix(line, ":") && (strings.HasPrefix(line, "case ") || line == "default:")
}

// dedented returns the white space that the last line of source is to begin with, which
// has nothing but a closing bracket or the head of a case: that of the line with
// the opening one. It reports whether the line is such a one.
func dedented(source string) (string, bool) {
	start := strings.LastIndexByte(source, '\n') + 1
	line := strings.TrimSpace(source[start:])
	before := source[:start]
	if line != "}" && line != ")" && line != "]" && !isCase(line) || start == 0 {
		return "", false
	}
	brackets, unended := scan(before)
	if unended {
		return "", false
	}
	pairs := partners(brackets)
	for i := len(brackets) - 1; i >= 0; i-- {
		b := brackets[i]
		if _, paired := pairs[b.offset]; paired || closes[b.tok] == 0 {
			continue
		}
		opener := before[strings.LastIndexByte(before[:b.offset], '\n')+1:]
		return indentOf(opener), true
	}
	return "", false
}
