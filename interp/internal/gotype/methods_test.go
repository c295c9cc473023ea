package gotype

//lint:file-ignore ST1008 any order of results

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"krigo/internal/testwait"
)

// mBig is passed on the stack.
type mBig struct {
	a [4]string
	p *int
	b [3]any
}

// mMany is the method set that most tests here call, as compiled code does.
type mMany interface {
	None()
	Ints(a int8, b uint16, c int32, d int64, e uint, f bool) (bool, uint, int64, int32, uint16, int8)
	Floats(a float32, b float64, c complex64, d complex128) (complex128, complex64, float64, float32)
	Overflow(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r *int) []*int
	ManyFloats(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r float64) [18]float64
	Big(a mBig, s string, b mBig) (mBig, string, mBig)
	Mixed(s string, x any, l []string, m map[string]*int, f func() *int, e error, p *mBig) (string, any, []string, map[string]*int, func() *int, error, *mBig)
	Variadic(format string, args ...any) string
	Deep(n int, s string) string
	Self(m mMany) mMany
	Panic(s string)
	Callers() string
}

// mPtr has the methods by pointer, mVal by value, mDirect is as a pointer.
type (
	mPtr    struct{ p *int }
	mVal    struct{ p, q *int }
	mDirect map[string]*int
)

// Each of the methods goes on to one of these.
func manyInts(a int8, b uint16, c int32, d int64, e uint, f bool) (bool, uint, int64, int32, uint16, int8) {
	return f, e, d, c, b, a
}
func manyFloats(a float32, b float64, c complex64, d complex128) (complex128, complex64, float64, float32) {
	grow(3)
	return d, c, b, a
}

// grow moves the stack.
func grow(n int) byte {
	var b [2048]byte
	b[n] = byte(n)
	if n > 0 {
		return grow(n-1) + b[n]
	}
	return b[0]
}

// manyCode returns the methods' code, by name, for receivers of one word.
func manyCode() map[string]any {
	return map[string]any{
		"None": func(r unsafe.Pointer) { grow(2) },
		"Ints": func(r unsafe.Pointer, a int8, b uint16, c int32, d int64, e uint, f bool) (bool, uint, int64, int32, uint16, int8) {
			grow(2)
			return manyInts(a, b, c, d, e, f)
		},
		"Floats": func(r unsafe.Pointer, a float32, b float64, c complex64, d complex128) (complex128, complex64, float64, float32) {
			return manyFloats(a, b, c, d)
		},
		"Overflow": func(r unsafe.Pointer, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, s *int) []*int {
			collect()
			return []*int{a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, s}
		},
		"ManyFloats": func(r unsafe.Pointer, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, s float64) [18]float64 {
			collect()
			return [18]float64{a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, s}
		},
		"Big": func(r unsafe.Pointer, a mBig, s string, b mBig) (mBig, string, mBig) {
			collect()
			return b, s + ".", a
		},
		"Mixed": func(r unsafe.Pointer, s string, x any, l []string, m map[string]*int, f func() *int, e error, p *mBig) (string, any, []string, map[string]*int, func() *int, error, *mBig) {
			collect()
			return s, x, l, m, f, e, p
		},
		"Variadic": func(r unsafe.Pointer, format string, args ...any) string { return fmt.Sprintf(format, args...) },
		"Deep": func(r mMany, n int, s string) string {
			return ""
		},
		"Self":  func(r unsafe.Pointer, m mMany) mMany { collect(); return m },
		"Panic": func(r unsafe.Pointer, s string) { grow(2); panic(s) },
		"Callers": func(r unsafe.Pointer) string {
			pcs := make([]uintptr, 50)
			frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
			var s []string
			for {
				f, more := frames.Next()
				s = append(s, f.Function[strings.LastIndexByte(f.Function, '.')+1:])
				if !more {
					return strings.Join(s, " ")
				}
			}
		},
	}
}

// collect makes garbage of what isn't held, and runs over it.
func collect() {
	if rand.IntN(12) == 0 {
		runtime.GC()
	}
	for range 20 {
		garbage.Store(&[50]*int{})
	}
	grow(4)
}

var garbage atomic.Pointer[[50]*int]

// many makes a type with the methods of mMany, for each kind of receiver, by
// closures or by reflect.MakeFunc.
func many(t testing.TB, byReflect bool) map[string]func(p *int) mMany {
	ts := basic(t)
	next := 1000
	ids := map[reflect.Type]int{}
	var descs []Desc
	id := func(rt reflect.Type) int {
		if _, ok := ids[rt]; !ok {
			next++
			ids[rt] = next
			ts.Bind(next, rt)
		}
		return ids[rt]
	}
	inter := reflect.TypeFor[mMany]()
	var set []Method
	for m := range inter.Methods() {
		set = append(set, Method{Name: m.Name, Type: id(m.Type)})
	}
	intPtr := id(reflect.TypeFor[*int]())
	descs = append(descs,
		Desc{ID: 100, Kind: reflect.Struct, Name: "Ptr", PkgPath: "main", Fields: []Field{{Name: "p", Hidden: true, Type: intPtr}}, PtrMethods: set},
		Desc{ID: 101, Kind: reflect.Struct, Name: "Val", PkgPath: "main", Fields: []Field{{Name: "p", Hidden: true, Type: intPtr}, {Name: "q", Hidden: true, Type: intPtr}}, Methods: set, PtrMethods: set},
		Desc{ID: 102, Kind: reflect.Map, Name: "Direct", PkgPath: "main", Key: idString, Elem: intPtr, Methods: set, PtrMethods: set},
	)
	add(t, ts, descs...)
	for name, code := range manyCode() {
		if byReflect {
			fn := reflect.ValueOf(code)
			code = reflect.MakeFunc(fn.Type(), func(args []reflect.Value) []reflect.Value {
				if fn.Type().IsVariadic() {
					return fn.CallSlice(args)
				}
				return fn.Call(args)
			}).Interface()
		}
		if name == "Deep" {
			continue
		}
		setMethod(t, ts, 100, true, name, code)
		setMethod(t, ts, 101, false, name, code)
		setMethod(t, ts, 102, false, name, code)
	}
	ptr, val, direct := typ(t, ts, 100), typ(t, ts, 101), typ(t, ts, 102)
	setMethod(t, ts, 100, true, "Deep", func(r *mPtr, n int, s string) string {
		if n == 0 {
			return fmt.Sprint(*r.p)
		}
		return s + View(reflect.ValueOf(r), reflect.PointerTo(ptr)).Interface().(mMany).Deep(n-1, s)
	})
	setMethod(t, ts, 101, false, "Deep", func(r *mVal, n int, s string) string {
		v := *r
		collectSome(n)
		if n == 0 {
			return fmt.Sprint(*v.p)
		}
		return s + View(reflect.ValueOf(v), val).Interface().(mMany).Deep(n-1, s)
	})
	setMethod(t, ts, 102, false, "Deep", func(r mDirect, n int, s string) string {
		if n == 0 {
			return fmt.Sprint(*r["p"])
		}
		return s + View(reflect.ValueOf(r), direct).Interface().(mMany).Deep(n-1, s)
	})
	return map[string]func(p *int) mMany{
		"pointer": func(p *int) mMany { return View(reflect.ValueOf(&mPtr{p}), reflect.PointerTo(ptr)).Interface().(mMany) },
		"value":   func(p *int) mMany { return View(reflect.ValueOf(mVal{p, p}), val).Interface().(mMany) },
		"pointer to value": func(p *int) mMany {
			return View(reflect.ValueOf(&mVal{p, p}), reflect.PointerTo(val)).Interface().(mMany)
		},
		"direct": func(p *int) mMany { return View(reflect.ValueOf(mDirect{"p": p}), direct).Interface().(mMany) },
		"pointer to direct": func(p *int) mMany {
			return View(reflect.ValueOf(&mDirect{"p": p}), reflect.PointerTo(direct)).Interface().(mMany)
		},
	}
}

func collectSome(n int) {
	if n%10 == 0 {
		runtime.GC()
	}
}

func number(n int) *int { return &n }

// useMany calls all methods, and checks what comes back.
func useMany(t *testing.T, m mMany, seed int) {
	m.None()
	f, e, d, c, b, a := m.Ints(-1, 2, -3, int64(seed), 5, true)
	if got, want := fmt.Sprint(a, b, c, d, e, f), fmt.Sprint(-1, 2, -3, seed, 5, true); got != want {
		t.Errorf("Ints: %s, want %s", got, want)
	}
	z, y, x, w := m.Floats(1.5, float64(seed), 1+2i, 3+4i)
	if w != 1.5 || x != float64(seed) || y != 1+2i || z != 3+4i {
		t.Errorf("Floats: %v %v %v %v", w, x, y, z)
	}
	ps := m.Overflow(number(seed), number(1), number(2), number(3), number(4), number(5), number(6), number(7), number(8), number(9),
		number(10), number(11), number(12), number(13), number(14), number(15), number(16), number(17))
	for i, p := range ps {
		if i > 0 && *p != i || i == 0 && *p != seed {
			t.Errorf("Overflow: %d at %d", *p, i)
		}
	}
	fs := m.ManyFloats(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)
	for i, f := range fs {
		if f != float64(i) {
			t.Errorf("ManyFloats: %v at %d", f, i)
		}
	}
	first := mBig{a: [4]string{3: fmt.Sprint("first", seed)}, p: number(seed), b: [3]any{2: number(seed)}}
	second := mBig{a: [4]string{0: "second"}, p: number(-seed)}
	v, s, u := m.Big(first, "text", second)
	if v.a != second.a || *v.p != -seed || s != "text." || u.a != first.a || *u.p != seed || *u.b[2].(*int) != seed {
		t.Errorf("Big: %v %v %v", v, s, u)
	}
	s1, x1, l1, m1, f1, e1, p1 := m.Mixed(fmt.Sprint("s", seed), number(seed), []string{fmt.Sprint(seed)}, map[string]*int{"k": number(seed)},
		func() *int { return number(seed) }, fmt.Errorf("%d", seed), &mBig{p: number(seed)})
	if got, want := fmt.Sprint(s1, *x1.(*int), l1, *m1["k"], *f1(), e1, *p1.p), fmt.Sprint("s", seed, seed, []int{seed}, seed, seed, fmt.Errorf("%d", seed), seed); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("Mixed: %s, want %s", got, want)
	}
	if got, want := m.Variadic("%d %s", seed, "x"), fmt.Sprintf("%d %s", seed, "x"); got != want {
		t.Errorf("Variadic: %s", got)
	}
	if got, want := m.Deep(30, "s"), strings.Repeat("s", 30)+fmt.Sprint(seed); got != want {
		t.Errorf("Deep: %s, want %s", got, want)
	}
	if got := m.Self(m).Deep(0, ""); got != fmt.Sprint(seed) {
		t.Errorf("Self: %s", got)
	}
	if got := panicked(func() { m.Panic("boom") }); got != "boom" {
		t.Errorf("Panic: %v", got)
	}
	if got := m.Callers(); !strings.Contains(got, "useMany") {
		t.Errorf("Callers: %s", got)
	}
}

// callMany calls all methods in the ways there are: directly, as method values,
// in goroutines, deferred, and by reflect.
func callMany(t *testing.T, byReflect bool) {
	for name, make := range many(t, byReflect) {
		t.Run(name, func(t *testing.T) {
			for seed := range 2 {
				useMany(t, make(number(seed)), seed)
				useMany(t, reflected{reflect.ValueOf(make(number(seed)))}, seed)
				useMany(t, expressions{reflect.ValueOf(make(number(seed)))}, seed)
				values := valued{}
				values.set(make(number(seed)))
				useMany(t, &values, seed)
			}
			m := make(number(1))
			done := newRuns(m)
			go done.run()
			testwait.Receive(t, "the end of the methods", done.done)
		})
	}
}

type runs struct {
	m    mMany
	done chan bool
}

func newRuns(m mMany) *runs { return &runs{m, make(chan bool)} }

func (r *runs) run() {
	defer close(r.done)
	defer r.m.None()
	go r.m.None()
	defer func() { recover() }()
	defer r.m.Panic("deferred")
}

func TestMethodsOfClosures(t *testing.T) { callMany(t, false) }
func TestMethodsOfMakeFunc(t *testing.T) { callMany(t, true) }

// TestMethodsUnderGC does so while the garbage collector runs all the time.
func TestMethodsUnderGC(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !stop.Load() {
			runtime.GC()
		}
	})
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	made := many(t, false)
	var users sync.WaitGroup
	for name, make := range made {
		users.Go(func() {
			for seed := range rounds {
				useMany(t, make(number(seed)), seed)
				if t.Failed() {
					t.Log(name)
					return
				}
			}
		})
	}
	users.Wait()
	stop.Store(true)
	wg.Wait()
}

// What is only reachable through values of made types lives on.
func TestReachable(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the standard library")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	f := newForge(t)
	list := f.of(reflect.TypeFor[tList[tKey]]())
	var last reflect.Value
	for i := range 2000 {
		p := reflect.New(list)
		v := View(p, reflect.TypeFor[*tList[tKey]]()).Interface().(*tList[tKey])
		v.value = tKey{a: tInt(i), b: tString(fmt.Sprint("text", i))}
		if last.IsValid() {
			View(p.Elem().Field(1), reflect.PointerTo(list)).Set(last)
		}
		last = p
	}
	holder := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), f.of(reflect.TypeFor[tLarge]())))
	for i := range 20 {
		p := reflect.New(f.of(reflect.TypeFor[tLarge]()))
		v := View(p, reflect.TypeFor[*tLarge]()).Interface().(*tLarge)
		for j := range v.b {
			if j%1000 == i {
				v.b[j] = &tLarge{c: i}
			}
		}
		v.a[19] = tString(strings.Repeat("x", i))
		holder.SetMapIndex(reflect.ValueOf(fmt.Sprint(i)), p.Elem())
	}
	for range 5 {
		runtime.GC()
		sink = make([]byte, 1<<20)
	}
	n := 1999
	for v := View(last, reflect.TypeFor[*tList[tKey]]()).Interface().(*tList[tKey]); v != nil; v = v.next {
		if v.value.a != tInt(n) || v.value.b != tString(fmt.Sprint("text", n)) {
			t.Fatalf("%v at %d", v.value, n)
		}
		n--
	}
	if n != -1 {
		t.Errorf("%d are lost", n+1)
	}
	for i := range 20 {
		p := reflect.New(reflect.TypeFor[tLarge]())
		p.Elem().Set(View(holder.MapIndex(reflect.ValueOf(fmt.Sprint(i))), reflect.TypeFor[tLarge]()))
		v := p.Interface().(*tLarge)
		if len(v.a[19]) != i || v.b[i].c != i || v.b[19000+i].c != i {
			t.Errorf("large %d: %q %v", i, v.a[19], v.b[i])
		}
	}
}

// A method may be exchanged while others call it.
func TestSetMethodWhileCalled(t *testing.T) {
	ts := basic(t)
	rt := addVec(t, ts, idNew)
	setMethod(t, ts, idNew, false, "String", func(p *vecView) string { return "0" })
	v := reflect.Zero(rt).Interface().(fmt.Stringer)
	var stop atomic.Bool
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for ; !stop.Load(); runtime.Gosched() {
				if s := v.String(); len(s) == 0 || s[0] < '0' || s[0] > '9' {
					t.Errorf("%q", s)
					return
				}
			}
		})
	}
	for i := range 300 {
		setMethod(t, ts, idNew, false, "String", func(p *vecView) string { return fmt.Sprint(i) })
		if i%50 == 0 {
			runtime.GC()
		}
	}
	stop.Store(true)
	wg.Wait()
	if got := v.String(); got != "299" {
		t.Errorf("%s at last", got)
	}
}

func TestSetMethodErrors(t *testing.T) {
	ts := basic(t)
	addVec(t, ts, idNew)
	add(t, ts, Desc{ID: 200, Kind: reflect.Slice, Elem: idNew})
	good := func(*vecView) string { return "" }
	for name, err := range map[string]error{
		"no type":         ts.SetMethod(999, false, "String", good, nil),
		"a bound type":    ts.SetMethod(idInt, false, "String", good, nil),
		"an unnamed type": ts.SetMethod(200, false, "String", good, nil),
		"no method":       ts.SetMethod(idNew, false, "Text", good, nil),
		"nil":             ts.SetMethod(idNew, false, "String", nil, nil),
		"a nil func":      ts.SetMethod(idNew, false, "String", (func(*vecView) string)(nil), nil),
		"no func":         ts.SetMethod(idNew, false, "String", 7, nil),
		"by value":        ts.SetMethod(idNew, false, "String", func(vecView) string { return "" }, nil),
		"no receiver":     ts.SetMethod(idNew, false, "String", func() string { return "" }, nil),
		"another result":  ts.SetMethod(idNew, false, "String", func(*vecView) int { return 0 }, nil),
		"a parameter":     ts.SetMethod(idNew, false, "String", func(*vecView, int) string { return "" }, nil),
		"a bad tfn":       ts.SetMethod(idNew, false, "String", good, func(int) string { return "" }),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := ts.SetMethod(idNew, false, "String", good, func(v vecView) string { return fmt.Sprint("by value ", v.X) }); err != nil {
		t.Fatal(err)
	}
	rt := typ(t, ts, idNew)
	if got := rt.Method(0).Func.Call([]reflect.Value{reflect.Zero(rt)})[0].String(); got != "by value 0" {
		t.Errorf("%s", got)
	}
}

// Several may make types at a time.
func TestAddAtOnce(t *testing.T) {
	ts := basic(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 10 {
				id := 1000*i + 10*j + 100
				rt := addVec(t, ts, id)
				err := ts.Add([]Desc{
					{ID: id + 1, Kind: reflect.Struct, Fields: []Field{{Name: "A", Type: id}, {Name: "B", Type: idInt}}},
					{ID: id + 2, Kind: reflect.Struct, PkgPath: "main", Fields: []Field{{Name: "_", Hidden: true, Type: idInt}}},
					{ID: id + 3, Kind: reflect.Interface, Methods: []Method{{Name: "String", Type: idFuncString}}},
					{ID: id + 4, Kind: reflect.Map, Key: id + 1, Elem: id + 3},
				})
				if err != nil {
					t.Error(err)
				}
				setMethod(t, ts, id, false, "String", func(*vecView) string { return fmt.Sprint(id) })
				v := reflect.Zero(rt)
				if got := fmt.Sprint(v.Interface(), []any{v.Interface()}); got != fmt.Sprintf("%d [%[1]d]", id) {
					t.Errorf("%d: %s", id, got)
				}
				m := reflect.MakeMap(typ(t, ts, id+4))
				m.SetMapIndex(reflect.Zero(typ(t, ts, id+1)), v)
			}
		})
	}
	wg.Wait()
}

// A deferred method recovers.
func TestRecover(t *testing.T) {
	ts := basic(t)
	ts.Bind(20, reflect.TypeFor[func()]())
	m := []Method{{Name: "Recover", Type: 20}}
	add(t, ts, Desc{ID: 100, Kind: reflect.Int, Name: "T", Methods: m, PtrMethods: m})
	var got any
	setMethod(t, ts, 100, false, "Recover", func(*int) { got = recover() })
	p := reflect.New(typ(t, ts, 100))
	for i, r := range []interface{ Recover() }{
		p.Interface().(interface{ Recover() }), p.Elem().Interface().(interface{ Recover() }),
	} {
		func() {
			defer r.Recover()
			panic(i)
		}()
		if got != i {
			t.Errorf("recovered %v, want %d", got, i)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	making.Lock()
	used := usedStubs
	making.Unlock()
	for b.Loop() {
		ts := basic(b)
		var descs []Desc
		for i := range 100 {
			d := Desc{ID: 100 + i, Kind: reflect.Struct, Name: fmt.Sprint("T", i), PkgPath: "main"}
			for j := range 10 {
				d.Fields = append(d.Fields, Field{Name: fmt.Sprint("F", j), Type: 1 + j%idFuncString})
				d.Methods = append(d.Methods, Method{Name: fmt.Sprint("M", j), Type: idFuncString})
			}
			d.PtrMethods = d.Methods
			descs = append(descs, d)
		}
		add(b, ts, descs...)
		making.Lock()
		usedStubs = used
		making.Unlock()
	}
}

func BenchmarkSetMethod(b *testing.B) {
	ts := basic(b)
	addVec(b, ts, idNew)
	for b.Loop() {
		setMethod(b, ts, idNew, false, "String", func(p *vecView) string { return "" })
	}
}
