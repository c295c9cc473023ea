package machine

//lint:file-ignore U1000 the fields of pairs are parts that Go passes

import (
	"reflect"
	"strings"
	"unsafe"
)

// abi.go: calls between the machine and compiled functions, of all signatures with few parts. Go passes the parts of
// values in registers, those of a string, a struct or an interface one by one. So a function can be called as a
// function of another type if the parts are of the same kinds. Here it is the type func(A) R: A and R are structs
// with a field of 8 bytes for each part of the parameters and of the results.

// passing describes how functions with a signature are called, and how function values of the signature are made.
type passing struct {
	call func(code unsafe.Pointer, g *passing, w, p unsafe.Pointer)
	make func(b *bound) unsafe.Pointer
	// The parts of parameters and results in A and R.
	params, results []Slot
	adapter         uintptr // the code of the values that make returns
}

// pair is a struct with the fields of X, and Y.
type pair[X, Y any] struct {
	x X
	y Y
}

// passings are the known signatures, spelled as by [signature], and adapterCodes the codes of their adapters.
var (
	passings     map[string]*passing
	adapterCodes = map[uintptr]bool{}
)

func init() {
	passings = map[string]*passing{}
	for text, results := range map[string]func(string){
		"": upTo4[struct{}], "i": upTo4[uint64], "p": upTo4[unsafe.Pointer], "f": upTo4[float64],
		"ii": upTo4[pair[uint64, uint64]], "pi": upTo4[pair[unsafe.Pointer, uint64]], "ip": upTo4[pair[uint64, unsafe.Pointer]],
		"pp": upTo4[pair[unsafe.Pointer, unsafe.Pointer]], "pii": upTo4[pair[pair[unsafe.Pointer, uint64], uint64]],
		"ipp": upTo4[pair[pair[uint64, unsafe.Pointer], unsafe.Pointer]], "ppp": upTo4[pair[pair[unsafe.Pointer, unsafe.Pointer], unsafe.Pointer]],
		"pipp": upTo4[pair[pair[pair[unsafe.Pointer, uint64], unsafe.Pointer], unsafe.Pointer]],
	} {
		results(text)
	}
	for text, call := range callers {
		passings[text] = newPassing(call, adapters[text])
	}
	for text, make := range adapters {
		passings[text] = newPassing(callers[text], make)
	}
}

// upTo4 adds the signatures with results R and up to four integers and pointers as parameters, and some with floats.
func upTo4[R any](results string) {
	add[struct{}, R]("", results)
	add[float64, R]("f", results)
	add[pair[float64, float64], R]("ff", results)
	add[pair[float64, uint64], R]("fi", results)
	add[pair[uint64, float64], R]("if", results)
	add[pair[unsafe.Pointer, float64], R]("pf", results)
	add[pair[pair[unsafe.Pointer, float64], float64], R]("pff", results)
	add[pair[pair[unsafe.Pointer, uint64], float64], R]("pif", results)
	upTo3[R, uint64]("i", results)
	upTo3[R, unsafe.Pointer]("p", results)
}

func upTo3[R, A any](params, results string) {
	add[A, R](params, results)
	upTo2[R, pair[A, uint64]](params+"i", results)
	upTo2[R, pair[A, unsafe.Pointer]](params+"p", results)
}

func upTo2[R, A any](params, results string) {
	add[A, R](params, results)
	upTo1[R, pair[A, uint64]](params+"i", results)
	upTo1[R, pair[A, unsafe.Pointer]](params+"p", results)
}

func upTo1[R, A any](params, results string) {
	add[A, R](params, results)
	add[pair[A, uint64], R](params+"i", results)
	add[pair[A, unsafe.Pointer], R](params+"p", results)
}

func add[A, R any](params, results string) {
	passings[params+"."+results] = newPassing(caller[A, R], adapter[A, R])
}

func newPassing(call func(code unsafe.Pointer, g *passing, w, p unsafe.Pointer), make func(b *bound) unsafe.Pointer) *passing {
	g := &passing{call: call, make: make}
	if make != nil {
		g.adapter = *(*uintptr)(make(&bound{}))
		adapterCodes[g.adapter] = true
	}
	return g
}

// caller calls the function value at code with the arguments in registers.
func caller[A, R any](code unsafe.Pointer, g *passing, w, p unsafe.Pointer) {
	var a A
	storeRow(g.params, unsafe.Pointer(&a), w, p)
	r := (*(*func(A) R)(unsafe.Pointer(&code)))(a)
	loadRow(g.results, unsafe.Pointer(&r), w, p)
}

// adapter returns a function value that calls a function of the machine.
//
//go:noinline
func adapter[A, R any](b *bound) unsafe.Pointer {
	return valueOf(func(a A) (r R) {
		b.serve(unsafe.Pointer(&a), unsafe.Pointer(&r))
		return r
	})
}

// serve calls the function with parameters and results in rows of parts.
func (b *bound) serve(params, results unsafe.Pointer) {
	t, w, p := b.begin()
	loadRow(b.passing.params, params, w, p)
	b.fn.call(t)
	storeRow(b.passing.results, results, t.firstWord(), t.firstPointer())
	t.release(b.fn)
}

// passingOf returns how functions of a type are called, or nil if the signature is not known. The slots are those of
// the parameters and the results.
func passingOf(t reflect.Type, params, results []Slot) *passing {
	text := signature(t)
	known := passings[text]
	in, out, ok := strings.Cut(text, ".")
	if known == nil || !ok || len(in) != len(params) || len(out) != len(results) {
		return nil
	}
	g := *known
	g.params, g.results = inRow(params), inRow(results)
	return &g
}

// inRow returns the slots of parts that have 8 bytes each.
func inRow(slots []Slot) []Slot {
	row := make([]Slot, len(slots))
	for i, s := range slots {
		row[i] = Slot{Kind: s.Kind, Offset: uintptr(i) * 8}
	}
	return row
}

// loadRow takes a row of parts into registers. It is load for parts that are in the row themselves, so that the row
// need not be on the heap.
func loadRow(slots []Slot, row, w, p unsafe.Pointer) {
	for _, s := range slots {
		if at := unsafe.Add(row, s.Offset); s.Kind == Pointer {
			*(*unsafe.Pointer)(p) = *(*unsafe.Pointer)(at)
			p = unsafe.Add(p, pointerSize)
		} else {
			*(*uint64)(w) = s.Kind.read(at)
			w = unsafe.Add(w, 8)
		}
	}
}

// storeRow is the inverse of loadRow. A function that takes a part of less than 8 bytes does not look at the others.
func storeRow(slots []Slot, row, w, p unsafe.Pointer) {
	for _, s := range slots {
		if at := unsafe.Add(row, s.Offset); s.Kind == Pointer {
			*(*unsafe.Pointer)(at) = *(*unsafe.Pointer)(p)
			p = unsafe.Add(p, pointerSize)
		} else {
			*(*uint64)(at) = *(*uint64)(w)
			w = unsafe.Add(w, 8)
		}
	}
}

// signature spells the parts of what a function takes and returns: i for an integer or a boolean, f for a float64, p
// for a pointer; parameters, a point, results. It is "" if a part is passed in another way, or the function is
// variadic.
func signature(t reflect.Type) string {
	var text strings.Builder
	for i := range t.NumIn() {
		if !spell(&text, t.In(i)) {
			return ""
		}
	}
	text.WriteByte('.')
	for i := range t.NumOut() {
		if !spell(&text, t.Out(i)) {
			return ""
		}
	}
	return text.String()
}

// spell writes the parts of a type, and reports whether all are passed in registers.
func spell(text *strings.Builder, t reflect.Type) bool {
	switch kind := t.Kind(); kind {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.Name == "_" || !spell(text, f.Type) {
				return false
			}
		}
	case reflect.Array:
		return t.Len() == 1 && spell(text, t.Elem())
	case reflect.Float32, reflect.Complex64, reflect.Complex128:
		return false
	default:
		text.WriteString(parts[kind])
	}
	return true
}

var parts = map[reflect.Kind]string{
	reflect.Bool: "i", reflect.Int: "i", reflect.Int8: "i", reflect.Int16: "i", reflect.Int32: "i", reflect.Int64: "i",
	reflect.Uint: "i", reflect.Uint8: "i", reflect.Uint16: "i", reflect.Uint32: "i", reflect.Uint64: "i", reflect.Uintptr: "i",
	reflect.Float64: "f", reflect.Pointer: "p", reflect.UnsafePointer: "p", reflect.Map: "p", reflect.Chan: "p", reflect.Func: "p",
	reflect.String: "pi", reflect.Slice: "pii", reflect.Interface: "pp",
}

// bound is a function with captured values. All function values that this package makes refer to one.
type bound struct {
	fn       *Function
	captured Captured
	passing  *passing // nil of a value that reflection makes
}

// Captured are the captured variables of a function, which are its first parameters, by their registers. Most are
// pointers to variables; a bound method captures its receiver.
type Captured struct {
	Words    []uint64
	Pointers []unsafe.Pointer
}

// Capture returns values as the captured variables of fn.
func (fn *Function) Capture(values []reflect.Value) (c Captured) {
	slots := slotsOf(fn.in[:len(values)])
	words, pointers := Count(slots)
	// One more element keeps the addresses behind the last value inside of the memory.
	c = Captured{make([]uint64, words, words+1), make([]unsafe.Pointer, pointers, pointers+1)}
	w, p := unsafe.Pointer(unsafe.SliceData(c.Words)), unsafe.Pointer(unsafe.SliceData(c.Pointers))
	for i, v := range values {
		at := reflect.New(v.Type())
		at.Elem().Set(v)
		load(fn.in[i].Slots, at.UnsafePointer(), w, p)
		w, p = behind(fn.in[i].Slots, w, p)
	}
	return c
}

// boundValue is the layout of a function value that captures a bound.
type boundValue struct {
	code  uintptr
	bound *bound
}

// boundOf returns the function of the machine that a function value of the type of g calls, or nil.
func (g *goFunction) boundOf(code unsafe.Pointer) *bound {
	if g.passing != nil && g.passing.adapter != 0 {
		if v := (*boundValue)(code); v.code == g.passing.adapter {
			return v.bound
		}
		return nil
	}
	return reflectedBy(code)
}

// reflectedBy returns the function of the machine that a function value of reflect.MakeFunc calls, or nil.
func reflectedBy(code unsafe.Pointer) *bound {
	if v := (*boundValue)(MadeOf(code)); v != nil && v.code == reflectedCode {
		return v.bound
	}
	return nil
}

// MadeOf returns the function value that reflect.MakeFunc was given for the function value at code, or nil if that is
// of something else.
func MadeOf(code unsafe.Pointer) unsafe.Pointer {
	if *(*uintptr)(code) != madeCode {
		return nil
	}
	return *(*unsafe.Pointer)(unsafe.Add(code, madeOffset))
}

// FunctionOf returns the function of the machine that the function value at code calls, or nil.
func FunctionOf(code unsafe.Pointer) *Function {
	b := reflectedBy(code)
	if v := (*boundValue)(code); adapterCodes[v.code] {
		b = v.bound
	}
	if b == nil {
		return nil
	}
	return b.fn
}

// madeCode is the code of all values of reflect.MakeFunc, madeOffset the place of the function that such a value calls,
// and reflectedCode the code of the functions that this package gives them.
var madeCode, madeOffset, reflectedCode uintptr

func init() {
	called := (&bound{}).reflected(nil)
	made := codeOf(reflect.MakeFunc(reflect.TypeFor[func()](), called))
	madeCode, reflectedCode = *(*uintptr)(made), *(*uintptr)(valueOf(called))
	for *(*unsafe.Pointer)(unsafe.Add(made, madeOffset)) != valueOf(called) { // it is a field of the value
		madeOffset += pointerSize
	}
}
