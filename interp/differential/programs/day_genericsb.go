package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
)

type Repo[K cmp.Ordered, T Entity[K]] interface {
	Save(T) error
	Find(K) (T, error)
	All() []T
}
type Entity[K any] interface{ Key() K }
type memRepo[K cmp.Ordered, T Entity[K]] struct {
	mu   sync.RWMutex
	data map[K]T
}

func NewRepo[K cmp.Ordered, T Entity[K]]() Repo[K, T] { return &memRepo[K, T]{data: map[K]T{}} }
func (r *memRepo[K, T]) Save(t T) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, dup := r.data[t.Key()]; dup {
		return DupError[K]{t.Key()}
	}
	r.data[t.Key()] = t
	return nil
}
func (r *memRepo[K, T]) Find(k K) (t T, err error) {
	t, ok := r.data[k]
	if !ok {
		err = fmt.Errorf("%T %v: %w", t, k, ErrNone)
	}
	return
}
func (r *memRepo[K, T]) All() []T {
	ks := make([]K, 0)
	for k := range r.data {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	out := make([]T, len(ks))
	for i, k := range ks {
		out[i] = r.data[k]
	}
	return out
}

var ErrNone = errors.New("none")

type DupError[K any] struct{ K K }

func (d DupError[K]) Error() string { return fmt.Sprintf("dup %v", d.K) }

type User struct{ Name string }

func (u User) Key() string { return u.Name }

type Item struct{ ID int }

func (i *Item) Key() int       { return i.ID }
func (i *Item) String() string { return "#" + strconv.Itoa(i.ID) }

type Setter[T any] interface {
	*T
	Set(string) error
}
type IntBox struct{ n int }

func (b *IntBox) Set(s string) (err error) { b.n, err = strconv.Atoi(s); return }
func ParseAll[T any, PT Setter[T]](ss ...string) ([]T, error) {
	out := make([]T, len(ss))
	for i, s := range ss {
		if err := PT(&out[i]).Set(s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

type List[T any] struct {
	Val  T        `json:"val"`
	Next *List[T] `json:"next,omitempty"`
}

func (l *List[T]) Map(f func(T) T) *List[T] {
	if l == nil {
		return nil
	}
	return &List[T]{f(l.Val), l.Next.Map(f)}
}

type Num interface{ ~int | ~float64 }
type Matrix[T Num] [][]T
type Money float64

func (m Matrix[T]) Trace() (t T) {
	for i := range m {
		t += m[i][i]
	}
	return
}

type Cache[K comparable, V any] struct {
	Base[V]
	m    map[K]V
	load func(K) (V, error)
}
type Base[V any] struct {
	hits, misses int
	last         *V
}

func (b *Base[V]) hit(v V)      { b.hits++; b.last = &v }
func (b Base[V]) Stats() string { return fmt.Sprintf("%d/%d", b.hits, b.misses) }
func (c *Cache[K, V]) Get(k K) (V, error) {
	if v, ok := c.m[k]; ok {
		c.hit(v)
		return v, nil
	}
	c.misses++
	v, err := c.load(k)
	if err == nil {
		c.m[k] = v
	}
	return v, err
}

type Event[T any] struct{ hs []func(T) }

func (e *Event[T]) On(h func(T)) { e.hs = append(e.hs, h) }
func (e *Event[T]) Emit(v T) {
	for _, h := range e.hs {
		h(v)
	}
}

type Result[T any] struct {
	Val T
	Err error
}

func Try[T any](f func() T) (r Result[T]) {
	defer func() {
		if p := recover(); p != nil {
			r.Err = fmt.Errorf("try: %v", p)
		}
	}()
	return Result[T]{Val: f()}
}
func (r Result[T]) OrElse(d T) T {
	if r.Err != nil {
		return d
	}
	return r.Val
}
func Ptr[T any](v T) *T { return &v }
func Keys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	ks := make([]K, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return ks[i] < ks[j] })
	return ks
}
func kind[T any](v T) string {
	switch any(v).(type) {
	case int:
		return "int"
	case fmt.Stringer:
		return "stringer"
	case []T:
		return "slice of T"
	}
	var z T
	return fmt.Sprintf("%T %v", z, reflect.TypeFor[T]())
}

func main() {
	r := NewRepo[string, User]()
	fmt.Println(r.Save(User{"b"}), r.Save(User{"a"}), r.Save(User{"b"}), r.All())
	_, err := r.Find("zz")
	fmt.Println(err, errors.Is(err, ErrNone))
	r2 := NewRepo[int, *Item]()
	r2.Save(&Item{3})
	err = r2.Save(&Item{3})
	var de DupError[int]
	fmt.Println(errors.As(err, &de), de.K, r2.All())
	_, err = r2.Find(8)
	fmt.Printf("%v %T %T\n", err, r2, de)
	bs, err := ParseAll[IntBox]("1", "22")
	fmt.Println(bs, err)
	_, err = ParseAll[IntBox]("x")
	fmt.Println(err)
	l := &List[string]{"a", &List[string]{"b", nil}}
	j, _ := json.Marshal(l.Map(strings.ToUpper))
	fmt.Println(string(j))
	var lb List[Matrix[Money]]
	fmt.Println(json.Unmarshal([]byte(`{"val":[[1.5,2],[3,4]],"next":{"val":null}}`), &lb), lb.Val.Trace(), lb.Next.Val == nil)
	fmt.Printf("%T %v %+v\n", lb, lb.Val, *l.Next)
	c := &Cache[int, string]{m: map[int]string{}, load: func(i int) (string, error) { return strconv.Itoa(i * i), nil }}
	c.Get(4)
	v, _ := c.Get(4)
	fmt.Println(v, c.Stats(), *c.last)
	var ev Event[Result[int]]
	sum := 0
	ev.On(func(r Result[int]) { sum += r.OrElse(100) })
	ev.Emit(Try(func() int { return 5 }))
	ev.Emit(Try(func() int { var a []int; return a[3] }))
	fmt.Println(sum, Try(func() string { panic("p") }))
	fmt.Println(*Ptr(3), *Ptr("s"), Keys(map[Money]int{2: 1, 1: 1}), kind(1), kind(&Item{}), kind(2.5), kind([]int{}), kind[any](3), kind[error](nil))
	fmt.Printf("%T %T %v\n", Ptr(Ptr(1)), Result[map[string]*User]{}, reflect.TypeOf(ev).Name())
}
