package gotype

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// shapes are the results of shapeOf.
var shapes sync.Map // of reflect.Type to string

// SameLayout reports whether values of the two types have the same representation in
// memory and as parameters, so that one may be viewed as the other.
func SameLayout(a, b reflect.Type) bool {
	return a == b || shapeOf(a) == shapeOf(b)
}

// shapeOf describes what decides how values of the type are laid out in memory and
// in registers.
func shapeOf(t reflect.Type) string {
	if s, ok := shapes.Load(t); ok {
		return s.(string)
	}
	var s strings.Builder
	writeShape(&s, t)
	text := fmt.Sprintf("%d/%d:%s", t.Size(), t.Align(), &s)
	shapes.Store(t, text)
	return text
}

func writeShape(s *strings.Builder, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan, reflect.Map, reflect.Func:
		s.WriteByte('p')
	case reflect.Float32, reflect.Float64:
		fmt.Fprintf(s, "f%d", t.Size())
	case reflect.Complex64, reflect.Complex128:
		fmt.Fprintf(s, "f%df%[1]d", t.Size()/2)
	case reflect.String:
		s.WriteString("s")
	case reflect.Slice:
		s.WriteString("l")
	case reflect.Interface:
		// Both kinds have the same layout, but their first words differ.
		if t.NumMethod() == 0 {
			s.WriteString("e")
		} else {
			s.WriteString("i")
		}
	case reflect.Array:
		fmt.Fprintf(s, "[%d", t.Len())
		writeShape(s, t.Elem())
		s.WriteByte(']')
	case reflect.Struct:
		s.WriteByte('{')
		for i := range t.NumField() {
			f := t.Field(i)
			fmt.Fprintf(s, "@%d", f.Offset)
			writeShape(s, f.Type)
		}
		s.WriteByte('}')
	default:
		fmt.Fprintf(s, "u%d", t.Size())
	}
}
