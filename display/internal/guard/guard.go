// Package guard protects the display from faulty values of users.
package guard

import (
	"fmt"
	"reflect"
)

// Call calls f and returns a panic of it as an error that says what panicked.
func Call[T any](what string, f func() T) (result T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("display: %s panicked: %v", what, p)
		}
	}()
	return f(), nil
}

// IsNil reports whether v is nil or a nil pointer.
func IsNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}
