package machine

import (
	"reflect"
	"unicode/utf8"
	"unsafe"
)

// nextRune executes NextRune: w[A] reports whether there is a character at w[C]; then w[A'] is its position, w[C'] the
// character, and w[C] the next position.
func (t *Thread) nextRune(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	at, length := *int64At(w, pc.C), *int64At(w, more.B)
	*wordAt(w, pc.A) = word(at < length)
	if at >= length {
		return noFault
	}
	r, size := utf8.DecodeRuneInString(unsafe.String((*byte)(*pointerAt(p, pc.B)), length)[at:])
	*int64At(w, more.A), *int64At(w, more.C) = at, int64(r)
	*int64At(w, pc.C) = at + int64(size)
	return noFault
}

// entries is a range over a map.
type entries struct {
	iter *reflect.MapIter
	info *typeInfo
	key  reflect.Value
	elem reflect.Value
}

func (t *Thread) mapRange(pc *Instr, w, p unsafe.Pointer) fault {
	info := typeOf(pc)
	m := *pointerAt(p, pc.B)
	e := &entries{info.of(&m).MapRange(), info, reflect.New(info.Key()), reflect.New(info.Elem())}
	*pointerAt(p, pc.A) = unsafe.Pointer(e)
	return noFault
}

// nextEntry executes NextEntry: w[A] reports whether there is another entry; if not, the registers of the key and the
// element keep their values.
func (t *Thread) nextEntry(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	e := (*entries)(*pointerAt(p, pc.B))
	another := e.iter.Next()
	*wordAt(w, pc.A) = word(another)
	if !another {
		return noFault
	}
	e.key.Elem().SetIterKey(e.iter)
	e.elem.Elem().SetIterValue(e.iter)
	load(e.info.key.slots, e.key.UnsafePointer(), unsafe.Pointer(wordAt(w, pc.C)), unsafe.Pointer(pointerAt(p, more.C)))
	load(e.info.elem.slots, e.elem.UnsafePointer(), unsafe.Pointer(wordAt(w, more.A)), unsafe.Pointer(pointerAt(p, more.B)))
	return noFault
}
