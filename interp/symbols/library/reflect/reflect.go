// Package reflect has the source of the generic part of the standard library's
// reflect, for the types of cells.
package reflect

import "reflect"

// TypeFor returns the type T.
func TypeFor[T any]() reflect.Type {
	var none *T
	return reflect.TypeOf(none).Elem()
}

// TypeAssert returns the value of v as a T, and whether it is one.
func TypeAssert[T any](v reflect.Value) (T, bool) {
	if !v.IsValid() {
		panic(&reflect.ValueError{Method: "reflect.TypeAssert"})
	}
	if !v.CanInterface() {
		panic("reflect.TypeAssert: cannot return value obtained from unexported field or method")
	}
	t, ok := v.Interface().(T)
	return t, ok
}
