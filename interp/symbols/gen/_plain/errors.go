package errors

import "errors"

func AsType[E error](err error) (E, bool) {
	var target E
	if errors.As(err, &target) {
		return target, true
	}
	var zero E
	return zero, false
}
