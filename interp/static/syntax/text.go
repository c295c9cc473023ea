package syntax

import (
	"go/scanner"
	"go/token"
	"strings"
)

// EndsInText reports whether a source ends within a comment or a literal of text or
// of a character, as COMMENT, STRING or CHAR, and where that begins; elsewhere it
// gives ILLEGAL.
func EndsInText(source string) (start int, tok token.Token) {
	file := token.NewFileSet().AddFile("", -1, len(source))
	open := -1 // where the latest literal or comment begins that does not end
	var s scanner.Scanner
	s.Init(file, []byte(source), func(at token.Position, message string) {
		if strings.HasSuffix(message, "not terminated") {
			open = at.Offset
		}
	}, scanner.ScanComments)
	last, lastAt, lastEnd := token.ILLEGAL, 0, 0
	for {
		pos, next, text := s.Scan()
		if next == token.EOF {
			break
		}
		if next == token.SEMICOLON && text == "\n" {
			continue
		}
		last, lastAt = next, file.Offset(pos)
		lastEnd = lastAt + len(text)
	}
	switch {
	case last == token.COMMENT && strings.HasPrefix(source[lastAt:], "//") && lastEnd == len(source):
		return lastAt, last
	case (last == token.COMMENT || last == token.STRING || last == token.CHAR) && open == lastAt && !strings.Contains(lineBound(source[lastAt:]), "\n"):
		return lastAt, last
	}
	return 0, token.ILLEGAL
}

// lineBound returns the text of a literal that ends with its line, or nothing of one that
// does not.
func lineBound(text string) string {
	if strings.HasPrefix(text, "\"") || strings.HasPrefix(text, "'") {
		return text
	}
	return ""
}
