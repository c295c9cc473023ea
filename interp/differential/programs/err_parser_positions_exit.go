//go:build ignore

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"
)

type Pos struct{ Line, Col int }

func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

type SyntaxError struct {
	Pos
	Msg string
}

func (e SyntaxError) Error() string { return e.Pos.String() + ": " + e.Msg }

type ErrorList []SyntaxError

func (l ErrorList) Error() string {
	switch len(l) {
	case 0:
		return "no errors"
	case 1:
		return l[0].Error()
	}
	return fmt.Sprintf("%v (and %d more)", l[0], len(l)-1)
}

func (l ErrorList) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

type parser struct {
	src  []rune
	i    int
	pos  Pos
	errs ErrorList
	vars map[string]int
}

type bailout struct{}

func (p *parser) peek() rune {
	if p.i < len(p.src) {
		return p.src[p.i]
	}
	return 0
}

func (p *parser) next() rune {
	r := p.peek()
	p.i++
	if p.pos.Col++; r == '\n' {
		p.pos = Pos{p.pos.Line + 1, 1}
	}
	return r
}

func (p *parser) errorf(at Pos, format string, args ...any) {
	p.errs = append(p.errs, SyntaxError{at, fmt.Sprintf(format, args...)})
	if len(p.errs) >= 4 {
		panic(bailout{})
	}
}

func (p *parser) space() {
	for p.peek() == ' ' || p.peek() == '\t' {
		p.next()
	}
}

func (p *parser) take(ok func(rune) bool) string {
	start := p.i
	for p.i < len(p.src) && ok(p.peek()) {
		p.next()
	}
	return string(p.src[start:p.i])
}

func (p *parser) value() (n int) {
	p.space()
	at := p.pos
	if s := p.take(unicode.IsDigit); s != "" {
		fmt.Sscan(s, &n)
		return n
	}
	if s := p.take(unicode.IsLetter); s != "" {
		v, ok := p.vars[s]
		if !ok {
			p.errorf(at, "undefined: %s", s)
		}
		return v
	}
	p.errorf(at, "want a value, found %q", p.peek())
	return 0
}

func (p *parser) line() {
	p.space()
	at := p.pos
	name := p.take(unicode.IsLetter)
	if name == "" {
		p.errorf(at, "want a name, found %q", p.peek())
		return
	}
	if p.space(); p.peek() != '=' {
		p.errorf(p.pos, "want '=' after %s", name)
		return
	}
	p.next()
	v := p.value()
	for p.space(); p.peek() == '+'; p.space() {
		p.next()
		v += p.value()
	}
	if r := p.peek(); r != '\n' && r != 0 {
		p.errorf(p.pos, "unexpected %q", r)
		return
	}
	p.vars[name] = v
}

func parse(src string) (vars map[string]int, err error) {
	p := &parser{src: []rune(src), pos: Pos{1, 1}, vars: map[string]int{}}
	defer func() {
		switch r := recover().(type) {
		case nil, bailout:
			vars, err = p.vars, p.errs.Err()
		default:
			panic(r)
		}
	}()
	for p.i < len(p.src) {
		if strings.TrimSpace(string(p.peek())) != "" || p.peek() == ' ' {
			p.line()
		}
		p.take(func(r rune) bool { return r != '\n' })
		p.next()
	}
	return
}

func main() {
	status := 0
	for _, src := range []string{
		"x = 1\ny = x + 41\n",
		"x = 1 +\ny = 2\n = 3",
		"é = 5\n\n  z = é + q + 1\nw 4",
		"1\n2\n3\n4\n5\n6",
		"",
	} {
		vars, err := parse(src)
		fmt.Printf("%q\n  %v\n", src, vars)
		var list ErrorList
		if errors.As(err, &list) {
			fmt.Println("  error:", err)
			for _, e := range list {
				fmt.Println("    line", e.Line, "column", e.Col, "-", e.Msg)
			}
			status = 3
		}
	}
	os.Exit(status)
}
