package main

import (
	"bufio"
	"bytes"
	"container/heap"
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

type job struct {
	id   int
	data []float64
}
type result struct {
	job
	sum float64
	err error
}

func worker(id int, jobs <-chan job, out chan<- result, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		r := result{job: j}
		for _, x := range j.data {
			r.sum += x
		}
		if j.id == 2 {
			r.err = fmt.Errorf("job %d: %w", j.id, io.ErrUnexpectedEOF)
		}
		out <- r
	}
}

type pq []*elem
type elem struct {
	name  string
	prio  int
	index int
}

func (q pq) Len() int           { return len(q) }
func (q pq) Less(i, j int) bool { return q[i].prio > q[j].prio }
func (q pq) Swap(i, j int)      { q[i], q[j] = q[j], q[i]; q[i].index = i; q[j].index = j }
func (q *pq) Push(x any)        { e := x.(*elem); e.index = len(*q); *q = append(*q, e) }
func (q *pq) Pop() any          { old := *q; n := len(old); e := old[n-1]; *q = old[:n-1]; return e }

type Logger interface{ Log(string) }
type LogFunc func(string)

func (f LogFunc) Log(s string) { f(s) }

type Service struct {
	Logger
	mu    sync.Mutex
	state map[string]int
}

func (s *Service) Inc(k string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state[k]++
	s.Log(fmt.Sprintf("%s=%d", k, s.state[k]))
	return s.state[k]
}

type Vec [3]float64

func (v Vec) Add(w Vec) Vec { return Vec{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func (v *Vec) Scale(f float64) *Vec {
	for i := range v {
		v[i] *= f
	}
	return v
}

type Expr interface {
	Eval(env map[string]float64) (float64, error)
}
type (
	Lit float64
	Var string
	Bin struct {
		Op   rune
		L, R Expr
	}
)

func (l Lit) Eval(map[string]float64) (float64, error) { return float64(l), nil }
func (v Var) Eval(env map[string]float64) (float64, error) {
	if x, ok := env[string(v)]; ok {
		return x, nil
	}
	return 0, fmt.Errorf("undefined: %s", string(v))
}
func (b Bin) Eval(env map[string]float64) (float64, error) {
	l, err := b.L.Eval(env)
	if err != nil {
		return 0, err
	}
	r, err := b.R.Eval(env)
	if err != nil {
		return 0, err
	}
	switch b.Op {
	case '+':
		return l + r, nil
	case '*':
		return l * r, nil
	}
	return 0, errors.New("bad op " + string(b.Op))
}

type Opt[T any] struct {
	v  T
	ok bool
}

func Some[T any](v T) Opt[T] { return Opt[T]{v, true} }
func None[T any]() Opt[T]    { return Opt[T]{} }
func (o Opt[T]) OrElse(d T) T {
	if o.ok {
		return o.v
	}
	return d
}

type Ring[T any] struct {
	buf  []T
	next int
}

func NewRing[T any](n int) *Ring[T] { return &Ring[T]{buf: make([]T, 0, n)} }
func (r *Ring[T]) Put(x T) {
	if len(r.buf) < cap(r.buf) {
		r.buf = append(r.buf, x)
		return
	}
	r.buf[r.next] = x
	r.next = (r.next + 1) % len(r.buf)
}
func Memo[K comparable, V any](f func(K) V) func(K) V {
	m := map[K]V{}
	return func(k K) V {
		if v, ok := m[k]; ok {
			return v
		}
		v := f(k)
		m[k] = v
		return v
	}
}

type Stringish interface{ ~string }

func Join[S Stringish](xs []S, sep string) string {
	var b strings.Builder
	for i, x := range xs {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(string(x))
	}
	return b.String()
}

type ID string

func named(n int) (r int, err error) {
	defer func() {
		r *= 2
		if e := recover(); e != nil {
			err = fmt.Errorf("re: %v", e)
		}
	}()
	if n < 0 {
		panic(fmt.Sprint("neg ", n))
	}
	return n + 1, nil
}
func two() (int, string)          { return 7, "seven" }
func take(n int, s string) string { return fmt.Sprint(n, s) }
func all(xs ...any) int           { return len(xs) }
func pass(xs ...any) string       { return fmt.Sprintln(xs...) }

type Temp struct {
	C float64 `unit:"celsius"`
	f string
}
type Grid [][]rune

func (g Grid) String() string {
	var lines []string
	for _, row := range g {
		lines = append(lines, string(row))
	}
	return strings.Join(lines, "/")
}

type Level int

const (
	Debug Level = iota - 1
	Info
	Warn
)

func (l Level) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf("L%d", int(l))), nil }

type closer struct{ name string }

func (c *closer) Close() error { fmt.Print("close ", c.name, "; "); return nil }

func main() {
	jobs, out := make(chan job), make(chan result, 4)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go worker(i, jobs, out, &wg)
	}
	go func() {
		for i := range 5 {
			jobs <- job{i, []float64{float64(i), 1}}
		}
		close(jobs)
		wg.Wait()
		close(out)
	}()
	var rs []result
	for r := range out {
		rs = append(rs, r)
	}
	sort.Slice(rs, func(i, j int) bool { return rs[i].id < rs[j].id })
	for _, r := range rs {
		fmt.Print(r.id, " ", r.sum, " ", errors.Is(r.err, io.ErrUnexpectedEOF), "; ")
	}
	fmt.Println()
	q := &pq{}
	for i, n := range []string{"a", "b", "c"} {
		heap.Push(q, &elem{name: n, prio: i * (3 - i)})
	}
	(*q)[len(*q)-1].prio = 99
	heap.Fix(q, len(*q)-1)
	for q.Len() > 0 {
		fmt.Print(heap.Pop(q).(*elem).name, " ")
	}
	fmt.Println()
	ll := list.New()
	for i := range 3 {
		ll.PushFront(elem{prio: i})
	}
	for e := ll.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value.(elem).prio, " ")
	}
	fmt.Println()
	var logs []string
	s := &Service{Logger: LogFunc(func(m string) { logs = append(logs, m) }), state: map[string]int{}}
	for i := range 6 {
		wg.Add(1)
		go func(k string) { defer wg.Done(); s.Inc(k) }(fmt.Sprint("k", i%2))
	}
	wg.Wait()
	slices.Sort(logs)
	fmt.Println(logs, s.state)
	inc := s.Inc
	fmt.Println(inc("z"), inc("z"))
	v := Vec{1, 2, 3}
	w := v
	fmt.Println(v.Add(w), *v.Scale(2), w, v == w)
	for i, x := range v {
		v[2] = 100
		fmt.Print(i, x, " ")
	}
	pv := &v
	for i := range pv {
		pv[i]++
	}
	fmt.Println(v, len(pv))
	e := Bin{'+', Lit(1), Bin{'*', Var("x"), Lit(3)}}
	fmt.Println(e.Eval(map[string]float64{"x": 2}))
	fmt.Println(e.Eval(nil))
	fmt.Println(Bin{'-', Lit(1), Lit(2)}.Eval(nil))
	fmt.Println(Some(3).OrElse(1), None[string]().OrElse("d"), Some([]int{1}).v)
	r := NewRing[string](2)
	for _, x := range strings.Split("a,b,c", ",") {
		r.Put(x)
	}
	fmt.Println(r.buf)
	calls := 0
	var fib func(int) int
	fib = Memo(func(n int) int {
		calls++
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	})
	fmt.Println(fib(30), calls, Join([]ID{"x", "y"}, "-"))
	fmt.Println(named(3))
	fmt.Println(named(-1))
	fmt.Println(take(two()), all(two()), all(), all(nil), pass([]any{1, "a"}...) == pass(1, "a"))
	f := reflect.TypeOf(Temp{}).Field(0)
	fmt.Println(f.Name, f.Tag.Get("unit"), reflect.ValueOf(Temp{C: 2}).Field(0).Float())
	g := Grid{[]rune("ab"), []rune("cd")}
	h := append(Grid(nil), g...)
	h[0][0] = 'X'
	h[1] = []rune("zz")
	fmt.Println(g, h)
	fmt.Println(Debug, Info, Warn)
	func() {
		for _, n := range []string{"1", "2"} {
			c := &closer{n}
			defer c.Close()
		}
		fmt.Print("body; ")
	}()
	fmt.Println()
	var re runtime.Error
	func() {
		defer func() {
			r := recover()
			err, ok := r.(error)
			fmt.Println(ok, errors.As(err, &re), re != nil)
		}()
		var m map[string]map[string]int
		m["a"]["b"] = 1
	}()
	var u8 uint8 = 250
	u8 += 10
	var i32 int32 = 1 << 30
	i32 *= 4
	n := 3
	fmt.Println(u8, i32, 1<<n, -5>>1, uint32(1)<<31, ^0, 6&^3, 0x1p-2, 1_000, 0b101, 0o17, 'a'+1, "a"+"b")
	c := complex(1, 2)
	fmt.Println(c*c, real(c), imag(c), c == complex(1, 2))
	for i, r := range "a\xffb" {
		fmt.Print(i, " ", r, "; ")
	}
	fmt.Println([]byte("ÿ"), string(rune(65)), strings.Map(func(r rune) rune {
		if r == 'a' {
			return -1
		}
		return r + 1
	}, "abc"))
	ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), ID("k"), 5), time.Hour)
	fmt.Println(ctx.Value(ID("k")))
	cancel()
	<-ctx.Done()
	fmt.Println(ctx.Err(), errors.Is(ctx.Err(), context.Canceled))
	var b bytes.Buffer
	tw := tabwriter.NewWriter(&b, 0, 0, 1, '.', 0)
	fmt.Fprintln(tw, "a\tb")
	fmt.Fprintln(tw, "ccc\td")
	tw.Flush()
	fmt.Print(b.String())
	bw := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(bw, "%s|%6.2f|%-8q|%x\n", []string{"a", "b"}, []float64{1, 2.345}, "q", []byte("hi"))
	bw.Flush()
	cond := sync.NewCond(&sync.Mutex{})
	ready := 0
	for range 3 {
		go func() { cond.L.Lock(); ready++; cond.L.Unlock(); cond.Broadcast() }()
	}
	cond.L.Lock()
	for ready < 3 {
		cond.Wait()
	}
	cond.L.Unlock()
	fmt.Println("ready", ready)
	type point struct{ x, y int }
	seen := map[point]bool{}
	dirs := [...]point{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	pos := point{}
	for i := range 10 {
		d := dirs[i%3]
		pos = point{pos.x + d.x, pos.y + d.y}
		if seen[pos] {
			break
		}
		seen[pos] = true
	}
	fmt.Println(len(seen), pos, seen[point{0, 1}])
outer:
	for k := range map[int]bool{1: true} {
		for i := range 5 {
			if i == k {
				continue outer
			}
			if i > 3 {
				break outer
			}
		}
	}
	matrix := make([][]int, 3)
	for i := range matrix {
		matrix[i] = make([]int, 3)
		for j := range matrix[i] {
			matrix[i][j] = i*3 + j
		}
	}
	row := matrix[1]
	row[0] = -1
	col := func(j int) (out []int) {
		for _, r := range matrix {
			out = append(out, r[j])
		}
		return
	}
	fmt.Println(matrix, col(0), slices.Equal(col(1), []int{1, 4, 7}))
	switch x := 5; {
	case x > 3 && x < 10:
		fmt.Println("mid")
		fallthrough
	case x > 100:
		fmt.Println("fell")
	default:
		fmt.Println("no")
	}
	var iface interface {
		io.Reader
		io.Writer
	} = &b
	_, isCloser := iface.(io.Closer)
	_, isStringer := iface.(fmt.Stringer)
	fmt.Println(isCloser, isStringer)
	ptrs := map[string]*int{}
	for i, k := range []string{"a", "b"} {
		ptrs[k] = &i
	}
	*ptrs["a"] += 10
	fmt.Println(*ptrs["a"], *ptrs["b"])
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	ticks := 0
	for range tick.C {
		if ticks++; ticks == 3 {
			break
		}
	}
	fmt.Println(ticks)
	var anyv any = v
	if vv, ok := anyv.(interface{ Add(Vec) Vec }); ok {
		fmt.Println(vv.Add(Vec{1, 1, 1}))
	}
	func(xs ...int) { xs[0] = 42 }(matrix[2]...)
	fmt.Println(matrix[2])
	errs := errors.Join(errors.New("x"), nil, fmt.Errorf("y: %w", os.ErrNotExist))
	fmt.Println(strings.ReplaceAll(errs.Error(), "\n", "|"), errors.Is(errs, os.ErrNotExist))
}
