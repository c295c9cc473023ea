package machine

import (
	"math"
	"reflect"
	"sync"
	"unsafe"
)

// typeInfo is a type with how its values are taken apart.
type typeInfo struct {
	reflect.Type
	slots []Slot
	// plain reports that values have no pointers, and size is the size of one.
	plain  bool
	size   uintptr
	word   bool         // a value is a word in memory, too, and no pointer
	shadow reflect.Type // of a value's tangents, where code computes these
	// Of a map.
	key, elem *typeInfo
	shape     string
	// Of a struct or an array that is compared part by part.
	compared []part
	// Of an interface with methods: its tables, by the types of what it holds.
	itabs sync.Map
}

func newTypeInfo(t reflect.Type, slots []Slot) *typeInfo {
	words, _ := Count(slots)
	info := &typeInfo{Type: t, slots: slots, plain: isPlain(t), size: t.Size()}
	info.word = info.plain && info.size == 8 && words == 1
	info.compared = comparedParts(t, slots)
	if Holds(slots) {
		info.slots = []Slot{{Kind: Pointer, Held: true, typ: info}}
	}
	return info
}

// isPlain reports whether values of a type have no pointers.
func isPlain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() == 0 || isPlain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !isPlain(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return t.Kind() <= reflect.Complex128
}

// load takes the value at m apart into registers.
func load(slots []Slot, m, w, p unsafe.Pointer) {
	for _, s := range slots {
		at := unsafe.Add(m, s.Offset)
		if s.Kind == Pointer {
			if s.Held {
				*(*unsafe.Pointer)(p) = s.typ.copyAt(at)
			} else {
				*(*unsafe.Pointer)(p) = *(*unsafe.Pointer)(at)
			}
			p = unsafe.Add(p, pointerSize)
			continue
		}
		*(*uint64)(w) = s.Kind.read(at)
		w = unsafe.Add(w, 8)
	}
}

func (k SlotKind) read(at unsafe.Pointer) uint64 {
	switch k {
	case Int8:
		return uint64(*(*int8)(at))
	case Int16:
		return uint64(*(*int16)(at))
	case Int32:
		return uint64(*(*int32)(at))
	case Uint8:
		return uint64(*(*uint8)(at))
	case Uint16:
		return uint64(*(*uint16)(at))
	case Uint32:
		return uint64(*(*uint32)(at))
	}
	return *(*uint64)(at)
}

// store is the inverse of load.
func store(slots []Slot, m, w, p unsafe.Pointer) {
	for _, s := range slots {
		at := unsafe.Add(m, s.Offset)
		if s.Kind == Pointer {
			if s.Held {
				s.typ.copyTo(at, *(*unsafe.Pointer)(p)) // which is nil where the machine was stopped
			} else {
				*(*unsafe.Pointer)(at) = *(*unsafe.Pointer)(p)
			}
			p = unsafe.Add(p, pointerSize)
			continue
		}
		s.Kind.write(at, *(*uint64)(w))
		w = unsafe.Add(w, 8)
	}
}

// storeParts is store of a type whose parts are all in registers, and leaves memory that is not on the heap there.
func storeParts(slots []Slot, m, w, p unsafe.Pointer) {
	for _, s := range slots {
		if at := unsafe.Add(m, s.Offset); s.Kind == Pointer {
			*(*unsafe.Pointer)(at) = *(*unsafe.Pointer)(p)
			p = unsafe.Add(p, pointerSize)
		} else {
			s.Kind.write(at, *(*uint64)(w))
			w = unsafe.Add(w, 8)
		}
	}
}

func (k SlotKind) write(at unsafe.Pointer, x uint64) {
	switch slotSizes[k] {
	case 1:
		*(*uint8)(at) = uint8(x)
	case 2:
		*(*uint16)(at) = uint16(x)
	case 4:
		*(*uint32)(at) = uint32(x)
	default:
		*(*uint64)(at) = x
	}
}

// copyAt returns the address of a copy of the value at m.
func (t *typeInfo) copyAt(m unsafe.Pointer) unsafe.Pointer {
	to := reflect.New(t.Type).UnsafePointer()
	t.copyTo(to, m)
	return to
}

// copyTo copies the value at from; nil is that of the zero value.
func (t *typeInfo) copyTo(to, from unsafe.Pointer) {
	if from == nil {
		reflect.NewAt(t.Type, to).Elem().SetZero()
		return
	}
	if t.plain {
		copy(unsafe.Slice((*byte)(to), t.size), unsafe.Slice((*byte)(from), t.size))
		return
	}
	reflect.NewAt(t.Type, to).Elem().Set(reflect.NewAt(t.Type, from).Elem())
}

// hold executes Hold.
func (t *Thread) hold(pc *Instr, _, p unsafe.Pointer) fault {
	from := *pointerAt(p, pc.B)
	if from == nil {
		return nilFault
	}
	*pointerAt(p, pc.A) = typeOf(pc).copyAt(from)
	return noFault
}

// copyValue executes CopyValue.
func (t *Thread) copyValue(pc *Instr, _, p unsafe.Pointer) fault {
	to, from := *pointerAt(p, pc.A), *pointerAt(p, pc.B)
	if to == nil || from == nil {
		return nilFault
	}
	typeOf(pc).copyTo(to, from)
	return noFault
}

// place returns a new variable of type t with the value that registers have.
func (t *typeInfo) place(w, p unsafe.Pointer) reflect.Value {
	v := reflect.New(t.Type)
	store(t.slots, v.UnsafePointer(), w, p)
	return v.Elem()
}

// complexDiv executes ComplexDiv. Parts of complex numbers are in neighbouring registers.
func (t *Thread) complexDiv(pc *Instr, w, _ unsafe.Pointer) fault {
	x, y := complexAt(w, pc.B), complexAt(w, pc.C)
	*complexAt(w, pc.A) = *x / *y
	return noFault
}

func complexAt(w unsafe.Pointer, i uint16) *complex128 {
	return (*complex128)(unsafe.Pointer(wordAt(w, i)))
}

func complex64At(w unsafe.Pointer, i uint16) complex64 {
	return complex(*float32At(w, i), *float32At(w, i+1))
}

func setComplex64(w unsafe.Pointer, i uint16, z complex64) {
	*wordAt(w, i), *wordAt(w, i+1) = uint64(math.Float32bits(real(z))), uint64(math.Float32bits(imag(z)))
}

func (t *Thread) complex64Mul(pc *Instr, w, _ unsafe.Pointer) fault {
	setComplex64(w, pc.A, complex64At(w, pc.B)*complex64At(w, pc.C))
	return noFault
}

func (t *Thread) complex64Div(pc *Instr, w, _ unsafe.Pointer) fault {
	setComplex64(w, pc.A, complex64At(w, pc.B)/complex64At(w, pc.C))
	return noFault
}

func typeOf(pc *Instr) *typeInfo { return *(**typeInfo)(unsafe.Pointer(&pc.K)) }

// newValue executes NewValue.
func (t *Thread) newValue(pc *Instr, w, p unsafe.Pointer) fault {
	info := typeOf(pc)
	if info.plain && info.size <= 8 {
		*pointerAt(p, pc.A) = unsafe.Pointer(new(uint64))
		return noFault
	}
	*pointerAt(p, pc.A) = reflect.New(info.Type).UnsafePointer()
	return noFault
}

type sliceHeader struct {
	data     unsafe.Pointer
	len, cap uint64
}

type stringHeader struct {
	data unsafe.Pointer
	len  uint64
}

const sliceSize = uint64(unsafe.Sizeof(sliceHeader{}))

// setSlice puts a slice into p[a], w[b] and w[b+1].
func setSlice(s sliceHeader, w, p unsafe.Pointer, a, b uint16) {
	*pointerAt(p, a) = s.data
	*wordAt(w, b), *wordAt(w, b+1) = s.len, s.cap
}

// make executes Make.
func (t *Thread) make(pc *Instr, w, p unsafe.Pointer) (f fault) {
	more := operands(pc)
	n, c := *int64At(w, pc.B), *int64At(w, pc.C)
	info := typeOf(more)
	if n < 0 || c < n || info.size > 0 && uint64(c) > 1<<47/uint64(info.size) {
		return t.failed(caught(func() { made(info.Type, int(n), int(c)) }))
	}
	setSlice(made(info.Type, int(n), int(c)), w, p, pc.A, more.A)
	return noFault
}

func made(elem reflect.Type, n, c int) (s sliceHeader) {
	if n < 0 { // the words of make
		_ = make([]struct{}, n)
	}
	if c < n {
		_ = make([]struct{}, n, c)
	}
	switch {
	case elem.Kind() == reflect.Float64:
		x := make([]float64, n, c)
		return *(*sliceHeader)(unsafe.Pointer(&x))
	case elem.Kind() == reflect.Int:
		x := make([]int, n, c)
		return *(*sliceHeader)(unsafe.Pointer(&x))
	}
	v := reflect.MakeSlice(reflect.SliceOf(elem), n, c)
	return sliceHeader{v.UnsafePointer(), uint64(n), uint64(c)}
}

// failed notes the value with which an instruction panics.
func (t *Thread) failed(value any) fault {
	t.raised = value
	return raisedFault
}

// elementSize returns the size of the elements of SliceOf, from its second instruction.
func elementSize(more *Instr) uint64 { return uint64(more.K) }

// sliceOf executes SliceOf. The capacity of a slice is w[C+1]. A bound whose register is NoRegister is left out.
func (t *Thread) sliceOf(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	bound := func(shift uint, none int64) int64 {
		if r := uint16(pc.K >> shift); r != NoRegister {
			return *int64At(w, r)
		}
		return none
	}
	n := *int64At(w, pc.C)
	c := n
	if Sliced(more.B) == SlicedSlice {
		c = *int64At(w, pc.C+1)
	}
	lo, hi := bound(0, 0), bound(16, n)
	most := bound(32, c)
	data := *pointerAt(p, pc.B)
	if data == nil && Sliced(more.B) == SlicedArray {
		return nilFault
	}
	if uint64(most) > uint64(c) || uint64(hi) > uint64(most) || uint64(lo) > uint64(hi) {
		full := uint16(pc.K>>32) != NoRegister
		return t.failed(caught(func() { cut(Sliced(more.B), int(lo), int(hi), int(most), int(n), int(c), full) }))
	}
	if most > lo || Sliced(more.B) == SlicedString && hi > lo {
		data = unsafe.Add(data, lo*more.K)
	}
	*pointerAt(p, pc.A) = data
	*int64At(w, more.A) = hi - lo
	if Sliced(more.B) != SlicedString {
		*int64At(w, more.A+1) = most - lo
	}
	return noFault
}

// Sliced is the kind of operand of SliceOf.
type Sliced uint16

// What can be sliced.
const (
	SlicedSlice Sliced = iota
	SlicedString
	SlicedArray
)

// cut fails as a slice expression does.
func cut(what Sliced, lo, hi, most, n, c int, full bool) {
	switch what {
	case SlicedString, SlicedArray: // the message has the length of both
		_ = string(make([]byte, n))[lo:hi]
	default:
		s := make([]struct{}, n, c)
		if full {
			_ = s[lo:hi:most]
		}
		_ = s[lo:hi]
	}
}

// floor, ceil and trunc are math's, without calls: numbers of at least 2⁵² are whole.
func floor(x float64) float64 {
	y := trunc(x)
	if y > x {
		y--
	}
	return y
}

func ceil(x float64) float64 { return -floor(-x) }

func trunc(x float64) float64 {
	if !(math.Abs(x) < 1<<52) {
		return x
	}
	return math.Copysign(float64(int64(x)), x)
}
