package machine

import (
	"reflect"
	"strings"
	"unsafe"
)

// append executes Append.
func (t *Thread) append(pc *Instr, w, p unsafe.Pointer) fault {
	more, info := operands(pc), typeOf(pc)
	s := sliceHeader{*pointerAt(p, pc.B), *wordAt(w, more.B), *wordAt(w, more.B+1)}
	added := sliceHeader{*pointerAt(p, pc.C), *wordAt(w, more.C), *wordAt(w, more.C)}
	setSlice(info.appended(s, added), w, p, pc.A, more.A)
	return noFault
}

func (info *typeInfo) appended(s, added sliceHeader) sliceHeader {
	if s.len+added.len <= s.cap && info.plain {
		n := added.len * uint64(info.size)
		if n > 0 {
			copy(unsafe.Slice((*byte)(unsafe.Add(s.data, s.len*uint64(info.size))), n), unsafe.Slice((*byte)(added.data), n))
		}
		s.len += added.len
		return s
	}
	if info.plain {
		switch info.size {
		case 1:
			return appendedAs[uint8](s, added)
		case 2:
			return appendedAs[uint16](s, added)
		case 4:
			return appendedAs[uint32](s, added)
		case 8:
			return appendedAs[uint64](s, added)
		case 16:
			return appendedAs[[2]uint64](s, added)
		}
	}
	return info.appendedByReflection(s, added)
}

// appendedByReflection is a function of its own since it puts its arguments on the heap.
func (info *typeInfo) appendedByReflection(s, added sliceHeader) sliceHeader {
	slice := reflect.SliceOf(info.Type)
	v := reflect.AppendSlice(reflect.NewAt(slice, unsafe.Pointer(&s)).Elem(), reflect.NewAt(slice, unsafe.Pointer(&added)).Elem())
	return sliceHeader{v.UnsafePointer(), uint64(v.Len()), uint64(v.Cap())}
}

// appendedAs appends elements of the size of T.
func appendedAs[T any](s, added sliceHeader) sliceHeader {
	x := append(*(*[]T)(unsafe.Pointer(&s)), *(*[]T)(unsafe.Pointer(&added))...)
	return *(*sliceHeader)(unsafe.Pointer(&x))
}

// appendValue executes AppendValue.
func (t *Thread) appendValue(pc *Instr, w, p unsafe.Pointer) fault {
	more, info := operands(pc), typeOf(pc)
	s := sliceHeader{*pointerAt(p, pc.B), *wordAt(w, more.B), *wordAt(w, more.B+1)}
	word, pointer := unsafe.Pointer(wordAt(w, pc.C)), unsafe.Pointer(pointerAt(p, more.C))
	switch {
	case s.len < s.cap:
		store(info.slots, unsafe.Add(s.data, s.len*uint64(info.size)), word, pointer)
		s.len++
	case info.word:
		s = appendedAs[uint64](s, sliceHeader{word, 1, 1})
	default:
		s = info.appended(s, sliceHeader{info.place(word, pointer).Addr().UnsafePointer(), 1, 1})
	}
	setSlice(s, w, p, pc.A, more.A)
	return noFault
}

// copy executes Copy.
func (t *Thread) copy(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	info := typeOf(more)
	to, from := *pointerAt(p, pc.B), *pointerAt(p, pc.C)
	n := min(*wordAt(w, more.B), *wordAt(w, more.C))
	switch bytes := n * uint64(info.size); {
	case n == 0:
	case info.plain:
		copy(unsafe.Slice((*byte)(to), bytes), unsafe.Slice((*byte)(from), bytes))
	default:
		slice := reflect.SliceOf(info.Type)
		a, b := sliceHeader{to, n, n}, sliceHeader{from, n, n}
		reflect.Copy(reflect.NewAt(slice, unsafe.Pointer(&a)).Elem(), reflect.NewAt(slice, unsafe.Pointer(&b)).Elem())
	}
	if pc.A != NoRegister {
		*wordAt(w, pc.A) = n
	}
	return noFault
}

// compare executes Compare.
func (t *Thread) compare(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	a := unsafe.String((*byte)(*pointerAt(p, pc.B)), *wordAt(w, more.B))
	b := unsafe.String((*byte)(*pointerAt(p, pc.C)), *wordAt(w, more.C))
	*int64At(w, pc.A) = int64(strings.Compare(a, b))
	return noFault
}

// mapGet executes MapGet.
func (t *Thread) mapGet(pc *Instr, w, p unsafe.Pointer) (f fault) {
	more, info := operands(pc), typeOf(pc)
	m := pointerAt(p, pc.B)
	key, elem := unsafe.Pointer(wordAt(w, pc.C)), unsafe.Pointer(wordAt(w, pc.A))
	if quick := quickMaps[info.shape]; quick != nil {
		ok := quick.get(unsafe.Pointer(m), key, unsafe.Pointer(pointerAt(p, more.C)), elem)
		if more.B != NoRegister {
			*wordAt(w, more.B) = word(ok)
		}
		return noFault
	}
	pointer := unsafe.Pointer(pointerAt(p, more.A))
	if info.hasShortKeys() && info.elem.size <= largestZero {
		var memory [largestKey / 8]uint64 // the registers keep what it points to
		storeParts(info.key.slots, unsafe.Pointer(&memory), key, unsafe.Pointer(pointerAt(p, more.C)))
		at, ok := mapaccess2(info.pointer(), *m, unsafe.Pointer(&memory))
		if more.B != NoRegister {
			*wordAt(w, more.B) = word(ok)
		}
		load(info.elem.slots, at, elem, pointer)
		return noFault
	}
	v := info.of(m).MapIndex(info.key.place(key, unsafe.Pointer(pointerAt(p, more.C))))
	if more.B != NoRegister {
		*wordAt(w, more.B) = word(v.IsValid())
	}
	to := reflect.New(info.Elem())
	if v.IsValid() {
		to.Elem().Set(v)
	}
	load(info.elem.slots, to.UnsafePointer(), elem, pointer)
	return noFault
}

// hasShortKeys reports whether the keys of a map are looked up without reflection.
func (info *typeInfo) hasShortKeys() bool {
	return info.key.size <= largestKey && !Holds(info.key.slots)
}

// largestKey is the largest size of keys that are looked up without reflection, and largestZero the size up to which
// the runtime returns a zero value for a key that is not in the map.
const largestKey, largestZero = 128, 1024

//go:noescape
//go:linkname mapaccess2 runtime.mapaccess2
func mapaccess2(t, m, key unsafe.Pointer) (elem unsafe.Pointer, ok bool)

//go:noescape
//go:linkname mapassign runtime.mapassign
func mapassign(t, m, key unsafe.Pointer) (elem unsafe.Pointer)

// pointer returns the type as the runtime has it.
func (info *typeInfo) pointer() unsafe.Pointer {
	return (*[2]unsafe.Pointer)(unsafe.Pointer(&info.Type))[1]
}

func (t *Thread) mapSet(pc *Instr, w, p unsafe.Pointer) (f fault) {
	more, info := operands(pc), typeOf(pc)
	m := pointerAt(p, pc.B)
	if *m == nil {
		return t.failed(caught(func() { noMap[0] = 0 }))
	}
	key, elem := unsafe.Pointer(wordAt(w, pc.C)), unsafe.Pointer(wordAt(w, pc.A))
	if quick := quickMaps[info.shape]; quick != nil {
		quick.set(unsafe.Pointer(m), key, unsafe.Pointer(pointerAt(p, more.C)), elem)
		return noFault
	}
	if info.hasShortKeys() {
		var memory [largestKey / 8]uint64
		storeParts(info.key.slots, unsafe.Pointer(&memory), key, unsafe.Pointer(pointerAt(p, more.C)))
		store(info.elem.slots, mapassign(info.pointer(), *m, unsafe.Pointer(&memory)), elem, unsafe.Pointer(pointerAt(p, more.A)))
		return noFault
	}
	info.of(m).SetMapIndex(info.key.place(key, unsafe.Pointer(pointerAt(p, more.C))), info.elem.place(elem, unsafe.Pointer(pointerAt(p, more.A))))
	return noFault
}

func (t *Thread) mapDelete(pc *Instr, w, p unsafe.Pointer) fault {
	more, info := operands(pc), typeOf(pc)
	m := *pointerAt(p, pc.B)
	info.of(&m).SetMapIndex(info.key.place(unsafe.Pointer(wordAt(w, pc.C)), unsafe.Pointer(pointerAt(p, more.C))), reflect.Value{})
	return noFault
}

func (t *Thread) mapLen(pc *Instr, w, p unsafe.Pointer) fault {
	m := *pointerAt(p, pc.B)
	*wordAt(w, pc.A) = uint64(len(*(*map[int]int)(unsafe.Pointer(&m))))
	return noFault
}

func (t *Thread) mapMake(pc *Instr, w, p unsafe.Pointer) fault {
	*pointerAt(p, pc.A) = reflect.MakeMap(typeOf(pc).Type).UnsafePointer()
	return noFault
}

// noMap is a variable, as zero is.
var noMap map[int]int

// of returns a map at m as a value.
func (t *typeInfo) of(m *unsafe.Pointer) reflect.Value {
	return reflect.NewAt(t.Type, unsafe.Pointer(m)).Elem()
}

// quickMap reads and writes elements of maps whose keys and elements are of one size and kind.
type quickMap struct {
	get func(m, key, keyPointer, elem unsafe.Pointer) bool
	set func(m, key, keyPointer, elem unsafe.Pointer)
}

// quickMaps are by the letters of key and element: i for numbers of 8 bytes, s for strings. That the map's own
// types have other names is nothing to Go's maps: hashes and sizes are the same.
var quickMaps = map[string]*quickMap{
	"ii": {
		func(m, key, _, elem unsafe.Pointer) bool {
			x, ok := (*(*map[uint64]uint64)(m))[*(*uint64)(key)]
			*(*uint64)(elem) = x
			return ok
		},
		func(m, key, _, elem unsafe.Pointer) {
			(*(*map[uint64]uint64)(m))[*(*uint64)(key)] = *(*uint64)(elem)
		},
	},
	"si": {
		func(m, key, keyPointer, elem unsafe.Pointer) bool {
			x, ok := (*(*map[string]uint64)(m))[stringOf(key, keyPointer)]
			*(*uint64)(elem) = x
			return ok
		},
		func(m, key, keyPointer, elem unsafe.Pointer) {
			(*(*map[string]uint64)(m))[stringOf(key, keyPointer)] = *(*uint64)(elem)
		},
	},
}

func stringOf(length, data unsafe.Pointer) string {
	return unsafe.String(*(**byte)(data), *(*int)(length))
}

// shapeOf returns the shape of a map for quickMaps, or "".
func shapeOf(m reflect.Type) string {
	key := map[reflect.Kind]string{
		reflect.Int: "i", reflect.Int64: "i", reflect.Uint: "i", reflect.Uint64: "i", reflect.Uintptr: "i", reflect.String: "s",
	}[m.Key().Kind()]
	if key == "" || !isPlain(m.Elem()) || m.Elem().Size() != 8 || m.Elem().Align() != 8 || m.Elem().Kind() == reflect.Struct || m.Elem().Kind() == reflect.Array || m.Elem().Kind() == reflect.Complex64 {
		return ""
	}
	return key + "i"
}

// raise executes Raise.
func (t *Thread) raise(pc *Instr, w, p unsafe.Pointer) fault {
	return t.failed(typeOf(pc).place(unsafe.Pointer(wordAt(w, pc.A)), unsafe.Pointer(pointerAt(p, pc.B))).Interface())
}
