//go:build ignore

package main

import (
	"errors"
	"fmt"
)

type loud struct{ n int }

func (l loud) String() string { return fmt.Sprintf("LOUD%d", l.n) }

type ptrStringer struct{ n int }

func (p *ptrStringer) String() string { return fmt.Sprintf("ptr%d", p.n) }

type panicky struct{}

func (panicky) String() string { panic("oh no") }

type panickyErr struct{ inner *int }

func (p panickyErr) Error() string { return fmt.Sprint(*p.inner) }

type nilSafe struct{ name string }

func (n *nilSafe) String() string { return "name:" + n.name }

type wrapper struct {
	loud
	Extra int
}

type goStr struct{ a, b int }

func (g goStr) GoString() string { return fmt.Sprintf("goStr<%d,%d>", g.a, g.b) }

type hidden struct {
	l  loud
	p  *ptrStringer
	e  error
	in interface{}
}

func main() {
	var format string
	p := func(f string, args ...any) {
		format = f
		fmt.Printf("%-14q => %s\n", f, fmt.Sprintf(format, args...))
	}
	p("%d", "text")
	p("%s", 42)
	p("%s", nil)
	p("%d %d", 1)
	p("%d", 1, 2, "three")
	p("%z", 3.5)
	p("%!", 1)
	p("%", 1)
	p("%[3]d", 1, 2)
	p("%[x]d", 1)
	p("%.*d", "w", 5)
	p("%t", 1)
	p("%d", true)
	p("%q", 65)
	p("%x", 1.5)
	p("%s", []any{1, "a", nil, errors.New("e")})
	p("%d", []any{1, "a", 2.0})
	p("%s", map[string]int{"a": 1})
	p("%d", map[string]int{"a": 1})
	p("%d", struct {
		A int
		B string
	}{1, "x"})
	p("%v", loud{1})
	p("%d", loud{2})
	p("%s", &loud{3})
	p("%v", ptrStringer{4})
	p("%v", &ptrStringer{5})
	p("%v", []loud{{6}})
	p("%v", []*nilSafe{nil, {"x"}}[:1])
	p("%v", (*nilSafe)(nil))
	p("%s", panicky{})
	p("%v", panickyErr{})
	p("%v", wrapper{loud{7}, 8})
	p("%+v", wrapper{loud{7}, 8})
	p("%#v", wrapper{loud{7}, 8})
	p("%#v", goStr{1, 2})
	p("%v", goStr{1, 2})
	p("%#v", []goStr{{3, 4}})
	p("%v", hidden{loud{9}, nil, errors.New("inside"), loud{10}}.l)
	p("%v", hidden{l: loud{9}, in: loud{10}})
	p("%+v", hidden{l: loud{9}})
	p("%s", error(nil))
	p("%w", errors.New("w outside Errorf"))
	format = "%w and %d"
	fmt.Println(fmt.Errorf(format, errors.New("in"), "x"), fmt.Errorf(format[:2], "notanerror"))
	fmt.Printf("%v %s %v\n", [2]loud{{1}, {2}}, []fmt.Stringer{loud{3}, nil}, map[loud]loud{{1}: {2}})
	fmt.Printf("%6v|%-8v|%06d|%x|%q\n", loud{1}, loud{22}, loud{333}, loud{4}, loud{5})
}
