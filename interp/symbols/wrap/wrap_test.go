package wrap

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// cellError is an error as the interpreter hands it to compiled code.
func cellError(value any, text string, unwrap, is, as any) error {
	return NewError(value, func() string { return text }, unwrap, is, as)
}

func TestErrorsHaveTheirMethods(t *testing.T) {
	unwrap := func() error { return io.EOF }
	unwraps := func() []error { return []error{io.EOF, io.ErrClosedPipe} }
	is := func(target error) bool { return target == io.ErrNoProgress }
	as := func(target any) bool {
		n, ok := target.(*int)
		if ok {
			*n = 7
		}
		return ok
	}
	for _, c := range []struct {
		unwrap, is, as any
		eof, pipe, own bool
		number         int
	}{
		{nil, nil, nil, false, false, false, 0},
		{unwrap, nil, nil, true, false, false, 0},
		{unwraps, nil, nil, true, true, false, 0},
		{nil, is, nil, false, false, true, 0},
		{nil, nil, as, false, false, false, 7},
		{unwrap, is, nil, true, false, true, 0},
		{unwraps, nil, as, true, true, false, 7},
		{nil, is, as, false, false, true, 7},
		{unwrap, is, as, true, false, true, 7},
	} {
		err := fmt.Errorf("outer: %w", cellError(struct{ n int }{1}, "inner", c.unwrap, c.is, c.as))
		n := 0
		As(err, &n)
		if Is(err, io.EOF) != c.eof || Is(err, io.ErrClosedPipe) != c.pipe || Is(err, io.ErrNoProgress) != c.own || n != c.number {
			t.Errorf("%T: %v, %v, %v, %d; want %+v", errors.Unwrap(err), Is(err, io.EOF), Is(err, io.ErrClosedPipe), Is(err, io.ErrNoProgress), n, c)
		}
		if err.Error() != "outer: inner" {
			t.Errorf("text %q", err)
		}
	}
}

// Errors are equal when their values are, and found by the type of these.
func TestErrorsByValue(t *testing.T) {
	type failure struct{ code int }
	type other struct{ code int }
	one := cellError(failure{1}, "one", nil, nil, nil)
	joined := errors.Join(io.EOF, fmt.Errorf("w: %w", one))
	if !Is(joined, cellError(failure{1}, "again", nil, nil, nil)) {
		t.Error("an equal error is not found")
	}
	for _, target := range []error{cellError(failure{2}, "", nil, nil, nil), cellError(other{1}, "", nil, nil, nil), cellError([]int{1}, "", nil, nil, nil)} {
		if Is(joined, target) {
			t.Errorf("%v is found", Concrete(target))
		}
	}
	var f failure
	if !As(joined, &f) || f.code != 1 {
		t.Errorf("found %v", f)
	}
	var o other
	if As(joined, &o) {
		t.Error("found as another type")
	}
	if Is(nil, io.EOF) || !Is(nil, nil) || As(nil, &f) {
		t.Error("nil is found")
	}
}

func TestFormat(t *testing.T) {
	type point struct{ X, Y int }
	text := func() string { return "text" }
	goText := func() string { return "gotext" }
	s, g, both := NewStringer(point{1, 2}, text), NewGoStringer(point{1, 2}, goText, nil), NewGoStringer(point{1, 2}, goText, text)
	for _, c := range []struct {
		format string
		value  any
		want   string
	}{
		{"%v|%s|%q|%6s", s, "text|text|\"text\"|  text"}, {"%d", s, "{1 2}"}, {"%+v", s, "text"},
		{"%#v", g, "gotext"}, {"%v", g, "{1 2}"}, {"%#v", both, "gotext"}, {"%v", both, "text"},
		{"%v", NewError(point{1, 2}, text, nil, nil, nil), "text"}, {"%x", NewError(point{1, 2}, text, nil, nil, nil), "74657874"},
	} {
		args := slices.Repeat([]any{c.value}, strings.Count(c.format, "%"))
		if got := fmt.Sprintf(c.format, args...); got != c.want {
			t.Errorf("%s of %T is %q, want %q", c.format, c.value, got, c.want)
		}
	}
}

// temperature is a wrapper as the interpreter makes it of a pointer.
type temperature struct {
	IValue         any
	WUnmarshalJSON func([]byte) error
}

func (t temperature) UnmarshalJSON(b []byte) error { return t.WUnmarshalJSON(b) }

func TestUnmarshalIntoAWrappedPointer(t *testing.T) {
	var got string
	v := temperature{&got, func(b []byte) error { got = string(b); return nil }}
	if err := Unmarshal([]byte(`"36"`), v); err != nil || got != `"36"` {
		t.Errorf("%q, %v", got, err)
	}
	var plain []int
	if err := Unmarshal([]byte(`[1,2]`), &plain); err != nil || len(plain) != 2 {
		t.Errorf("%v, %v", plain, err)
	}
	if err := Unmarshal([]byte(`1`), plain); err == nil {
		t.Error("no pointer, no error")
	}
}
