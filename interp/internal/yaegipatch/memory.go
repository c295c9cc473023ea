package yaegipatch

import (
	"reflect"
	"unsafe"
)

// place returns a value of a type that refers to memory: the caller sets its
// ptr.
func place(t reflect.Type) value {
	v := reflect.New(t).Elem()
	return *(*value)(unsafe.Pointer(&v))
}

// header is a slice's.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

// container returns the location of a value that has elements: a constant is a string.
func (g *generation) container(n *node) (operand, bool) {
	return g.operandOf(n, reflect.TypeFor[string]())
}

// number returns a function that reads an integer. One that is too large is negative.
func (o operand) number() func(*frame) int {
	at := o.address()
	switch o.typ.Kind() {
	case reflect.Int:
		if o.local() {
			i := o.index
			return func(f *frame) int { return *(*int)(f.data[i].ptr) }
		}
		return func(f *frame) int { return *(*int)(at(f)) }
	case reflect.Int8:
		return func(f *frame) int { return int(*(*int8)(at(f))) }
	case reflect.Int16:
		return func(f *frame) int { return int(*(*int16)(at(f))) }
	case reflect.Int32:
		return func(f *frame) int { return int(*(*int32)(at(f))) }
	case reflect.Int64:
		return func(f *frame) int { return int(*(*int64)(at(f))) }
	case reflect.Uint8:
		return func(f *frame) int { return int(*(*uint8)(at(f))) }
	case reflect.Uint16:
		return func(f *frame) int { return int(*(*uint16)(at(f))) }
	case reflect.Uint32:
		return func(f *frame) int { return int(*(*uint32)(at(f))) }
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return func(f *frame) int { return int(*(*uint64)(at(f))) }
	}
	return nil
}

func (o operand) signed() bool { return o.typ.Kind() <= reflect.Int64 }

// index makes the access to an element of a slice, an array, an array that a
// pointer points to, or a string.
func index(g *generation) bool {
	if len(g.n.child) != 2 || g.n.fnext != nil {
		return false
	}
	z, ok := g.destination()
	if !ok {
		return false
	}
	x, ok := g.container(g.n.child[0])
	if !ok {
		return false
	}
	i, ok := g.operandOf(g.n.child[1], reflect.TypeFor[int]())
	if !ok {
		return false
	}
	at := i.number()
	if at == nil {
		return false
	}
	wrong := badIndex[int]
	if !i.signed() {
		wrong = badUnsigned
	}
	next, k, l := g.next(), z.index, z.level
	switch t := x.typ; t.Kind() {
	case reflect.Slice:
		of, size, element := x.address(), t.Elem().Size(), place(t.Elem())
		if x.local() && z.local() {
			j := x.index
			g.n.exec = func(f *frame) step {
				s, i := (*header)(f.data[j].ptr), at(f)
				if uint(i) >= uint(s.len) {
					panic(wrong(i, s.len))
				}
				f.data[k] = value{element.typ, unsafe.Add(s.data, uintptr(i)*size), element.flag}
				return next
			}
			return true
		}
		g.n.exec = func(f *frame) step {
			s, i := (*header)(of(f)), at(f)
			if uint(i) >= uint(s.len) {
				panic(wrong(i, s.len))
			}
			f.of(l).data[k] = value{element.typ, unsafe.Add(s.data, uintptr(i)*size), element.flag}
			return next
		}
	case reflect.String:
		of := x.address()
		octet := place(reflect.TypeFor[uint8]())
		octet.flag = uintptr(reflect.Uint8) | indirect // it cannot be assigned to
		g.n.exec = func(f *frame) step {
			s, i := *(*string)(of(f)), at(f)
			if uint(i) >= uint(len(s)) {
				panic(wrong(i, len(s)))
			}
			f.of(l).data[k] = value{octet.typ, unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i), octet.flag}
			return next
		}
	case reflect.Array:
		return g.element(t, x.address(), at, wrong, k, l)
	case reflect.Pointer:
		if t.Elem().Kind() != reflect.Array {
			return false
		}
		p := x.word()
		return g.element(t.Elem(), func(f *frame) unsafe.Pointer { return existing(p(f)) }, at, wrong, k, l)
	default:
		return false
	}
	return true
}

// element makes the access to an element of an array at an address.
func (g *generation) element(t reflect.Type, of func(*frame) unsafe.Pointer, at func(*frame) int, wrong func(int, int) any, k, l int) bool {
	next, length, size, element := g.next(), t.Len(), t.Elem().Size(), place(t.Elem())
	g.n.exec = func(f *frame) step {
		p, i := of(f), at(f)
		if uint(i) >= uint(length) {
			panic(wrong(i, length))
		}
		f.of(l).data[k] = value{element.typ, unsafe.Add(p, uintptr(i)*size), element.flag}
		return next
	}
	return true
}

// existing returns a pointer that is not nil.
func existing(p unsafe.Pointer) unsafe.Pointer {
	if p == nil {
		panic(NilDereference())
	}
	return p
}

// field makes the access to a field of a struct, or of one that a pointer points
// to.
func field(g *generation) bool {
	path, ok := g.n.val.([]int)
	if !ok || g.n.fnext != nil || len(g.n.child) == 0 {
		return false
	}
	z, okz := g.destination()
	x, okx := g.operand(g.n.child[0])
	if !okz || !okx {
		return false
	}
	t, pointer := x.typ, false
	if t.Kind() == reflect.Pointer {
		t, pointer = t.Elem(), true
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	f, ok := inside(t, path)
	if !ok {
		return false
	}
	part, offset, next, k, l := place(f.Type), f.Offset, g.next(), z.index, z.level
	if pointer {
		of := x.word()
		g.n.exec = func(f *frame) step {
			f.of(l).data[k] = value{part.typ, unsafe.Add(existing(of(f)), offset), part.flag}
			return next
		}
		return true
	}
	// A struct of a pointer's shape may be the pointer itself.
	if direct(t) {
		return false
	}
	of, from, level := x.address(), x.index, x.level
	const addressable, readOnly = 1 << 8, 1<<5 | 1<<6
	g.n.exec = func(f *frame) step {
		flag := part.flag
		if x.fixed == nil {
			flag &^= addressable
			flag |= f.of(level).data[from].flag & (addressable | readOnly)
		}
		f.of(l).data[k] = value{part.typ, unsafe.Add(of(f), offset), flag}
		return next
	}
	return true
}

// inside returns the field at a path of indices, which leads through no pointer.
func inside(t reflect.Type, path []int) (reflect.StructField, bool) {
	var f reflect.StructField
	offset := uintptr(0)
	for _, i := range path {
		if t.Kind() != reflect.Struct || i >= t.NumField() {
			return f, false
		}
		f = t.Field(i)
		if !f.IsExported() {
			return f, false
		}
		offset += f.Offset
		t = f.Type
	}
	f.Offset = offset
	return f, len(path) > 0
}

// direct reports whether the values of a type may be kept as a pointer's word.
func direct(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Struct:
		return t.NumField() == 1 && direct(t.Field(0).Type)
	case reflect.Array:
		return t.Len() == 1 && direct(t.Elem())
	}
	return false
}

// deref makes the access to a pointer's target.
func deref(g *generation) bool {
	if g.n.fnext != nil || len(g.n.child) != 1 {
		return false
	}
	p := g.n.child[0]
	var t reflect.Type // of a variable of a compiled package
	if p.rval.IsValid() {
		t = p.rval.Type()
	}
	z, okz := g.destination()
	x, okx := g.operandOf(p, t)
	if !okz || !okx || x.typ.Kind() != reflect.Pointer {
		return false
	}
	to, of, next, k, l := place(x.typ.Elem()), x.word(), g.next(), z.index, z.level
	g.n.exec = func(f *frame) step {
		f.of(l).data[k] = value{to.typ, existing(of(f)), to.flag}
		return next
	}
	return true
}

// length makes len and cap of slices, and len of strings.
func length(g *generation) bool {
	if len(g.n.child) != 2 || g.n.fnext != nil {
		return false
	}
	z, okz := g.destination()
	x, okx := g.operand(g.n.child[1])
	if !okz || !okx || z.typ.Kind() != reflect.Int {
		return false
	}
	next, of, to := g.next(), x.address(), z.address()
	switch {
	case x.typ.Kind() == reflect.Slice && g.name == "_cap":
		g.n.exec = func(f *frame) step {
			*(*int)(to(f)) = (*header)(of(f)).cap
			return next
		}
	case x.typ.Kind() == reflect.Slice:
		g.n.exec = func(f *frame) step {
			*(*int)(to(f)) = (*header)(of(f)).len
			return next
		}
	case x.typ.Kind() == reflect.String:
		g.n.exec = func(f *frame) step {
			*(*int)(to(f)) = len(*(*string)(of(f)))
			return next
		}
	default:
		return false
	}
	return true
}

// copier returns a function that copies a value of a type to an address, or nil.
func copier(t reflect.Type) func(to unsafe.Pointer, from *value) {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return func(to unsafe.Pointer, from *value) { *(*uint8)(to) = *(*uint8)(from.ptr) }
	case reflect.Int16, reflect.Uint16:
		return func(to unsafe.Pointer, from *value) { *(*uint16)(to) = *(*uint16)(from.ptr) }
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return func(to unsafe.Pointer, from *value) { *(*uint32)(to) = *(*uint32)(from.ptr) }
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Uintptr, reflect.Float64, reflect.Complex64:
		return func(to unsafe.Pointer, from *value) { *(*uint64)(to) = *(*uint64)(from.ptr) }
	case reflect.Complex128:
		return func(to unsafe.Pointer, from *value) { *(*complex128)(to) = *(*complex128)(from.ptr) }
	case reflect.String:
		return func(to unsafe.Pointer, from *value) { *(*string)(to) = *(*string)(from.ptr) }
	case reflect.Slice:
		return func(to unsafe.Pointer, from *value) { *(*[]byte)(to) = *(*[]byte)(from.ptr) }
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.UnsafePointer:
		return func(to unsafe.Pointer, from *value) { *(*unsafe.Pointer)(to) = from.word() }
	case reflect.Interface:
		return func(to unsafe.Pointer, from *value) { *(*any)(to) = *(*any)(from.ptr) } // two words, whatever its methods
	case reflect.Struct, reflect.Array:
		if direct(t) {
			return nil
		}
		return func(to unsafe.Pointer, from *value) {
			reflect.NewAt(t, to).Elem().Set(reflect.NewAt(t, from.ptr).Elem())
		}
	}
	return nil
}

// reader returns a function that finds the value of an operand.
func (o operand) reader() func(*frame) *value {
	i, l := o.index, o.level
	switch {
	case o.fixed != nil:
		v := &value{nil, o.fixed, indirect}
		return func(*frame) *value { return v }
	case l == 0:
		return func(f *frame) *value { return &f.data[i] }
	}
	return func(f *frame) *value { return &f.of(l).data[i] }
}

// assign makes an assignment of a value of the same type.
func assign(g *generation) bool {
	n := g.n
	if n.nleft != 1 || n.nright != 1 || len(n.child) != 2 || n.kind == g.defineStmt || n.child[0].ident == "_" {
		return false
	}
	left, right := n.child[0], n.child[1]
	if g.isMapEntry(left) {
		return false
	}
	to, ok := g.operand(left)
	if !ok {
		return false
	}
	if to.typ == reflect.TypeFor[any]() {
		return g.box(to, right)
	}
	from, ok := g.operandOf(right, to.typ)
	if ok && to.typ.Kind() == reflect.Interface && from.typ.Kind() == reflect.Pointer {
		return g.implement(to, from)
	}
	if !ok || from.typ != to.typ {
		return false
	}
	copies := copier(to.typ)
	if copies == nil {
		return false
	}
	next := g.next()
	if k := to.typ.Kind(); (k == reflect.Int || k == reflect.Float64) && to.local() {
		i := to.index
		if from.local() {
			j := from.index
			n.exec = func(f *frame) step {
				d := f.data
				*(*uint64)(d[i].ptr) = *(*uint64)(d[j].ptr)
				return next
			}
			return true
		}
		if from.fixed != nil {
			x := *(*uint64)(from.fixed)
			n.exec = func(f *frame) step {
				*(*uint64)(f.data[i].ptr) = x
				return next
			}
			return true
		}
	}
	dst, src := to.address(), from.reader()
	n.exec = func(f *frame) step {
		copies(dst(f), src(f))
		return next
	}
	return true
}

// box makes an assignment to a variable of type any.
func (g *generation) box(to operand, n *node) bool {
	read := g.boxer(n)
	if read == nil {
		return false
	}
	at, next := to.address(), g.next()
	g.n.exec = func(f *frame) step {
		x := read(f)
		*(*any)(at(f)) = x
		return next
	}
	return true
}

// implement makes an assignment of a pointer to a variable of an interface type.
func (g *generation) implement(to, from operand) bool {
	if !from.typ.Implements(to.typ) {
		return false
	}
	// The first word of such a value is the same for all pointers.
	sample := reflect.New(to.typ)
	sample.Elem().Set(reflect.Zero(from.typ))
	methods := (*[2]unsafe.Pointer)(sample.UnsafePointer())[0]
	at, word, next := to.address(), from.word(), g.next()
	g.n.exec = func(f *frame) step {
		*(*[2]unsafe.Pointer)(at(f)) = [2]unsafe.Pointer{methods, word(f)}
		return next
	}
	return true
}

// allocate makes a new variable.
func allocate(g *generation) bool {
	z, ok := g.destination()
	if !ok || z.typ.Kind() != reflect.Pointer || g.n.fnext != nil {
		return false
	}
	next, at, t := g.next(), z.address(), z.typ.Elem()
	g.n.exec = func(f *frame) step {
		*(*unsafe.Pointer)(at(f)) = reflect.New(t).UnsafePointer()
		return next
	}
	return true
}

// isMapEntry reports whether a node is an element of a map.
func (g *generation) isMapEntry(n *node) bool {
	if len(n.child) != 2 {
		return false
	}
	switch name := g.nameOf(n.gen); name {
	case "getIndexArray", "getPtrIndexSeq", "getIndexSeq", "getIndexSeqField":
		return false
	}
	x, ok := g.operand(n.child[0])
	return !ok || x.typ.Kind() == reflect.Map
}

// slice makes the slice of a slice, a string, or an array that a pointer points
// to.
func slice(g *generation) bool {
	n := g.n
	x, ok := g.container(n.child[0])
	if !ok || n.fnext != nil {
		return false
	}
	z, ok := g.destination()
	if !ok {
		return false
	}
	limit, bounds := limits{}, make([]func(*frame) int, 3)
	first := 0
	if g.name == "slice0" {
		first = 1
	}
	for i, c := range n.child[1:] {
		o, ok := g.operandOf(c, reflect.TypeFor[int]())
		if !ok {
			return false
		}
		limit.unsigned[first+i] = !o.signed()
		if bounds[first+i] = o.number(); bounds[first+i] == nil {
			return false
		}
	}
	next, k, l := g.next(), z.index, z.level
	low, high, most := bounds[0], bounds[1], bounds[2]
	t := x.typ
	var of func(*frame) header
	switch {
	case t.Kind() == reflect.Slice:
		at := x.address()
		of = func(f *frame) header { return *(*header)(at(f)) }
		limit.capacity = true
	case t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Array:
		p, length := x.word(), t.Elem().Len()
		of = func(f *frame) header { return header{existing(p(f)), length, length} }
		t = reflect.SliceOf(t.Elem().Elem())
	case t.Kind() == reflect.Array && !direct(t):
		at, length := x.address(), t.Len()
		of = func(f *frame) header { return header{at(f), length, length} }
		t = reflect.SliceOf(t.Elem())
	case t.Kind() == reflect.String:
		at := x.address()
		of = func(f *frame) header {
			s := *(*string)(at(f))
			return header{unsafe.Pointer(unsafe.StringData(s)), len(s), len(s)}
		}
	default:
		return false
	}
	if t != z.typ {
		return false
	}
	size := uintptr(1)
	if t.Kind() == reflect.Slice {
		size = t.Elem().Size()
	}
	text := t.Kind() == reflect.String
	n.exec = func(f *frame) step {
		h := of(f)
		i, j, m := 0, h.len, h.cap
		if low != nil {
			i = low(f)
		}
		if high != nil {
			j = high(f)
		}
		if most != nil {
			m = most(f)
			limit.three(i, j, m, h.cap)
		} else {
			limit.two(i, j, h.cap)
		}
		data := h.data
		if m > i || text && j > i {
			data = unsafe.Add(data, uintptr(i)*size)
		}
		to := f.of(l).data[k].ptr
		if text {
			*(*string)(to) = unsafe.String((*byte)(data), j-i)
		} else {
			*(*header)(to) = header{data, j - i, m - i}
		}
		return next
	}
	return true
}
