package errors

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"
)

type failure struct{ code int }

func (f failure) Error() string { return fmt.Sprint("failure ", f.code) }

// disguised reports that it is a failure of code 7.
type disguised struct{}

func (disguised) Error() string { return "disguised" }

func (disguised) As(target any) bool {
	f, ok := target.(*failure)
	if ok {
		*f = failure{7}
	}
	return ok
}

// liar changes a target that it says it is not.
type liar struct{}

func (liar) Error() string { return "liar" }

func (liar) As(target any) bool {
	if f, ok := target.(*failure); ok {
		*f = failure{8}
	}
	return false
}

func TestAsType(t *testing.T) {
	_, open := os.Open("/no/such/file")
	for _, err := range []error{
		nil, errors.New("plain"), failure{1}, &failure{2}, disguised{}, liar{}, open,
		fmt.Errorf("outer: %w", failure{3}), fmt.Errorf("outer: %w", open),
		errors.Join(errors.New("plain"), fmt.Errorf("inner: %w", disguised{}), failure{4}),
		fmt.Errorf("%w and %w", liar{}, open), fmt.Errorf("%w", liar{}),
	} {
		same[failure](t, err)
		same[*failure](t, err)
		same[disguised](t, err)
		same[*fs.PathError](t, err)
		same[interface {
			error
			Timeout() bool
		}](t, err)
		same[error](t, err)
	}
}

func same[E error](t *testing.T, err error) {
	t.Helper()
	got, ok := AsType[E](err)
	want, wanted := errors.AsType[E](err)
	if ok != wanted || fmt.Sprintf("%T %v", got, got) != fmt.Sprintf("%T %v", want, want) {
		t.Errorf("%v: got %T %v %t, want %T %v %t", err, got, got, ok, want, want, wanted)
	}
}
