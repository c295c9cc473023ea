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
	passing         *passing // nil if the signature is called by reflection
	code            unsafe.Pointer
	renewed         []uint16 // the pointers of arguments of type any, which get the newest methods
	// Of a method.
	iface   reflect.Type
	method  int
	methods *calledMethods
}

func newGoFunction(e Extern, linker Linker) (*goFunction, error) {
	g := &goFunction{}
	if e.Method != "" {
		iface, err := linker.Type(e.Iface)
		if err != nil {
			return nil, err
		}
		g.iface, g.method, g.methods = iface, methodIndex(iface, e.Package, e.Method), &calledMethods{}
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
	g.setPassing()
	return g, nil
}

// setPassing finds a way to call the function without reflection.
func (g *goFunction) setPassing() {
	if g.typ.IsVariadic() {
		return
	}
	g.passing = passingOf(g.typ, g.params, g.results)
	p := 0
	for _, in := range g.in {
		if in.Type == anyType {
			g.renewed = append(g.renewed, uint16(p))
		}
		_, pointers := Count(in.slots)
		p += pointers
	}
}

var anyType = reflect.TypeFor[any]()

// callDirectly calls the function value at code without reflection.
func (g *goFunction) callDirectly(t *Thread, code, w, p unsafe.Pointer) fault {
	if t.machine.Renew != nil {
		for _, i := range g.renewed {
			x := (*any)(unsafe.Pointer(pointerAt(p, i)))
			*x = t.machine.Renew(*x)
		}
	}
	g.passing.call(code, g.passing, w, p)
	return t.afterCall()
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
	if g.passing != nil && g.passing.call != nil {
		return g.callDirectly(t, g.code, w, p)
	}
	return g.call(t, w, p)
}

// callValue executes CallValue. It returns where execution goes on: in the function if it is the machine's.
func (t *Thread) callValue(pc *Instr, w, p unsafe.Pointer) (*Instr, unsafe.Pointer, unsafe.Pointer, fault) {
	code := *pointerAt(p, pc.C)
	if code == nil {
		return nil, nil, nil, nilFault
	}
	g := goFunctionOf(pc)
	frameWords, framePointers := unsafe.Pointer(wordAt(w, pc.A)), unsafe.Pointer(pointerAt(p, pc.B))
	if b := g.boundOf(code); b != nil && b.fn.machine == t.machine && t.shadows.tangents == nil && t.hasRoom(b.fn, frameWords, framePointers) {
		b.capture(frameWords, framePointers, g.params)
		t.enter(b.fn, call{pc, w, p}, framePointers)
		return b.fn.code, frameWords, framePointers, noFault
	}
	if fault := t.callCode(g, code, frameWords, framePointers); fault != noFault {
		return nil, nil, nil, fault
	}
	return operands(pc), w, p, noFault
}

// capture puts what is captured before the arguments in a frame.
func (b *bound) capture(w, p unsafe.Pointer, params []Slot) {
	words, pointers := Count(params)
	if n := len(b.captured.Pointers); n > 0 {
		frame := unsafe.Slice((*unsafe.Pointer)(p), n+pointers)
		copy(frame[n:], frame[:pointers])
		copy(frame, b.captured.Pointers)
	}
	if n := len(b.captured.Words); n > 0 {
		frame := unsafe.Slice((*uint64)(w), n+words)
		copy(frame[n:], frame[:words])
		copy(frame, b.captured.Words)
	}
}

func goFunctionOf(pc *Instr) *goFunction { return *(**goFunction)(unsafe.Pointer(&pc.K)) }

// callCode calls a function value of the type of g.
func (t *Thread) callCode(g *goFunction, code, w, p unsafe.Pointer) fault {
	if g.passing != nil && g.passing.call != nil {
		return g.callDirectly(t, code, w, p)
	}
	return t.callByReflection(g, code, w, p)
}

func (t *Thread) callByReflection(g *goFunction, code, w, p unsafe.Pointer) fault {
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
	return t.afterCall()
}

// afterCall stops the thread if the machine was stopped while compiled code ran, which may have returned for that
// reason.
func (t *Thread) afterCall() fault {
	if t.stopped() {
		return stopFault
	}
	return noFault
}

// renewed returns an argument of compiled code with the newest methods of what it holds.
func (m *Machine) renewed(v reflect.Value, variadic bool) reflect.Value {
	switch {
	case m.Renew == nil:
	case v.Type() == anyType:
		x := m.Renew(v.Interface())
		return reflect.ValueOf(&x).Elem()
	case variadic && v.Kind() == reflect.Slice && v.Type().Elem() == anyType:
		all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			all.Index(i).Set(m.renewed(v.Index(i), false))
		}
		return all
	}
	return v
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

// callers are faster than those that [caller] makes, for the signatures that numeric code has most.
var callers = map[string]func(c unsafe.Pointer, _ *passing, w, p unsafe.Pointer){
	"f.f": func(c unsafe.Pointer, _ *passing, w, p unsafe.Pointer) {
		*float64At(w, 0) = code[func(float64) float64](&c)(f(w, 0))
	},
	"ff.f": func(c unsafe.Pointer, _ *passing, w, p unsafe.Pointer) {
		*float64At(w, 0) = code[func(_, _ float64) float64](&c)(f(w, 0), f(w, 1))
	},
	"piipii.f": func(c unsafe.Pointer, _ *passing, w, p unsafe.Pointer) {
		*float64At(w, 0) = code[func(_, _ []float64) float64](&c)(floats(w, p, 0, 0), floats(w, p, 2, 1))
	},
	"piipii.": func(c unsafe.Pointer, _ *passing, w, p unsafe.Pointer) {
		code[func(_, _ []float64)](&c)(floats(w, p, 0, 0), floats(w, p, 2, 1))
	},
}

// Value returns the function as a Go function value of type t, with its captured variables, or nil.
func (fn *Function) Value(t reflect.Type, captured *Captured) reflect.Value {
	b := &bound{fn: fn}
	if captured != nil {
		b.captured = *captured
	}
	v := b.value(t)
	if captured == nil {
		known.Store(codeOf(v), fn)
	}
	return v
}

func (b *bound) value(t reflect.Type) reflect.Value {
	call := b.fn.valueCall(t)
	if b.passing = call.passing; b.passing != nil && b.passing.make != nil {
		return reflect.NewAt(t, pointerTo(b.passing.make(b))).Elem()
	}
	return reflect.MakeFunc(t, b.reflected(call))
}

// code returns the function value of b as a pointer.
func (b *bound) code(t reflect.Type) unsafe.Pointer {
	if b.passing = b.fn.valueCall(t).passing; b.passing != nil && b.passing.make != nil {
		return b.passing.make(b)
	}
	return codeOf(b.value(t))
}

// valueCall is how function values of a type call a function.
type valueCall struct {
	passing         *passing // nil if the signature is called by reflection
	params, results []*typeInfo
}

// valueCall returns how function values of type t call fn, which a function literal asks for each time it is evaluated.
func (fn *Function) valueCall(t reflect.Type) *valueCall {
	if known, ok := fn.valueCalls.Load(t); ok {
		return known.(*valueCall)
	}
	in := fn.in[len(fn.in)-t.NumIn():]
	call := &valueCall{passingOf(t, slotsOf(in), fn.results), infos(in, t.In), infos(fn.out, t.Out)}
	fn.valueCalls.Store(t, call)
	return call
}

// reflected returns the function that reflection calls for a function value. All that it returns have the same code.
//
//go:noinline
func (b *bound) reflected(call *valueCall) func(args []reflect.Value) []reflect.Value {
	return func(args []reflect.Value) []reflect.Value {
		th, w, p := b.begin()
		for i, info := range call.params {
			v := reflect.New(info.Type)
			v.Elem().Set(args[i])
			load(info.slots, v.UnsafePointer(), w, p)
			w, p = behind(info.slots, w, p)
		}
		b.fn.call(th)
		w, p = th.firstWord(), th.firstPointer()
		out := make([]reflect.Value, len(call.results))
		for i, info := range call.results {
			out[i] = info.place(w, p)
			w, p = behind(info.slots, w, p)
		}
		th.release(b.fn)
		return out
	}
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

// begin returns a thread, and the registers of the first parameters.
func (b *bound) begin() (t *Thread, w, p unsafe.Pointer) {
	t = b.fn.machine.thread(b.fn)
	w, p = b.enter(t)
	return t, w, p
}

// enter puts what is captured into the registers of a thread, and returns the registers behind.
func (b *bound) enter(t *Thread) (w, p unsafe.Pointer) {
	w, p = t.firstWord(), t.firstPointer()
	for _, x := range b.captured.Words {
		*(*uint64)(w) = x
		w = unsafe.Add(w, 8)
	}
	for _, v := range b.captured.Pointers {
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

// adapters are faster than those that [adapter] makes, for the signatures that numeric code has most.
var adapters = map[string]func(b *bound) unsafe.Pointer{
	"f.f": func(b *bound) unsafe.Pointer {
		return valueOf(func(x float64) float64 {
			t, w, _ := b.begin()
			*float64At(w, 0) = x
			b.fn.call(t)
			y := f(t.firstWord(), 0)
			t.release(b.fn)
			return y
		})
	},
	"ff.f": func(b *bound) unsafe.Pointer {
		return valueOf(func(x, y float64) float64 {
			t, w, _ := b.begin()
			*float64At(w, 0), *float64At(w, 1) = x, y
			b.fn.call(t)
			z := f(t.firstWord(), 0)
			t.release(b.fn)
			return z
		})
	},
	"piipii.f": func(b *bound) unsafe.Pointer {
		return valueOf(func(x, y sliceHeader) float64 {
			t, w, p := b.begin()
			setSlice(x, w, p, 0, 0)
			setSlice(y, w, p, 1, 2)
			b.fn.call(t)
			z := f(t.firstWord(), 0)
			t.release(b.fn)
			return z
		})
	},
	kernelSignature: func(b *bound) unsafe.Pointer {
		return valueOf(func(x, y, z sliceHeader) float64 {
			t, w, p := b.begin()
			setSlice(x, w, p, 0, 0)
			setSlice(y, w, p, 1, 2)
			setSlice(z, w, p, 2, 4)
			b.fn.call(t)
			v := f(t.firstWord(), 0)
			t.release(b.fn)
			return v
		})
	},
	"piipiipiipii.": func(b *bound) unsafe.Pointer {
		return valueOf(func(x, y, z, u sliceHeader) {
			t, w, p := b.begin()
			setSlice(x, w, p, 0, 0)
			setSlice(y, w, p, 1, 2)
			setSlice(z, w, p, 2, 4)
			setSlice(u, w, p, 3, 6)
			b.fn.call(t)
			t.release(b.fn)
		})
	},
}

// valueOf returns a function value as a pointer.
func valueOf[F any](f F) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&f)) }
