package syntax

import (
	"go/token"
	"strings"

	"krigo/cell"
)

// IsComplete reports whether the source can be evaluated, needs more lines, or
// can never be completed.
func IsComplete(source string) cell.Completeness {
	c := &cell.Cell{Source: source}
	lexemes, faults := Lex(c)
	for _, f := range faults {
		if f.Message == "raw string literal not terminated" || f.Message == "comment not terminated" {
			return cell.Completeness{Status: "incomplete"}
		}
	}
	open, matched := openBrackets(lexemes)
	if len(faults) > 0 || !matched {
		return cell.Completeness{Status: "invalid"}
	}
	last := lastToken(lexemes)
	if len(open) == 0 && !wantsMore(last.Tok) {
		if faultsBefore(source, len(source)+1) {
			return cell.Completeness{Status: "invalid"}
		}
		return cell.Completeness{Status: "complete"}
	}
	if faultsBefore(source+closing(open, last.Tok), last.End) {
		return cell.Completeness{Status: "invalid"}
	}
	return cell.Completeness{Status: "incomplete", Indent: nextIndent(source, lexemes)}
}

// openBrackets lists the brackets that are still open; matched is false where
// one is closed that was not open.
func openBrackets(lexemes []Lexeme) (open []token.Token, matched bool) {
	pairs := map[token.Token]token.Token{token.RPAREN: token.LPAREN, token.RBRACK: token.LBRACK, token.RBRACE: token.LBRACE}
	for _, l := range lexemes {
		switch l.Tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			open = append(open, l.Tok)
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(open) == 0 || open[len(open)-1] != pairs[l.Tok] {
				return open, false
			}
			open = open[:len(open)-1]
		}
	}
	return open, true
}

// lastToken returns the last token that the user wrote.
func lastToken(lexemes []Lexeme) Lexeme {
	for i := len(lexemes) - 1; i >= 0; i-- {
		l := lexemes[i]
		if l.Tok != token.EOF && (l.Tok != token.SEMICOLON || l.Lit == ";") {
			return l
		}
	}
	return Lexeme{Tok: token.EOF}
}

// wantsMore reports whether a source cannot end in the token: Go does not end a
// statement there.
func wantsMore(t token.Token) bool {
	switch t {
	case token.EOF, token.SEMICOLON, token.IDENT, token.INT, token.FLOAT, token.IMAG, token.CHAR, token.STRING,
		token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN, token.INC, token.DEC,
		token.RPAREN, token.RBRACK, token.RBRACE:
		return false
	}
	return true
}

// closing returns text that completes a source: an operand if the last token needs one,
// and the closing brackets.
func closing(open []token.Token, last token.Token) string {
	var b strings.Builder
	if last.IsOperator() && wantsMore(last) && last != token.LBRACE && last != token.LPAREN && last != token.LBRACK && last != token.COMMA && last != token.COLON {
		b.WriteString(" x")
	}
	for i := len(open) - 1; i >= 0; i-- {
		switch open[i] {
		case token.LPAREN:
			b.WriteString(")")
		case token.LBRACK:
			b.WriteString("]")
		default:
			b.WriteString("}")
		}
	}
	return b.String()
}

// faultsBefore reports whether the source has a syntax error before offset end.
func faultsBefore(source string, end int) bool {
	c := &cell.Cell{Source: source}
	pieces, faults := Split(c)
	for _, p := range pieces {
		_, more := Parse(token.NewFileSet(), p)
		faults = append(faults, more...)
	}
	for _, f := range faults {
		if f.Offset < end {
			return true
		}
	}
	return false
}

// nextIndent returns the indent of the line that follows: that of the last line, one step
// deeper for what the line opens or leaves hanging.
func nextIndent(source string, lexemes []Lexeme) string {
	source = strings.TrimRight(source, " \t\r\n")
	start := strings.LastIndexByte(source, '\n') + 1
	line := source[start:]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	depth := 0
	for _, l := range lexemes {
		if l.Offset < start {
			continue
		}
		switch l.Tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth = max(depth-1, 0)
		}
	}
	last := lastToken(lexemes).Tok
	if depth > 0 || last == token.COLON || wantsMore(last) && last != token.COMMA {
		return indent + indentStep(source)
	}
	return indent
}

// indentStep returns four spaces if the source is indented by spaces, else a tab.
func indentStep(source string) string {
	if strings.Contains("\n"+source, "\n  ") {
		return "    "
	}
	return "\t"
}

// Closed completes a source that was cut off.
func Closed(source string) string {
	lexemes, _ := Lex(&cell.Cell{Source: source})
	open, _ := openBrackets(lexemes)
	return source + closing(open, token.EOF)
}
