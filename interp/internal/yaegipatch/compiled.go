package yaegipatch

import (
	"go/constant"
	"reflect"
	"unsafe"
)

// compiled.go: calls of compiled functions. Reflection takes several times as long
// for a call as most functions do.

// compiledCall is a call of a function with arguments and results in frames.
type compiledCall struct {
	code    unsafe.Pointer // a function value
	args    []argument
	results []func(*frame) unsafe.Pointer // nil for an unused one
	next    step
}

// argument is an argument of a call: an operand, or those of a variadic function,
// which go into interfaces.
type argument struct {
	operand
	list []func(*frame) any
}

// callCompiled makes a call of a compiled function of a known shape.
func callCompiled(g *generation) bool {
	n := g.n
	if n.anc.kind == g.goStmt || n.anc.kind == g.deferStmt || n.anc.kind == g.returnStmt || n.anc.kind == g.defineXStmt || n.fnext != nil {
		return false
	}
	f := n.child[0].rval
	if !f.IsValid() || f.Kind() != reflect.Func || f.IsNil() || (*value)(unsafe.Pointer(&f)).flag&bound != 0 {
		return false
	}
	if callMachine(g, (*value)(unsafe.Pointer(&f)).word(), f.Type()) {
		return true
	}
	makes := shapes[shapeOf(f.Type())]
	if makes == nil {
		return false
	}
	args, ok := g.arguments(f.Type())
	if !ok {
		return false
	}
	results, ok := g.results(f.Type())
	if !ok {
		return false
	}
	n.exec = makes(&compiledCall{(*value)(unsafe.Pointer(&f)).word(), args, results, g.next()})
	return true
}

// arguments returns the arguments of a call of a function of type t.
func (g *generation) arguments(t reflect.Type) ([]argument, bool) {
	given := g.n.child[1:]
	fixed := t.NumIn()
	spread := t.IsVariadic() && g.n.action != g.callSlice
	if spread {
		fixed--
	}
	if len(given) < fixed || !spread && len(given) != fixed {
		return nil, false
	}
	args := make([]argument, t.NumIn())
	for i, n := range given[:fixed] {
		o, ok := g.operandOf(n, t.In(i))
		if !ok || o.typ != t.In(i) {
			return nil, false
		}
		args[i] = argument{operand: o}
	}
	if !spread {
		return args, true
	}
	if t.In(fixed) != reflect.TypeFor[[]any]() {
		return nil, false
	}
	list := make([]func(*frame) any, 0, len(given)-fixed)
	for _, n := range given[fixed:] {
		box := g.boxer(n)
		if box == nil {
			return nil, false
		}
		list = append(list, box)
	}
	args[fixed] = argument{list: list}
	return args, true
}

// boxer returns a function that reads a node's value as an any, or nil.
func (g *generation) boxer(n *node) func(*frame) any {
	if n.rval.IsValid() {
		x, ok := constantBox(n.rval)
		if !ok {
			return nil
		}
		return func(*frame) any { return x }
	}
	o, ok := g.operand(n)
	if !ok {
		return nil
	}
	at := o.address()
	switch o.typ {
	case reflect.TypeFor[any]():
		return func(f *frame) any { return *(*any)(at(f)) }
	case reflect.TypeFor[int]():
		return func(f *frame) any { return *(*int)(at(f)) }
	case reflect.TypeFor[float64]():
		return func(f *frame) any { return *(*float64)(at(f)) }
	case reflect.TypeFor[string]():
		return func(f *frame) any { return *(*string)(at(f)) }
	}
	if o.typ.Kind() == reflect.Func {
		return nil
	}
	read := o.reader()
	return func(f *frame) any { return (*(*reflect.Value)(unsafe.Pointer(read(f)))).Interface() }
}

// constantBox returns a constant as an any.
func constantBox(v reflect.Value) (any, bool) {
	if !v.CanInterface() {
		return nil, false
	}
	c, ok := v.Interface().(constant.Value)
	if !ok {
		return v.Interface(), true
	}
	switch c.Kind() {
	case constant.Bool:
		return constant.BoolVal(c), true
	case constant.String:
		return constant.StringVal(c), true
	case constant.Int:
		i, ok := constant.Int64Val(c)
		return int(i), ok
	}
	return nil, false
}

// results returns the places of the results of a call.
func (g *generation) results(t reflect.Type) ([]func(*frame) unsafe.Pointer, bool) {
	n := g.n
	out := make([]func(*frame) unsafe.Pointer, t.NumOut())
	for i := range out {
		o, ok := operand{}, false
		switch {
		case n.anc.kind != g.assignXStmt:
			o, ok = g.slot(n.level, n.findex+i)
		case n.anc.child[i].ident == "_":
			continue
		default:
			o, ok = g.operand(n.anc.child[i])
		}
		if !ok || o.typ != t.Out(i) {
			return nil, false
		}
		out[i] = o.address()
	}
	return out, true
}

// shapeOf spells how the arguments and results of a function are passed: "si.s" for
// func(string, int) string. Types with the same letter are passed in the same way.
func shapeOf(t reflect.Type) string {
	shape := ""
	for i := range t.NumIn() {
		shape += letters[t.In(i).Kind()]
	}
	shape += "."
	for i := range t.NumOut() {
		shape += letters[t.Out(i).Kind()]
	}
	if len(shape) != t.NumIn()+1+t.NumOut() {
		return ""
	}
	return shape
}

var letters = map[reflect.Kind]string{
	reflect.Int: "i", reflect.Int64: "i", reflect.Uint: "i", reflect.Uint64: "i", reflect.Uintptr: "i",
	reflect.Bool: "b", reflect.Float64: "f", reflect.String: "s", reflect.Slice: "l", reflect.Interface: "a",
	reflect.Pointer: "p",
}

type maker = func(*compiledCall) step

// shapes make calls by shape.
var shapes = map[string]maker{
	"p.":   call1x0[unsafe.Pointer],
	"l.ia": call1x2[[]any, int, any], "sl.ia": call2x2[string, []any, int, any], "al.ia": call2x2[any, []any, int, any],
	"asl.ia": call3x2[any, string, []any, int, any],
	"pl.ia":  call2x2[unsafe.Pointer, []any, int, any], "ps.ia": call2x2[unsafe.Pointer, string, int, any], "p.a": call1x1[unsafe.Pointer, any],
	"l.s": call1x1[[]any, string], "sl.s": call2x1[string, []any, string], "sl.a": call2x1[string, []any, any],
	"a.a": call1x1[any, any],
	"f.f": call1x1[float64, float64], "ff.f": call2x1[float64, float64, float64],
	"i.s": call1x1[int, string], "i.i": call1x1[int, int],
	"s.s": call1x1[string, string], "s.i": call1x1[string, int], "s.l": call1x1[string, []any], "s.ia": call1x2[string, int, any],
	"si.s": call2x1[string, int, string], "si.fa": call2x2[string, int, float64, any],
	"ss.s": call2x1[string, string, string], "ss.b": call2x1[string, string, bool], "ss.i": call2x1[string, string, int],
	"ss.l": call2x1[string, string, []any], "ls.s": call2x1[[]any, string, string],
}

// read returns a function that reads an argument.
func read[T any](c *compiledCall, i int) func(*frame) T {
	a := c.args[i]
	if a.list != nil {
		return any(listOf(a.list)).(func(*frame) T)
	}
	if a.typ.Kind() == reflect.Pointer {
		return any(a.word()).(func(*frame) T)
	}
	at := a.address()
	return func(f *frame) T { return *(*T)(at(f)) }
}

// listOf returns a function that makes the slice of a variadic function.
func listOf(boxes []func(*frame) any) func(*frame) []any {
	return func(f *frame) []any {
		list := make([]any, len(boxes))
		for i, box := range boxes {
			list[i] = box(f)
		}
		return list
	}
}

func set[T any](f *frame, to func(*frame) unsafe.Pointer, x T) {
	if to != nil {
		*(*T)(to(f)) = x
	}
}

func call1x0[A any](c *compiledCall) step {
	call, a, next := *(*func(A))(unsafe.Pointer(&c.code)), read[A](c, 0), c.next
	return func(f *frame) step {
		call(a(f))
		return next
	}
}

func call1x1[A, R any](c *compiledCall) step {
	call, a, r, next := *(*func(A) R)(unsafe.Pointer(&c.code)), read[A](c, 0), c.results[0], c.next
	return func(f *frame) step {
		set(f, r, call(a(f)))
		return next
	}
}

func call2x1[A, B, R any](c *compiledCall) step {
	call, a, b, r, next := *(*func(A, B) R)(unsafe.Pointer(&c.code)), read[A](c, 0), read[B](c, 1), c.results[0], c.next
	return func(f *frame) step {
		set(f, r, call(a(f), b(f)))
		return next
	}
}

func call1x2[A, R, S any](c *compiledCall) step {
	call, a, r, s, next := *(*func(A) (R, S))(unsafe.Pointer(&c.code)), read[A](c, 0), c.results[0], c.results[1], c.next
	return func(f *frame) step {
		x, y := call(a(f))
		set(f, r, x)
		set(f, s, y)
		return next
	}
}

func call2x2[A, B, R, S any](c *compiledCall) step {
	call, a, b, next := *(*func(A, B) (R, S))(unsafe.Pointer(&c.code)), read[A](c, 0), read[B](c, 1), c.next
	r, s := c.results[0], c.results[1]
	return func(f *frame) step {
		x, y := call(a(f), b(f))
		set(f, r, x)
		set(f, s, y)
		return next
	}
}

func call3x2[A, B, C, R, S any](c *compiledCall) step {
	call, a, b, d, next := *(*func(A, B, C) (R, S))(unsafe.Pointer(&c.code)), read[A](c, 0), read[B](c, 1), read[C](c, 2), c.next
	r, s := c.results[0], c.results[1]
	return func(f *frame) step {
		x, y := call(a(f), b(f), d(f))
		set(f, r, x)
		set(f, s, y)
		return next
	}
}
