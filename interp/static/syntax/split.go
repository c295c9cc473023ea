package syntax

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"

	"krigo/cell"
)

// Lexeme is a token with its place in the source.
type Lexeme struct {
	Tok    token.Token
	Lit    string
	Offset int
	End    int
}

// Lex reads all tokens of a source, semicolons inserted as Go does.
func Lex(cell *cell.Cell) ([]Lexeme, []Fault) {
	var faults []Fault
	src := []byte(cell.Source)
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, func(pos token.Position, msg string) {
		faults = append(faults, Fault{cell, pos.Offset, msg})
	}, 0)
	var out []Lexeme
	for {
		pos, tok, lit := s.Scan()
		offset := file.Offset(pos)
		out = append(out, Lexeme{tok, lit, offset, offset + width(cell.Source[offset:], tok, lit)})
		if tok == token.EOF {
			return out, faults
		}
	}
}

// width returns the number of bytes that a token takes at the start of source.
func width(source string, tok token.Token, lit string) int {
	switch {
	case tok == token.SEMICOLON && lit == "\n", tok == token.EOF:
		return 0
	case tok == token.ILLEGAL:
		_, n := utf8.DecodeRuneInString(source)
		return n
	case tok == token.STRING && lit[0] == '`':
		// The literal lacks the carriage returns of the source.
		if end := strings.IndexByte(source[1:], '`'); end >= 0 {
			return end + 2
		}
		return len(source)
	case lit != "":
		return len(lit)
	}
	return len(tok.String())
}

// Split cuts a cell into its top-level pieces.
func Split(cell *cell.Cell) ([]Piece, []Fault) {
	lexemes, faults := Lex(cell)
	if f := nestingLimit.fault(cell, lexemes); f != nil {
		return nil, append(faults, *f)
	}
	var pieces []Piece
	for i := 0; i < len(lexemes); {
		if t := lexemes[i].Tok; t == token.SEMICOLON || t == token.EOF {
			i++
			continue
		}
		end := pieceEnd(cell, lexemes, i)
		pieces = append(pieces, Piece{cell, kindOf(lexemes[i:end]), lexemes[i].Offset, lexemes[end-1].End})
		i = end
	}
	return pieces, faults
}

// pieceEnd returns the index just after the last token of the piece that
// begins at token i.
func pieceEnd(cell *cell.Cell, lexemes []Lexeme, i int) int {
	header := isHeader(lexemes[i:])
	depth, blocks := 0, 0
	for j := i; j < len(lexemes); j++ {
		switch lexemes[j].Tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK:
			depth = max(depth-1, 0)
		case token.RBRACE:
			depth = max(depth-1, 0)
			blocks++
		case token.EOF:
			return j
		case token.SEMICOLON:
			if depth > 0 || j == i {
				continue
			}
			if header && headerGoesOn(cell, lexemes, i, j, blocks) {
				continue
			}
			return j
		}
	}
	return len(lexemes)
}

// isHeader reports whether the statement may have semicolons before its block.
func isHeader(lexemes []Lexeme) bool {
	for len(lexemes) > 2 && lexemes[0].Tok == token.IDENT && lexemes[1].Tok == token.COLON {
		lexemes = lexemes[2:]
	}
	switch lexemes[0].Tok {
	case token.FOR, token.IF, token.SWITCH:
		return true
	}
	return false
}

// headerGoesOn reports whether the semicolon at token j separates the parts of
// a statement's header rather than ending the statement.
func headerGoesOn(cell *cell.Cell, lexemes []Lexeme, i, j, blocks int) bool {
	if lexemes[j].Lit != ";" {
		return false
	}
	if blocks == 0 {
		return true
	}
	text := cell.Source[lexemes[i].Offset:lexemes[j-1].End]
	_, err := parser.ParseFile(token.NewFileSet(), "", stmtPrefix+text+stmtSuffix, parser.SkipObjectResolution)
	return err != nil
}

// kindOf returns the kind of piece that the tokens make.
func kindOf(lexemes []Lexeme) Kind {
	switch lexemes[0].Tok {
	case token.PACKAGE:
		return PackagePiece
	case token.IMPORT:
		return ImportPiece
	case token.CONST:
		return ConstPiece
	case token.TYPE:
		return TypePiece
	case token.VAR:
		return VarPiece
	case token.FUNC:
		if isFuncDecl(lexemes) {
			return FuncPiece
		}
	}
	return stmtPiece
}

// isFuncDecl reports whether the tokens are a function or method declaration, not a
// function literal.
func isFuncDecl(lexemes []Lexeme) bool {
	at := func(i int) token.Token {
		if i < len(lexemes) {
			return lexemes[i].Tok
		}
		return token.EOF
	}
	if at(1) == token.IDENT {
		return true
	}
	depth := 0
	for i := 1; i < len(lexemes); i++ {
		switch at(i) {
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
			if depth == 0 {
				return at(i+1) == token.IDENT && at(i+2) == token.LPAREN
			}
		}
	}
	return false
}
