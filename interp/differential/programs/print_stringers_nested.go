package main

import (
	"fmt"
	"strings"
)

type Suit int

func (s Suit) String() string { return [...]string{"♣", "♦", "♥", "♠"}[s] }

type Node struct {
	Val  int
	Next *Node
}

func (n *Node) String() string {
	if n == nil {
		return "∅"
	}
	return fmt.Sprintf("%d→%v", n.Val, n.Next)
}

type Matrix [2][2]float64

func (m Matrix) String() string {
	var sb strings.Builder
	for _, r := range m {
		fmt.Fprintf(&sb, "%v;", r)
	}
	return sb.String()
}

type Inner struct{ S Suit }
type Middle struct {
	Inner
	Name string
}
type Outer struct {
	*Middle
	N    *Node
	List []Suit
	Map  map[Suit]Inner
	F    func()
	Ch   chan int
}

type panicky struct{ why any }

func (p panicky) String() string { panic(p.why) }

type nilSafe struct{ name string }

func (n *nilSafe) String() string { return "<" + n.name + ">" }

type both struct{}

func (both) String() string { return "string" }
func (both) Error() string  { return "error" }

type wrapper[T any] struct{ v T }

func (w wrapper[T]) String() string { return fmt.Sprintf("w(%v)", w.v) }

type hidden struct {
	s Suit
	p *Inner
	e error
	w wrapper[Suit]
}

type alias = Suit
type derived Suit
type fnStringer func() string

func (f fnStringer) String() string { return "fn:" + f() }

func main() {
	list := &Node{1, &Node{2, nil}}
	fmt.Println(list, (*Node)(nil), []*Node{nil, list.Next}, Node{9, nil})
	fmt.Printf("%v %s %d %+v\n", list, list, list.Val, list)
	m := Matrix{{1, 2}, {3, 4.5}}
	fmt.Println(m, &m, [1]Matrix{m}, m[0])
	o := Outer{Middle: &Middle{Inner{2}, "mid"}, N: list, List: []Suit{0, 3}, Map: map[Suit]Inner{1: {1}, 0: {2}}}
	fmt.Println(o.S, o.Inner, *o.Middle, o.Name, o.List, o.Map, o.F == nil, o.Ch == nil)
	fmt.Printf("%+v|%v\n", *o.Middle, o.N)
	fmt.Printf("%#v %#v %#v\n", o.Inner, o.List, o.Map)
	fmt.Printf("%v|%+v\n", Outer{}, Outer{List: []Suit{1}})
	fmt.Println(panicky{"boom"}, panicky{fmt.Errorf("bad")}, []any{panicky{3}})
	fmt.Printf("%v %s\n", (*nilSafe)(nil), &nilSafe{"x"})
	fmt.Printf("%v %s %q %d\n", both{}, both{}, both{}, both{})
	fmt.Println(wrapper[int]{1}, wrapper[Suit]{2}, wrapper[wrapper[string]]{wrapper[string]{"in"}}, &wrapper[[]Suit]{[]Suit{0}})
	fmt.Printf("%T %T\n", wrapper[map[string]Suit]{}, &wrapper[*Node]{})
	fmt.Printf("%v %+v\n", hidden{s: 1}, hidden{1, nil, both{}, wrapper[Suit]{3}})
	fmt.Println(alias(1), derived(1), Suit(derived(2)), fnStringer(func() string { return "hey" }))
	fmt.Printf("%s %d %x %v %08.3f\n", Suit(3), Suit(3), Suit(3), derived(3), float64(Suit(3)))
	fmt.Println(Suit(7))
	fmt.Printf("%s|%v|%d\n", error(nil), error(nil), []any{nil})
	var st fmt.Stringer
	fmt.Printf("%v ", st)
	st = Suit(0)
	if v, ok := st.(interface{ Error() string }); ok {
		fmt.Println("unexpected", v)
	}
	st = both{}
	switch v := st.(type) {
	case Suit:
		fmt.Println("suit", v)
	case error:
		fmt.Println("error", v.Error(), v)
	}
	type local struct {
		A Suit `json:"a"`
		B [2]Inner
	}
	fmt.Printf("%v %+v %#v %T\n", local{1, [2]Inner{{1}, {2}}}, local{A: 2}, local{}, local{})
	fmt.Printf("%v %v\n", struct {
		Suit
		n int
	}{1, 2}, map[Inner]Suit{{2}: 1, {0}: 3})
	fmt.Printf("%6v|%-6v|%6.3s|%q\n", Suit(1), Suit(2), &nilSafe{"long"}, []Suit{1, 2})
}
