package main

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"
)

type Visitor[R any] interface {
	VisitNum(*Num) R
	VisitBin(*Bin) R
	VisitLet(*Let) R
}
type Expr interface{ node() }
type Num struct{ V float64 }
type Bin struct {
	Op   rune
	L, R Expr
}
type Let struct {
	Name string
	Val  Expr
	Body func(x Expr) Expr
}

func (*Num) node() {}
func (*Bin) node() {}
func (*Let) node() {}
func Accept[R any](e Expr, v Visitor[R]) R {
	switch e := e.(type) {
	case *Num:
		return v.VisitNum(e)
	case *Bin:
		return v.VisitBin(e)
	case *Let:
		return v.VisitLet(e)
	case nil:
		var z R
		return z
	}
	panic(fmt.Sprintf("unknown node %T", e))
}

type printer struct{ depth int }

func (p printer) VisitNum(n *Num) string { return fmt.Sprint(n.V) }
func (p printer) VisitBin(b *Bin) string {
	p.depth++
	return fmt.Sprintf("(%s%c%s)@%d", Accept[string](b.L, p), b.Op, Accept[string](b.R, p), p.depth)
}
func (p printer) VisitLet(l *Let) string {
	return "let " + l.Name + " in " + Accept[string](l.Body(&Num{math.Inf(1)}), p)
}

type evaluator struct{ steps *int }

func (e evaluator) VisitNum(n *Num) float64 { *e.steps++; return n.V }
func (e evaluator) VisitBin(b *Bin) float64 {
	*e.steps++
	l, r := Accept[float64](b.L, e), Accept[float64](b.R, e)
	return map[rune]func(a, b float64) float64{'+': func(a, b float64) float64 { return a + b }, '*': func(a, b float64) float64 { return a * b }, '^': math.Pow, 'm': math.Max}[b.Op](l, r)
}
func (e evaluator) VisitLet(l *Let) float64 {
	return Accept[float64](l.Body(&Num{Accept[float64](l.Val, e)}), e)
}

type counter struct{ m map[string]int }

func (c *counter) VisitNum(*Num) error { c.m["num"]++; return nil }
func (c *counter) VisitBin(b *Bin) error {
	c.m[string(b.Op)]++
	if b.Op == '^' {
		return errors.Join(errors.New("no powers"), Accept[error](b.L, c))
	}
	return errors.Join(Accept[error](b.L, c), Accept[error](b.R, c))
}
func (c *counter) VisitLet(l *Let) error { return Accept[error](l.Val, c) }

type Shape interface {
	Area() float64
	Perimeter() float64
}
type Square struct{ side float64 }
type Circle struct{ r float64 }
type Named struct {
	Shape
	name string
}

func (s Square) Area() float64       { return s.side * s.side }
func (s Square) Perimeter() float64  { return 4 * s.side }
func (c *Circle) Area() float64      { return math.Pi * c.r * c.r }
func (c *Circle) Perimeter() float64 { return 2 * math.Pi * c.r }
func (n Named) String() string       { return strings.ToUpper(n.name) }

type byArea []Shape

func (b byArea) Len() int           { return len(b) }
func (b byArea) Less(i, j int) bool { return b[i].Area() < b[j].Area() }
func (b byArea) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func main() {
	e := &Bin{'+', &Num{1}, &Bin{'*', &Num{2}, &Let{"x", &Bin{'^', &Num{2}, &Num{3}}, func(x Expr) Expr { return &Bin{'m', x, &Num{5}} }}}}
	steps := 0
	fmt.Println(Accept[string](e, printer{}))
	fmt.Println(Accept[float64](e, evaluator{&steps}), steps)
	c := &counter{map[string]int{}}
	err := Accept[error](e, c)
	fmt.Println(c.m, err)
	fmt.Printf("%q\n", Accept[string](nil, printer{}))
	var v Visitor[error] = c
	fmt.Printf("%T %T\n", v, Accept[error])
	shapes := byArea{Square{3}, &Circle{1}, Named{Square{1}, "tiny"}, &Named{&Circle{2}, "big"}}
	sort.Sort(sort.Reverse(shapes))
	for _, s := range shapes {
		var extra string
		switch t := s.(type) {
		case Square, *Circle:
			extra = fmt.Sprintf("plain %T", t)
		case fmt.Stringer:
			extra = "stringer " + t.String()
		}
		if n, ok := s.(Named); ok {
			_, sq := n.Shape.(Square)
			extra += fmt.Sprint(" sq=", sq)
		}
		fmt.Printf("%-8T %6.2f %6.2f %s\n", s, s.Area(), s.Perimeter(), extra)
	}
	fmt.Println(Square{1} == shapes[3].(Named).Shape, shapes[1] == Shape(Square{3}), shapes[0])
	m := map[Shape]string{Square{2}: "sq", Named{Square{2}, "a"}: "n"}
	fmt.Println(m[Square{2}], m[Named{Square{2}, "a"}], m[Named{Square{2}, "b"}] == "")
	total := 0.0
	for _, f := range []func() float64{shapes[0].Area, shapes[1].Perimeter, Square.Area2(Square{2})} {
		total += f()
	}
	fmt.Printf("%.3f\n", total)
}
func (s Square) Area2() func() float64 { return s.Area }
