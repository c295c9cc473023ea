package yaegipatch

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	yaegi "github.com/traefik/yaegi/interp"
)

// Hooks follow what the functions of a source do. Each may be nil.
type Hooks struct {
	// Left is called with the name and the line of a function that a panic leaves, if krigo runs it: the interpreter
	// prints those that it runs itself.
	Left func(function string, line int)
	// Steps returns the step counter of a function, or nil.
	Steps func(function string) *atomic.Int64
	// Waits keeps the operations that wait for other goroutines: those on channels, and calls of functions that Blocking
	// knows.
	Waits    *Waits
	Blocking func(f reflect.Value) (Blocking, bool)
}

// Eval evaluates source, as the interpreter's own Eval does, with hooks.
func Eval(in *yaegi.Interpreter, source string, hooks Hooks) (reflect.Value, error) {
	k, err := known()
	if err != nil {
		return in.Eval(source)
	}
	program, err := in.Compile(source)
	if err != nil {
		return reflect.Value{}, err
	}
	root := rootOf(program)
	e := &exchange{Hooks: hooks, kinds: k, seen: map[*node]bool{}}
	e.visit(root, false)
	result, err := in.Execute(program)
	if err == nil {
		clear(e.seen)
		e.forget(root, nowhere)
	}
	e.seen = nil // what is exchanged lives as long as what is executed
	return result, err
}

// Check returns the reason why nodes of this interpreter cannot be exchanged, or nil.
func Check() error {
	_, err := known()
	return err
}

// rootOf returns the root of a program's syntax tree.
func rootOf(p *yaegi.Program) *node {
	return (*node)(reflect.ValueOf(p).Elem().FieldByName("root").UnsafePointer())
}

// exchange replaces the interpreter's generators by krigo's.
type exchange struct {
	kinds
	Hooks
	seen map[*node]bool
}

// visit exchanges the generators of a tree. The nodes of function literals are
// generated while they are compiled: here they are so again.
func (e *exchange) visit(n *node, literal bool) {
	if n == nil || e.seen[n] {
		return
	}
	e.seen[n] = true
	e.simplify(n)
	inner := literal || n.kind == e.funcLit
	for _, c := range n.child {
		e.visit(c, inner)
	}
	if literal {
		n.exec = nil
	}
	name := e.nameOf(n.gen)
	ours, theirs := generators[name], n.gen
	waits, mayWait := e.blocking(n, name)
	if ours == nil && !mayWait {
		return
	}
	n.gen = func(n *node) {
		g := generation{e, n, name}
		if ours == nil || !g.ready() || !ours(&g) {
			theirs(n)
		}
		if mayWait {
			g.noteWaits(waits)
		}
	}
}

// simplify has an assignment do without the node of its left side: an entry of a
// map is written only, and may not be there to read; the variable of a compiled
// package that gets a constant is the line of a function, which its frame keeps.
func (e *exchange) simplify(n *node) {
	if n.nleft != 1 || n.nright != 1 || len(n.child) != 2 || e.nameOf(n.gen) != "assign" {
		return
	}
	left, right := n.child[0], n.child[1]
	switch e.nameOf(left.gen) {
	case "getIndexMap":
		left.gen = nothing
	case "deref":
		if len(left.child) != 1 || !right.rval.IsValid() {
			return
		}
		p := left.child[0].rval
		if !p.IsValid() || p.Type() != reflect.TypeFor[*int]() || p.IsNil() {
			return
		}
		x := constantOf(right.rval, reflect.TypeFor[int]())
		if x == nil {
			return
		}
		left.gen = nothing
		to, number := p.Interface().(*int), *(*int)(x)
		n.gen = func(n *node) {
			var next step
			if n.tnext != nil {
				next = n.tnext.exec
			}
			n.exec = func(f *frame) step {
				if !f.mark(number) {
					*to = number
				}
				return next
			}
		}
	}
}

// nothing generates a node that does nothing.
func nothing(n *node) {
	next := n.tnext.exec
	n.exec = func(*frame) step { return next }
}

// names are the names of the interpreter's generators, by address.
var names sync.Map

// nameOf returns the name of one of the interpreter's generators.
func (e *exchange) nameOf(gen func(*node)) string {
	if gen == nil {
		return ""
	}
	pc := reflect.ValueOf(gen).Pointer()
	if name, ok := names.Load(pc); ok {
		return name.(string)
	}
	name := strings.TrimPrefix(runtime.FuncForPC(pc).Name(), "github.com/traefik/yaegi/interp.")
	names.Store(pc, name)
	return name
}

// generation is the making of what one node does.
type generation struct {
	*exchange
	n    *node
	name string // of the interpreter's generator
}

// generators make what nodes do by the names of the interpreter's generators. One
// returns false, and has changed nothing, where it does not know the case.
var generators map[string]func(*generation) bool

// The generators of calls make functions that are made by generators.
func init() {
	generators = map[string]func(*generation) bool{
		"assign": assign, "getIndexArray": index, "getPtrIndexSeq": field, "getIndexSeq": field, "deref": deref,
		"_len": length, "_cap": length, "convert": convert, "call": call, "slice": slice, "slice0": slice, "getFunc": literal,
		"callBin": callCompiled, "_new": allocate,
	}
	for name := range operations {
		generators[name] = binary
	}
	for name := range comparisons {
		generators[name] = comparison
	}
}

// ready reports whether what follows has been generated. A return may do nothing.
func (g *generation) ready() bool {
	for _, n := range []*node{g.n.tnext, g.n.fnext} {
		if n != nil && n.exec == nil && n.kind != g.returnStmt {
			return false
		}
	}
	return true
}

// next returns the step that follows.
func (g *generation) next() step {
	if g.n.tnext == nil {
		return nil
	}
	return g.n.tnext.exec
}
