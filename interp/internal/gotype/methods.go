package gotype

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// made holds the data of a type made here that reflect does not have. making
// guards it once types are made.
type made struct {
	d       *Desc
	direct  bool // an interface holds the value itself, not a pointer to it
	methods []*methodSlots
}

// methodSlots are the stubs of one method, none being -1.
type methodSlots struct {
	Method
	pkg    string
	sig    reflect.Type // without receiver
	ifn    int          // of T, with a receiver of one word
	tfn    int          // of T, with the receiver as it is; for a direct T it is ifn
	ptr    int          // of *T
	both   bool         // ptr has not been set on its own, and calls ifn
	copies bool         // tfn is derived, and calls ifn
}

const none = -1

// declareMethods gives a type its method table, still without types and code.
func (b *builder) declareMethods(e *entry, r *rtype, u *uncommon, ms []method, set []Method, pointer bool) {
	d := e.desc
	set = d.sorted(set)
	if r.tflag&flagUncommon == 0 {
		return
	}
	u.mcount = uint16(len(set))
	for _, m := range set {
		if !m.Hidden {
			u.xcount++
		}
	}
	for i, m := range set {
		ms[i].name = d.methodName(m)
		s := e.own.slots(d, m)
		if pointer {
			s.ptr = b.stubs
			b.stubs++
		} else {
			s.ifn, s.tfn = b.stubs, b.stubs
			b.stubs++
			if !e.own.direct {
				s.tfn = b.stubs
				b.stubs++
			}
		}
	}
	e.later(func() error {
		for i, m := range set {
			sig, err := b.resolve(m.Type)
			if err != nil {
				return err
			}
			ms[i].mtyp = typeOffset(headOf(sig))
			s := e.own.slots(d, m)
			s.sig = sig
			if pointer {
				ms[i].ifn = stubOffset(s.ptr)
				ms[i].tfn = ms[i].ifn
				setUnset(s.ptr, "(*"+d.String()+")."+m.Name)
			} else {
				ms[i].ifn, ms[i].tfn = stubOffset(s.ifn), stubOffset(s.tfn)
				setUnset(s.ifn, d.String()+"."+m.Name)
				setUnset(s.tfn, d.String()+"."+m.Name)
			}
		}
		return nil
	})
}

// slots returns the slots of a method, new ones if it was not seen before.
func (o *made) slots(d *Desc, m Method) *methodSlots {
	pkg := ""
	if m.Hidden {
		pkg = d.methodPkg(m)
	}
	for _, s := range o.methods {
		if s.Name == m.Name && s.pkg == pkg {
			return s
		}
	}
	s := &methodSlots{Method: m, pkg: pkg, ifn: none, tfn: none, ptr: none, both: true}
	o.methods = append(o.methods, s)
	return s
}

// setUnset lets a stub panic.
func setUnset(slot int, name string) {
	fn := func() { panic(unsetError(name)) }
	setStub(slot, closureOf(fn))
}

// unsetError is the panic of a method that has been called before it was set.
type unsetError string

func (e unsetError) Error() string { return "method " + string(e) + " has no code yet" }

// SetMethod gives a method its code, again if it has some: from then on all
// values call the new one.
//
// Methods of T (pointer is false) and of *T (pointer is true) are set apart,
// but setting one of T also sets the one of *T, which checks for nil and calls
// it, until that is set itself.
//
// ifn is a func whose first parameter is one word, the receiver as an
// interface has it: a *T, or where T is itself as a pointer (a map, a chan, a
// func, a pointer, a struct or array of only one of those) the T. The method's
// parameters follow. It must not change what a *T that stands for a T points to.
// Parameters and results may be of other types than the method's, of the same
// layout.
//
// tfn is a func whose first parameter is the T itself. With a nil tfn one is
// derived that calls ifn. For pointer, and a T that is as a pointer, tfn is not
// used.
//
// A hidden method may be named "path.name", where name alone is ambiguous. An
// unnamed struct that compiled code has too keeps the methods that it has there,
// which do the same.
func (t *Types) SetMethod(id int, pointer bool, name string, ifn, tfn any) error {
	making.Lock()
	defer making.Unlock()
	t.mu.RLock()
	e := t.entries[id]
	t.mu.RUnlock()
	if e == nil {
		return fmt.Errorf("gotype: no type %d", id)
	}
	if e.own == nil {
		if _, compiled := reflect.PointerTo(e.rt).MethodByName(name); compiled {
			return nil
		}
		return fmt.Errorf("gotype: %s has no methods that can be set", e.rt)
	}
	for _, s := range e.own.methods {
		if s.Name != name && s.pkg+"."+s.Name != name || pointer && s.ptr == none || !pointer && s.ifn == none {
			continue
		}
		if err := e.own.set(e.rt, s, pointer, ifn, tfn); err != nil {
			return e.own.d.errorf("method %s: %w", name, err)
		}
		return nil
	}
	return e.own.d.errorf("no method %s", name)
}

func (o *made) set(rt reflect.Type, s *methodSlots, pointer bool, ifn, tfn any) error {
	if err := s.accepts(ifn, wordType); err != nil && (pointer || !o.direct || s.accepts(ifn, rt) != nil) {
		return err
	}
	code := closureOf(ifn)
	if pointer {
		s.both = false
		setStub(s.ptr, code)
		return nil
	}
	if !o.direct {
		if tfn == nil && !s.copies {
			setStub(s.tfn, s.byValue(rt))
			s.copies = true
		} else if tfn != nil {
			if err := s.accepts(tfn, rt); err != nil {
				return err
			}
			setStub(s.tfn, closureOf(tfn))
			s.copies = false
		}
	}
	setStub(s.ifn, code)
	if s.both && s.ptr != none {
		setStub(s.ptr, o.throughPointer(s, code))
	}
	return nil
}

// wordType is the layout of a receiver in an interface.
var wordType = reflect.TypeFor[unsafe.Pointer]()

// accepts reports whether fn can be the code of the method, with a receiver
// such as receiver.
func (s *methodSlots) accepts(fn any, receiver reflect.Type) error {
	rt := reflect.TypeOf(fn)
	if rt == nil || rt.Kind() != reflect.Func || closureOf(fn) == nil {
		return fmt.Errorf("its code is no func but %T", fn)
	}
	if rt.NumIn() != 1+s.sig.NumIn() || rt.NumOut() != s.sig.NumOut() {
		return fmt.Errorf("its code is a %s", rt)
	}
	for i := range rt.NumIn() {
		want := receiver
		if i > 0 {
			want = s.sig.In(i - 1)
		}
		if in := rt.In(i); !SameLayout(in, want) {
			return fmt.Errorf("parameter %d of its code is a %s, which isn't laid out as %s", i, in, want)
		}
	}
	for i := range rt.NumOut() {
		if out := rt.Out(i); !SameLayout(out, s.sig.Out(i)) {
			return fmt.Errorf("result %d of its code is a %s, which isn't laid out as %s", i, out, s.sig.Out(i))
		}
	}
	return nil
}

// byValue returns the closure of a func that takes the receiver by value and calls
// ifn with a pointer to it.
func (s *methodSlots) byValue(rt reflect.Type) unsafe.Pointer {
	in, out := []reflect.Type{rt}, []reflect.Type{}
	for i := range s.sig.NumIn() {
		in = append(in, s.sig.In(i))
	}
	for i := range s.sig.NumOut() {
		out = append(out, s.sig.Out(i))
	}
	variadic := s.sig.IsVariadic()
	byPointer := reflect.FuncOf(append([]reflect.Type{reflect.PointerTo(rt)}, in[1:]...), out, variadic)
	fn := reflect.MakeFunc(reflect.FuncOf(in, out, variadic), func(args []reflect.Value) []reflect.Value {
		p := reflect.New(rt)
		p.Elem().Set(args[0])
		args[0] = p
		ifn := funcValue(byPointer, stub(s.ifn))
		if variadic {
			return ifn.CallSlice(args)
		}
		return ifn.Call(args)
	})
	return closureOf(fn.Interface())
}

// funcValue returns a func of type rt.
func funcValue(rt reflect.Type, closure unsafe.Pointer) reflect.Value {
	return reflect.ValueOf(reflect.NewAt(rt, unsafe.Pointer(&closure)).Elem().Interface())
}

// wrapper is a closure whose code is written in assembly: throughPointer.
type wrapper struct {
	code   unsafe.Pointer
	target unsafe.Pointer // of the word that the receiver points to, or of the receiver
	null   unsafe.Pointer // where the receiver is nil
}

// throughPointer returns the closure of *T's method that calls T's method.
func (o *made) throughPointer(s *methodSlots, target unsafe.Pointer) unsafe.Pointer {
	null := func() { panic(nilError{o.d.PkgPath, o.d.Name, s.Name}) }
	w := &wrapper{code: checkNilCode(), target: target, null: closureOf(null)}
	if o.direct {
		w.code = dereferenceCode()
	}
	return unsafe.Pointer(w)
}

// nilError is the panic of a method of T called with a nil *T.
type nilError struct{ pkgPath, typ, method string }

func (e nilError) RuntimeError() {}

func (e nilError) Error() string {
	return "value method " + e.pkgPath + "." + e.typ + "." + e.method + " called using nil *" + e.typ + " pointer"
}

// slots are the closures that the stubs jump to. The assembly reads it.
var slots *[poolSize]unsafe.Pointer

var makeSlots sync.Once

// usedStubs counts the stubs given away. making guards it.
var usedStubs int

// stub returns the closure that a stub jumps to.
func stub(i int) unsafe.Pointer { return atomic.LoadPointer(&slots[i]) }

// setStub lets a stub jump to a closure.
func setStub(i int, closure unsafe.Pointer) {
	makeSlots.Do(func() { slots = new([poolSize]unsafe.Pointer) })
	atomic.StorePointer(&slots[i], closure)
}

// stubOffset returns the code of a stub where a type wants an offset.
func stubOffset(i int) int32 {
	return offset(stubCode(i))
}
