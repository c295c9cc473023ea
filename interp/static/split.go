package static

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"
)

// pieceKind tells what a top-level piece of a cell is.
type pieceKind int

const (
	packagePiece pieceKind = iota
	importPiece
	constPiece
	typePiece
	varPiece
	funcPiece
	stmtPiece
	instancePiece // of a generic declaration; no cell holds it
	libraryPiece  // of a compiled package's source
)

// piece is one top-level declaration or statement of a cell: the bytes from
// start to end of its source.
type piece struct {
	cell       *Cell
	kind       pieceKind
	start, end int
}

func (p piece) text() string { return p.cell.Source[p.start:p.end] }

// lexeme is a token with its place in the source.
type lexeme struct {
	tok    token.Token
	lit    string
	offset int
	end    int
}

// lex reads all tokens of a source, semicolons inserted as Go does.
func lex(cell *Cell) ([]lexeme, []fault) {
	var faults []fault
	src := []byte(cell.Source)
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, func(pos token.Position, msg string) {
		faults = append(faults, fault{cell, pos.Offset, msg})
	}, 0)
	var out []lexeme
	for {
		pos, tok, lit := s.Scan()
		offset := file.Offset(pos)
		out = append(out, lexeme{tok, lit, offset, offset + width(cell.Source[offset:], tok, lit)})
		if tok == token.EOF {
			return out, faults
		}
	}
}

// width is the number of bytes that a token takes at the start of source.
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

// split cuts a cell into its top-level pieces.
func split(cell *Cell) ([]piece, []fault) {
	lexemes, faults := lex(cell)
	var pieces []piece
	for i := 0; i < len(lexemes); {
		if t := lexemes[i].tok; t == token.SEMICOLON || t == token.EOF {
			i++
			continue
		}
		end := pieceEnd(cell, lexemes, i)
		pieces = append(pieces, piece{cell, kindOf(lexemes[i:end]), lexemes[i].offset, lexemes[end-1].end})
		i = end
	}
	return pieces, faults
}

// pieceEnd returns the index just after the last token of the piece that
// begins at token i.
func pieceEnd(cell *Cell, lexemes []lexeme, i int) int {
	header := isHeader(lexemes[i:])
	depth, blocks := 0, 0
	for j := i; j < len(lexemes); j++ {
		switch lexemes[j].tok {
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

// isHeader tells whether the statement may have semicolons before its block.
func isHeader(lexemes []lexeme) bool {
	for len(lexemes) > 2 && lexemes[0].tok == token.IDENT && lexemes[1].tok == token.COLON {
		lexemes = lexemes[2:]
	}
	switch lexemes[0].tok {
	case token.FOR, token.IF, token.SWITCH:
		return true
	}
	return false
}

// headerGoesOn tells whether the semicolon at token j separates the parts of
// a statement's header rather than ending the statement.
func headerGoesOn(cell *Cell, lexemes []lexeme, i, j, blocks int) bool {
	if lexemes[j].lit != ";" {
		return false
	}
	if blocks == 0 {
		return true
	}
	text := cell.Source[lexemes[i].offset:lexemes[j-1].end]
	_, err := parser.ParseFile(token.NewFileSet(), "", stmtPrefix+text+stmtSuffix, parser.SkipObjectResolution)
	return err != nil
}

// kindOf tells what piece the tokens make.
func kindOf(lexemes []lexeme) pieceKind {
	switch lexemes[0].tok {
	case token.PACKAGE:
		return packagePiece
	case token.IMPORT:
		return importPiece
	case token.CONST:
		return constPiece
	case token.TYPE:
		return typePiece
	case token.VAR:
		return varPiece
	case token.FUNC:
		if isFuncDecl(lexemes) {
			return funcPiece
		}
	}
	return stmtPiece
}

// isFuncDecl tells a function or method declaration from a function literal.
func isFuncDecl(lexemes []lexeme) bool {
	at := func(i int) token.Token {
		if i < len(lexemes) {
			return lexemes[i].tok
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
