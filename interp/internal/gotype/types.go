package gotype

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// Types is a set of types by ID.
//
// Its methods may be called by several goroutines at a time.
type Types struct {
	mu      sync.RWMutex
	entries map[int]*entry

	newest map[int]*entry // of families; guarded by making
}

// entry is one type.
type entry struct {
	desc *Desc          // nil for a bound type
	rt   reflect.Type   // nil while it is being made
	ptr  *rtype         // type of pointers to it, where made here
	own  *made          // nil where reflect has made it
	fill []func() error // what remains to be done, in this order
}

// New returns an empty set.
func New() *Types { return &Types{entries: map[int]*entry{}, newest: map[int]*entry{}} }

// Bind binds the ID to an existing type.
func (t *Types) Bind(id int, rt reflect.Type) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entries[id] = &entry{rt: rt}
}

// Type returns the type of that ID.
func (t *Types) Type(id int) (reflect.Type, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	e, ok := t.entries[id]
	if !ok {
		return nil, false
	}
	return e.rt, true
}

// making is held while types are made: what is canonical in the process has
// to be found by the next.
var making sync.Mutex

// Add makes the types described. They may refer to each other and to existing
// ones. It makes all of them or none: an error names the type that cannot be
// made.
//
// A type that mentions no named type of descs, and is not an interface with
// methods, is the one that package reflect would make, and so the compiled one
// if it exists.
func (t *Types) Add(descs []Desc) (err error) {
	if err := Check(); err != nil {
		return err
	}
	making.Lock()
	defer making.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()

	b := &builder{
		types: t, entries: map[int]*entry{}, standIns: map[int]reflect.Type{},
		equalities: map[int]func(p, q unsafe.Pointer) bool{}, busy: map[int]bool{}, stubs: usedStubs,
	}
	for i := range descs {
		d := descs[i]
		if _, ok := t.entries[d.ID]; ok {
			return d.errorf("there is a type %d", d.ID)
		}
		if _, ok := b.entries[d.ID]; ok {
			return d.errorf("two types %d", d.ID)
		}
		b.entries[d.ID] = &entry{desc: &d}
		b.order = append(b.order, d.ID)
	}
	var current *Desc
	defer func() {
		// What validation has let through and reflect refuses.
		if r := recover(); r != nil {
			err = fmt.Errorf("gotype: %v", r)
			if current != nil {
				err = current.errorf("%v", r)
			}
		}
	}()
	for _, step := range []func(*entry) error{b.validate, b.layOut, b.declare, b.make, b.finish} {
		if b.stubs > poolSize {
			return fmt.Errorf("gotype: no more than %d methods can be made in a process, some counting as two or three", poolSize)
		}
		for _, id := range b.order {
			current = b.entries[id].desc
			if err := step(b.entries[id]); err != nil {
				return err
			}
		}
	}
	for _, id := range b.order {
		t.entries[id] = b.entries[id]
		t.joinFamily(b.entries[id])
	}
	b.keep()
	return nil
}

// builder makes the types of one call of Add, in steps, each for all types:
//
//	validate   finds mistakes
//	layOut     finds for each a type of the same layout that exists
//	declare    allocates the named ones and gives them name and layout,
//	           so that reflect can make types of them
//	make       makes the unnamed ones, of those
//	finish     gives elements, fields and methods to those made here
type builder struct {
	types   *Types
	entries map[int]*entry // being made
	order   []int
	busy    map[int]bool // being laid out, or made

	standIns   map[int]reflect.Type
	equalities map[int]func(p, q unsafe.Pointer) bool

	stubs      int      // the first one free
	structs    []*entry // unnamed ones made here
	interfaces []reflect.Type
}

// keep records the facts that later calls need.
func (b *builder) keep() {
	usedStubs = b.stubs
	for _, e := range b.structs {
		structs[e.rt.String()] = append(structs[e.rt.String()], e)
	}
	for _, rt := range b.interfaces {
		interfaces[rt.String()] = append(interfaces[rt.String()], rt)
	}
}

// entry returns the type of that ID, being made or there before.
func (b *builder) entry(id int) *entry {
	if e, ok := b.entries[id]; ok {
		return e
	}
	return b.types.entries[id]
}

func (b *builder) validate(e *entry) error {
	if err := e.desc.validate(); err != nil {
		return err
	}
	for _, id := range e.desc.refs() {
		if b.entry(id) == nil {
			return e.desc.errorf("no type %d", id)
		}
	}
	for _, set := range [][]Method{e.desc.Methods, e.desc.PtrMethods} {
		for _, m := range set {
			if !b.isFunc(m.Type) {
				return e.desc.errorf("method %s: its type is no unnamed func type", m.Name)
			}
		}
	}
	return nil
}

// isFunc reports whether the type is an unnamed func type.
func (b *builder) isFunc(id int) bool {
	e := b.entry(id)
	if e.rt != nil {
		return e.rt.Kind() == reflect.Func && e.rt.Name() == ""
	}
	return e.desc.Kind == reflect.Func && e.desc.Name == ""
}

// declare allocates a named type.
func (b *builder) declare(e *entry) error {
	if e.desc.Name == "" {
		return nil
	}
	return b.declareNamed(e)
}

// make makes an unnamed type.
func (b *builder) make(e *entry) error {
	_, err := b.resolve(e.desc.ID)
	return err
}

// finish does the postponed work.
func (b *builder) finish(e *entry) error {
	for _, fill := range e.fill {
		if err := fill(); err != nil {
			return err
		}
	}
	e.fill = nil
	return nil
}

// resolve returns the type of that ID, made now where it is unnamed. It needs named
// types to be declared.
func (b *builder) resolve(id int) (reflect.Type, error) {
	e := b.entry(id)
	if e.rt != nil {
		return e.rt, nil
	}
	if b.busy[id] {
		return nil, e.desc.errorf("%w", errRecursive)
	}
	b.busy[id] = true
	defer delete(b.busy, id)
	rt, err := b.unnamed(e)
	if err != nil {
		return nil, err
	}
	e.rt = rt
	return rt, nil
}

// resolveAll resolves several.
func (b *builder) resolveAll(ids []int) ([]reflect.Type, error) {
	rts := make([]reflect.Type, len(ids))
	for i, id := range ids {
		rt, err := b.resolve(id)
		if err != nil {
			return nil, err
		}
		rts[i] = rt
	}
	return rts, nil
}
