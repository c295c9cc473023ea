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

// pairAt returns the offsets of the bracket before or at the cursor and of its
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
