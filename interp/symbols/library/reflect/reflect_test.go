package reflect

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
)

type named int

type record struct {
	Public  any
	private named
}

func TestTypeFor(t *testing.T) {
	for _, c := range []struct{ got, want reflect.Type }{
		{TypeFor[int](), reflect.TypeFor[int]()},
		{TypeFor[named](), reflect.TypeFor[named]()},
		{TypeFor[error](), reflect.TypeFor[error]()},
		{TypeFor[any](), reflect.TypeFor[any]()},
		{TypeFor[*record](), reflect.TypeFor[*record]()},
		{TypeFor[func(...int) string](), reflect.TypeFor[func(...int) string]()},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

func TestTypeAssert(t *testing.T) {
	r := record{Public: named(3), private: 4}
	err := errors.New("e")
	fields := reflect.ValueOf(&r).Elem()
	for _, v := range []reflect.Value{
		reflect.ValueOf(7), reflect.ValueOf("s"), reflect.ValueOf(named(2)), reflect.ValueOf(err), reflect.ValueOf(&err).Elem(),
		reflect.ValueOf(r), fields, fields.Field(0), fields.Field(0).Elem(), reflect.ValueOf(&record{}).Elem().Field(0),
		reflect.ValueOf((*record)(nil)), {}, fields.Field(1),
	} {
		same[int](t, v)
		same[named](t, v)
		same[any](t, v)
		same[error](t, v)
		same[record](t, v)
		same[*record](t, v)
	}
}

func same[T any](t *testing.T, v reflect.Value) {
	t.Helper()
	if got, want := outcome(v, TypeAssert[T]), outcome(v, reflect.TypeAssert[T]); got != want {
		t.Errorf("%v: got %s, want %s", v, got, want)
	}
}

// outcome returns the result of f for v, or its panic.
func outcome[T any](v reflect.Value, f func(reflect.Value) (T, bool)) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	got, ok := f(v)
	return fmt.Sprintf("%T %v %t", got, got, ok)
}
