package cov

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"math"
	"strconv"
	"strings"

	"krigo/gplib/param"
)

// compiler turns a formula's syntax tree into a tape. Positions are go/parser's in one
// file: column = position.
type compiler struct {
	text   string
	params []Param
	tape   *tape
	// known finds an earlier node by its content.
	known map[node]int
}

// compile parses text and lays it out as a tape.
func compile(text string, params []Param) (*tape, error) {
	c := &compiler{text: text, params: params, tape: &tape{}, known: map[node]int{}}
	tree, err := parser.ParseExpr(text)
	if err != nil {
		return nil, c.syntax(err)
	}
	if c.tape.root, err = c.expr(tree); err != nil {
		return nil, err
	}
	c.tape.finish()
	return c.tape, nil
}

// syntax returns the parser's first error, with the formula and a caret.
func (c *compiler) syntax(err error) error {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return c.errorAt(token.Pos(list[0].Pos.Column), "%s", list[0].Msg)
	}
	return err
}

// errorAt returns an error that shows the column, from 1.
func (c *compiler) errorAt(at token.Pos, format string, args ...any) error {
	column := min(max(int(at), 1), len(c.text)+1)
	width := len([]rune(c.text[:column-1]))
	return fmt.Errorf("%s (column %d)\n\t%s\n\t%s^", fmt.Sprintf(format, args...), width+1, c.text, strings.Repeat(" ", width))
}

func (c *compiler) expr(e ast.Expr) (int, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.expr(e.X)
	case *ast.BinaryExpr, *ast.UnaryExpr:
		return c.arithmetic(e)
	case *ast.BasicLit:
		return c.number(e)
	case *ast.Ident:
		return c.name(e)
	case *ast.IndexExpr:
		return c.coordinate(e)
	case *ast.CallExpr:
		return c.call(e)
	default:
		return 0, c.errorAt(e.Pos(), "a formula has no %T", e)
	}
}

// add returns the position of a node; an equal node is reused.
func (c *compiler) add(n node) int {
	if at, ok := c.known[n]; ok {
		return at
	}
	c.tape.nodes = append(c.tape.nodes, n)
	c.known[n] = len(c.tape.nodes) - 1
	return c.known[n]
}

func (c *compiler) number(e *ast.BasicLit) (int, error) {
	v, err := strconv.ParseFloat(e.Value, 64)
	if err != nil || e.Kind != token.INT && e.Kind != token.FLOAT {
		return 0, c.errorAt(e.Pos(), "%s is no number", e.Value)
	}
	return c.add(node{op: opConstant, value: v}), nil
}

func (c *compiler) name(e *ast.Ident) (int, error) {
	for p, param := range c.params {
		if param.Name == e.Name {
			return c.add(node{op: opParam, a: p}), nil
		}
	}
	switch e.Name {
	case "pi":
		return c.add(node{op: opConstant, value: math.Pi}), nil
	case "r2":
		return c.add(node{op: opR2}), nil
	case "r":
		return c.add(node{op: opRoot, a: c.add(node{op: opR2})}), nil
	case "x":
		return c.add(node{op: opX}), nil
	case "y":
		return c.add(node{op: opY}), nil
	}
	return 0, c.errorAt(e.Pos(), "%s is not a parameter; available: %s", e.Name, c.names())
}

func (c *compiler) names() string {
	names := "r, r2, x, y, pi"
	if len(c.params) > 0 {
		names += ", " + strings.Join(param.Names(c.params), ", ")
	}
	return names
}

// coordinate returns x[k] or y[k].
func (c *compiler) coordinate(e *ast.IndexExpr) (int, error) {
	of, ok := e.X.(*ast.Ident)
	if !ok || of.Name != "x" && of.Name != "y" {
		return 0, c.errorAt(e.Pos(), "only x and y have coordinates")
	}
	lit, ok := e.Index.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT {
		return 0, c.errorAt(e.Index.Pos(), "a coordinate is a whole number from 0")
	}
	k, err := strconv.Atoi(lit.Value)
	if err != nil || k > 1<<20 {
		return 0, c.errorAt(e.Index.Pos(), "there is no coordinate %s", lit.Value)
	}
	if of.Name == "x" {
		return c.add(node{op: opX, a: k}), nil
	}
	return c.add(node{op: opY, a: k}), nil
}

func (c *compiler) call(e *ast.CallExpr) (int, error) {
	name, ok := e.Fun.(*ast.Ident)
	if !ok {
		return 0, c.errorAt(e.Pos(), "this is no function")
	}
	op, ok := functionOps[name.Name]
	if !ok {
		return 0, c.errorAt(e.Pos(), "there is no function %s", name.Name)
	}
	want := 1
	if op.binary() {
		want = 2
	}
	if len(e.Args) != want {
		return 0, c.errorAt(e.Lparen, "%s takes %d arguments, not %d", name.Name, want, len(e.Args))
	}
	n := node{op: op}
	var err error
	if n.a, err = c.expr(e.Args[0]); err != nil {
		return 0, err
	}
	if want == 2 {
		if n.b, err = c.expr(e.Args[1]); err != nil {
			return 0, err
		}
	}
	return c.add(n), nil
}

var functionOps = map[string]op{
	"exp": opExp, "log": opLog, "sqrt": opRoot, "abs": opAbs, "sin": opSin, "cos": opCos,
	"tan": opTan, "tanh": opTanh, "atan": opAtan, "min": opMin, "max": opMax,
}

// arithmetic parses operators again: in Go ^ binds like +, in a formula tighter than *
// and than a sign before it. The tree without parentheses is laid out as a row of
// operands and operators again, and read by precedence.
func (c *compiler) arithmetic(e ast.Expr) (int, error) {
	r := &reader{compiler: c}
	r.flatten(e)
	return r.binary(0)
}

// item is an operand, or an operator where operand is nil.
type item struct {
	operand  ast.Expr
	operator token.Token
	sign     bool // the operator stands before its operand
	at       token.Pos
}

type reader struct {
	*compiler
	items []item
}

func (r *reader) flatten(e ast.Expr) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		r.flatten(e.X)
		r.items = append(r.items, item{operator: e.Op, at: e.OpPos})
		r.flatten(e.Y)
	case *ast.UnaryExpr:
		r.items = append(r.items, item{operator: e.Op, sign: true, at: e.OpPos})
		r.flatten(e.X)
	default:
		r.items = append(r.items, item{operand: e, at: e.Pos()})
	}
}

// precedence of the operators between two operands; that of a sign is 3.
var precedence = map[token.Token]int{token.ADD: 1, token.SUB: 1, token.MUL: 2, token.QUO: 2, token.XOR: 4}

var operatorOps = map[token.Token]op{
	token.ADD: opAdd, token.SUB: opSub, token.MUL: opMul, token.QUO: opDiv, token.XOR: opPow,
}

// binary reads operators that bind tighter than least.
func (r *reader) binary(least int) (int, error) {
	left, err := r.operand()
	for err == nil && len(r.items) > 0 {
		it := r.items[0]
		p, ok := precedence[it.operator]
		if !ok {
			return 0, r.errorAt(it.at, "a formula has no operator %v", it.operator)
		}
		if p <= least {
			break
		}
		r.items = r.items[1:]
		if it.operator == token.XOR {
			p-- // to the right
		}
		var right int
		if right, err = r.binary(p); err == nil {
			left = r.add(node{op: operatorOps[it.operator], a: left, b: right})
		}
	}
	return left, err
}

func (r *reader) operand() (int, error) {
	it := r.items[0]
	r.items = r.items[1:]
	switch {
	case it.operand != nil:
		return r.expr(it.operand)
	case it.operator == token.ADD:
		return r.binary(3)
	case it.operator == token.SUB:
		a, err := r.binary(3)
		if err != nil {
			return 0, err
		}
		return r.add(node{op: opNeg, a: a}), nil
	default:
		return 0, r.errorAt(it.at, "a formula has no operator %v", it.operator)
	}
}
