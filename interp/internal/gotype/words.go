package gotype

//lint:file-ignore U1000 the fields are for their memory

import (
	"reflect"
	"sync"
	"unsafe"
)

// A transfer moves values of one layout into interfaces and out of them. Its
// funcs are closures of compiled code, which are called as funcs of any types
// of that layout.
type transfer struct {
	box     func(first unsafe.Pointer) unsafe.Pointer // a func(T) iface
	unbox   func(a *asserter) unsafe.Pointer          // a func(iface) T
	unboxOK func(a *asserter) unsafe.Pointer          // a func(iface) (T, bool)
}

// closure is the closure of a func.
func closure[F any](fn F) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&fn)) }

// indirect moves a T to memory of its own.
func indirect[T any]() transfer {
	return transfer{
		box: func(first unsafe.Pointer) unsafe.Pointer {
			return closure(func(x T) iface {
				p := new(T)
				*p = x
				return iface{first, unsafe.Pointer(p)}
			})
		},
		unbox: func(a *asserter) unsafe.Pointer {
			return closure(func(i iface) T {
				if i.first != a.first {
					a.must(i)
				}
				return *(*T)(i.data)
			})
		},
		unboxOK: func(a *asserter) unsafe.Pointer {
			return closure(func(i iface) (x T, ok bool) {
				if i.first == a.first || a.accepts(i) {
					return *(*T)(i.data), true
				}
				return x, false
			})
		},
	}
}

// direct moves what is as a pointer.
func direct() transfer {
	return transfer{
		box: func(first unsafe.Pointer) unsafe.Pointer {
			return closure(func(p unsafe.Pointer) iface { return iface{first, p} })
		},
		unbox: func(a *asserter) unsafe.Pointer {
			return closure(func(i iface) unsafe.Pointer {
				if i.first != a.first {
					a.must(i)
				}
				return i.data
			})
		},
		unboxOK: func(a *asserter) unsafe.Pointer {
			return closure(func(i iface) (unsafe.Pointer, bool) {
				if i.first == a.first || a.accepts(i) {
					return i.data, true
				}
				return nil, false
			})
		},
	}
}

// few are the numbers that need no memory of their own in an interface.
var few = func() (n [256]uint64) {
	for i := range n {
		n[i] = uint64(i)
	}
	return n
}()

// small is indirect for numbers, of which those below 256 need no memory.
func small[T uint8 | uint16 | uint32 | uint64]() transfer {
	t := indirect[T]()
	t.box = func(first unsafe.Pointer) unsafe.Pointer {
		return closure(func(x T) iface {
			if uint64(x) < uint64(len(few)) {
				return iface{first, unsafe.Pointer(&few[x])} // little-endian
			}
			p := new(T)
			*p = x
			return iface{first, unsafe.Pointer(p)}
		})
	}
	return t
}

// Structs of up to four words, each of which is a pointer, a number or a
// floating-point number.
type (
	words1[A any]    struct{ a A }
	words2[A, B any] struct {
		a words1[A]
		b B
	}
	words3[A, B, C any] struct {
		a words2[A, B]
		b C
	}
	words4[A, B, C, D any] struct {
		a words3[A, B, C]
		b D
	}
)

// transfers are those that are compiled, by the letters of words: p for a
// pointer, u for a number, f for a floating-point number, each with its size.
var transfers = sync.OnceValue(func() map[string]transfer {
	m := map[string]transfer{
		"u1":   small[uint8](),
		"u2":   small[uint16](),
		"u4":   small[uint32](),
		"u8":   small[uint64](),
		"f4":   indirect[float32](),
		"f4f4": indirect[complex64](),
	}
	addWords1[unsafe.Pointer](m, "p8")
	addWords1[uint64](m, "u8")
	addWords1[float64](m, "f8")
	return m
})

func addWords[T any](m map[string]transfer, key string) {
	if _, ok := m[key]; !ok {
		m[key] = indirect[T]()
	}
}

func addWords1[A any](m map[string]transfer, key string) {
	addWords[words1[A]](m, key)
	addWords2[A, unsafe.Pointer](m, key+"p8")
	addWords2[A, uint64](m, key+"u8")
	addWords2[A, float64](m, key+"f8")
}

func addWords2[A, B any](m map[string]transfer, key string) {
	addWords[words2[A, B]](m, key)
	addWords3[A, B, unsafe.Pointer](m, key+"p8")
	addWords3[A, B, uint64](m, key+"u8")
	addWords3[A, B, float64](m, key+"f8")
}

func addWords3[A, B, C any](m map[string]transfer, key string) {
	addWords[words3[A, B, C]](m, key)
	addWords[words4[A, B, C, unsafe.Pointer]](m, key+"p8")
	addWords[words4[A, B, C, uint64]](m, key+"u8")
	addWords[words4[A, B, C, float64]](m, key+"f8")
}

// words are the letters of a type, as in transfers; ok is false where parts of
// it don't follow each other, or a parameter of it isn't in registers alone.
func words(rt reflect.Type) (s string, ok bool) {
	switch rt.Kind() {
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan, reflect.Map, reflect.Func:
		return "p8", true
	case reflect.String:
		return "p8u8", true
	case reflect.Slice:
		return "p8u8u8", true
	case reflect.Interface:
		return "p8p8", true
	case reflect.Float32:
		return "f4", true
	case reflect.Float64:
		return "f8", true
	case reflect.Complex64:
		return "f4f4", true
	case reflect.Complex128:
		return "f8f8", true
	case reflect.Array:
		if rt.Len() != 1 {
			return "", false
		}
		return words(rt.Elem())
	case reflect.Struct:
		end := uintptr(0)
		for f := range rt.Fields() {
			part, ok := words(f.Type)
			if !ok || f.Offset != end {
				return "", false
			}
			s += part
			end += f.Type.Size()
		}
		return s, s != "" && end == rt.Size()
	}
	return "u" + string('0'+rune(rt.Size())), true
}

// transferOf is the compiled transfer for values such as those of rt, where
// there is one.
func transferOf(rt reflect.Type) (transfer, bool) {
	if headOf(rt).tflag&flagDirect != 0 {
		return direct(), true
	}
	key, ok := words(rt)
	if !ok {
		return transfer{}, false
	}
	t, ok := transfers()[key]
	return t, ok
}
