package gotype

import (
	"reflect"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// kept are the types made here. The runtime's own tables refer to some of them
// in ways that the garbage collector doesn't see. making guards it.
var kept []*rtype

// declareNamed allocates a named type and the pointer type to it. It then has
// its name, its layout and its method table, still empty; its fields and
// elements, where the layout depends on them, are stand-ins.
//
// Package reflect looks at no more than that when it makes other types of it.
func (b *builder) declareNamed(e *entry) error {
	d := e.desc
	r, err := b.allocate(e)
	if err != nil {
		return err
	}
	r.tflag |= flagNamed
	r.str = name{text: d.String(), exported: isExported(d.Name)}.offset()
	r.hash = newHash(d.String(), d.PkgPath)
	if own := d.ownPkg(); own != "" {
		uncommonOf(r).pkgPath = name{text: own}.offset()
	}
	b.pointerTo(e, r)
	e.rt = r.reflected()
	return nil
}

// allocate returns a type, named or not, that has its layout.
func (b *builder) allocate(e *entry) (*rtype, error) {
	d := e.desc
	s := b.standIns[d.ID]
	equal, err := b.equality(d.ID)
	if err != nil {
		return nil, err
	}
	var methods []Method
	if d.Kind != reflect.Interface {
		methods = d.Methods
	}
	r, u, params, ms := allocate(d.Kind, len(d.In)+len(d.Out), len(methods))
	kept = append(kept, r)
	r.wear(headOf(s))
	r.equal = equal
	r.setRegular(isRegular(s))
	r.kind = uint8(d.Kind)
	own := &made{d: d, direct: r.tflag&flagDirect != 0}
	e.own = own

	switch d.Kind {
	case reflect.Struct:
		b.declareFields(e, (*structType)(unsafe.Pointer(r)), s)
	case reflect.Array:
		a := (*arrayType)(unsafe.Pointer(r))
		a.elem, a.slice, a.len = headOf(s.Elem()), headOf(reflect.SliceOf(s.Elem())), uintptr(d.Len)
		e.later(func() error { return b.fillArray(d, a) })
	case reflect.Pointer:
		p := (*ptrType)(unsafe.Pointer(r))
		e.later(func() error { return b.set(&p.elem, d.Elem) })
	case reflect.Slice:
		l := (*sliceType)(unsafe.Pointer(r))
		e.later(func() error { return b.set(&l.elem, d.Elem) })
	case reflect.Chan:
		c := (*chanType)(unsafe.Pointer(r))
		c.dir = int(d.Dir)
		e.later(func() error { return b.fillChan(d, c) })
	case reflect.Map:
		m := (*mapType)(unsafe.Pointer(r))
		e.later(func() error { return b.fillMap(d, m) })
	case reflect.Func:
		f := (*funcType)(unsafe.Pointer(r))
		f.in, f.out = uint16(len(d.In)), uint16(len(d.Out))
		if d.Variadic {
			f.out |= variadicBit
		}
		e.later(func() error { return b.fillFunc(d, params) })
	case reflect.Interface:
		i := (*interfaceType)(unsafe.Pointer(r))
		e.later(func() error { return b.fillInterface(d, i) })
	}
	b.declareMethods(e, r, u, ms, methods, false)
	return r, nil
}

// pointerTo allocates the type of pointers to r.
func (b *builder) pointerTo(e *entry, r *rtype) {
	d := e.desc
	p, u, _, ms := allocate(reflect.Pointer, 0, len(d.PtrMethods))
	kept = append(kept, p)
	p.wear(headOf(reflect.TypeFor[*int]()))
	p.kind = uint8(reflect.Pointer)
	p.hash = newHash("*"+d.String(), d.PkgPath)
	p.str = name{text: "*" + stringOf(r), exported: isExported(d.Name)}.offset()
	(*ptrType)(unsafe.Pointer(p)).elem = r
	if len(ms) == 0 {
		p.tflag &^= flagUncommon
	} else if own := d.ownPkg(); own != "" {
		u.pkgPath = name{text: own}.offset()
	}
	r.ptrToThis = typeOffset(p)
	e.ptr = p
	b.declareMethods(e, p, u, ms, d.PtrMethods, true)
}

// stringOf returns the result of reflect's String.
func stringOf(r *rtype) string { return r.reflected().String() }

// later puts off a step until all types are there.
func (e *entry) later(fill func() error) { e.fill = append(e.fill, fill) }

// set resolves a type into its place.
func (b *builder) set(at **rtype, id int) error {
	rt, err := b.resolve(id)
	if err == nil {
		*at = headOf(rt)
	}
	return err
}

func (b *builder) fillArray(d *Desc, a *arrayType) error {
	elem, err := b.resolve(d.Elem)
	if err != nil {
		return err
	}
	a.elem, a.slice = headOf(elem), headOf(reflect.SliceOf(elem))
	return nil
}

// maxChanElem is a limit of the runtime.
const maxChanElem = 1 << 16

func (b *builder) fillChan(d *Desc, c *chanType) error {
	elem, err := b.resolve(d.Elem)
	if err != nil {
		return err
	}
	if elem.Size() >= maxChanElem {
		return d.errorf("elements of a channel can't be as large as %s", elem)
	}
	c.elem = headOf(elem)
	return nil
}

// fillMap takes what a map type has beyond its elements from the unnamed one.
func (b *builder) fillMap(d *Desc, m *mapType) error {
	rt, err := b.mapOf(d)
	if err != nil {
		return err
	}
	u := (*mapType)(unsafe.Pointer(headOf(rt)))
	head := m.rtype
	*m = *u
	m.rtype = head
	return nil
}

func (b *builder) fillFunc(d *Desc, params []*rtype) error {
	rts, err := b.resolveAll(append(append([]int(nil), d.In...), d.Out...))
	if err != nil {
		return err
	}
	if d.Variadic && (len(d.In) == 0 || rts[len(d.In)-1].Kind() != reflect.Slice) {
		return d.errorf("variadic without a slice as its last parameter")
	}
	for i, rt := range rts {
		params[i] = headOf(rt)
	}
	return nil
}

// mapOf returns the unnamed map type.
func (b *builder) mapOf(d *Desc) (reflect.Type, error) {
	rts, err := b.resolveAll([]int{d.Key, d.Elem})
	if err != nil {
		return nil, err
	}
	if !rts[0].Comparable() {
		return nil, d.errorf("%s can't be the key of a map", rts[0])
	}
	return reflect.MapOf(rts[0], rts[1]), nil
}

// unnamed makes an unnamed type.
func (b *builder) unnamed(e *entry) (reflect.Type, error) {
	d := e.desc
	switch d.Kind {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		elem, err := b.resolve(d.Elem)
		if err != nil {
			return nil, err
		}
		switch d.Kind {
		case reflect.Pointer:
			return reflect.PointerTo(elem), nil
		case reflect.Slice:
			return reflect.SliceOf(elem), nil
		case reflect.Array:
			return reflect.ArrayOf(d.Len, elem), nil
		}
		if elem.Size() >= maxChanElem {
			return nil, d.errorf("elements of a channel can't be as large as %s", elem)
		}
		return reflect.ChanOf(d.Dir, elem), nil
	case reflect.Map:
		return b.mapOf(d)
	case reflect.Func:
		rts, err := b.resolveAll(append(append([]int(nil), d.In...), d.Out...))
		if err != nil {
			return nil, err
		}
		in, out := rts[:len(d.In)], rts[len(d.In):]
		if d.Variadic && (len(in) == 0 || in[len(in)-1].Kind() != reflect.Slice) {
			return nil, d.errorf("variadic without a slice as its last parameter")
		}
		return reflect.FuncOf(in, out, d.Variadic), nil
	case reflect.Struct:
		return b.unnamedStruct(e)
	case reflect.Interface:
		return b.unnamedInterface(e)
	}
	return basics[d.Kind], nil
}

// hashes counts the hashes given. making guards it.
var hashes uint32

// newHash returns a hash of a type, FNV-1a.
func newHash(texts ...string) uint32 {
	hashes++
	h := uint32(2166136261)
	for _, s := range texts {
		for i := range len(s) {
			h = (h ^ uint32(s[i])) * 16777619
		}
	}
	for n := hashes; n > 0; n >>= 8 {
		h = (h ^ n&0xff) * 16777619
	}
	return h
}

// isExported reports whether a name begins with an upper-case letter.
func isExported(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
