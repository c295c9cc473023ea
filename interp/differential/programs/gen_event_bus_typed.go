//go:build ignore

package main

import (
	"fmt"
	"reflect"
	"strings"
)

type handler struct {
	id   int
	name string
	call func(any) error
}

type Bus struct {
	handlers map[reflect.Type][]handler
	nextID   int
	trace    []string
}

type Cancel func() bool

func On[E any](b *Bus, name string, f func(E) error) Cancel {
	t := reflect.TypeFor[E]()
	if b.handlers == nil {
		b.handlers = make(map[reflect.Type][]handler)
	}
	b.nextID++
	id := b.nextID
	b.handlers[t] = append(b.handlers[t], handler{id, name, func(v any) error { return f(v.(E)) }})
	return func() bool {
		hs := b.handlers[t]
		for i, h := range hs {
			if h.id == id {
				b.handlers[t] = append(hs[:i:i], hs[i+1:]...)
				return true
			}
		}
		return false
	}
}

func Emit[E any](b *Bus, e E) (n int, err error) {
	for _, h := range b.handlers[reflect.TypeFor[E]()] {
		b.trace = append(b.trace, fmt.Sprintf("%s<-%T", h.name, e))
		if err = h.call(e); err != nil {
			return n, fmt.Errorf("%s: %w", h.name, err)
		}
		n++
	}
	return
}

type Named interface{ GetName() string }

type (
	UserAdded struct{ Name string }
	UserGone  struct {
		UserAdded
		Why string
	}
	Tick int
)

func (u UserAdded) GetName() string { return u.Name }

type Registry[K comparable, V Named] struct {
	items map[K]V
	hooks []func(K, V)
}

func (r *Registry[K, V]) Put(k K, v V) *Registry[K, V] {
	if r.items == nil {
		r.items = map[K]V{}
	}
	r.items[k] = v
	for _, h := range r.hooks {
		h(k, v)
	}
	return r
}

func Apply[T any, P interface {
	*T
	Reset(string)
}](name string) T {
	var t T
	P(&t).Reset(name)
	return t
}

type conn struct {
	addr string
	gen  int
}

func (c *conn) Reset(a string) { c.addr, c.gen = a, c.gen+1 }

type stats[T any] struct {
	last T
	n    int
}

func Watch[E any](b *Bus) *stats[E] {
	s := new(stats[E])
	On(b, "watch", func(e E) error { s.last, s.n = e, s.n+1; return nil })
	return s
}

func main() {
	b := &Bus{}
	var log []string
	cancel := On(b, "first", func(u UserAdded) error { log = append(log, "hi "+u.Name); return nil })
	On(b, "second", func(u UserAdded) error {
		if strings.HasPrefix(u.Name, "x") {
			return fmt.Errorf("bad name %q", u.Name)
		}
		return nil
	})
	On(b, "gone", func(u UserGone) error { log = append(log, u.Name+" left: "+u.Why); return nil })
	On[Named](b, "iface", func(n Named) error { log = append(log, fmt.Sprintf("%T %s", n, n.GetName())); return nil })
	ticks, ptrs := Watch[Tick](b), Watch[*UserAdded](b)
	added := Watch[UserAdded](b)

	show := func(n int, err error) { fmt.Println(n, err) }
	show(Emit(b, UserAdded{"ann"}))
	show(Emit(b, UserAdded{"xen"}))
	show(Emit(b, UserGone{UserAdded{"ann"}, "bored"}))
	show(Emit[Named](b, UserAdded{"as interface"}))
	for i := range 3 {
		Emit(b, Tick(i*10))
	}
	show(Emit(b, 5))
	fmt.Println(cancel(), cancel())
	show(Emit(b, UserAdded{"bob"}))
	fmt.Println(strings.Join(log, "; "))
	fmt.Println(strings.Join(b.trace, " "))
	fmt.Println(*ticks, ptrs.last == nil, ptrs.n, *added)

	var seen []string
	r := Registry[int, Named]{hooks: []func(int, Named){func(k int, v Named) { seen = append(seen, fmt.Sprint(k, v)) }}}
	r.Put(1, UserAdded{"a"}).Put(2, UserGone{Why: "w"})
	fmt.Println(seen, len(r.items))
	fmt.Printf("%+v %T\n", Apply[conn]("host:1"), r)
	fmt.Println(reflect.TypeFor[Named]().Kind(), reflect.TypeFor[stats[Tick]]())
}
