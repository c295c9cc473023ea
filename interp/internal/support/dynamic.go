package support

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// The interpreter keeps a value of a type that has methods in an interface as
// a pair: the node of the syntax tree whose type it has, and the value. A
// value of any other type is kept as it is, and has no type but its structure.

// pair is the name of the interpreter's pair.
const pair = "interp.valueInterface"

// split returns the node and the value of a pair.
func split(v any) (node, value reflect.Value, ok bool) {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() != reflect.Struct || r.Type().String() != pair {
		return node, value, false
	}
	copied := reflect.New(r.Type()).Elem()
	copied.Set(r)
	return copied.Field(0), *(*reflect.Value)(unsafe.Pointer(copied.Field(1).UnsafeAddr())), true
}

// Plain is the value that an interface holds, without the interpreter's pairs.
func Plain(v any) any {
	for {
		if t, ok := v.(typed); ok {
			return t.value
		}
		_, value, ok := split(v)
		if !ok {
			return v
		}
		if !value.IsValid() || !value.CanInterface() {
			return nil
		}
		v = value.Interface()
	}
}

// TypeID is the interpreter's name of the dynamic type of v, where it keeps
// one, and otherwise empty.
func TypeID(v any) string {
	id := ""
	for {
		if t, ok := v.(typed); ok {
			return t.id
		}
		node, value, ok := split(v)
		if !ok {
			return cmp.Or(brand(reflect.TypeOf(v)), id)
		}
		if !node.IsNil() {
			id = cmp.Or(typeName(node.Elem().FieldByName("typ")), id)
		}
		if !value.IsValid() || !value.CanInterface() {
			return id
		}
		v = value.Interface()
	}
}

// isCells tells whether the dynamic type of v is one of a cell, or a pointer to
// one.
func isCells(v any) bool {
	return strings.HasPrefix(strings.TrimPrefix(TypeID(v), "*"), brandKey+".")
}

// interfaceCategory is what the interpreter calls an interface (interp.tcat).
const interfaceCategory = 18

// typeName is how the interpreter writes the type that a pointer to one of its
// types stands for, empty for an interface.
func typeName(t reflect.Value) string {
	if !t.IsValid() || t.IsNil() {
		return ""
	}
	t = t.Elem()
	if t.FieldByName("cat").Uint() == interfaceCategory {
		return ""
	}
	return t.FieldByName("str").String()
}

// brandKey is the key of the tag that lowering gives the first field of a
// struct type that a cell declares: its value is the type's name.
const brandKey = "main"

// brand is the name of a struct type of a cell, or of a pointer to one.
func brand(t reflect.Type) string {
	star := ""
	if t != nil && t.Kind() == reflect.Pointer {
		t, star = t.Elem(), "*"
	}
	if t == nil || t.Kind() != reflect.Struct || t.NumField() == 0 {
		return ""
	}
	if name, ok := t.Field(0).Tag.Lookup(brandKey); ok {
		return star + brandKey + "." + name
	}
	return ""
}

// concrete is what an interface holds, without the interpreter's pairs and
// without the structs by which it gives compiled code the methods of a value.
func concrete(v any) any {
	for {
		v = Plain(v)
		r := reflect.ValueOf(v)
		if !r.IsValid() || r.Kind() != reflect.Struct || r.NumField() == 0 || r.Type().Field(0).Name != "IValue" {
			return v
		}
		v = r.Field(0).Interface()
	}
}

// same returns what it is given. What compiled code returns the interpreter
// asserts right.
func same(v any) any { return v }

// is tells whether v may have the type of that name, which is empty for one
// that no cell declared: the interpreter keeps no name of a type without
// methods, nor of a value that compiled code had.
func is(v any, id string) bool {
	if id == "" {
		return !isCells(v)
	}
	have := TypeID(v)
	return have == "" || have == id
}

// equal compares two values in interfaces. The name of the type of one that
// stands in none is given.
func equal(a, b any, idA, idB string) bool {
	given := idA != "" || idB != ""
	if idA == "" {
		idA = TypeID(a)
	}
	if idB == "" {
		idB = TypeID(b)
	}
	x, y := concrete(a), concrete(b)
	if idA != idB && (idA != "" && idB != "" || !given && x == Plain(a) && y == Plain(b)) {
		return false
	}
	return x == y
}

// isNil tells whether an interface holds nothing.
func isNil(v any) bool { return Plain(v) == nil }

// truth keeps the interpreter from storing the result of a comparison where it
// has no room for it.
func truth(b bool) bool { return b }

// note notes which clause of a switch is chosen.
func note(chosen *int, clause int) bool {
	*chosen = clause
	return true
}

// dynamicName is the name of the type of v for messages, empty for nil.
func dynamicName(v any) string {
	if id := TypeID(v); id != "" {
		return id
	}
	if v = concrete(v); v == nil {
		return ""
	}
	return reflect.TypeOf(v).String()
}

// clearValue clears a map or a slice.
func clearValue(v any) { reflect.ValueOf(v).Clear() }

// showEach are the values of a list as show gives them to package fmt.
func showEach(show func(any) any, list []any) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = show(v)
	}
	return out
}

// text and failure are a value as the compiled interface that it was given
// as.
func text(v fmt.Stringer) any { return v }

func failure(err error) any { return err }
