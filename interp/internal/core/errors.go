package core

import (
	"errors"
	"reflect"

	"krigo/interp/internal/gotype"
)

// errors.go: package errors looks at the types of the errors in a chain. Where a
// type has got methods since an error of it was made, errors.Is and errors.As are
// to see these.

// errorsIs implements errors.Is.
func (r *Runtime) errorsIs(err, target error) bool {
	if errors.Is(err, target) {
		return true
	}
	return r.anyInChain(err, func(err error) bool {
		x, ok := r.renew(err).(interface{ Is(error) bool })
		return ok && x.Is(target)
	})
}

// errorsAs implements errors.As.
func (r *Runtime) errorsAs(err error, target any) bool {
	if errors.As(err, target) {
		return true
	}
	p := reflect.ValueOf(target)
	family := r.familyOf(p.Type().Elem())
	return r.anyInChain(err, func(err error) bool {
		v := reflect.ValueOf(r.renew(err))
		switch {
		case family != 0 && r.familyOf(v.Type()) == family:
			p.Elem().Set(gotype.View(v, p.Type().Elem()))
		case v.Type().AssignableTo(p.Type().Elem()):
			p.Elem().Set(v)
		default:
			x, ok := v.Interface().(interface{ As(any) bool })
			return ok && x.As(target)
		}
		return true
	})
}

// anyInChain reports whether something holds of an error or of one that it wraps,
// of those whose types have got methods since.
func (r *Runtime) anyInChain(err error, holds func(error) bool) bool {
	if err == nil {
		return false
	}
	if t := reflect.TypeOf(err); r.newestOf(t) != t && holds(err) {
		return true
	}
	switch x := r.renew(err).(type) {
	case interface{ Unwrap() error }:
		return r.anyInChain(x.Unwrap(), holds)
	case interface{ Unwrap() []error }:
		for _, err := range x.Unwrap() {
			if r.anyInChain(err, holds) {
				return true
			}
		}
	}
	return false
}
