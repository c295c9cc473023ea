//go:build ignore

package main

import (
	"fmt"
	"strings"
)

type Expr interface {
	SQL(args *[]any) string
}

type (
	Col string
	Lit struct{ V any }
	Bin struct {
		Op   string
		L, R Expr
	}
	Not struct{ Expr }
	In  struct {
		Expr
		Vals []any
	}
)

func (c Col) SQL(*[]any) string { return `"` + string(c) + `"` }
func (l Lit) SQL(args *[]any) string {
	if l.V == nil {
		return "NULL"
	}
	*args = append(*args, l.V)
	return fmt.Sprintf("$%d", len(*args))
}
func (b Bin) SQL(args *[]any) string {
	return "(" + b.L.SQL(args) + " " + b.Op + " " + b.R.SQL(args) + ")"
}
func (n Not) SQL(args *[]any) string { return "NOT " + n.Expr.SQL(args) }
func (in In) SQL(args *[]any) string {
	parts := make([]string, len(in.Vals))
	for i, v := range in.Vals {
		parts[i] = Lit{v}.SQL(args)
	}
	return in.Expr.SQL(args) + " IN (" + strings.Join(parts, ", ") + ")"
}

func (c Col) Eq(v any) Expr      { return Bin{"=", c, Lit{v}} }
func (c Col) Gt(v any) Expr      { return Bin{">", c, Lit{v}} }
func (c Col) In(vs ...any) Expr  { return In{c, vs} }
func And(l Expr, r ...Expr) Expr { return fold("AND", l, r) }
func Or(l Expr, r ...Expr) Expr  { return fold("OR", l, r) }
func fold(op string, acc Expr, rest []Expr) Expr {
	for _, e := range rest {
		acc = Bin{op, acc, e}
	}
	return acc
}

type order struct {
	col  Col
	desc bool
}

type Select struct {
	cols   []Col
	from   string
	where  Expr
	orders []order
	limit  *int
}

func Pick(cols ...Col) Select { return Select{cols: cols} }

func (s Select) From(t string) Select { s.from = t; return s }
func (s Select) Where(e Expr) Select {
	if s.where != nil {
		e = And(s.where, e)
	}
	s.where = e
	return s
}
func (s Select) OrderBy(c Col, desc ...bool) Select {
	s.orders = append(s.orders[:len(s.orders):len(s.orders)], order{c, len(desc) > 0 && desc[0]})
	return s
}
func (s Select) Limit(n int) Select { s.limit = &n; return s }

func (s Select) Build() (q string, args []any) {
	var b strings.Builder
	b.WriteString("SELECT ")
	if len(s.cols) == 0 {
		b.WriteByte('*')
	}
	for i, c := range s.cols {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.SQL(nil))
	}
	fmt.Fprintf(&b, " FROM %s", s.from)
	if s.where != nil {
		b.WriteString(" WHERE " + s.where.SQL(&args))
	}
	for i, o := range s.orders {
		b.WriteString(map[bool]string{true: " ORDER BY ", false: ", "}[i == 0])
		b.WriteString(o.col.SQL(nil))
		if o.desc {
			b.WriteString(" DESC")
		}
	}
	if s.limit != nil {
		fmt.Fprintf(&b, " LIMIT %d", *s.limit)
	}
	return b.String(), args
}

func main() {
	people := Pick("name", "age").From("people")
	adults := people.Where(Col("age").Gt(17))
	for _, q := range []Select{
		Pick().From("t"),
		people,
		adults,
		adults.Where(Or(Col("city").In("Brno", "Oslo"), Not{Col("name").Eq(nil)})).OrderBy("age", true).OrderBy("name"),
		adults.OrderBy("name").Limit(10),
		people.OrderBy("age").Limit(0),
	} {
		text, args := q.Build()
		fmt.Printf("%s\n  %d args %#v\n", text, len(args), args)
	}
	o1, o2 := people.OrderBy("a"), people.OrderBy("b")
	fmt.Println(o1.orders, o2.orders, people.orders == nil)
	var e Expr = And(Col("x").Eq(1), Col("y").Eq("two"), Not{Col("z").In(1.5)})
	fmt.Printf("%v\n%+v\n%T\n", e, e, e)
}
