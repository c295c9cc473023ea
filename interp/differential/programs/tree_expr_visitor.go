package main

import (
	"fmt"
	"math"
	"strings"
)

type Expr interface {
	Accept(v Visitor) any
}

type Visitor interface {
	VisitConst(Const) any
	VisitVar(Var) any
	VisitBin(*Bin) any
	VisitCall(*Call) any
}

type (
	Const float64
	Var   string
	Bin   struct {
		Op   byte
		L, R Expr
	}
	Call struct {
		Fn  string
		Arg Expr
	}
)

func (c Const) Accept(v Visitor) any { return v.VisitConst(c) }
func (x Var) Accept(v Visitor) any   { return v.VisitVar(x) }
func (b *Bin) Accept(v Visitor) any  { return v.VisitBin(b) }
func (c *Call) Accept(v Visitor) any { return v.VisitCall(c) }

type Printer struct{ depth int }

func (*Printer) VisitConst(c Const) any { return fmt.Sprintf("%g", float64(c)) }
func (*Printer) VisitVar(x Var) any     { return string(x) }
func (p *Printer) VisitBin(b *Bin) any {
	p.depth++
	defer func() { p.depth-- }()
	s := fmt.Sprintf("%s %c %s", b.L.Accept(p), b.Op, b.R.Accept(p))
	if p.depth > 1 {
		s = "(" + s + ")"
	}
	return s
}
func (p *Printer) VisitCall(c *Call) any {
	return c.Fn + "(" + c.Arg.Accept(&Printer{}).(string) + ")"
}

type Eval map[Var]float64

var fns = map[string]func(float64) float64{"sin": math.Sin, "cos": math.Cos, "exp": math.Exp, "ln": math.Log}

func (Eval) VisitConst(c Const) any { return float64(c) }
func (e Eval) VisitVar(x Var) any {
	if v, ok := e[x]; ok {
		return v
	}
	return math.NaN()
}
func (e Eval) VisitBin(b *Bin) any {
	l, r := b.L.Accept(e).(float64), b.R.Accept(e).(float64)
	switch b.Op {
	case '+':
		return l + r
	case '-':
		return l - r
	case '*':
		return l * r
	case '/':
		return l / r
	}
	return math.Pow(l, r)
}
func (e Eval) VisitCall(c *Call) any { return fns[c.Fn](c.Arg.Accept(e).(float64)) }

func simplify(e Expr) Expr {
	b, ok := e.(*Bin)
	if !ok {
		if c, ok := e.(*Call); ok {
			return &Call{c.Fn, simplify(c.Arg)}
		}
		return e
	}
	l, r := simplify(b.L), simplify(b.R)
	lc, lok := l.(Const)
	rc, rok := r.(Const)
	switch {
	case lok && rok:
		return Const((&Bin{b.Op, lc, rc}).Accept(Eval{}).(float64))
	case b.Op == '*' && (l == Const(0) || r == Const(0)):
		return Const(0)
	case b.Op == '*' && l == Const(1), b.Op == '+' && l == Const(0):
		return r
	case strings.IndexByte("*/^", b.Op) >= 0 && r == Const(1), b.Op == '+' && r == Const(0):
		return l
	}
	return &Bin{b.Op, l, r}
}

func diff(e Expr, x Var) Expr {
	switch v := e.(type) {
	case Const:
		return Const(0)
	case Var:
		if v == x {
			return Const(1)
		}
		return Const(0)
	case *Call:
		outer := map[string]Expr{"sin": &Call{"cos", v.Arg}, "exp": v, "ln": &Bin{'/', Const(1), v.Arg}}[v.Fn]
		return &Bin{'*', outer, diff(v.Arg, x)}
	case *Bin:
		dl, dr := diff(v.L, x), diff(v.R, x)
		switch v.Op {
		case '+', '-':
			return &Bin{v.Op, dl, dr}
		case '*':
			return &Bin{'+', &Bin{'*', dl, v.R}, &Bin{'*', v.L, dr}}
		case '^':
			n := v.R.(Const)
			return &Bin{'*', &Bin{'*', n, &Bin{'^', v.L, n - 1}}, dl}
		}
	}
	panic(fmt.Sprintf("cannot differentiate %T", e))
}

func main() {
	x, y := Var("x"), Var("y")
	exprs := []Expr{
		x, Const(2.5), &Bin{'^', x, Const(3)}, &Bin{'*', &Bin{'+', x, y}, x},
		&Call{"sin", &Bin{'*', Const(2), x}}, &Call{"exp", &Bin{'+', &Bin{'^', x, Const(2)}, Const(0)}},
		&Bin{'-', &Call{"ln", x}, &Bin{'*', Const(2), Const(3)}}, &Bin{'/', x, y},
	}
	env := Eval{"x": 1.5, "y": -2}
	for i, e := range exprs {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println("  !", r)
				}
			}()
			fmt.Printf("%d %s = %.4f\n", i, e.Accept(new(Printer)), e.Accept(env))
			d := simplify(diff(e, x))
			h := 1e-6
			num := (e.Accept(Eval{"x": 1.5 + h, "y": -2}).(float64) - e.Accept(Eval{"x": 1.5 - h, "y": -2}).(float64)) / (2 * h)
			got := d.Accept(env).(float64)
			fmt.Printf("  d/dx = %s = %.4f agrees=%t\n", d.Accept(&Printer{}), got, math.Abs(got-num) < 1e-5)
		}()
	}
	var v Visitor = env
	_, isEval := v.(Eval)
	fmt.Println(isEval, Expr(Const(1)) == Expr(Const(1)), Expr(x) == Expr(Const(1)), exprs[2] == exprs[2])
	fmt.Printf("%v %v %T\n", *exprs[2].(*Bin), Call{"f", x}, exprs[0])
}
