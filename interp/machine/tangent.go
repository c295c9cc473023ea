package machine

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Tangent is the derivatives of a number in some directions: its slopes along lines through the point at which a
// function is called.
type Tangent [Lanes]float64

const tangentSize = unsafe.Sizeof(Tangent{})

// shadows are the tangents of a thread that computes them. The tangent of a word of memory or of a register is at Lanes
// times the word's distance from the beginning of all words, from the beginning of all tangents. The same holds for
// the shadow of a pointer: it points to the tangents of the pointer's target, and is nil where these are all 0.
type shadows struct {
	tangents []Tangent
	pointers []unsafe.Pointer
	seeds    []Tangent // of parameters
	// The beginnings of tangents and pointers, and of the words and pointers that they are of.
	firstTangent, firstShadow unsafe.Pointer
	firstWord, firstPointer   uintptr
}

// newShadows returns the shadows of a thread.
func newShadows(t *Thread) shadows {
	s := shadows{tangents: make([]Tangent, len(t.memory.words)), pointers: make([]unsafe.Pointer, len(t.memory.pointers))}
	s.firstTangent, s.firstWord = unsafe.Pointer(unsafe.SliceData(s.tangents)), uintptr(t.firstWord())
	s.firstShadow, s.firstPointer = unsafe.Pointer(unsafe.SliceData(s.pointers)), uintptr(t.firstPointer())
	return s
}

func tangent(tangents unsafe.Pointer, i uint16) *Tangent {
	return (*Tangent)(unsafe.Add(tangents, uintptr(i)*tangentSize))
}

// tangent returns the tangent of word i from w.
func (t *Thread) tangent(w unsafe.Pointer, i uint16) *Tangent {
	return tangent(unsafe.Add(t.shadows.firstTangent, (uintptr(w)-t.shadows.firstWord)*Lanes), i)
}

// shadow returns the shadow of pointer i from p.
func (t *Thread) shadow(p unsafe.Pointer, i uint16) *unsafe.Pointer {
	return pointerAt(unsafe.Add(t.shadows.firstShadow, uintptr(p)-t.shadows.firstPointer), i)
}

// shadowAt returns the shadow of a pointer that is offset bytes behind the one with shadow s.
func shadowAt(s unsafe.Pointer, offset int) unsafe.Pointer {
	if s == nil {
		return nil
	}
	return unsafe.Add(s, offset*Lanes)
}

// Scale sets a to slope·b. Where b is 0, a is 0, even for an infinite slope: a constant has no
// derivative.
func (a *Tangent) Scale(b *Tangent, slope float64) {
	for l, x := range b {
		if x != 0 {
			x *= slope
		}
		a[l] = x
	}
}

// Add adds b to a.
func (a *Tangent) Add(b *Tangent) {
	for l, x := range b {
		a[l] += x
	}
}

func (t *Thread) callTangents(pc *Instr, w unsafe.Pointer) {
	g := goFunctionOf(pc)
	code[func([]float64, []Tangent)](&g.code)(
		unsafe.Slice(float64At(w, pc.A), pc.B), unsafe.Slice(t.tangent(w, pc.A), pc.B))
}

func (t *Thread) dualClear(pc *Instr, w, _ unsafe.Pointer) fault {
	clear(unsafe.Slice(wordAt(w, pc.A), pc.K))
	clear(unsafe.Slice(t.tangent(w, pc.A), pc.K))
	return noFault
}

func (t *Thread) dualSliceOf(pc *Instr, w, p unsafe.Pointer) fault {
	from, s := *pointerAt(p, pc.B), *t.shadow(p, pc.B)
	if fault := t.sliceOf(pc, w, p); fault != noFault {
		return fault
	}
	*t.shadow(p, pc.A) = shadowAt(s, int(uintptr(*pointerAt(p, pc.A))-uintptr(from)))
	return noFault
}

func (t *Thread) dualNewValue(pc *Instr, w, p unsafe.Pointer) fault {
	*t.shadow(p, pc.A) = typeOf(pc).newShadow(1)
	return t.newValue(pc, w, p)
}

func (t *Thread) dualMake(pc *Instr, w, p unsafe.Pointer) fault {
	if fault := t.make(pc, w, p); fault != noFault {
		return fault
	}
	more := operands(pc)
	*t.shadow(p, pc.A) = typeOf(more).newShadow(*wordAt(w, more.A+1))
	return noFault
}

// dualAppend: if the slice has capacity for the elements, their shadow goes into the slice's; otherwise the new slice
// has one of its own.
func (t *Thread) dualAppend(pc *Instr, w, p unsafe.Pointer) fault {
	more, info := operands(pc), typeOf(pc)
	s, added := *t.shadow(p, pc.B), *t.shadow(p, pc.C)
	length, room, n := *wordAt(w, more.B), *wordAt(w, more.B+1), *wordAt(w, more.C)
	if fault := t.append(pc, w, p); fault != noFault {
		return fault
	}
	if length+n > room {
		made := info.newShadow(*wordAt(w, more.A+1))
		if s != nil {
			info.copyShadow(made, s, length)
		}
		s = made
	}
	*t.shadow(p, pc.A) = s
	return info.moveShadow(shadowAt(s, int(length)*int(info.size)), added, n)
}

// dualAppendValue is dualAppend for one value, with the tangents and shadows of its registers.
func (t *Thread) dualAppendValue(pc *Instr, w, p unsafe.Pointer) fault {
	more, info := operands(pc), typeOf(pc)
	s, length, room := *t.shadow(p, pc.B), *wordAt(w, more.B), *wordAt(w, more.B+1)
	if fault := t.appendValue(pc, w, p); fault != noFault {
		return fault
	}
	if length == room {
		made := info.newShadow(*wordAt(w, more.A+1))
		if s != nil {
			info.copyShadow(made, s, length)
		}
		s = made
	}
	*t.shadow(p, pc.A) = s
	return t.storeShadows(info, shadowAt(s, int(length)*int(info.size)), t.tangent(w, pc.C), t.shadow(p, more.C))
}

// storeShadows puts the tangents and shadows of a value into the shadow of its memory, and fails if there is none.
func (t *Thread) storeShadows(info *typeInfo, to unsafe.Pointer, tangents *Tangent, shadows *unsafe.Pointer) fault {
	for _, s := range info.slots {
		at := shadowAt(to, int(s.Offset))
		if s.Kind == Pointer {
			switch {
			case at != nil:
				*(*unsafe.Pointer)(at) = *shadows
			case *shadows != nil:
				return lostFault
			}
			shadows = (*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(shadows), pointerSize))
			continue
		}
		switch {
		case at != nil && s.Kind == Word:
			*(*Tangent)(at) = *tangents
		case *tangents != Tangent{}:
			return lostFault
		}
		tangents = (*Tangent)(unsafe.Add(unsafe.Pointer(tangents), tangentSize))
	}
	return noFault
}

func (t *Thread) dualCopy(pc *Instr, w, p unsafe.Pointer) fault {
	more := operands(pc)
	to, from, n := *t.shadow(p, pc.B), *t.shadow(p, pc.C), min(*wordAt(w, more.B), *wordAt(w, more.C))
	if fault := t.copy(pc, w, p); fault != noFault {
		return fault
	}
	return typeOf(more).moveShadow(to, from, n)
}

// moveShadow copies the shadow of n elements, if any, and fails if it cannot be kept.
func (info *typeInfo) moveShadow(to, from unsafe.Pointer, n uint64) fault {
	switch {
	case n == 0 || to == nil && from == nil:
	case to == nil:
		return lostFault
	case from == nil:
		info.shadowSlice(to, n).Clear()
	default:
		info.copyShadow(to, from, n)
	}
	return noFault
}

func (info *typeInfo) copyShadow(to, from unsafe.Pointer, n uint64) {
	reflect.Copy(info.shadowSlice(to, n), info.shadowSlice(from, n))
}

// withShadow finds the type of the tangents of values.
func (info *typeInfo) withShadow() {
	if info.shadow == nil {
		info.shadow = shadowType(info.Type)
	}
}

// newShadow returns zeroed memory for the tangents of n values.
func (info *typeInfo) newShadow(n uint64) unsafe.Pointer {
	if info.plain && info.size == 8 {
		return unsafe.Pointer(unsafe.SliceData(make([]Tangent, n)))
	}
	return reflect.MakeSlice(reflect.SliceOf(info.shadow), int(n), int(n)).UnsafePointer()
}

// shadowSlice returns the shadows of n values.
func (info *typeInfo) shadowSlice(at unsafe.Pointer, n uint64) reflect.Value {
	s := sliceHeader{at, n, n}
	return reflect.NewAt(reflect.SliceOf(info.shadow), unsafe.Pointer(&s)).Elem()
}

// shadowType returns the type of the shadow of a value of type t: Lanes times as large, with a pointer at Lanes times
// the offset of each of the value's.
func shadowType(t reflect.Type) reflect.Type {
	switch {
	case isPlain(t) && t.Size()%8 == 0:
		return reflect.ArrayOf(int(t.Size()/8), reflect.TypeFor[Tangent]())
	case isPlain(t):
		return reflect.ArrayOf(int(t.Size())*Lanes, reflect.TypeFor[byte]())
	}
	pointers := make([]bool, t.Size()/8)
	markPointers(t, pointers)
	var fields []reflect.StructField
	field := func(of reflect.Type) {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", len(fields)), Type: of})
	}
	for _, pointer := range pointers {
		if pointer {
			field(reflect.TypeFor[unsafe.Pointer]())
			field(reflect.TypeFor[[Lanes - 1]uint64]())
		} else {
			field(reflect.TypeFor[Tangent]())
		}
	}
	return reflect.StructOf(fields)
}

// markPointers marks the words of a value of type t that hold pointers.
func markPointers(t reflect.Type, words []bool) {
	switch t.Kind() {
	case reflect.Array:
		for i := range t.Len() {
			markPointers(t.Elem(), words[uintptr(i)*t.Elem().Size()/8:])
		}
	case reflect.Struct:
		for i := range t.NumField() {
			markPointers(t.Field(i).Type, words[t.Field(i).Offset/8:])
		}
	case reflect.Interface:
		words[0], words[1] = true, true
	case reflect.Pointer, reflect.UnsafePointer, reflect.Map, reflect.Chan, reflect.Func, reflect.String, reflect.Slice:
		words[0] = true
	}
}
