package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"math/bits"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

type Color struct{ R, G, B uint8 }

func (c Color) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

type Animal interface{ Speak() string }
type Dog struct{ Name string }
type Loud struct {
	Animal
	times int
}

func (d *Dog) Speak() string { return d.Name + "!" }
func (l Loud) Speak() string { return strings.Repeat(l.Animal.Speak(), l.times) }

type Temp float64

func (t Temp) String() string { return fmt.Sprintf("%.1fC", float64(t)) }

type Tree[K cmp.Ordered, V any] struct {
	root *node[K, V]
	size int
}
type node[K cmp.Ordered, V any] struct {
	k    K
	v    V
	l, r *node[K, V]
}

func (t *Tree[K, V]) Put(k K, v V) {
	p := &t.root
	for *p != nil {
		switch c := cmp.Compare(k, (*p).k); {
		case c < 0:
			p = &(*p).l
		case c > 0:
			p = &(*p).r
		default:
			(*p).v = v
			return
		}
	}
	*p = &node[K, V]{k: k, v: v}
	t.size++
}
func (t *Tree[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { t.root.all(yield) }
}
func (n *node[K, V]) all(yield func(K, V) bool) bool {
	return n == nil || n.l.all(yield) && yield(n.k, n.v) && n.r.all(yield)
}

type Number interface {
	~int | ~int64 | ~float64
}

func Sum[T Number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func Zip[A, B any](as []A, bs []B) []Pair[A, B] {
	n := min(len(as), len(bs))
	out := make([]Pair[A, B], n)
	for i := range n {
		out[i] = Pair[A, B]{as[i], bs[i]}
	}
	return out
}

type Set[T comparable] map[T]struct{}

func (s Set[T]) Add(x T)      { s[x] = struct{}{} }
func (s Set[T]) Has(x T) bool { _, ok := s[x]; return ok }
func SetOf[T comparable](xs ...T) Set[T] {
	s := Set[T]{}
	for _, x := range xs {
		s.Add(x)
	}
	return s
}

type Cache struct {
	mu sync.RWMutex
	m  map[string]int
	n  atomic.Int64
}

func (c *Cache) Get(k string, f func() int) int {
	c.mu.RLock()
	v, ok := c.m[k]
	c.mu.RUnlock()
	if ok {
		return v
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil {
		c.m = make(map[string]int)
	}
	c.n.Add(1)
	c.m[k] = f()
	return c.m[k]
}

type Weekday uint

const (
	Sun Weekday = iota + 1
	Mon
	_
	Wed
)
const (
	KB = 1 << (10 * (iota + 1))
	MB
)
const huge = 1 << 70

type Shape interface {
	Area() float64
	Perimeter() float64
}
type Rect struct{ W, H float64 }

func (r Rect) Area() float64      { return r.W * r.H }
func (r Rect) Perimeter() float64 { return 2 * (r.W + r.H) }

type Circle struct{ R float64 }

func (c Circle) Area() float64      { return math.Pi * c.R * c.R }
func (c Circle) Perimeter() float64 { return 2 * math.Pi * c.R }

type Op func(float64, float64) (float64, error)

func divmod(a, b int) (q, r int, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("divmod: %v", e)
		}
	}()
	q = a / b
	r = a % b
	return
}

type writer struct{ n int }

func (w *writer) Write(p []byte) (int, error) { w.n += len(p); return len(p), nil }

type reader struct{ s string }

func (r *reader) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(p, r.s[:1])
	r.s = r.s[n:]
	return n, nil
}

type Doc struct {
	Title string         `json:"title"`
	Meta  map[string]any `json:"meta,omitempty"`
	Tags  []string       `json:"tags"`
	Inner *Doc           `json:"inner,omitempty"`
	priv  int
	When  Temp
}

func gen(ctx context.Context, n int) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := range n {
			select {
			case ch <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ch
}

func main() {
	fmt.Println(Color{255, 16, 0}.Hex(), Color{1, 2, 3} == Color{1, 2, 3})
	d := &Dog{"rex"}
	var a Animal = Loud{d, 2}
	d.Name = "max"
	fmt.Println(a.Speak(), Temp(21.55), []Temp{1, 2}, map[string]Temp{"x": 3})
	var t Tree[string, int]
	for i, w := range strings.Fields("the quick brown fox the end") {
		t.Put(w, i)
	}
	for k, v := range t.All() {
		if k == "quick" {
			break
		}
		fmt.Print(k, "=", v, " ")
	}
	fmt.Println(t.size)
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2), Sum[Temp](1, 2), Zip([]int{1, 2, 3}, []string{"a", "b"}))
	s := SetOf("a", "b")
	fmt.Println(s.Has("a"), s.Has("z"), len(s), slices.Sorted(maps.Keys(s)))
	var c Cache
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Add(1)
		go func() { defer wg.Done(); c.Get(fmt.Sprint(i%3), func() int { return i % 3 }) }()
	}
	wg.Wait()
	fmt.Println(c.m)
	fmt.Println(Mon, Wed, KB, MB, huge>>68, 7/-2, -7%3, 1<<3|1&^1)
	shapes := []Shape{Rect{2, 3}, Circle{1}, &Rect{1, 1}}
	slices.SortFunc(shapes, func(x, y Shape) int { return cmp.Compare(x.Area(), y.Area()) })
	for _, s := range shapes {
		switch v := s.(type) {
		case Rect:
			fmt.Print("rect ", v.W)
		case *Rect:
			fmt.Print("*rect ", v.H)
		case Circle:
			fmt.Print("circle ", v.R)
		}
		fmt.Printf(" %.2f %.2f %T\n", s.Area(), s.Perimeter(), s)
	}
	ops := map[string]Op{"+": func(a, b float64) (float64, error) { return a + b, nil }, "/": func(a, b float64) (float64, error) {
		if b == 0 {
			return 0, fmt.Errorf("division of %v by zero", a)
		}
		return a / b, nil
	}}
	for _, k := range []string{"+", "/"} {
		r, err := ops[k](4, 0)
		fmt.Println(k, r, err)
	}
	fmt.Println(divmod(7, 2))
	fmt.Println(divmod(7, 0))
	w := &writer{}
	n, err := io.Copy(w, io.LimitReader(&reader{"hello world"}, 5))
	fmt.Println(n, err, w.n)
	fmt.Fprintf(w, "%d", 12345)
	fmt.Println(w.n)
	sc := bufio.NewScanner(&reader{"a b\nc"})
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), ";")
	}
	fmt.Println()
	doc := Doc{Title: "t", Meta: map[string]any{"k": []int{1}, "d": &Doc{Title: "in"}}, Inner: &Doc{Tags: []string{"x"}}, priv: 3, When: 4}
	b, err := json.Marshal(doc)
	fmt.Println(string(b), err)
	var back Doc
	fmt.Println(json.Unmarshal(b, &back), back.Title, back.Inner.Tags, back.Meta["k"], back.When)
	fmt.Printf("%+v\n", back.Inner)
	ctx, cancel := context.WithCancel(context.Background())
	for v := range gen(ctx, 100) {
		if v == 3 {
			break
		}
		fmt.Print(v, " ")
	}
	cancel()
	fmt.Println(ctx.Err())
	timeout := time.After(5 * time.Millisecond)
	tick := make(chan struct{})
loop:
	for i := 0; ; i++ {
		select {
		case <-timeout:
			fmt.Println("timeout")
			break loop
		case <-tick:
		}
	}
	for i, r := range "aé世" {
		fmt.Print(i, ":", string(r), unicode.IsLetter(r), " ")
	}
	fmt.Println(len("aé世"), []rune("é"), []byte("é"), strings.ToUpper("é"), string([]rune{19990}))
	x := 10
	ptr := &x
	*ptr += 5
	pp := &ptr
	**pp *= 2
	fmt.Println(x, *ptr == **pp)
	grid := [3][4]int{}
	for i := range grid {
		for j := range grid[i] {
			grid[i][j] = i * j
		}
	}
	g2 := grid
	g2[2][3] = -1
	fmt.Println(grid, g2[2], len(grid[0]))
	sl := make([]int, 2, 10)
	sl2 := append(sl, 1)
	sl3 := append(sl, 2)
	fmt.Println(sl2, sl3, copy(sl, []int{7, 8, 9}), sl, slices.Index(sl, 8), slices.Max(sl2), slices.Contains(sl, 9))
	sl = slices.Insert(sl, 1, 4, 5)
	sl = slices.Delete(sl, 0, 1)
	fmt.Println(sl, len(sl) > 0)
	fmt.Println(strconv.Quote("a\tb"), strconv.FormatInt(255, 2), bits.OnesCount(255), math.Inf(1), math.NaN(), -0.0, 1e21, float32(0.1), 1e-7)
	v, err := strconv.Atoi("12x")
	fmt.Println(v, err)
	re := regexp.MustCompile(`(\w)(\d+)`)
	fmt.Println(re.ReplaceAllString("a1 b22", "$2$1"), re.FindAllStringSubmatchIndex("a1 b22", -1))
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "%5d|%-5s|%05.1f|%x|%q|%v|%t|%c|%U|%e|%8.3g|%+d", 42, "ab", 3.14159, "hi", 'x', nil, true, 0x4e16, 0x4e16, 12345.678, 0.000012345, 5)
	fmt.Println(buf.String())
	func() {
		defer fmt.Println("deferred 1")
		defer func() {
			fmt.Println("recovered", recover() != nil)
		}()
		for i := range 2 {
			defer fmt.Print("loop ", i, " ")
		}
		var arr []int
		_ = arr[len(os.Args)+5]
	}()
	type kv struct {
		k string
		v int
	}
	counts := map[string]int{}
	for _, w := range strings.Fields("a b a c b a") {
		counts[w]++
	}
	var kvs []kv
	for k, v := range counts {
		kvs = append(kvs, kv{k, v})
	}
	slices.SortFunc(kvs, func(a, b kv) int { return cmp.Or(-cmp.Compare(a.v, b.v), cmp.Compare(a.k, b.k)) })
	fmt.Println(kvs)
	nested := map[string]map[string][]int{}
	for i := range 4 {
		k := fmt.Sprint(i % 2)
		if nested[k] == nil {
			nested[k] = map[string][]int{}
		}
		nested[k]["x"] = append(nested[k]["x"], i)
	}
	fmt.Println(nested)
	mt := map[[2]int]string{{1, 2}: "a"}
	fmt.Println(mt[[2]int{1, 2}], mt[[2]int{2, 1}] == "")
	var nilmap map[string]int
	fmt.Println(nilmap["x"], len(nilmap))
	delete(nilmap, "x")
	fn := strings.ToUpper
	fmt.Println(fn("x"), func(xs ...int) int { return len(xs) }([]int{1, 2}...))
	area := Rect.Area
	per := (*Rect).Perimeter
	fmt.Println(area(Rect{2, 2}), per(&Rect{1, 2}))
	i := 0
retry:
	i++
	if i < 3 {
		goto retry
	}
	fmt.Println(i)
	var once sync.Once
	for range 3 {
		once.Do(func() { fmt.Println("once") })
	}
	res := make([]int, 5)
	var mu sync.Mutex
	total := 0
	for i := range 5 {
		wg.Go(func() {
			res[i] = i * i
			mu.Lock()
			total += i
			mu.Unlock()
		})
	}
	wg.Wait()
	fmt.Println(res, total)
	fib := func() iter.Seq[int] {
		return func(yield func(int) bool) {
			a, b := 0, 1
			for yield(a) {
				a, b = b, a+b
			}
		}
	}
	for x := range fib() {
		if x > 50 {
			break
		}
		fmt.Print(x, " ")
	}
	fmt.Println()
	var np *Dog
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(np.Speak())
	}()
	e1 := struct {
		A int
		B []string
	}{1, []string{"x"}}
	fmt.Printf("%v %+v %T\n", e1, e1, e1)
	any1 := []any{1, "a", 2.5, nil, []int{1}, map[string]int{"a": 1}, struct{}{}, Temp(3), &e1 == nil, 'a', uint8(7), complex(1, 2), time.Second}
	for _, x := range any1 {
		switch x := x.(type) {
		case nil:
			fmt.Print("nil ")
		case int, uint8:
			fmt.Printf("num %v ", x)
		case fmt.Stringer:
			fmt.Print("S:", x.String(), " ")
		case []int:
			fmt.Print(len(x), " ")
		case error:
			fmt.Print("err")
		default:
			fmt.Printf("%T ", x)
		}
	}
	fmt.Println()
}
