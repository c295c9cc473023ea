package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

type (
	Value  any
	Symbol string
	List   []Value
	Lambda struct {
		params []Symbol
		body   Value
		env    *Env
	}
	Builtin func(args ...Value) (Value, error)
	Env     struct {
		vars  map[Symbol]Value
		outer *Env
	}
)

func (l List) String() string {
	ss := make([]string, len(l))
	for i, v := range l {
		ss[i] = show(v)
	}
	return "(" + strings.Join(ss, " ") + ")"
}
func show(v Value) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case string:
		return strconv.Quote(v)
	case *Lambda:
		return fmt.Sprintf("<lambda/%d>", len(v.params))
	case Builtin:
		return "<builtin>"
	default:
		return fmt.Sprint(v)
	}
}
func (e *Env) find(s Symbol) (*Env, bool) {
	for ; e != nil; e = e.outer {
		if _, ok := e.vars[s]; ok {
			return e, true
		}
	}
	return nil, false
}
func tokenize(s string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", "'", " ' ").Replace(s))
}
func parse(ts *[]string) (Value, error) {
	if len(*ts) == 0 {
		return nil, errors.New("unexpected EOF")
	}
	t := (*ts)[0]
	*ts = (*ts)[1:]
	switch t {
	case "(":
		l := List{}
		for {
			if len(*ts) == 0 {
				return nil, errors.New("missing )")
			}
			if (*ts)[0] == ")" {
				*ts = (*ts)[1:]
				return l, nil
			}
			v, err := parse(ts)
			if err != nil {
				return nil, err
			}
			l = append(l, v)
		}
	case ")":
		return nil, errors.New("unexpected )")
	case "'":
		v, err := parse(ts)
		return List{Symbol("quote"), v}, err
	}
	if f, err := strconv.ParseFloat(t, 64); err == nil {
		return f, nil
	}
	return Symbol(t), nil
}
func eval(x Value, e *Env) (Value, error) {
	for {
		switch v := x.(type) {
		case Symbol:
			if env, ok := e.find(v); ok {
				return env.vars[v], nil
			}
			return nil, fmt.Errorf("unbound %s", v)
		case List:
			if len(v) == 0 {
				return nil, nil
			}
			if s, ok := v[0].(Symbol); ok {
				switch s {
				case "quote":
					return v[1], nil
				case "if":
					c, err := eval(v[1], e)
					if err != nil {
						return nil, err
					}
					if b, ok := c.(bool); ok && !b || c == nil {
						if len(v) < 4 {
							return nil, nil
						}
						x = v[3]
					} else {
						x = v[2]
					}
					continue
				case "define":
					val, err := eval(v[2], e)
					e.vars[v[1].(Symbol)] = val
					return nil, err
				case "lambda":
					l := &Lambda{body: v[2], env: e}
					for _, p := range v[1].(List) {
						l.params = append(l.params, p.(Symbol))
					}
					return l, nil
				}
			}
			var vals []Value
			for _, a := range v {
				r, err := eval(a, e)
				if err != nil {
					return nil, fmt.Errorf("in %v: %w", show(v), err)
				}
				vals = append(vals, r)
			}
			switch f := vals[0].(type) {
			case Builtin:
				return f(vals[1:]...)
			case *Lambda:
				ne := &Env{make(map[Symbol]Value), f.env}
				for i, p := range f.params {
					ne.vars[p] = vals[i+1]
				}
				x, e = f.body, ne
				continue
			}
			return nil, fmt.Errorf("not callable: %T", vals[0])
		default:
			return x, nil
		}
	}
}
func num(f func(a, b float64) Value) Builtin {
	return func(args ...Value) (v Value, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%v", r)
			}
		}()
		acc := args[0]
		for _, a := range args[1:] {
			acc = f(acc.(float64), a.(float64))
		}
		return acc, nil
	}
}

func main() {
	g := &Env{vars: map[Symbol]Value{
		"+": num(func(a, b float64) Value { return a + b }), "*": num(func(a, b float64) Value { return a * b }), "-": num(func(a, b float64) Value { return a - b }),
		"<": num(func(a, b float64) Value { return a < b }), "pow": num(func(a, b float64) Value { return math.Pow(a, b) }),
		"list": Builtin(func(a ...Value) (Value, error) { return List(a), nil }),
		"car":  Builtin(func(a ...Value) (Value, error) { return a[0].(List)[0], nil }),
		"cdr":  Builtin(func(a ...Value) (Value, error) { return a[0].(List)[1:], nil }),
		"pi":   math.Pi, "nil": nil,
	}}
	for _, src := range []string{"(+ 1 2 3)", "(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))", "(fact 20)", "(car '(a b c))", "(cdr (list 1 (list 2 3) 'x))",
		"(define loop (lambda (n acc) (if (< n 1) acc (loop (- n 1) (+ acc n)))))", "(loop 20000 0)", "fact", "+", "(foo 1)", "(+ 1 'a)", "(1 2)", "(", ")", "()", "(if nil 1)",
		"(define adder (lambda (x) (lambda (y) (+ x y))))", "((adder 3) 4)", "(+ 1 (* 2 (undefined)))", "(pow 2 0.5)"} {
		ts := tokenize(src)
		x, err := parse(&ts)
		if err != nil {
			fmt.Println("parse error:", err)
			continue
		}
		v, err := eval(x, g)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Printf("%s => %s (%T)\n", src, show(v), v)
	}
}
