package gotype

import (
	"encoding/binary"
	"reflect"
	"unsafe"
)

// The layout of types in memory, as the runtime and package reflect know it in
// Go 1.26 on 64-bit machines. [Check] compares it with compiled types.

// rtype is the head of every type.
type rtype struct {
	size       uintptr
	ptrBytes   uintptr // the bytes up to the end of the last pointer
	hash       uint32
	tflag      uint8
	align      uint8
	fieldAlign uint8
	kind       uint8
	equal      func(p, q unsafe.Pointer) bool // nil where not comparable
	gcData     *byte                          // a bit for each word
	str        int32                          // offset of the name of String
	ptrToThis  int32                          // offset of the type of pointers to it, or 0
}

// Bits of tflag.
const (
	flagUncommon   = 1 << 0 // an uncommon follows
	flagExtraStar  = 1 << 1 // str has a * in front
	flagNamed      = 1 << 2
	flagRegular    = 1 << 3 // == is a comparison of the bytes
	flagGCOnDemand = 1 << 4 // gcData points to a pointer to the bits
	flagDirect     = 1 << 5 // an interface's second word is the value itself

	// flagsOfLayout are those that types of one layout share.
	flagsOfLayout = flagRegular | flagGCOnDemand | flagDirect
)

// uncommon follows the memory of a type that has a name or methods.
type uncommon struct {
	pkgPath int32
	mcount  uint16
	xcount  uint16 // exported methods, which come first
	moff    uint32 // from here to the methods
	_       uint32
}

// method is a method of a non-interface type, sorted by methodLess.
type method struct {
	name int32
	mtyp int32 // the func type without receiver
	ifn  int32 // code that takes a receiver of one word, as an interface has it
	tfn  int32 // code that takes the receiver as it is
}

// imethod is a method of an interface, sorted by methodLess.
type imethod struct {
	name int32
	typ  int32
}

type arrayType struct {
	rtype
	elem  *rtype
	slice *rtype
	len   uintptr
}

type chanType struct {
	rtype
	elem *rtype
	dir  int
}

// funcType is followed by an uncommon, where it has one, and then by its
// parameters and results.
type funcType struct {
	rtype
	in  uint16
	out uint16 // the top bit: variadic
}

const variadicBit = 1 << 15

type interfaceType struct {
	rtype
	pkgPath *byte
	methods []imethod
}

type mapType struct {
	rtype
	key, elem, group *rtype
	hasher           func(unsafe.Pointer, uintptr) uintptr
	groupSize        uintptr
	slotSize         uintptr
	elemOff          uintptr
	flags            uint32
}

type ptrType struct {
	rtype
	elem *rtype
}

type sliceType struct {
	rtype
	elem *rtype
}

type structType struct {
	rtype
	pkgPath *byte // of its hidden fields, or nil
	fields  []structField
}

type structField struct {
	name   *byte
	typ    *rtype
	offset uintptr
}

// iface is an interface value: first is a type where its interface type has no
// methods, and otherwise an itab.
type iface struct {
	first unsafe.Pointer
	data  unsafe.Pointer
}

// itab is the first word of an interface value whose type has methods.
type itab struct {
	inter *interfaceType
	typ   *rtype
	hash  uint32
	fun   [1]uintptr
}

// value is a reflect.Value.
type value struct {
	typ  *rtype
	ptr  unsafe.Pointer
	flag uintptr
}

// Bits of a value's flag.
const (
	valueKind     = 1<<5 - 1
	valueReadOnly = 1<<5 | 1<<6
	valueIndirect = 1 << 7
	valueMethod   = 1 << 9
)

// assertionError is a runtime.TypeAssertionError.
type assertionError struct {
	source, have, want *rtype
	missing            string
}

// headOf returns the memory of a type. It isn't inlined, for the compiler would read
// the memory of types that it knows itself, and what it finds there confuses
// the linker.
//
//go:noinline
func headOf(t reflect.Type) *rtype {
	return (*rtype)((*iface)(unsafe.Pointer(&t)).data)
}

// reflected returns the type as a reflect.Type.
func (r *rtype) reflected() reflect.Type {
	t := intType
	(*iface)(unsafe.Pointer(&t)).data = unsafe.Pointer(r)
	return t
}

var intType = reflect.TypeFor[int]()

// closureOf returns the pointer that a func in an interface is.
func closureOf(fn any) unsafe.Pointer {
	return (*iface)(unsafe.Pointer(&fn)).data
}

// Bits of a name's first byte.
const (
	nameExported = 1 << 0
	nameTag      = 1 << 1
	namePkgPath  = 1 << 2
	nameEmbedded = 1 << 3
)

// name is a name as types have it.
type name struct {
	text, tag          string
	exported, embedded bool
	pkgPath            string // of a hidden method of another package
}

// bytes returns n in memory.
func (n name) bytes() *byte {
	var flags byte
	if n.exported {
		flags |= nameExported
	}
	if n.tag != "" {
		flags |= nameTag
	}
	if n.pkgPath != "" {
		flags |= namePkgPath
	}
	if n.embedded {
		flags |= nameEmbedded
	}
	b := binary.AppendUvarint([]byte{flags}, uint64(len(n.text)))
	b = append(b, n.text...)
	if n.tag != "" {
		b = binary.AppendUvarint(b, uint64(len(n.tag)))
		b = append(b, n.tag...)
	}
	if n.pkgPath != "" {
		off := name{text: n.pkgPath}.offset()
		b = binary.NativeEndian.AppendUint32(b, uint32(off))
	}
	return &b[0]
}

// offset returns n as an offset, as types store it. The runtime keeps each
// registered name, so a name is registered once. making has to be held.
func (n name) offset() int32 {
	off, ok := nameOffsets[n]
	if !ok {
		off = addReflectOff(unsafe.Pointer(n.bytes()))
		nameOffsets[n] = off
	}
	return off
}

var nameOffsets = map[name]int32{}

// typeOffset returns r as an offset, as types store it.
func typeOffset(r *rtype) int32 { return offset(unsafe.Pointer(r)) }

// offset returns a type or code where a type wants an offset.
func offset(p unsafe.Pointer) int32 {
	off := addReflectOff(p)
	if off == unreachable {
		panic("the runtime takes it for unreachable code")
	}
	return off
}

// unreachable is the offset of what the linker has left out. It is also the
// first that addReflectOff gives, which is harmless only for a name.
const unreachable = -1

func init() { addReflectOff(unsafe.Pointer(name{text: "gotype"}.bytes())) }

// decodeName reads the text of a name.
func decodeName(p *byte) string {
	if p == nil {
		return ""
	}
	n, shift := 0, 0
	p = (*byte)(unsafe.Add(unsafe.Pointer(p), 1))
	for {
		c := *p
		p = (*byte)(unsafe.Add(unsafe.Pointer(p), 1))
		n |= int(c&0x7f) << shift
		if c < 0x80 {
			return unsafe.String(p, n)
		}
		shift += 7
	}
}

// addReflectOff gives a number by which a type that is on the heap refers to
// p, which is then kept. It is not go:noescape, for p has to be on the heap.
//
//go:linkname addReflectOff reflect.addReflectOff
func addReflectOff(p unsafe.Pointer) int32

// getitab returns the first word of a value of type typ in an interface of type
// inter, which has methods; nil where typ lacks one and canFail, and otherwise
// a panic with a *runtime.TypeAssertionError.
//
//go:linkname getitab runtime.getitab
func getitab(inter *interfaceType, typ *rtype, canFail bool) *itab

// typesByString returns the compiled types of that string whose kind is one that
// reflect can make.
//
//go:linkname typesByString reflect.typesByString
func typesByString(s string) []*rtype

// uncommonOf returns the uncommon of a type, or nil.
func uncommonOf(r *rtype) *uncommon {
	if r.tflag&flagUncommon == 0 {
		return nil
	}
	return (*uncommon)(unsafe.Add(unsafe.Pointer(r), headTypes[reflect.Kind(r.kind)].Size()))
}

// headTypes has for each kind the memory in front of the uncommon.
var headTypes = func() [reflect.UnsafePointer + 1]reflect.Type {
	var heads [reflect.UnsafePointer + 1]reflect.Type
	for k := range heads {
		heads[k] = reflect.TypeFor[rtype]()
	}
	heads[reflect.Array] = reflect.TypeFor[arrayType]()
	heads[reflect.Chan] = reflect.TypeFor[chanType]()
	heads[reflect.Func] = reflect.TypeFor[funcType]()
	heads[reflect.Interface] = reflect.TypeFor[interfaceType]()
	heads[reflect.Map] = reflect.TypeFor[mapType]()
	heads[reflect.Pointer] = reflect.TypeFor[ptrType]()
	heads[reflect.Slice] = reflect.TypeFor[sliceType]()
	heads[reflect.Struct] = reflect.TypeFor[structType]()
	return heads
}()

// allocate returns zeroed memory for a type of that kind with an uncommon, and
// with the given numbers of parameters and results, and of methods.
func allocate(kind reflect.Kind, params, methods int) (r *rtype, u *uncommon, ps []*rtype, ms []method) {
	t := reflect.StructOf([]reflect.StructField{
		{Name: "Head", Type: headTypes[kind]},
		{Name: "Uncommon", Type: reflect.TypeFor[uncommon]()},
		{Name: "Params", Type: reflect.ArrayOf(params, reflect.TypeFor[*rtype]())},
		{Name: "Methods", Type: reflect.ArrayOf(methods, reflect.TypeFor[method]())},
	})
	p := reflect.New(t).UnsafePointer()
	at := func(i int) unsafe.Pointer { return unsafe.Add(p, t.Field(i).Offset) }
	r, u = (*rtype)(p), (*uncommon)(at(1))
	if params > 0 {
		ps = unsafe.Slice((**rtype)(at(2)), params)
	}
	if methods > 0 {
		ms = unsafe.Slice((*method)(at(3)), methods)
	}
	r.tflag = flagUncommon
	u.moff = uint32(t.Field(3).Offset - t.Field(1).Offset)
	return r, u, ps, ms
}
