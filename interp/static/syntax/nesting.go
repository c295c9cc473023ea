package syntax

import (
	"fmt"
	"go/token"

	"krigo/cell"
)

// nesting limits how deeply source may nest, where the passes over it have a small stack. Zero is no limit.
type nesting struct {
	brackets int // brackets and blocks within each other
	tokens   int // of an expression between commas, brackets not counted: operators and calls nest as well
	elses    int // of one chain of else if
}

// level is a bracket or a block that has not ended.
type level struct{ tokens, elses int }

// fault returns the place that nests too deeply, or nil.
func (n nesting) fault(c *cell.Cell, lexemes []Lexeme) *Fault {
	if n == (nesting{}) {
		return nil
	}
	levels := []level{{}}
	for _, l := range lexemes {
		at := &levels[len(levels)-1]
		switch l.Tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			at.tokens++
			if levels = append(levels, level{}); len(levels)-1 > n.brackets {
				return n.tooDeep(c, l, "%d brackets or blocks within each other", n.brackets)
			}
		case token.RPAREN, token.RBRACK, token.RBRACE:
			levels = levels[:max(1, len(levels)-1)]
		case token.COMMA, token.SEMICOLON:
			*at = level{}
		case token.ELSE:
			if at.tokens, at.elses = 0, at.elses+1; at.elses > n.elses {
				return n.tooDeep(c, l, "%d times else in one statement", n.elses)
			}
		default:
			if at.tokens++; at.tokens > n.tokens {
				return n.tooDeep(c, l, "%d words and operators in one expression", n.tokens)
			}
		}
	}
	return nil
}

// tooDeep returns the fault of a lexeme. What says which limit was passed.
func (n nesting) tooDeep(c *cell.Cell, l Lexeme, what string, most int) *Fault {
	return &Fault{c, l.Offset, fmt.Sprintf("this nests too deeply: a web page takes at most "+what+"; name a part of it", most)}
}
