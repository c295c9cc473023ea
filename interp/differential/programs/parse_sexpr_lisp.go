package main

import (
	"fmt"
	"strconv"
	"strings"
)

type (
	Symbol  string
	Number  float64
	List    []Node
	Builtin func(args []Node) Node
	Lambda  struct {
		params []Symbol
		body   Node
		env    *Env
	}
	Node interface{}
	Env  struct {
		vars  map[Symbol]Node
		outer *Env
	}
)

func (l List) String() string {
	parts := make([]string, len(l))
	for i, n := range l {
		parts[i] = fmt.Sprint(n)
	}
	return "(" + strings.Join(parts, " ") + ")"
}
func (*Lambda) String() string { return "<lambda>" }

func (e *Env) find(s Symbol) *Env {
	for ; e != nil; e = e.outer {
		if _, ok := e.vars[s]; ok {
			return e
		}
	}
	panic(fmt.Errorf("unbound %s", s))
}

func read(toks *[]string) Node {
	if len(*toks) == 0 {
		panic(fmt.Errorf("unexpected end"))
	}
	t := (*toks)[0]
	*toks = (*toks)[1:]
	switch t {
	case "(":
		l := List{}
		for len(*toks) > 0 && (*toks)[0] != ")" {
			l = append(l, read(toks))
		}
		read(&[]string{")"})
		*toks = (*toks)[min(1, len(*toks)):]
		return l
	case ")":
		return nil
	}
	if f, err := strconv.ParseFloat(t, 64); err == nil {
		return Number(f)
	}
	return Symbol(t)
}

func eval(n Node, env *Env) Node {
	for {
		switch x := n.(type) {
		case Symbol:
			return env.find(x).vars[x]
		case Number, bool, nil:
			return x
		case List:
			if len(x) == 0 {
				return nil
			}
			if head, ok := x[0].(Symbol); ok {
				switch head {
				case "define":
					env.vars[x[1].(Symbol)] = eval(x[2], env)
					return x[1]
				case "if":
					if c := eval(x[1], env); c != false && c != nil {
						n = x[2]
					} else {
						n = x[3]
					}
					continue
				case "lambda":
					l := &Lambda{body: x[2], env: env}
					for _, p := range x[1].(List) {
						l.params = append(l.params, p.(Symbol))
					}
					return l
				case "quote":
					return x[1]
				}
			}
			f := eval(x[0], env)
			args := make([]Node, 0, len(x)-1)
			for _, a := range x[1:] {
				args = append(args, eval(a, env))
			}
			switch f := f.(type) {
			case Builtin:
				return f(args)
			case *Lambda:
				if len(args) != len(f.params) {
					panic(fmt.Errorf("want %d args, got %d", len(f.params), len(args)))
				}
				env = &Env{map[Symbol]Node{}, f.env}
				for i, p := range f.params {
					env.vars[p] = args[i]
				}
				n = f.body
			default:
				panic(fmt.Errorf("not callable: %v", f))
			}
		}
	}
}

func arith(f func(a, b Number) Number) Builtin {
	return func(args []Node) Node {
		acc := args[0].(Number)
		for _, a := range args[1:] {
			acc = f(acc, a.(Number))
		}
		return acc
	}
}

func run(src string, env *Env) (out Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(error)
		}
	}()
	toks := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(src))
	for len(toks) > 0 {
		out = eval(read(&toks), env)
	}
	return
}

func main() {
	env := &Env{vars: map[Symbol]Node{
		"+": arith(func(a, b Number) Number { return a + b }), "-": arith(func(a, b Number) Number { return a - b }),
		"*": arith(func(a, b Number) Number { return a * b }), "pi": Number(3.14),
		"<":    Builtin(func(a []Node) Node { return a[0].(Number) < a[1].(Number) }),
		"list": Builtin(func(a []Node) Node { return List(a) }), "nil": nil, "#t": true,
		"car": Builtin(func(a []Node) Node { return a[0].(List)[0] }), "cdr": Builtin(func(a []Node) Node { return a[0].(List)[1:] }),
		"cons":  Builtin(func(a []Node) Node { return append(List{a[0]}, a[1].(List)...) }),
		"null?": Builtin(func(a []Node) Node { return len(a[0].(List)) == 0 }),
	}}
	for _, src := range []string{
		"(+ 1 2 (* 3 4))", "(define sq (lambda (x) (* x x))) (sq 7)", "sq",
		"(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1)))))) (fact 20)",
		"(define loop (lambda (n acc) (if (< n 1) acc (loop (- n 1) (+ acc n))))) (loop 2000 0)",
		"(define map (lambda (f l) (if (null? l) l (cons (f (car l)) (map f (cdr l)))))) (map sq (list 1 2 3))",
		"(define adder (lambda (k) (lambda (x) (+ x k)))) ((adder 10) 5)", "(map (adder 1) (quote (1 2)))",
		"(quote (a (b c) 1.5))", "(if nil 1 2)", "()", "(nope 1)", "(1 2)", "(sq 1 2)", "(+ 1 (quote a))", "(list pi #t)",
	} {
		v, err := run(src, env)
		fmt.Printf("%-.40s => %v %T err=%v\n", src, v, v, err)
	}
}
