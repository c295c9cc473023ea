package ask

import (
	"go/token"
	"regexp"
	"strings"

	"krigo/cell"
	"krigo/interp/static/syntax"
)

// Question is a user's question in a cell, with a question mark: ?name and name?, or ??
// for more. No Go begins with one, and none ends in one.
type Question struct {
	// Name is the name in question, or empty for general help.
	Name string
	// Start is where the name begins in the source.
	Start int
	// Detail is 1 where there are two question marks.
	Detail int
	// Before is the text of the lines before.
	Before string
}

// asked matches what a question can be about: a name, a selector, a command, or a call or
// a literal of one of these.
var asked = regexp.MustCompile(`^(?:%{0,2}[\pL_][\pL\pN_]*|[*&\[\]]*[\pL_][\pL\pN_]*(?:\.[\pL_][\pL\pN_]*)*)(?:\(.*\)|\{.*\})?$`)

// ReadQuestion finds the question that a source is, or ends in.
func ReadQuestion(source string) (Question, bool) {
	text := strings.TrimRight(source, " \t\r\n")
	start := strings.LastIndexByte(text, '\n') + 1
	line := strings.TrimLeft(text[start:], " \t")
	start = len(text) - len(line)
	q := Question{Before: source[:start]}
	name := strings.TrimLeft(line, "?")
	marks := len(line) - len(name)
	if marks == 0 {
		if !endsInMark(source) {
			return q, false
		}
		name = strings.TrimRight(line, "?")
		marks = len(line) - len(name)
	} else if strings.TrimSpace(q.Before) != "" {
		return q, false
	}
	q.Name, q.Start = strings.TrimSpace(name), start+strings.Index(line, strings.TrimSpace(name))
	q.Detail = min(marks, 2) - 1
	return q, (q.Name == "" || asked.MatchString(q.Name)) && marks <= 2
}

// endsInMark reports whether a source, apart from comments, ends in a question mark.
func endsInMark(source string) bool {
	text := strings.TrimRight(source, " \t\r\n")
	if !strings.HasSuffix(text, "?") {
		return false
	}
	lexemes, _ := syntax.Lex(&cell.Cell{Source: source})
	for i := len(lexemes) - 1; i >= 0; i-- {
		if l := lexemes[i]; l.Tok != token.EOF && (l.Tok != token.SEMICOLON || l.Lit == ";") {
			return l.Tok == token.ILLEGAL && l.Lit == "?" && l.End == len(text)
		}
	}
	return false
}

// NameEnd returns the end of the name that a question is about, without its arguments.
func (q Question) NameEnd() int {
	if i := strings.IndexAny(q.Name, "({"); i >= 0 {
		return i
	}
	return len(q.Name)
}
