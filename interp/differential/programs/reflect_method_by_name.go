//go:build ignore

package main

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

type Calc struct {
	acc  int
	name string
}

func (c Calc) Show() string     { return c.name + "=" + strconv.Itoa(c.acc) }
func (c *Calc) Add(n int) *Calc { c.acc += n; return c }
func (c *Calc) AddAll(label string, n ...int) {
	c.name = label
	for _, x := range n {
		c.acc += x
	}
}
func (c Calc) Div(d int) (int, error) {
	if d == 0 {
		return 0, errors.New("divide by zero")
	}
	return c.acc / d, nil
}
func (c *Calc) Apply(f func(int) int, on bool) {
	if on {
		c.acc = f(c.acc)
	}
}
func (c Calc) hidden() {}

type Loud struct {
	*Calc
	Volume float64
}

func (l Loud) Show() string { return strings.ToUpper(l.Calc.Show()) }

type Weekday int

func (w Weekday) Next() Weekday  { return (w + 1) % 7 }
func (w Weekday) String() string { return "day" + strconv.Itoa(int(w)) }

type Shower interface{ Show() string }

func call(recv any, line string) (out []any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("call failed: %v", r)
		}
	}()
	words := strings.Fields(line)
	m := reflect.ValueOf(recv).MethodByName(words[0])
	if !m.IsValid() {
		return nil, fmt.Errorf("%T has no method %s", recv, words[0])
	}
	var args []reflect.Value
	for i, w := range words[1:] {
		t := m.Type()
		pt := t.In(min(i, t.NumIn()-1))
		if t.IsVariadic() && i >= t.NumIn()-1 {
			pt = pt.Elem()
		}
		switch pt.Kind() {
		case reflect.Int:
			n, err := strconv.Atoi(w)
			if err != nil {
				return nil, err
			}
			args = append(args, reflect.ValueOf(n))
		case reflect.Bool:
			args = append(args, reflect.ValueOf(w == "yes"))
		case reflect.Func:
			args = append(args, reflect.ValueOf(func(n int) int { return n * len(w) }))
		default:
			args = append(args, reflect.ValueOf(w))
		}
	}
	for _, v := range m.Call(args) {
		out = append(out, v.Interface())
	}
	return
}

func describe(x any) {
	t := reflect.TypeOf(x)
	var names []string
	for i := range t.NumMethod() {
		m := t.Method(i)
		names = append(names, fmt.Sprintf("%s/%d->%d", m.Name, m.Type.NumIn()-1, m.Type.NumOut()))
	}
	sort.Strings(names)
	shower := reflect.TypeFor[Shower]()
	fmt.Println(t, t.Kind(), t.Name(), t.NumMethod(), names, t.Implements(shower))
}

func main() {
	c := &Calc{name: "c"}
	for _, line := range []string{"Add 5", "Show", "AddAll sum 1 2 3", "AddAll none", "Div 4", "Div 0", "Apply triple yes", "Apply x no",
		"Show", "hidden", "Nope", "Add x", "Add", "Div 1 2"} {
		out, err := call(c, line)
		for i, o := range out {
			if p, ok := o.(*Calc); ok {
				out[i] = fmt.Sprint("same:", p == c)
			}
		}
		fmt.Println(line, "=>", out, err)
	}
	l := Loud{c, 1}
	fmt.Println(call(l, "Show"))
	fmt.Println(call(l, "Div 3"))
	fmt.Println(call(*c, "Add 1"))
	fmt.Println(call(Weekday(6), "Next"))
	for _, x := range []any{*c, c, l, &l, Weekday(0), struct{ Weekday }{3}, errors.New("e")} {
		describe(x)
	}
	m, ok := reflect.TypeOf(c).MethodByName("Show")
	fmt.Println(m.Name, m.Type, ok, m.Func.Call([]reflect.Value{reflect.ValueOf(c)})[0])
	it := reflect.TypeFor[Shower]()
	fmt.Println(it.Kind(), it.NumMethod(), it.Method(0).Name, it.Method(0).Type)
	f := reflect.ValueOf(c.Show)
	fmt.Println(f.Kind(), f.Type(), f.Call(nil)[0].String())
}
