package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

type Node interface {
	Eval(env Env) (float64, error)
	fmt.Stringer
}
type Env map[string]float64
type (
	Num   float64
	Var   string
	BinOp struct {
		Op   byte
		L, R Node
	}
	Neg  struct{ Node }
	Call struct {
		Fn   string
		Args []Node
	}
)

var funcs = map[string]func(...float64) float64{
	"sqrt": func(a ...float64) float64 { return math.Sqrt(a[0]) },
	"max": func(a ...float64) float64 {
		m := math.Inf(-1)
		for _, x := range a {
			m = max(m, x)
		}
		return m
	},
}
var unary = map[string]func(float64) float64{"sin": math.Sin, "abs": math.Abs, "floor": math.Floor}

func (n Num) Eval(Env) (float64, error) { return float64(n), nil }
func (n Num) String() string            { return strconv.FormatFloat(float64(n), 'g', -1, 64) }
func (v Var) Eval(e Env) (float64, error) {
	if x, ok := e[string(v)]; ok {
		return x, nil
	}
	return math.NaN(), fmt.Errorf("undefined: %s", string(v))
}
func (v Var) String() string { return string(v) }
func (n Neg) Eval(e Env) (float64, error) {
	x, err := n.Node.Eval(e)
	return -x, err
}
func (n Neg) String() string { return "(-" + n.Node.String() + ")" }
func (b *BinOp) Eval(e Env) (float64, error) {
	l, err := b.L.Eval(e)
	if err != nil {
		return 0, err
	}
	r, err := b.R.Eval(e)
	if err != nil {
		return 0, err
	}
	switch b.Op {
	case '+':
		return l + r, nil
	case '-':
		return l - r, nil
	case '*':
		return l * r, nil
	case '/':
		if r == 0 {
			return 0, fmt.Errorf("division by zero in %v", b)
		}
		return l / r, nil
	case '^':
		return math.Pow(l, r), nil
	}
	panic("op " + string(rune(b.Op)))
}
func (b *BinOp) String() string { return fmt.Sprintf("(%v %c %v)", b.L, b.Op, b.R) }
func (c Call) Eval(e Env) (float64, error) {
	args := make([]float64, len(c.Args))
	for i, a := range c.Args {
		var err error
		if args[i], err = a.Eval(e); err != nil {
			return 0, fmt.Errorf("%s arg %d: %w", c.Fn, i, err)
		}
	}
	if f, ok := unary[c.Fn]; ok {
		return f(args[0]), nil
	}
	return funcs[c.Fn](args...), nil
}
func (c Call) String() string { return fmt.Sprint(c.Fn, c.Args) }

type parser struct {
	toks []string
	pos  int
}

func lex(s string) (out []string) {
	rs := []rune(s)
	for i := 0; i < len(rs); {
		j := i
		switch r := rs[i]; {
		case unicode.IsSpace(r):
			i++
			continue
		case unicode.IsDigit(r) || r == '.':
			for j < len(rs) && (unicode.IsDigit(rs[j]) || rs[j] == '.') {
				j++
			}
		case unicode.IsLetter(r):
			for ; j < len(rs) && unicode.IsLetter(rs[j]); j++ {
			}
		default:
			j++
		}
		out = append(out, string(rs[i:j]))
		i = j
	}
	return
}
func (p *parser) peek() string {
	if p.pos < len(p.toks) {
		return p.toks[p.pos]
	}
	return ""
}
func (p *parser) next() string { t := p.peek(); p.pos++; return t }

var prec = map[string]int{"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}

func (p *parser) expr(min int) Node {
	l := p.atom()
	for {
		op := p.peek()
		q, ok := prec[op]
		if !ok || q < min {
			return l
		}
		p.next()
		if op != "^" {
			q++
		}
		l = &BinOp{op[0], l, p.expr(q)}
	}
}
func (p *parser) atom() Node {
	t := p.next()
	switch {
	case t == "(":
		n := p.expr(1)
		if c := p.next(); c != ")" {
			panic(fmt.Errorf("want ), got %q", c))
		}
		return n
	case t == "-":
		return Neg{p.expr(3)}
	case t != "" && unicode.IsLetter([]rune(t)[0]):
		if p.peek() == "(" {
			c := Call{Fn: t}
			for p.next(); ; {
				c.Args = append(c.Args, p.expr(1))
				if p.next() != "," {
					return c
				}
			}
		}
		return Var(t)
	}
	f, err := strconv.ParseFloat(t, 64)
	if err != nil {
		panic(err)
	}
	return Num(f)
}
func Parse(s string) (n Node, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			n, err = nil, fmt.Errorf("parse %q: %w", s, r)
		default:
			panic(r)
		}
	}()
	p := &parser{toks: lex(s)}
	return p.expr(1), nil
}
func main() {
	env := Env{"x": 3, "π": math.Pi}
	for _, s := range strings.Split("1+2*3;2^3^2;-x^2;(1+x)*2;max(1,x,2)/0;sin(π)+y;sqrt(x*x);(1;abs(-2.5)*floor(1.9);1..2;", ";") {
		n, err := Parse(s)
		if err != nil {
			fmt.Println("!", err)
			continue
		}
		v, err := n.Eval(env)
		fmt.Printf("%-14s %T %v = %.4g %v\n", s, n, n, v, err)
	}
}
