package gotype

//lint:file-ignore ST1008 any order of results

import "reflect"

// Here are other ways to call the methods of an mMany: by reflect's Value.Method
// (reflected), by its Type.Method (expressions), and as method values (valued).

type (
	reflected   struct{ v reflect.Value }
	expressions struct{ v reflect.Value }
)

func (r reflected) call(name string, args ...any) []reflect.Value {
	return callBy(r.v.MethodByName(name), nil, args)
}

func (r expressions) call(name string, args ...any) []reflect.Value {
	m, _ := r.v.Type().MethodByName(name)
	return callBy(m.Func, []reflect.Value{r.v}, args)
}

func callBy(fn reflect.Value, in []reflect.Value, args []any) []reflect.Value {
	for _, a := range args {
		in = append(in, reflect.ValueOf(a))
	}
	if fn.Type().IsVariadic() {
		return fn.CallSlice(in)
	}
	return fn.Call(in)
}

// as returns a result.
func as[T any](v reflect.Value) T {
	var x T
	reflect.ValueOf(&x).Elem().Set(v)
	return x
}

type valued struct {
	none       func()
	ints       func(int8, uint16, int32, int64, uint, bool) (bool, uint, int64, int32, uint16, int8)
	floats     func(float32, float64, complex64, complex128) (complex128, complex64, float64, float32)
	overflow   func(*int, *int, *int, *int, *int, *int, *int, *int, *int, *int, *int, *int, *int, *int, *int, *int, *int, *int) []*int
	manyfloats func(float64, float64, float64, float64, float64, float64, float64, float64, float64, float64, float64, float64, float64, float64, float64, float64, float64, float64) [18]float64
	big        func(mBig, string, mBig) (mBig, string, mBig)
	mixed      func(string, any, []string, map[string]*int, func() *int, error, *mBig) (string, any, []string, map[string]*int, func() *int, error, *mBig)
	variadic   func(string, ...any) string
	deep       func(int, string) string
	self       func(mMany) mMany
	panic      func(string)
	callers    func() string
}

func (v *valued) set(m mMany) {
	*v = valued{m.None, m.Ints, m.Floats, m.Overflow, m.ManyFloats, m.Big, m.Mixed, m.Variadic, m.Deep, m.Self, m.Panic, m.Callers}
}

func (r reflected) None() {
	r.call("None")
}
func (r reflected) Ints(a0 int8, a1 uint16, a2 int32, a3 int64, a4 uint, a5 bool) (bool, uint, int64, int32, uint16, int8) {
	out := r.call("Ints", a0, a1, a2, a3, a4, a5)
	return as[bool](out[0]), as[uint](out[1]), as[int64](out[2]), as[int32](out[3]), as[uint16](out[4]), as[int8](out[5])
}
func (r reflected) Floats(a0 float32, a1 float64, a2 complex64, a3 complex128) (complex128, complex64, float64, float32) {
	out := r.call("Floats", a0, a1, a2, a3)
	return as[complex128](out[0]), as[complex64](out[1]), as[float64](out[2]), as[float32](out[3])
}
func (r reflected) Overflow(a0 *int, a1 *int, a2 *int, a3 *int, a4 *int, a5 *int, a6 *int, a7 *int, a8 *int, a9 *int, a10 *int, a11 *int, a12 *int, a13 *int, a14 *int, a15 *int, a16 *int, a17 *int) []*int {
	out := r.call("Overflow", a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17)
	return as[[]*int](out[0])
}
func (r reflected) ManyFloats(a0 float64, a1 float64, a2 float64, a3 float64, a4 float64, a5 float64, a6 float64, a7 float64, a8 float64, a9 float64, a10 float64, a11 float64, a12 float64, a13 float64, a14 float64, a15 float64, a16 float64, a17 float64) [18]float64 {
	out := r.call("ManyFloats", a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17)
	return as[[18]float64](out[0])
}
func (r reflected) Big(a0 mBig, a1 string, a2 mBig) (mBig, string, mBig) {
	out := r.call("Big", a0, a1, a2)
	return as[mBig](out[0]), as[string](out[1]), as[mBig](out[2])
}
func (r reflected) Mixed(a0 string, a1 any, a2 []string, a3 map[string]*int, a4 func() *int, a5 error, a6 *mBig) (string, any, []string, map[string]*int, func() *int, error, *mBig) {
	out := r.call("Mixed", a0, a1, a2, a3, a4, a5, a6)
	return as[string](out[0]), as[any](out[1]), as[[]string](out[2]), as[map[string]*int](out[3]), as[func() *int](out[4]), as[error](out[5]), as[*mBig](out[6])
}
func (r reflected) Variadic(a0 string, a1 ...any) string {
	out := r.call("Variadic", a0, a1)
	return as[string](out[0])
}
func (r reflected) Deep(a0 int, a1 string) string {
	out := r.call("Deep", a0, a1)
	return as[string](out[0])
}
func (r reflected) Self(a0 mMany) mMany {
	out := r.call("Self", a0)
	return as[mMany](out[0])
}
func (r reflected) Panic(a0 string) {
	r.call("Panic", a0)
}
func (r reflected) Callers() string {
	out := r.call("Callers")
	return as[string](out[0])
}
func (r expressions) None() {
	r.call("None")
}
func (r expressions) Ints(a0 int8, a1 uint16, a2 int32, a3 int64, a4 uint, a5 bool) (bool, uint, int64, int32, uint16, int8) {
	out := r.call("Ints", a0, a1, a2, a3, a4, a5)
	return as[bool](out[0]), as[uint](out[1]), as[int64](out[2]), as[int32](out[3]), as[uint16](out[4]), as[int8](out[5])
}
func (r expressions) Floats(a0 float32, a1 float64, a2 complex64, a3 complex128) (complex128, complex64, float64, float32) {
	out := r.call("Floats", a0, a1, a2, a3)
	return as[complex128](out[0]), as[complex64](out[1]), as[float64](out[2]), as[float32](out[3])
}
func (r expressions) Overflow(a0 *int, a1 *int, a2 *int, a3 *int, a4 *int, a5 *int, a6 *int, a7 *int, a8 *int, a9 *int, a10 *int, a11 *int, a12 *int, a13 *int, a14 *int, a15 *int, a16 *int, a17 *int) []*int {
	out := r.call("Overflow", a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17)
	return as[[]*int](out[0])
}
func (r expressions) ManyFloats(a0 float64, a1 float64, a2 float64, a3 float64, a4 float64, a5 float64, a6 float64, a7 float64, a8 float64, a9 float64, a10 float64, a11 float64, a12 float64, a13 float64, a14 float64, a15 float64, a16 float64, a17 float64) [18]float64 {
	out := r.call("ManyFloats", a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17)
	return as[[18]float64](out[0])
}
func (r expressions) Big(a0 mBig, a1 string, a2 mBig) (mBig, string, mBig) {
	out := r.call("Big", a0, a1, a2)
	return as[mBig](out[0]), as[string](out[1]), as[mBig](out[2])
}
func (r expressions) Mixed(a0 string, a1 any, a2 []string, a3 map[string]*int, a4 func() *int, a5 error, a6 *mBig) (string, any, []string, map[string]*int, func() *int, error, *mBig) {
	out := r.call("Mixed", a0, a1, a2, a3, a4, a5, a6)
	return as[string](out[0]), as[any](out[1]), as[[]string](out[2]), as[map[string]*int](out[3]), as[func() *int](out[4]), as[error](out[5]), as[*mBig](out[6])
}
func (r expressions) Variadic(a0 string, a1 ...any) string {
	out := r.call("Variadic", a0, a1)
	return as[string](out[0])
}
func (r expressions) Deep(a0 int, a1 string) string {
	out := r.call("Deep", a0, a1)
	return as[string](out[0])
}
func (r expressions) Self(a0 mMany) mMany {
	out := r.call("Self", a0)
	return as[mMany](out[0])
}
func (r expressions) Panic(a0 string) {
	r.call("Panic", a0)
}
func (r expressions) Callers() string {
	out := r.call("Callers")
	return as[string](out[0])
}
func (v *valued) None() { v.none() }
func (v *valued) Ints(a0 int8, a1 uint16, a2 int32, a3 int64, a4 uint, a5 bool) (bool, uint, int64, int32, uint16, int8) {
	return v.ints(a0, a1, a2, a3, a4, a5)
}
func (v *valued) Floats(a0 float32, a1 float64, a2 complex64, a3 complex128) (complex128, complex64, float64, float32) {
	return v.floats(a0, a1, a2, a3)
}
func (v *valued) Overflow(a0 *int, a1 *int, a2 *int, a3 *int, a4 *int, a5 *int, a6 *int, a7 *int, a8 *int, a9 *int, a10 *int, a11 *int, a12 *int, a13 *int, a14 *int, a15 *int, a16 *int, a17 *int) []*int {
	return v.overflow(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17)
}
func (v *valued) ManyFloats(a0 float64, a1 float64, a2 float64, a3 float64, a4 float64, a5 float64, a6 float64, a7 float64, a8 float64, a9 float64, a10 float64, a11 float64, a12 float64, a13 float64, a14 float64, a15 float64, a16 float64, a17 float64) [18]float64 {
	return v.manyfloats(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17)
}
func (v *valued) Big(a0 mBig, a1 string, a2 mBig) (mBig, string, mBig) { return v.big(a0, a1, a2) }
func (v *valued) Mixed(a0 string, a1 any, a2 []string, a3 map[string]*int, a4 func() *int, a5 error, a6 *mBig) (string, any, []string, map[string]*int, func() *int, error, *mBig) {
	return v.mixed(a0, a1, a2, a3, a4, a5, a6)
}
func (v *valued) Variadic(a0 string, a1 ...any) string { return v.variadic(a0, a1...) }
func (v *valued) Deep(a0 int, a1 string) string        { return v.deep(a0, a1) }
func (v *valued) Self(a0 mMany) mMany                  { return v.self(a0) }
func (v *valued) Panic(a0 string)                      { v.panic(a0) }
func (v *valued) Callers() string                      { return v.callers() }
