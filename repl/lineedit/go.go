package lineedit

import (
	"go/scanner"
	"go/token"
	"strings"
)

// bracket is an opening or closing bracket of a source.
type bracket struct {
	tok    token.Token
	offset int
}

// closes is the closing bracket of each opening one.
var closes = map[token.Token]token.Token{
	token.LBRACE: token.RBRACE, token.LPAREN: token.RPAREN, token.LBRACK: token.RBRACK,
}

// scan reads Go that need not be sound: its brackets, and whether it ends within a
// string or a comment.
func scan(source string) (brackets []bracket, unended bool) {
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), func(_ token.Position, message string) {
		unended = unended || strings.Contains(message, "not terminated")
	}, scanner.ScanComments)
	for {
		pos, tok, _ := s.Scan()
		switch tok {
		case token.EOF:
			return brackets, unended
		case token.LBRACE, token.LPAREN, token.LBRACK, token.RBRACE, token.RPAREN, token.RBRACK:
			brackets = append(brackets, bracket{tok, file.Offset(pos)})
		}
	}
}

// partners gives for each bracket's offset that of the other one of its pair.
func partners(brackets []bracket) map[int]int {
	pairs := map[int]int{}
	var open []bracket
	for _, b := range brackets {
		if closes[b.tok] != 0 {
			open = append(open, b)
			continue
		}
		last := len(open) - 1
		if last < 0 || closes[open[last].tok] != b.tok {
			return pairs // the rest belongs to nothing
		}
		pairs[b.offset], pairs[open[last].offset] = open[last].offset, b.offset
		open = open[:last]
	}
	return pairs
}

// pairAt are the offsets of the bracket before or at the cursor and of its
// partner. It reports whether there are both.
func pairAt(source string, cursor int) (one, other int, ok bool) {
	brackets, _ := scan(source)
	pairs := partners(brackets)
	for _, at := range []int{cursor - 1, cursor} {
		if other, ok := pairs[at]; ok {
			return at, other, true
		}
	}
	return 0, 0, false
}

// indentOf is the white space that a line begins with.
func indentOf(line string) string {
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// newIndent is the white space to begin a line with that follows the source: that
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

// withoutComment is a line without a comment at its end.
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

// isCase tells whether a line is the head of a case.
func isCase(line string) bool {
	return strings.HasSuffix(line, ":") && (strings.HasPrefix(line, "case ") || line == "default:")
}

// dedented is the white space that the last line of source is to begin with, which
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
