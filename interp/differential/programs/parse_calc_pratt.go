package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

type Kind int

const (
	EOF Kind = iota
	Num
	Ident
	Op
)

// a token with its text
type Token struct {
	Kind
	Text string
}

func (k Kind) String() string { return [...]string{"EOF", "Num", "Ident", "Op"}[k] }

func Lex(s string) (toks []Token, err error) {
	rs := []rune(s)
	for i := 0; i < len(rs); {
		c := rs[i]
		j := i + 1
		switch {
		case unicode.IsSpace(c):
			i++
			continue
		case unicode.IsDigit(c) || c == '.':
			for j < len(rs) && (unicode.IsDigit(rs[j]) || rs[j] == '.') {
				j++
			}
			toks = append(toks, Token{Num, string(rs[i:j])})
		case unicode.IsLetter(c):
			for j < len(rs) && unicode.IsLetter(rs[j]) {
				j++
			}
			toks = append(toks, Token{Ident, string(rs[i:j])})
		case strings.ContainsRune("+-*/^()!,=", c):
			toks = append(toks, Token{Op, string(c)})
		default:
			return toks, fmt.Errorf("illegal character %q at %d", c, i)
		}
		i = j
	}
	return append(toks, Token{}), nil
}

type Parser struct {
	toks []Token
	vars map[string]float64
}

type evalErr string

func (p *Parser) next() (t Token) {
	t = p.toks[0]
	if t.Kind != EOF {
		p.toks = p.toks[1:]
	}
	return
}

var infix = map[string]struct {
	left, right int
	do          func(a, b float64) float64
}{
	"+": {10, 11, func(a, b float64) float64 { return a + b }},
	"-": {10, 11, func(a, b float64) float64 { return a - b }},
	"*": {20, 21, func(a, b float64) float64 { return a * b }},
	"/": {20, 21, func(a, b float64) float64 { return a / b }},
	"^": {31, 30, math.Pow},
}

var funcs = map[string]func(...float64) float64{
	"sqrt": func(a ...float64) float64 { return math.Sqrt(a[0]) },
	"max": func(a ...float64) float64 {
		m := math.Inf(-1)
		for _, x := range a {
			m = math.Max(m, x)
		}
		return m
	},
	"sum": func(a ...float64) (s float64) {
		for _, x := range a {
			s += x
		}
		return
	},
}

func (p *Parser) expr(min int) (v float64) {
	switch t := p.next(); {
	case t.Kind == Num:
		f, err := strconv.ParseFloat(t.Text, 64)
		if err != nil {
			panic(evalErr("bad number " + t.Text))
		}
		v = f
	case t == Token{Op, "-"}:
		v = -p.expr(25)
	case t == Token{Op, "("}:
		v = p.expr(0)
		p.want(")")
	case t.Kind == Ident && p.toks[0] == Token{Op, "("}:
		f, ok := funcs[t.Text]
		if !ok {
			panic(evalErr("no function " + t.Text))
		}
		p.next()
		var args []float64
		for p.toks[0].Text != ")" {
			args = append(args, p.expr(0))
			if p.toks[0].Text == "," {
				p.next()
			}
		}
		p.want(")")
		v = f(args...)
	case t.Kind == Ident && p.toks[0].Text == "=":
		p.next()
		v = p.expr(0)
		p.vars[t.Text] = v
	case t.Kind == Ident:
		x, ok := p.vars[t.Text]
		if !ok {
			panic(evalErr("undefined " + t.Text))
		}
		v = x
	default:
		panic(evalErr(fmt.Sprintf("unexpected %v %q", t.Kind, t.Text)))
	}
	for {
		op := p.toks[0]
		if op.Text == "!" {
			p.next()
			v = math.Gamma(v + 1)
			continue
		}
		in, ok := infix[op.Text]
		if !ok || in.left < min {
			return v
		}
		p.next()
		v = in.do(v, p.expr(in.right))
	}
}

func (p *Parser) want(s string) {
	if t := p.next(); t.Text != s {
		panic(evalErr(fmt.Sprintf("want %s, got %v", s, t)))
	}
}

func Eval(s string, vars map[string]float64) (v float64, err error) {
	toks, err := Lex(s)
	if err != nil {
		return 0, err
	}
	defer func() {
		if e, ok := recover().(evalErr); ok {
			err = fmt.Errorf("eval %q: %s", s, string(e))
		}
	}()
	p := &Parser{toks, vars}
	v = p.expr(0)
	p.want("")
	return
}

func main() {
	vars := map[string]float64{"pi": math.Pi}
	for _, s := range []string{"1+2*3", "(1+2)*3", "2^3^2", "-2^2", "10-4-3", "x = 5! / 3", "x*2", "sqrt(x+9)", "max(1, x, 3*2)", "sum()", "1/0", "-(1)", "1.5.2", "2 +", "(1", "y", "foo(1)", "3 $ 4", "a = b = 2.5", "a+b", "cos"} {
		v, err := Eval(s, vars)
		fmt.Printf("%-16s %-8.6g %v\n", s, v, err)
	}
	toks, _ := Lex("ab+1")
	fmt.Println(toks, len(vars), vars["a"] == vars["b"])
	fmt.Printf("%v %+v\n", toks[0].Kind, toks[1].Text)
}
