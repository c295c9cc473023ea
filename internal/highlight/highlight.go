// Package highlight cuts Go source into spans to be coloured, for pages and
// terminals. It takes what is not (yet) sound Go as well.
//
//	for _, s := range highlight.Go(`x := "text" // why`) {
//		fmt.Printf("%s %q\n", s.Class, s.Text)
//	}
package highlight

import (
	"go/scanner"
	"go/token"
)

// Class is the class of a span of source, such as a keyword.
type Class string

// The classes. Their names serve as class names of HTML.
const (
	Plain   Class = ""
	Keyword Class = "keyword"
	String  Class = "string" // and characters
	Number  Class = "number"
	Comment Class = "comment"
	Call    Class = "call" // the name before a call's parenthesis
)

// Span is a piece of source of one class.
type Span struct {
	Class Class
	Text  string
}

// Go cuts source into spans that join to it again.
func Go(source string) []Span {
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), func(token.Position, string) {}, scanner.ScanComments)
	var spans []Span
	done := 0
	add := func(class Class, end int) {
		if end > done {
			spans = append(spans, Span{class, source[done:end]})
			done = end
		}
	}
	name := -1 // the index of the span of a name that may be called
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue // the scanner's own
		}
		start := file.Offset(pos)
		add(Plain, start)
		if tok == token.LPAREN && name >= 0 && name == len(spans)-1 {
			spans[name].Class = Call
		}
		if class := classOf(tok); class != Plain {
			add(class, min(start+len(text), len(source)))
		} else if tok == token.IDENT {
			add(Plain, start+len(text))
			name = len(spans) - 1
		}
	}
	add(Plain, len(source))
	return spans
}

func classOf(tok token.Token) Class {
	switch {
	case tok.IsKeyword():
		return Keyword
	case tok == token.STRING, tok == token.CHAR:
		return String
	case tok == token.INT, tok == token.FLOAT, tok == token.IMAG:
		return Number
	case tok == token.COMMENT:
		return Comment
	}
	return Plain
}
