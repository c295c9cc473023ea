package yaegipatch

import (
	"reflect"
	"sync"
	"unsafe"
)

// closure is a function literal with the frame around it.
type closure struct {
	n      *node
	outer  *frame
	layout *layout
	run    *uint64
	leaves *leaving
	copies []func(unsafe.Pointer, *value) // of arguments; nil where reflection copies
	first  int                            // of arguments
}

// literal makes a function value of a literal. What it can see of the frame
// around it stays where it is: the frame is copied, its memory is not.
func literal(g *generation) bool {
	n := g.n
	if len(n.child) != 4 || n.fnext != nil || n.typ == nil || n.findex < 0 || n.level == global {
		return false
	}
	results, args := len(n.typ.ret), len(n.typ.arg)
	if results+args > len(n.types) {
		return false
	}
	t := reflect.FuncOf(n.types[results:results+args], n.types[:results], false)
	c := closure{n: n, layout: layoutOf(n.types), run: n.run(), leaves: g.leave(n), first: results}
	for i := range args {
		c.copies = append(c.copies, copier(t.In(i)))
	}
	next, k, l := g.next(), n.findex, n.level
	function := makerOf(t)
	if function == nil {
		function = func(c *closure) reflect.Value { return reflect.MakeFunc(t, c.call) }
	} else {
		note(function)
	}
	n.exec = func(f *frame) step {
		made := c
		made.outer = f.clone()
		v := function(&made)
		f.of(l).data[k] = *(*value)(unsafe.Pointer(&v))
		return next
	}
	return true
}

// clone returns a frame with the same values at the same addresses.
func (f *frame) clone() *frame {
	c := &frame{id: f.id, debug: f.debug, root: f.root, anc: f.anc, done: f.done}
	c.data = append([]value(nil), f.data...)
	return c
}

// enter makes the frame of a call.
func (c *closure) enter() *frame { return c.layout.enter(c.outer, c.outer.id) }

// execute runs the body.
func (c *closure) execute(f *frame) {
	of := c.n.enters()
	of.spend(f.execute(of, c.run, c.leaves), f, false)
}

// codes are the code addresses of function values of literals.
var codes = struct {
	sync.RWMutex
	known map[uintptr]bool
}{known: map[uintptr]bool{codeOf(new(closure).call): true}}

// LiteralOf returns the literal in a cell's code that the function value at code is one of, or nil. Where code is that
// of reflect.MakeFunc, it must be what that was given.
func LiteralOf(code unsafe.Pointer) unsafe.Pointer {
	codes.RLock()
	defer codes.RUnlock()
	if v := (*closureValue)(code); codes.known[v.code] {
		return unsafe.Pointer(v.closure.n)
	}
	return nil
}

// closureValue is the layout of a function value that captures a closure.
type closureValue struct {
	code    uintptr
	closure *closure
}

func codeOf(f any) uintptr { return reflect.ValueOf(f).Pointer() }

// note notes the code of the function values of a maker.
func note(maker func(*closure) reflect.Value) {
	codes.Lock()
	defer codes.Unlock()
	codes.known[maker(new(closure)).Pointer()] = true
}

// makerOf returns a function that makes function values of a type without reflection, which costs time at each call, or
// nil of all but a few types.
func makerOf(t reflect.Type) func(*closure) reflect.Value {
	switch t {
	case reflect.TypeFor[func()]():
		return func(c *closure) reflect.Value {
			return reflect.ValueOf(func() { c.execute(c.enter()) })
		}
	case reflect.TypeFor[func(int, int) bool]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(binaryLiteral[int, int, bool](c)) }
	case reflect.TypeFor[func(int) int]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(unaryLiteral[int, int](c)) }
	case reflect.TypeFor[func(int) bool]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(unaryLiteral[int, bool](c)) }
	case reflect.TypeFor[func(int) float64]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(unaryLiteral[int, float64](c)) }
	case reflect.TypeFor[func(float64) float64]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(unaryLiteral[float64, float64](c)) }
	case reflect.TypeFor[func(float64, float64) float64]():
		return func(c *closure) reflect.Value {
			return reflect.ValueOf(binaryLiteral[float64, float64, float64](c))
		}
	case reflect.TypeFor[func([]float64) float64]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(unaryLiteral[[]float64, float64](c)) }
	case reflect.TypeFor[func(string) bool]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(unaryLiteral[string, bool](c)) }
	case reflect.TypeFor[func(string, string) bool]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(binaryLiteral[string, string, bool](c)) }
	case reflect.TypeFor[func(string, string) int]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(binaryLiteral[string, string, int](c)) }
	case reflect.TypeFor[func(int, int) int]():
		return func(c *closure) reflect.Value { return reflect.ValueOf(binaryLiteral[int, int, int](c)) }
	}
	return nil
}

func unaryLiteral[A, R any](c *closure) func(A) R {
	return func(a A) R {
		f := c.enter()
		*(*A)(f.data[1].ptr) = a
		c.execute(f)
		return *(*R)(f.data[0].ptr)
	}
}

func binaryLiteral[A, B, R any](c *closure) func(A, B) R {
	return func(a A, b B) R {
		f := c.enter()
		*(*A)(f.data[1].ptr) = a
		*(*B)(f.data[2].ptr) = b
		c.execute(f)
		return *(*R)(f.data[0].ptr)
	}
}

// call calls with arguments and results as reflection has them.
func (c *closure) call(in []reflect.Value) []reflect.Value {
	f := c.enter()
	for i := range in {
		to := &f.data[c.first+i]
		if copies := c.copies[i]; copies != nil {
			copies(to.ptr, (*value)(unsafe.Pointer(&in[i])))
			continue
		}
		(*reflect.Value)(unsafe.Pointer(to)).Set(in[i])
	}
	c.execute(f)
	if c.first == 0 {
		return nil
	}
	return unsafe.Slice((*reflect.Value)(unsafe.Pointer(&f.data[0])), c.first)
}
