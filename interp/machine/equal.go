package machine

import (
	"reflect"
	"unsafe"
)

// equal.go: comparisons of structs and arrays in registers.

// part says how a part of a value is compared.
type part uint8

const (
	wordPart    part = iota // a word: a number other than a float, or a boolean
	floatPart               // a word that is a float64
	pointerPart             // a pointer
	stringPart              // a pointer and a word
)

// comparedParts returns the parts of a struct or an array that are compared one by one, nil of another type and if
// there is a part of another kind, such as an interface, or one that Go does not compare.
func comparedParts(t reflect.Type, slots []Slot) []part {
	if kind := t.Kind(); kind != reflect.Struct && kind != reflect.Array || Holds(slots) {
		return nil
	}
	parts, ok := appendParts(nil, t)
	words, pointers := Count(slots)
	for _, p := range parts {
		if p != pointerPart {
			words--
		}
		if p == pointerPart || p == stringPart {
			pointers--
		}
	}
	if !ok || words != 0 || pointers != 0 {
		return nil
	}
	return parts
}

func appendParts(parts []part, t reflect.Type) (all []part, ok bool) {
	switch kind := t.Kind(); kind {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if parts, ok = appendParts(parts, f.Type); !ok || f.Name == "_" {
				return nil, false
			}
		}
		return parts, true
	case reflect.Array:
		const most = 16 // elements in registers
		for range min(t.Len(), most) {
			if parts, ok = appendParts(parts, t.Elem()); !ok {
				return nil, false
			}
		}
		return parts, true
	case reflect.Float64:
		return append(parts, floatPart), true
	case reflect.String:
		return append(parts, stringPart), true
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		return append(parts, pointerPart), true
	default:
		return append(parts, wordPart), kind <= reflect.Uintptr
	}
}

// areEqual compares the parts of two values, whose words begin at x and y, and pointers at px and py.
func areEqual(parts []part, x, y, px, py unsafe.Pointer) bool {
	var i, j uint16
	for _, p := range parts {
		same := false
		switch p {
		case wordPart:
			same = *wordAt(x, i) == *wordAt(y, i)
			i++
		case floatPart:
			same = f(x, i) == f(y, i)
			i++
		case pointerPart:
			same = ptr(px, j) == ptr(py, j)
			j++
		case stringPart:
			same = str(x, px, i, j) == str(y, py, i, j)
			i, j = i+1, j+1
		}
		if !same {
			return false
		}
	}
	return true
}
