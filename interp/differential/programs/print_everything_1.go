package main

import (
	"errors"
	"fmt"
	"time"
)

type (
	Kind  int
	Name  string
	Flag  bool
	Bytes []byte
	Pt    struct{ X, Y int }
	Named struct {
		Pt
		Label Name
		inner *Pt
		any   interface{}
	}
	Str  struct{ v int }
	PStr struct{ v int }
	Gs   struct{ v int }
	Err  struct{ code int }
	Deep map[string][]map[Kind]*Str
	Fn   func(int) string
)

const (
	KA Kind = iota + 1
	KB
)

func (s Str) String() string   { return fmt.Sprintf("Str<%d>", s.v) }
func (p *PStr) String() string { return fmt.Sprintf("PStr<%d>", p.v) }
func (g Gs) GoString() string  { return "Gs!" }
func (e Err) Error() string    { return fmt.Sprint("err", e.code) }

func verbs(label string, v any) {
	fmt.Printf("%-7s| %v | %+v | %#v | %T\n", label, v, v, v, v)
}

func main() {
	p := &Pt{1, 2}
	verbs("int", 42)
	verbs("kind", KB)
	verbs("name", Name("q\"uote"))
	verbs("flag", Flag(true))
	verbs("float", 2.50)
	verbs("big", 1e21)
	verbs("f32", float32(0.1))
	verbs("cplx", complex(1, -2))
	verbs("rune", 'x')
	verbs("bytes", []byte("hi"))
	verbs("Bytes", Bytes{1, 2})
	verbs("array", [3]bool{true})
	verbs("strs", []string{"a b", "c"})
	verbs("nilsl", []int(nil))
	verbs("empty", []int{})
	verbs("map", map[string]int{"b": 2, "a": 1})
	verbs("nilmap", map[Kind]bool(nil))
	verbs("mapst", map[Pt]Name{{2, 1}: "z", {1, 9}: "y"})
	verbs("pt", *p)
	verbs("&pt", p)
	verbs("named", Named{*p, "lab", nil, 7})
	verbs("str", Str{3})
	verbs("&str", &Str{3})
	verbs("pstr", PStr{4})
	verbs("strs", []Str{{1}, {2}})
	verbs("gs", []any{Gs{1}, []Gs{{2}}})
	verbs("err", Err{5})
	verbs("errs", []error{Err{6}, nil})
	verbs("nil", nil)
	verbs("anon", struct {
		A int
		B []string
		C any
	}{1, nil, Str{9}})
	verbs("iface", []any{1, "a", nil, 2.5, KA, []int{1}, Err{1}})
	verbs("dur", 90*time.Second)
	verbs("durs", []time.Duration{1, 1e6})
	verbs("month", time.May)
	verbs("nilptr", (*Pt)(nil))
	verbs("nilerr", error(nil))
	verbs("embed", struct{ Str }{Str{8}})
	verbs("embed2", struct {
		Err
		N int
	}{Err{2}, 3})
	fmt.Printf("%T %T %T %T\n", Fn(nil), Deep{}, make(chan<- Pt), func(...any) (int, error) { return 0, nil })
	fmt.Printf("%T %T %T %T\n", [2][]map[string]*Pt{}, struct{}{}, errors.New(""), &[]any{nil})
	fmt.Println(Deep{"k": {{KA: nil}}}, Fn(nil) == nil, &[]int{1}, &map[string]Pt{"p": *p}, &[2]Name{"m", "n"})
	fmt.Printf("%v %+v\n", &Named{Label: "z"}, &struct{ P Pt }{*p})
}
