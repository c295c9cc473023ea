package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokKind int

const (
	tError tokKind = iota - 1
	tEOF
	tWord
	tNumber
	tString
	tPunct
)

type token struct {
	kind tokKind
	val  string
	line int
}

func (t token) String() string {
	switch {
	case t.kind == tEOF:
		return "EOF"
	case t.kind == tError:
		return "ERR " + t.val
	case len(t.val) > 12:
		return fmt.Sprintf("%.12q…", t.val)
	}
	return fmt.Sprintf("%q", t.val)
}

// A stateFn does some work and names the state that follows.
type stateFn func(*lexer) stateFn

type lexer struct {
	input             string
	start, pos, width int
	line              int
	out               []token
}

const eof = -1

func (l *lexer) next() (r rune) {
	if l.pos >= len(l.input) {
		l.width = 0
		return eof
	}
	r, l.width = utf8.DecodeRuneInString(l.input[l.pos:])
	l.pos += l.width
	return
}

func (l *lexer) backup() { l.pos -= l.width }

func (l *lexer) emit(k tokKind) {
	l.out = append(l.out, token{k, l.input[l.start:l.pos], l.line})
	l.line += strings.Count(l.input[l.start:l.pos], "\n")
	l.start = l.pos
}

func (l *lexer) acceptRun(ok func(rune) bool) {
	r := l.next()
	for ; r != eof && ok(r); r = l.next() {
	}
	l.backup()
}

func (l *lexer) errorf(format string, args ...interface{}) stateFn {
	l.out = append(l.out, token{tError, fmt.Sprintf(format, args...), l.line})
	return nil
}

func lexAny(l *lexer) stateFn {
	switch r := l.next(); {
	case r == eof:
		l.emit(tEOF)
		return nil
	case unicode.IsSpace(r):
		if r == '\n' {
			l.line++
		}
		l.start = l.pos
		return lexAny
	case r == '"':
		return lexString
	case unicode.IsDigit(r):
		l.backup()
		return lexNumber
	case unicode.IsLetter(r) || r == '_':
		l.acceptRun(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' })
		l.emit(tWord)
		return lexAny
	case r == '/' && strings.HasPrefix(l.input[l.pos:], "*"):
		return lexComment(1)
	case unicode.IsPunct(r), unicode.IsSymbol(r):
		l.emit(tPunct)
		return lexAny
	default:
		return l.errorf("unexpected %U", r)
	}
}

func lexNumber(l *lexer) stateFn {
	l.acceptRun(unicode.IsDigit)
	if l.next() == '.' {
		l.acceptRun(unicode.IsDigit)
	} else {
		l.backup()
	}
	if r := l.next(); unicode.IsLetter(r) {
		return l.errorf("bad number %q", l.input[l.start:l.pos])
	}
	l.backup()
	l.emit(tNumber)
	return lexAny
}

func lexString(l *lexer) stateFn {
	for {
		switch l.next() {
		case '\\':
			if l.next() != eof {
				break
			}
			fallthrough
		case eof, '\n':
			return l.errorf("unterminated string")
		case '"':
			l.emit(tString)
			return lexAny
		}
	}
}

func lexComment(depth int) stateFn {
	return func(l *lexer) stateFn {
		rest := l.input[l.pos:]
		i := strings.Index(rest, "*/")
		if i < 0 {
			return l.errorf("unclosed comment, depth %d", depth)
		}
		if j := strings.Index(rest[1:], "/*"); j >= 0 && j+1 < i {
			l.pos += j + 3
			return lexComment(depth + 1)
		}
		l.pos += i + 2
		l.line += strings.Count(l.input[l.start:l.pos], "\n")
		l.start = l.pos
		if depth > 1 {
			l.pos--
			return lexComment(depth - 1)
		}
		return lexAny
	}
}

func main() {
	for _, src := range []string{
		"let x_1 = 3.14 * (y + 2)", "say \"hi \\\"you\\\"\"\nnext λ→µ", "12ab", "\"open", "a /* skip\nthis */ b", "a /* b", "", "x\x01y", "averyveryverylongidentifier 1.",
	} {
		l := &lexer{input: src, line: 1}
		steps := 0
		for st := stateFn(lexAny); st != nil; steps++ {
			st = st(l)
		}
		last := l.out[len(l.out)-1]
		fmt.Println(steps, len(l.out), l.out, "line", last.line, last.kind)
	}
	fmt.Printf("%v %+v %d\n", token{tWord, "w", 3}, []token{{tEOF, "", 1}}, tPunct)
}
