package mathml

import (
	"strings"
	"unicode"
)

// token is a command with its backslash, one character, or "" at the end.
type token string

func (t token) command() bool { return len(t) > 1 && t[0] == '\\' }

// tokens reads a source token by token.
type tokens struct {
	source []rune
	at     int
}

// next returns the next token after white space and comments.
func (t *tokens) next() token {
	t.skip()
	if t.at >= len(t.source) {
		return ""
	}
	start := t.at
	t.at++
	if t.source[start] != '\\' || t.at >= len(t.source) {
		return token(t.source[start:t.at])
	}
	t.at++
	if !letter(t.source[t.at-1]) {
		return token(t.source[start:t.at])
	}
	for t.at < len(t.source) && letter(t.source[t.at]) {
		t.at++
	}
	if t.at < len(t.source) && t.source[t.at] == '*' && starred[string(t.source[start+1:t.at])] {
		t.at++
	}
	return token(t.source[start:t.at])
}

// starred are the commands that have a form with a star.
var starred = map[string]bool{"operatorname": true}

// peek returns the next token and leaves it.
func (t *tokens) peek() token {
	at := t.at
	defer func() { t.at = at }()
	return t.next()
}

func (t *tokens) skip() {
	for t.at < len(t.source) {
		switch r := t.source[t.at]; {
		case unicode.IsSpace(r):
			t.at++
		case r == '%':
			for t.at < len(t.source) && t.source[t.at] != '\n' {
				t.at++
			}
		default:
			return
		}
	}
}

// raw returns the text of a group in braces as it is written.
func (t *tokens) raw() (string, bool) {
	if t.next() != "{" {
		return "", false
	}
	depth, start := 1, t.at
	for ; t.at < len(t.source); t.at++ {
		switch t.source[t.at] {
		case '\\':
			t.at++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				t.at++
				return string(t.source[start : t.at-1]), true
			}
		}
	}
	t.at = len(t.source)
	return "", false
}

// option returns the text of an optional argument in brackets.
func (t *tokens) option() (string, bool) {
	if t.peek() != "[" {
		return "", false
	}
	at := t.at
	t.next()
	text, _, found := strings.Cut(string(t.source[t.at:]), "]")
	if !found {
		t.at = at
		return "", false
	}
	t.at += len([]rune(text)) + 1
	return text, true
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
