package gotype

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// A stand-in is a type of the same layout as one that is to be made: the same
// size, alignment and pointers, and the same meaning of == and of a hash, but
// without its names, its methods and what its pointers point to. Package
// reflect makes it, so that nothing of this has to be computed here.

// basics are the stand-ins of the kinds whose layout the kind determines.
var basics = map[reflect.Kind]reflect.Type{
	reflect.Bool:          reflect.TypeFor[bool](),
	reflect.Int:           reflect.TypeFor[int](),
	reflect.Int8:          reflect.TypeFor[int8](),
	reflect.Int16:         reflect.TypeFor[int16](),
	reflect.Int32:         reflect.TypeFor[int32](),
	reflect.Int64:         reflect.TypeFor[int64](),
	reflect.Uint:          reflect.TypeFor[uint](),
	reflect.Uint8:         reflect.TypeFor[uint8](),
	reflect.Uint16:        reflect.TypeFor[uint16](),
	reflect.Uint32:        reflect.TypeFor[uint32](),
	reflect.Uint64:        reflect.TypeFor[uint64](),
	reflect.Uintptr:       reflect.TypeFor[uintptr](),
	reflect.Float32:       reflect.TypeFor[float32](),
	reflect.Float64:       reflect.TypeFor[float64](),
	reflect.Complex64:     reflect.TypeFor[complex64](),
	reflect.Complex128:    reflect.TypeFor[complex128](),
	reflect.String:        reflect.TypeFor[string](),
	reflect.UnsafePointer: reflect.TypeFor[unsafe.Pointer](),
	reflect.Pointer:       reflect.TypeFor[unsafe.Pointer](),
	reflect.Chan:          reflect.TypeFor[chan int](),
	reflect.Func:          reflect.TypeFor[func()](),
	reflect.Map:           reflect.TypeFor[map[int]int](),
	reflect.Slice:         reflect.TypeFor[[]byte](),
}

// maxSize is more than a type may have, for whose sake sums don't overflow.
const maxSize = math.MaxInt >> 16

// layOut finds the stand-in of a type.
func (b *builder) layOut(e *entry) error {
	s, err := b.standIn(e.desc.ID)
	if err != nil {
		return err
	}
	if n := b.types.newest[e.desc.Family]; n != nil && !SameLayout(s, n.rt) {
		return e.desc.errorf("a version of a type that is laid out in another way")
	}
	return nil
}

// standIn returns the stand-in of a type; for an existing one, the type itself.
func (b *builder) standIn(id int) (reflect.Type, error) {
	if s, ok := b.standIns[id]; ok {
		return s, nil
	}
	e := b.entry(id)
	if e.rt != nil {
		return e.rt, nil
	}
	if b.busy[id] {
		return nil, e.desc.errorf("%w", errRecursive)
	}
	b.busy[id] = true
	defer delete(b.busy, id)
	s, err := b.newStandIn(e.desc)
	if err != nil {
		return nil, err
	}
	b.standIns[id] = s
	return s, nil
}

func (b *builder) newStandIn(d *Desc) (reflect.Type, error) {
	switch d.Kind {
	case reflect.Interface:
		if len(d.Methods) == 0 {
			return reflect.TypeFor[any](), nil
		}
		return reflect.TypeFor[error](), nil
	case reflect.Array:
		elem, err := b.standIn(d.Elem)
		if err != nil {
			return nil, err
		}
		if elem.Size() > 0 && uintptr(d.Len) > maxSize/elem.Size() {
			return nil, d.errorf("too large")
		}
		return reflect.ArrayOf(d.Len, elem), nil
	case reflect.Struct:
		fields := make([]reflect.StructField, len(d.Fields))
		var size uintptr
		for i, f := range d.Fields {
			s, err := b.standIn(f.Type)
			if err != nil {
				return nil, err
			}
			fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: s}
			if f.Name == "_" {
				// It takes no part in == and in a hash.
				fields[i].Name, fields[i].PkgPath = "_", "gotype"
			}
			if size += s.Size() + uintptr(s.Align()); size > maxSize {
				return nil, d.errorf("too large")
			}
		}
		return reflect.StructOf(fields), nil
	}
	return basics[d.Kind], nil
}

// isRegular reports whether == on a comparable type is a comparison of all its
// bytes. Of structs reflect.StructOf doesn't find out, and so hashes them in
// another way than the compiler does.
func isRegular(rt reflect.Type) bool {
	switch rt.Kind() {
	case reflect.Array:
		return rt.Len() == 0 && rt.Comparable() || isRegular(rt.Elem())
	case reflect.Struct:
		end := uintptr(0)
		for f := range rt.Fields() {
			if f.Name == "_" || f.Offset != end || !isRegular(f.Type) {
				return false
			}
			end += f.Type.Size()
		}
		return end == rt.Size()
	}
	return headOf(rt).tflag&flagRegular != 0
}

// wear gives r the layout of s.
func (r *rtype) wear(s *rtype) {
	r.size, r.ptrBytes = s.size, s.ptrBytes
	r.align, r.fieldAlign = s.align, s.fieldAlign
	r.tflag |= s.tflag & flagsOfLayout
	r.gcData = s.gcData
	r.equal = s.equal
}

// equality returns the == of a type whose stand-in is s; nil if it isn't
// comparable. Of structs reflect's own compares fields named _ too.
func (b *builder) equality(id int) (func(p, q unsafe.Pointer) bool, error) {
	e := b.entry(id)
	if e.rt != nil {
		return headOf(e.rt).equal, nil
	}
	s, err := b.standIn(id)
	if err != nil {
		return nil, err
	}
	r := headOf(s)
	if r.equal == nil {
		return nil, nil
	}
	if equal, ok := b.equalities[id]; ok {
		return equal, nil
	}
	equal, err := b.newEquality(e.desc, s)
	b.equalities[id] = equal
	return equal, err
}

func (b *builder) newEquality(d *Desc, s reflect.Type) (func(p, q unsafe.Pointer) bool, error) {
	r := headOf(s)
	switch {
	case (d.Kind == reflect.Struct || d.Kind == reflect.Array) && isRegular(s):
		return equalBytes(r.size), nil
	case d.Kind == reflect.Struct:
		var parts []part
		for i, f := range d.Fields {
			if f.Name == "_" {
				continue
			}
			equal, err := b.equality(f.Type)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part{s.Field(i).Offset, equal})
		}
		return equalParts(parts), nil
	case d.Kind == reflect.Array:
		equal, err := b.equality(d.Elem)
		if err != nil {
			return nil, err
		}
		return equalElems(d.Len, s.Elem().Size(), equal), nil
	}
	return r.equal, nil
}

// part is a field that is compared.
type part struct {
	offset uintptr
	equal  func(p, q unsafe.Pointer) bool
}

func equalParts(parts []part) func(p, q unsafe.Pointer) bool {
	return func(p, q unsafe.Pointer) bool {
		for i := range parts {
			f := &parts[i]
			if !f.equal(unsafe.Add(p, f.offset), unsafe.Add(q, f.offset)) {
				return false
			}
		}
		return true
	}
}

func equalElems(n int, size uintptr, equal func(p, q unsafe.Pointer) bool) func(p, q unsafe.Pointer) bool {
	return func(p, q unsafe.Pointer) bool {
		for i := range uintptr(n) {
			if !equal(unsafe.Add(p, i*size), unsafe.Add(q, i*size)) {
				return false
			}
		}
		return true
	}
}

func equalBytes(size uintptr) func(p, q unsafe.Pointer) bool {
	return func(p, q unsafe.Pointer) bool {
		return unsafe.String((*byte)(p), size) == unsafe.String((*byte)(q), size)
	}
}

// setRegular sets flagRegular, writing only where it changes.
func (r *rtype) setRegular(regular bool) {
	if (r.tflag&flagRegular != 0) != regular {
		r.tflag ^= flagRegular
	}
}
