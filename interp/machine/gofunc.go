package machine

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// goFunction is a Go function that instructions call.
type goFunction struct {
	function        reflect.Value // not set of a type of function values
	typ             reflect.Type
	in, out         []*typeInfo
	params, results []Slot
	// direct, where not nil, calls the function value at code with registers.
	direct func(code, w, p unsafe.Pointer)
	code   unsafe.Pointer
	// Of a method.
	iface  reflect.Type
	method int
	tables *tables
}

func newGoFunction(e Extern, linker Linker) (*goFunction, error) {
	g := &goFunction{}
	if e.Method != "" {
		iface, err := linker.Type(e.Iface)
		if err != nil {
			return nil, err
		}
		g.iface, g.method, g.tables = iface, methodIndex(iface, e.Package, e.Method), &tables{}
		if g.method < 0 {
			return nil, fmt.Errorf("%s has no method %s", iface, e.Method)
		}
	}
	if e.Symbol != "" {
		f, ok := linker.Symbol(e.Symbol)
		if !ok {
			return nil, fmt.Errorf("there is no %s", e.Symbol)
		}
		g.function, g.typ = f, f.Type()
		g.code = codeOf(f)
	} else {
		rt, err := linker.Type(e.Type)
		if err != nil {
			return nil, err
		}
		g.typ = rt
	}
	for i, t := range e.Params {
		g.in = append(g.in, newTypeInfo(g.typ.In(i), t.Slots))
	}
	for i, t := range e.Results {
		g.out = append(g.out, newTypeInfo(g.typ.Out(i), t.Slots))
	}
	g.params, g.results = slotsOf(e.Params), slotsOf(e.Results)
	g.direct = callers[signature(g.typ)]
	return g, nil
}

// codeOf returns the function value of f as a pointer.
func codeOf(f reflect.Value) unsafe.Pointer {
	v := reflect.New(f.Type())
	v.Elem().Set(f)
	return *(*unsafe.Pointer)(v.UnsafePointer())
}

// callGo executes CallGo.
func (t *Thread) callGo(pc *Instr, w, p unsafe.Pointer) fault {
	g := goFunctionOf(pc)
	w, p = unsafe.Pointer(wordAt(w, pc.A)), unsafe.Pointer(pointerAt(p, pc.B))
	if g.direct != nil {
		g.direct(g.code, w, p)
		return noFault
	}
	return g.call(t, w, p)
}

// callValue executes CallValue.
func (t *Thread) callValue(pc *Instr, w, p unsafe.Pointer) fault {
	code := *pointerAt(p, pc.C)
	if code == nil {
		return nilFault
	}
	return t.callCode(goFunctionOf(pc), code, unsafe.Pointer(wordAt(w, pc.A)), unsafe.Pointer(pointerAt(p, pc.B)))
}

func goFunctionOf(pc *Instr) *goFunction { return *(**goFunction)(unsafe.Pointer(&pc.K)) }

// callCode calls a function value of the type of g.
func (t *Thread) callCode(g *goFunction, code, w, p unsafe.Pointer) fault {
	if g.direct != nil {
		g.direct(code, w, p)
		return noFault
	}
	other := *g
	other.function = reflect.NewAt(g.typ, unsafe.Pointer(&code)).Elem()
	return other.call(t, w, p)
}

// call calls by reflection.
func (g *goFunction) call(t *Thread, w, p unsafe.Pointer) fault {
	args := make([]reflect.Value, len(g.in))
	from, fromPointers := w, p
	for i, in := range g.in {
		args[i] = t.machine.renewed(in.place(from, fromPointers), g.typ.IsVariadic() && i == len(g.in)-1)
		from, fromPointers = behind(in.slots, from, fromPointers)
	}
	var results []reflect.Value
	if g.typ.IsVariadic() {
		results = g.function.CallSlice(args)
	} else {
		results = g.function.Call(args)
	}
	for i, out := range g.out {
		v := reflect.New(out.Type)
		v.Elem().Set(results[i])
		load(out.slots, v.UnsafePointer(), w, p)
		w, p = behind(out.slots, w, p)
	}
	return noFault
}

// renewed returns an argument of compiled code with the newest methods of what it holds.
func (m *Machine) renewed(v reflect.Value, variadic bool) reflect.Value {
	any := reflect.TypeFor[any]()
	switch {
	case m.Renew == nil:
	case v.Type() == any:
		x := m.Renew(v.Interface())
		return reflect.ValueOf(&x).Elem()
	case variadic && v.Kind() == reflect.Slice && v.Type().Elem() == any:
		all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			all.Index(i).Set(m.renewed(v.Index(i), false))
		}
		return all
	}
	return v
}

// signature spells how a function is called: f for float64, i for an integer of 8 bytes, b for bool, p for a pointer, s
// for a string, l for a slice; parameters, a point, results. It is "" if the type has any other.
func signature(t reflect.Type) string {
	text := ""
	for i := range t.NumIn() {
		text += letterOf(t.In(i))
	}
	text += "."
	for i := range t.NumOut() {
		text += letterOf(t.Out(i))
	}
	if len(text) != t.NumIn()+1+t.NumOut() {
		return ""
	}
	return text
}

func letterOf(t reflect.Type) string {
	return map[reflect.Kind]string{
		reflect.Float64: "f", reflect.Int: "i", reflect.Int64: "i", reflect.Uint: "i", reflect.Uint64: "i", reflect.Uintptr: "i", reflect.Bool: "b",
		reflect.Pointer: "p", reflect.UnsafePointer: "p", reflect.String: "s", reflect.Slice: "l",
	}[t.Kind()]
}

func code[F any](c *unsafe.Pointer) F { return *(*F)(unsafe.Pointer(c)) }

func f(w unsafe.Pointer, i uint16) float64          { return *float64At(w, i) }
func n(w unsafe.Pointer, i uint16) int64            { return *int64At(w, i) }
func ptr(p unsafe.Pointer, i uint16) unsafe.Pointer { return *pointerAt(p, i) }
func str(w, p unsafe.Pointer, i, j uint16) string {
	return unsafe.String((*byte)(ptr(p, j)), n(w, i))
}
func list(w, p unsafe.Pointer, i, j uint16) sliceHeader {
	return sliceHeader{ptr(p, j), *wordAt(w, i), *wordAt(w, i+1)}
}
func floats(w, p unsafe.Pointer, i, j uint16) []float64 {
	s := list(w, p, i, j)
	return *(*[]float64)(unsafe.Pointer(&s))
}

// callers call functions of the signatures that numeric code uses most. How integers, floats and pointers
// are passed does not depend on the names of types.
var callers = map[string]func(c, w, p unsafe.Pointer){
	"f.f": func(c, w, p unsafe.Pointer) { *float64At(w, 0) = code[func(float64) float64](&c)(f(w, 0)) },
	"ff.f": func(c, w, p unsafe.Pointer) {
		*float64At(w, 0) = code[func(_, _ float64) float64](&c)(f(w, 0), f(w, 1))
	},
	"fff.f": func(c, w, p unsafe.Pointer) {
		*float64At(w, 0) = code[func(_, _, _ float64) float64](&c)(f(w, 0), f(w, 1), f(w, 2))
	},
	"f.ff": func(c, w, p unsafe.Pointer) {
		*float64At(w, 0), *float64At(w, 1) = code[func(float64) (_, _ float64)](&c)(f(w, 0))
	},
	"f.b": func(c, w, p unsafe.Pointer) { *wordAt(w, 0) = word(code[func(float64) bool](&c)(f(w, 0))) },
	"fi.b": func(c, w, p unsafe.Pointer) {
		*wordAt(w, 0) = word(code[func(float64, int64) bool](&c)(f(w, 0), n(w, 1)))
	},
	"fi.f": func(c, w, p unsafe.Pointer) {
		*float64At(w, 0) = code[func(float64, int64) float64](&c)(f(w, 0), n(w, 1))
	},
	"f.i":  func(c, w, p unsafe.Pointer) { *int64At(w, 0) = code[func(float64) int64](&c)(f(w, 0)) },
	"i.f":  func(c, w, p unsafe.Pointer) { *float64At(w, 0) = code[func(int64) float64](&c)(n(w, 0)) },
	"i.i":  func(c, w, p unsafe.Pointer) { *int64At(w, 0) = code[func(int64) int64](&c)(n(w, 0)) },
	"ii.i": func(c, w, p unsafe.Pointer) { *int64At(w, 0) = code[func(_, _ int64) int64](&c)(n(w, 0), n(w, 1)) },
	"ii.b": func(c, w, p unsafe.Pointer) { *wordAt(w, 0) = word(code[func(_, _ int64) bool](&c)(n(w, 0), n(w, 1))) },
	"i.b":  func(c, w, p unsafe.Pointer) { *wordAt(w, 0) = word(code[func(int64) bool](&c)(n(w, 0))) },
	".f":   func(c, w, p unsafe.Pointer) { *float64At(w, 0) = code[func() float64](&c)() },
	".i":   func(c, w, p unsafe.Pointer) { *int64At(w, 0) = code[func() int64](&c)() },
	"p.f":  func(c, w, p unsafe.Pointer) { *float64At(w, 0) = code[func(unsafe.Pointer) float64](&c)(ptr(p, 0)) },
	"p.i":  func(c, w, p unsafe.Pointer) { *int64At(w, 0) = code[func(unsafe.Pointer) int64](&c)(ptr(p, 0)) },
	"pi.i": func(c, w, p unsafe.Pointer) {
		*int64At(w, 0) = code[func(unsafe.Pointer, int64) int64](&c)(ptr(p, 0), n(w, 0))
	},
	"l.f": func(c, w, p unsafe.Pointer) { *float64At(w, 0) = code[func([]float64) float64](&c)(floats(w, p, 0, 0)) },
	"ll.f": func(c, w, p unsafe.Pointer) {
		*float64At(w, 0) = code[func(_, _ []float64) float64](&c)(floats(w, p, 0, 0), floats(w, p, 2, 1))
	},
	"ll.": func(c, w, p unsafe.Pointer) { code[func(_, _ []float64)](&c)(floats(w, p, 0, 0), floats(w, p, 2, 1)) },
	"ss.i": func(c, w, p unsafe.Pointer) {
		*int64At(w, 0) = code[func(_, _ string) int64](&c)(str(w, p, 0, 0), str(w, p, 1, 1))
	},
	"ss.b": func(c, w, p unsafe.Pointer) {
		*wordAt(w, 0) = word(code[func(_, _ string) bool](&c)(str(w, p, 0, 0), str(w, p, 1, 1)))
	},
}

// Value returns the function as a Go function value of type t, with its captured variables, which are its first
// parameters.
func (fn *Function) Value(t reflect.Type, captured []unsafe.Pointer) reflect.Value {
	v := fn.value(t, captured)
	if captured == nil {
		known.Store(codeOf(v), fn)
	}
	return v
}

func (fn *Function) value(t reflect.Type, captured []unsafe.Pointer) reflect.Value {
	b, in, out := bound{fn, captured}, fn.in[len(captured):], fn.out
	if make := values[signature(t)]; make != nil {
		v := reflect.ValueOf(make(b))
		return reflect.NewAt(t, pointerTo(codeOf(v))).Elem()
	}
	params, results := infos(in, t.In), infos(out, t.Out)
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		th, w, p := b.begin()
		for i, info := range params {
			v := reflect.New(info.Type)
			v.Elem().Set(args[i])
			load(info.slots, v.UnsafePointer(), w, p)
			w, p = behind(info.slots, w, p)
		}
		fn.call(th)
		w, p = th.firstWord(), th.firstPointer()
		out := make([]reflect.Value, len(results))
		for i, info := range results {
			out[i] = info.place(w, p)
			w, p = behind(info.slots, w, p)
		}
		th.release(fn)
		return out
	})
}

// known are the functions by their function values that capture nothing.
var known sync.Map

// Of returns the function of the machine that a function value without captured variables calls, or nil.
func Of(code unsafe.Pointer) *Function {
	f, ok := known.Load(code)
	if !ok {
		return nil
	}
	return f.(*Function)
}

// Invoke calls f with arguments in memory, and writes results there, except where a result is nil.
func (fn *Function) Invoke(args, results []unsafe.Pointer) {
	t := fn.machine.thread(fn)
	w, p := t.firstWord(), t.firstPointer()
	for i, a := range args {
		load(fn.in[i].Slots, a, w, p)
		w, p = behind(fn.in[i].Slots, w, p)
	}
	fn.call(t)
	w, p = t.firstWord(), t.firstPointer()
	for i, r := range results {
		if r != nil {
			store(fn.out[i].Slots, r, w, p)
		}
		w, p = behind(fn.out[i].Slots, w, p)
	}
	t.release(fn)
}

// behind returns the addresses after the registers of a value.
func behind(slots []Slot, w, p unsafe.Pointer) (unsafe.Pointer, unsafe.Pointer) {
	words, pointers := Count(slots)
	return unsafe.Add(w, words*8), unsafe.Add(p, uintptr(pointers)*pointerSize)
}

// bound is a function with captured variables.
type bound struct {
	fn       *Function
	captured []unsafe.Pointer
}

// begin returns a thread, and the registers of the first parameters.
func (b bound) begin() (t *Thread, w, p unsafe.Pointer) {
	t = b.fn.machine.thread(b.fn)
	w, p = b.enter(t)
	return t, w, p
}

// enter puts the captured variables into the registers of a thread.
func (b bound) enter(t *Thread) (w, p unsafe.Pointer) {
	w, p = t.firstWord(), t.firstPointer()
	for _, v := range b.captured {
		*(*unsafe.Pointer)(p) = v
		p = unsafe.Add(p, pointerSize)
	}
	return w, p
}

func pointerTo(p unsafe.Pointer) unsafe.Pointer { return unsafe.Pointer(&p) }

func infos(types []Type, typeAt func(int) reflect.Type) []*typeInfo {
	all := make([]*typeInfo, len(types))
	for i, t := range types {
		all[i] = newTypeInfo(typeAt(i), t.Slots)
	}
	return all
}

// values make function values of the signatures that compiled code asks for most.
var values map[string]func(b bound) any

func init() { values = adapters } // adapters refer to what looks here

var adapters = map[string]func(b bound) any{
	"f.f": func(b bound) any {
		return func(x float64) float64 {
			t, w, _ := b.begin()
			*float64At(w, 0) = x
			b.fn.call(t)
			y := f(w, 0)
			t.release(b.fn)
			return y
		}
	},
	"ff.f": func(b bound) any {
		return func(x, y float64) float64 {
			t, w, _ := b.begin()
			*float64At(w, 0), *float64At(w, 1) = x, y
			b.fn.call(t)
			z := f(w, 0)
			t.release(b.fn)
			return z
		}
	},
	"i.f": func(b bound) any {
		return func(x int64) float64 {
			t, w, _ := b.begin()
			*int64At(w, 0) = x
			b.fn.call(t)
			y := f(w, 0)
			t.release(b.fn)
			return y
		}
	},
	"i.i": func(b bound) any {
		return func(x int64) int64 {
			t, w, _ := b.begin()
			*int64At(w, 0) = x
			b.fn.call(t)
			y := n(w, 0)
			t.release(b.fn)
			return y
		}
	},
	"ii.b": func(b bound) any {
		return func(x, y int64) bool {
			t, w, _ := b.begin()
			*int64At(w, 0), *int64At(w, 1) = x, y
			b.fn.call(t)
			z := n(w, 0)
			t.release(b.fn)
			return z != 0
		}
	},
	"l.f": func(b bound) any {
		return func(x sliceHeader) float64 {
			t, w, p := b.begin()
			setSlice(x, w, p, 0, 0)
			b.fn.call(t)
			y := f(w, 0)
			t.release(b.fn)
			return y
		}
	},
	"ll.f": func(b bound) any {
		return func(x, y sliceHeader) float64 {
			t, w, p := b.begin()
			setSlice(x, w, p, 0, 0)
			setSlice(y, w, p, 1, 2)
			b.fn.call(t)
			z := f(w, 0)
			t.release(b.fn)
			return z
		}
	},
	"lll.f": func(b bound) any {
		k := &b // so that KernelOf finds it
		return func(x, y, z sliceHeader) float64 {
			t, w, p := k.begin()
			setSlice(x, w, p, 0, 0)
			setSlice(y, w, p, 1, 2)
			setSlice(z, w, p, 2, 4)
			k.fn.call(t)
			v := f(w, 0)
			t.release(k.fn)
			return v
		}
	},
	"llll.": func(b bound) any {
		return func(x, y, z, u sliceHeader) {
			t, w, p := b.begin()
			setSlice(x, w, p, 0, 0)
			setSlice(y, w, p, 1, 2)
			setSlice(z, w, p, 2, 4)
			setSlice(u, w, p, 3, 6)
			b.fn.call(t)
			t.release(b.fn)
		}
	},
}
