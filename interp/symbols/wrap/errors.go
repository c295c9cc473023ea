package wrap

import (
	"errors"
	"fmt"
	"reflect"
)

// The interpreter hands an error of a cell's type to compiled code as a struct
// of its value, IValue, and its methods, the fields that begin with W. These
// structs go in the place of the interpreter's own, which have no method but
// Error. Fields of any hold a function whatever its signature.

// Error is an error of a cell.
type Error struct {
	IValue any
	WError func() string
}

type errorUnwrap struct {
	IValue  any
	WError  func() string
	WUnwrap any
}

type errorIs struct {
	IValue any
	WError func() string
	WIs    any
}

type errorAs struct {
	IValue any
	WError func() string
	WAs    any
}

type errorUnwrapIs struct {
	IValue       any
	WError       func() string
	WUnwrap, WIs any
}

type errorUnwrapAs struct {
	IValue       any
	WError       func() string
	WUnwrap, WAs any
}

type errorIsAs struct {
	IValue   any
	WError   func() string
	WIs, WAs any
}

type errorUnwrapIsAs struct {
	IValue            any
	WError            func() string
	WUnwrap, WIs, WAs any
}

func (e Error) Error() string           { return e.WError() }
func (e errorUnwrap) Error() string     { return e.WError() }
func (e errorIs) Error() string         { return e.WError() }
func (e errorAs) Error() string         { return e.WError() }
func (e errorUnwrapIs) Error() string   { return e.WError() }
func (e errorUnwrapAs) Error() string   { return e.WError() }
func (e errorIsAs) Error() string       { return e.WError() }
func (e errorUnwrapIsAs) Error() string { return e.WError() }

func (e Error) Format(s fmt.State, verb rune)           { formatText(s, verb, e.IValue, e.WError) }
func (e errorUnwrap) Format(s fmt.State, verb rune)     { formatText(s, verb, e.IValue, e.WError) }
func (e errorIs) Format(s fmt.State, verb rune)         { formatText(s, verb, e.IValue, e.WError) }
func (e errorAs) Format(s fmt.State, verb rune)         { formatText(s, verb, e.IValue, e.WError) }
func (e errorUnwrapIs) Format(s fmt.State, verb rune)   { formatText(s, verb, e.IValue, e.WError) }
func (e errorUnwrapAs) Format(s fmt.State, verb rune)   { formatText(s, verb, e.IValue, e.WError) }
func (e errorIsAs) Format(s fmt.State, verb rune)       { formatText(s, verb, e.IValue, e.WError) }
func (e errorUnwrapIsAs) Format(s fmt.State, verb rune) { formatText(s, verb, e.IValue, e.WError) }

func (e errorUnwrap) Unwrap() error     { return unwrapped(e.WUnwrap) }
func (e errorUnwrapIs) Unwrap() error   { return unwrapped(e.WUnwrap) }
func (e errorUnwrapAs) Unwrap() error   { return unwrapped(e.WUnwrap) }
func (e errorUnwrapIsAs) Unwrap() error { return unwrapped(e.WUnwrap) }

func (e errorIs) Is(target error) bool         { return saysIs(e.WIs, target) }
func (e errorUnwrapIs) Is(target error) bool   { return saysIs(e.WIs, target) }
func (e errorIsAs) Is(target error) bool       { return saysIs(e.WIs, target) }
func (e errorUnwrapIsAs) Is(target error) bool { return saysIs(e.WIs, target) }

func (e errorAs) As(target any) bool         { return saysAs(e.WAs, target) }
func (e errorUnwrapAs) As(target any) bool   { return saysAs(e.WAs, target) }
func (e errorIsAs) As(target any) bool       { return saysAs(e.WAs, target) }
func (e errorUnwrapIsAs) As(target any) bool { return saysAs(e.WAs, target) }

// unwrapped calls an Unwrap of either form.
func unwrapped(method any) error {
	switch f := method.(type) {
	case func() error:
		return f()
	case func() []error:
		return errors.Join(f()...)
	}
	return nil
}

func saysIs(method any, target error) bool {
	f, ok := method.(func(error) bool)
	return ok && f(target)
}

func saysAs(method, target any) bool {
	f, ok := method.(func(any) bool)
	return ok && f(target)
}

// errorTypes are the structs for errors with more methods, those with most
// first, which is the order that the interpreter tries.
var errorTypes = []reflect.Type{
	reflect.TypeFor[errorUnwrapIsAs](), reflect.TypeFor[errorUnwrapIs](), reflect.TypeFor[errorUnwrapAs](),
	reflect.TypeFor[errorIsAs](), reflect.TypeFor[errorUnwrap](), reflect.TypeFor[errorIs](), reflect.TypeFor[errorAs](),
}

// Concrete is the value that such a struct holds, and any other value as it is.
func Concrete(v any) any {
	for {
		r := reflect.ValueOf(v)
		if !isWrapped(r) {
			return v
		}
		v = r.Field(0).Interface()
	}
}

// isWrapped tells whether v is a struct of a value and its methods.
func isWrapped(v reflect.Value) bool {
	return v.IsValid() && v.Kind() == reflect.Struct && v.NumField() > 0 && v.Type().Field(0).Name == "IValue"
}

// Is is errors.Is, which does not see that two errors of a cell's type are
// equal.
func Is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	found := false
	walk(err, func(err error) bool {
		x, ok := err.(interface{ Is(error) bool })
		found = sameError(err, target) || ok && x.Is(target)
		return !found
	})
	return found
}

// sameError compares the values of two errors.
func sameError(a, b error) bool {
	x, y := reflect.ValueOf(Concrete(a)), reflect.ValueOf(Concrete(b))
	return x.IsValid() && y.IsValid() && x.Type() == y.Type() && x.Comparable() && y.Comparable() && x.Equal(y)
}

// As is errors.As, which takes no pointer to a variable of a cell's type. It
// panics where the target is no pointer.
func As(err error, target any) bool {
	p := reflect.ValueOf(target)
	if p.Kind() != reflect.Pointer || p.IsNil() || p.Elem().Kind() == reflect.Interface || p.Type().Elem().Implements(reflect.TypeFor[error]()) {
		return errors.As(err, target)
	}
	found := false
	walk(err, func(err error) bool {
		v := reflect.ValueOf(Concrete(err))
		if v.IsValid() && v.Type().AssignableTo(p.Type().Elem()) {
			p.Elem().Set(v)
			found = true
			return false
		}
		x, ok := err.(interface{ As(any) bool })
		found = ok && x.As(target)
		return !found
	})
	return found
}

// walk visits an error and those that it wraps, depth first, while visit
// returns true.
func walk(err error, visit func(error) bool) bool {
	for err != nil {
		if !visit(err) {
			return false
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, inner := range x.Unwrap() {
				if !walk(inner, visit) {
					return false
				}
			}
			return true
		default:
			return true
		}
	}
	return true
}

// NewError makes an error of a value of a cell's type and its methods: unwrap,
// is and as are nil where it has none. The interpreter itself keeps but one
// field of a struct.
func NewError(value any, text func() string, unwrap, is, as any) error {
	switch {
	case unwrap != nil && is != nil && as != nil:
		return errorUnwrapIsAs{value, text, unwrap, is, as}
	case unwrap != nil && is != nil:
		return errorUnwrapIs{value, text, unwrap, is}
	case unwrap != nil && as != nil:
		return errorUnwrapAs{value, text, unwrap, as}
	case is != nil && as != nil:
		return errorIsAs{value, text, is, as}
	case unwrap != nil:
		return errorUnwrap{value, text, unwrap}
	case is != nil:
		return errorIs{value, text, is}
	case as != nil:
		return errorAs{value, text, as}
	}
	return Error{value, text}
}
