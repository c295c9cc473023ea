package yaegipatch

import (
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// layouts caches the layouts of frames, by function.
var layouts sync.Map // *layout by *reflect.Type, the first of a function's types

// layout describes how the values of a function's frames are laid out in memory.
type layout struct {
	types   []reflect.Type
	entered atomic.Bool
	made    atomic.Pointer[whole]
	pool    sync.Pool // of frames that nothing can see any more
}

// whole is a struct with a field for each value of a frame: one allocation makes
// them all.
type whole struct {
	reflect.Type
	values []value // what each is like; ptr is to be set
	offset []uintptr
	plain  bool // no value has a pointer
}

// manyValues is the number of values from which a frame's struct type is made at the
// second call only: reflection takes half a microsecond for each.
const manyValues = 200

// layoutOf returns the layout of the frame of a function.
func layoutOf(types []reflect.Type) *layout {
	if len(types) == 0 {
		return &layout{}
	}
	if l, ok := layouts.Load(&types[0]); ok && len(l.(*layout).types) == len(types) {
		return l.(*layout)
	}
	l := &layout{types: types}
	layouts.Store(&types[0], l)
	return l
}

// whole returns the struct of a frame, or nil where it is not worth while yet.
func (l *layout) whole() *whole {
	if w := l.made.Load(); w != nil || len(l.types) == 0 {
		return w
	}
	if len(l.types) > manyValues && !l.entered.Swap(true) {
		return nil
	}
	w := newWhole(l.types)
	l.made.Store(w)
	return w
}

func newWhole(types []reflect.Type) *whole {
	w := &whole{values: make([]value, len(types)), offset: make([]uintptr, len(types)), plain: !slices.ContainsFunc(types, points)}
	fields := make([]reflect.StructField, len(types))
	for i, t := range types {
		fields[i] = reflect.StructField{Name: "F" + string(rune('A'+i%26)) + decimal(i), Type: t}
		w.values[i] = place(t)
	}
	w.Type = reflect.StructOf(fields)
	for i := range types {
		w.offset[i] = w.Field(i).Offset
	}
	return w
}

func decimal(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return decimal(i/10) + decimal(i%10)
}

// enter makes the frame of a call.
func (l *layout) enter(anc *frame, id uint64) *frame {
	o := &owned{frame: frame{anc: anc, id: id, root: anc.root, done: anc.done}}
	o.debug = unsafe.Pointer(&o.marks)
	f := &o.frame
	f.data = make([]value, len(l.types))
	w := l.whole()
	if w == nil {
		for i, t := range l.types {
			f.data[i] = place(t)
		}
		return f
	}
	o.memory = reflect.New(w.Type).UnsafePointer()
	for i := range w.values {
		f.data[i] = value{w.values[i].typ, unsafe.Add(o.memory, w.offset[i]), w.values[i].flag}
	}
	return f
}

// leaving identifies the function that a panic leaves.
type leaving struct {
	function string
	literal  bool
	tell     func(function string, line int)
}

// leave makes the name that a panic reports: "f", and "f.func" for a literal in it.
func (g *generation) leave(def *node) *leaving {
	name := ""
	for n := def; n != nil; n = n.anc {
		switch n.kind {
		case g.funcLit:
			name += ".func"
		case g.funcDecl:
			return &leaving{n.child[1].ident + name, name != "", g.Left}
		}
	}
	return &leaving{name, true, g.Left}
}

// points reports whether values of a type have pointers.
func points(t reflect.Type) bool {
	k := t.Kind()
	return k > reflect.Complex128 || k == reflect.Invalid
}

// reuse enters with a frame that was left, if there is one.
func (l *layout) reuse(anc *frame, id uint64) *frame {
	f, ok := l.pool.Get().(*frame)
	if !ok {
		return l.enter(anc, id)
	}
	f.anc, f.id, f.root, f.done = anc, id, anc.root, anc.done
	f.mark(0)
	return f
}

// owned is a frame with the memory for its values.
type owned struct {
	frame
	memory unsafe.Pointer
	marks  // its debug, which the interpreter has no use for, has the address
}

// marks are notes about a call.
type marks struct {
	line  int   // at which it is
	steps int64 // of calls before, which are not counted yet
}

// mark notes the line at which a call is, if its frame is krigo's.
func (f *frame) mark(line int) bool {
	if f.debug == nil {
		return false
	}
	(*marks)(f.debug).line = line
	return true
}

// line returns the line at which a call is, or 0 if its frame does not keep it.
func (f *frame) line() int {
	if f.debug == nil {
		return 0
	}
	return (*marks)(f.debug).line
}

// leave returns the line at which a panic leaves a call, or 0. A literal that is the
// body of a function tells the function's frame.
func (f *frame) leave(literal bool) int {
	line := f.line()
	if literal && line != 0 && f.anc != nil {
		f.anc.mark(line)
	}
	return line
}

// leave takes a frame back.
func (l *layout) leave(f *frame) {
	base := (*owned)(unsafe.Pointer(f)).memory
	if base == nil {
		return
	}
	if w := l.made.Load(); w.plain {
		clear(unsafe.Slice((*byte)(base), w.Size()))
	} else {
		reflect.NewAt(w.Type, base).Elem().SetZero()
	}
	f.anc = nil
	l.pool.Put(f)
}

// keeps reports whether a function may leave its frame to others: it has literals,
// which see the frame, or function values, with which the interpreter replaces the
// memory for them.
func (k kinds) keeps(def *node) bool {
	for _, t := range def.types {
		if t == nil || t.Kind() == reflect.Func {
			return true
		}
	}
	return k.lasting(def.child[bodyChild]) != nil
}

// lasting returns a node of a tree that may use the frame when the function has
// returned, or nil.
func (k kinds) lasting(n *node) *node {
	if n == nil || n.kind == k.funcLit || n.kind == k.goStmt || n.kind == k.deferStmt {
		return n
	}
	for _, c := range n.child {
		if found := k.lasting(c); found != nil {
			return found
		}
	}
	return nil
}

// Executor is the name that stacks have for the function that runs the nodes of a frame.
var Executor = runtime.FuncForPC(reflect.ValueOf((*frame).execute).Pointer()).Name()

// execute runs the body of a function, and returns the number of its steps. Package core knows it on the stack.
//
//go:noinline
func (f *frame) execute(c counted, run *uint64, l *leaving) (steps int64) {
	returned := false
	defer func() {
		if !returned && l.tell != nil {
			l.tell(l.function, f.leave(l.literal))
		}
	}()
	steps = f.walk(c.body, run)
	returned = true
	return steps
}

// call makes a call of a function that a cell declared, by its name.
func call(g *generation) bool {
	n := g.n
	if n.anc.kind == g.goStmt || n.anc.kind == g.deferStmt || n.fnext != nil {
		return false
	}
	def := declared(n.child[0])
	if def == nil || def.kind != g.funcDecl || len(def.child) != 4 || def.typ == nil {
		return false
	}
	args := n.child[1:]
	results := len(n.child[0].typ.ret)
	if len(def.typ.arg) != len(args) || len(def.typ.ret) != results || results+len(args) > len(def.types) && def.types != nil {
		return false
	}
	return g.callOf(def, args, results)
}

// declared returns the function that a name stands for.
func declared(n *node) *node {
	if n.sym == nil || n.sym.index >= 0 || n.sym.node == nil {
		return nil
	}
	return n.sym.node
}

// entry is how a function is entered: as it was when the call was last made, since
// a function may get another body.
type entry struct {
	*layout
	reused bool
}

func (g *generation) callOf(def *node, args []*node, results int) bool {
	n := g.n
	level := n.level
	if n.anc.kind == g.returnStmt {
		level = 0
	}
	readers := make([]func(*frame) *value, len(args))
	copies := make([]func(unsafe.Pointer, *value), len(args))
	for i, a := range args {
		if def.typ.arg[i].rtype == nil && len(def.types) == 0 {
			return false
		}
		t := parameterType(def, results, i)
		if t == nil {
			return false
		}
		o, ok := g.operandOf(a, t)
		if !ok || o.typ != t {
			return false
		}
		readers[i] = o.reader()
		if copies[i] = copier(t); copies[i] == nil && o.fixed != nil {
			v := reflect.NewAt(t, o.fixed).Elem()
			readers[i] = func(*frame) *value { return (*value)(unsafe.Pointer(&v)) }
		}
	}
	for i := range results {
		if o, ok := g.slot(level, n.findex+i); !ok || o.typ != resultType(def, i) || o.typ.Kind() == reflect.Func {
			return false
		}
	}
	next, run, first := g.next(), n.run(), n.findex
	k := g.kinds
	leaves := g.leave(def)
	var way atomic.Pointer[entry]
	n.exec = func(f *frame) step {
		e := way.Load()
		if e == nil || len(def.types) > 0 && &e.types[0] != &def.types[0] {
			e = &entry{layoutOf(def.types), !k.keeps(def)}
			way.Store(e)
		}
		var callee *frame
		if e.reused {
			callee = e.reuse(f, f.id)
		} else {
			callee = e.enter(f, f.id)
		}
		if results > 0 {
			to := f.of(level).data
			for i := range results {
				callee.data[i] = to[first+i]
			}
		}
		for i, read := range readers {
			to := &callee.data[results+i]
			if copies[i] != nil {
				copies[i](to.ptr, read(f))
				continue
			}
			(*reflect.Value)(unsafe.Pointer(to)).Set(*(*reflect.Value)(unsafe.Pointer(read(f))))
		}
		c := def.enters()
		c.spend(callee.execute(c, run, leaves), callee, e.reused)
		if e.reused {
			e.leave(callee)
		}
		return next
	}
	return true
}

// parameterType returns the type of a parameter in the frame of a function.
func parameterType(def *node, results, i int) reflect.Type {
	if results+i >= len(def.types) {
		return nil
	}
	return def.types[results+i]
}

// resultType returns the type of a result in the frame of a function.
func resultType(def *node, i int) reflect.Type {
	if i >= len(def.types) {
		return nil
	}
	return def.types[i]
}
