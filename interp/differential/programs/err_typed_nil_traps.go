//go:build ignore

package main

import (
	"errors"
	"fmt"
	"io"
)

type ParseError struct{ Line int }

func (p *ParseError) Error() string {
	if p == nil {
		return "nil parse error"
	}
	return fmt.Sprintf("line %d", p.Line)
}

type codes []int

func (c codes) Error() string { return fmt.Sprint("codes ", []int(c)) }

type fn func() string

func (f fn) Error() string {
	if f == nil {
		return "nil func error"
	}
	return f()
}

type table map[string]error

func (t table) Error() string { return fmt.Sprintf("table of %d", len(t)) }

func find(bad bool) *ParseError {
	if bad {
		return &ParseError{7}
	}
	return nil
}

func wrong(bad bool) error { return find(bad) }

func right(bad bool) error {
	if p := find(bad); p != nil {
		return p
	}
	return nil
}

type buffered struct{ io.Writer }

func name(err error) string {
	switch e := err.(type) {
	case nil:
		return "no error"
	case *ParseError:
		if e == nil {
			return "nil *ParseError"
		}
		return fmt.Sprint("*ParseError at ", e.Line)
	case codes, table:
		return fmt.Sprintf("%T", e)
	case interface{ Unwrap() error }:
		return "wrapper of (" + name(e.Unwrap()) + ")"
	case fn:
		return "function " + e.Error()
	}
	return "other " + err.Error()
}

func main() {
	for _, bad := range []bool{false, true} {
		w, r := wrong(bad), right(bad)
		fmt.Println(bad, "wrong:", w == nil, w, "| right:", r == nil, r)
		fmt.Printf("   %T %T\n", w, r)
	}
	var (
		p  *ParseError
		c  codes
		f  fn
		t  table
		e  error
		ee error = p
	)
	for _, err := range []error{p, c, f, t, e, ee, codes{1, 2}, fn(func() string { return "called" }),
		fmt.Errorf("w: %w", p), fmt.Errorf("w2: %w", e), errors.New("plain"), table{"a": nil}} {
		fmt.Printf("%-5t %-40s %v\n", err == nil, name(err), err)
	}
	fmt.Println(ee == error(p), ee == e, p == nil, errors.Is(ee, (*ParseError)(nil)))

	func() {
		defer func() { fmt.Println("compare:", recover()) }()
		var a, b error = codes{1}, codes{1}
		fmt.Println(a == b)
	}()
	func() {
		defer func() { fmt.Println("key:", recover()) }()
		m := map[error]int{p: 1, e: 2}
		fmt.Println(len(m), m[nil], m[(*ParseError)(nil)])
		m[table{}] = 3
	}()
	func() {
		defer func() {
			err, ok := recover().(error)
			fmt.Println("embedded:", ok, err)
		}()
		var b buffered
		fmt.Println(b.Writer == nil)
		b.Write([]byte("x"))
	}()
	var target *ParseError
	ok := errors.As(wrong(true), &target)
	fmt.Println(ok, target.Line)
	ok = errors.As(wrong(false), &target)
	fmt.Println(ok, target == nil)
}
