//go:build ignore

package main

import (
	"fmt"
	"reflect"
	"strings"
)

type Temp float64
type Handler func(string, ...int) (bool, error)
type Grid [3][2]uint8
type Node struct {
	Next *Node
	Val  any
}
type Iface interface {
	M(int) string
	fmt.Stringer
}
type Gen[T any] struct{ V T }

func (g *Gen[T]) Set(v T)     { g.V = v }
func (t Temp) String() string { return fmt.Sprintf("%.1f°", float64(t)) }

func describe(t reflect.Type) string {
	name := t.Name()
	if name == "" {
		name = "-"
	}
	s := fmt.Sprintf("%v name=%s kind=%v size=%d methods=%d cmp=%t", t, name, t.Kind(), t.Size(), t.NumMethod(), t.Comparable())
	switch t.Kind() {
	case reflect.Func:
		var in, out []string
		for i := range t.NumIn() {
			in = append(in, t.In(i).String())
		}
		for i := range t.NumOut() {
			out = append(out, t.Out(i).String())
		}
		s += fmt.Sprintf(" in=%v out=%v variadic=%t", in, out, t.IsVariadic())
	case reflect.Map:
		s += fmt.Sprintf(" key=%v elem=%v", t.Key(), t.Elem())
	case reflect.Array:
		s += fmt.Sprintf(" len=%d elem=%v", t.Len(), t.Elem())
	case reflect.Slice, reflect.Pointer:
		s += fmt.Sprintf(" elem=%v", t.Elem())
	case reflect.Chan:
		s += fmt.Sprintf(" dir=%v elem=%v", t.ChanDir(), t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			s += fmt.Sprintf(" %s:%v", f.Name, f.Type)
			if f.Tag != "" {
				s += fmt.Sprintf("(%s)", f.Tag)
			}
			if f.Anonymous {
				s += "*"
			}
		}
	}
	return s
}

func main() {
	for _, v := range []any{
		1, "s", Temp(1), Handler(nil), Grid{}, Node{}, &Node{}, Gen[int]{}, &Gen[map[string]Temp]{}, []Temp{}, map[Grid][]Node{},
		make(<-chan int), make(chan<- Temp), func() {}, struct {
			Temp `unit:"C" json:"t,omitempty"`
			n    int
		}{}, error(fmt.Errorf("x")), [0]int{}, complex64(0), new(any),
	} {
		fmt.Println(describe(reflect.TypeOf(v)))
	}
	it := reflect.TypeFor[Iface]()
	for i := range it.NumMethod() {
		fmt.Print(it.Method(i).Name, " ", it.Method(i).Type, "; ")
	}
	fmt.Println(it, it.Kind())
	tt := reflect.TypeFor[Temp]()
	fmt.Println(tt.Implements(reflect.TypeFor[fmt.Stringer]()), tt.ConvertibleTo(reflect.TypeFor[int]()), tt.AssignableTo(reflect.TypeFor[float64]()))

	st := reflect.StructOf([]reflect.StructField{
		{Name: "Name", Type: reflect.TypeFor[string](), Tag: `json:"name"`},
		{Name: "Temps", Type: reflect.SliceOf(tt)},
	})
	v := reflect.New(st).Elem()
	v.Field(0).SetString("dyn")
	v.FieldByName("Temps").Set(reflect.Append(v.Field(1), reflect.ValueOf(Temp(20)), reflect.ValueOf(1.5).Convert(tt)))
	fmt.Printf("%v %+v\n", st, v.Interface())
	m := reflect.MakeMap(reflect.MapOf(tt, reflect.TypeFor[[]string]()))
	m.SetMapIndex(reflect.ValueOf(Temp(5)), reflect.ValueOf(strings.Fields("a b")))
	fmt.Printf("%v %T %d\n", m, m.Interface(), m.Len())
	swap := reflect.MakeFunc(reflect.TypeFor[func(int, string) (string, int)](), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{in[1], in[0]}
	})
	f := swap.Interface().(func(int, string) (string, int))
	fmt.Println(f(7, "seven"))
	ch := reflect.MakeChan(reflect.TypeFor[chan Temp](), 1)
	ch.Send(reflect.ValueOf(Temp(9)))
	got, ok := ch.Recv()
	fmt.Println(got, ok, ch.Len(), ch.Cap())
	func() {
		defer func() { fmt.Println("panic:", recover()) }()
		reflect.ValueOf(Node{}).Field(1).SetInt(3)
	}()
	n := &Node{Val: 1}
	reflect.ValueOf(n).Elem().Field(0).Set(reflect.ValueOf(&Node{Val: "tail"}))
	fmt.Println(n.Next.Val, reflect.Indirect(reflect.ValueOf(n)).FieldByName("Val").Elem().Kind(), reflect.Zero(tt))
}
