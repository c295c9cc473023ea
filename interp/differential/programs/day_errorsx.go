package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
)

type NotFound struct{ What string }

func (e NotFound) Error() string { return e.What + " not found" }

type Temporary interface{ Temporary() bool }
type netErr struct {
	op  string
	err error
	tmp bool
}

func (n *netErr) Error() string   { return n.op + ": " + n.err.Error() }
func (n *netErr) Unwrap() error   { return n.err }
func (n *netErr) Temporary() bool { return n.tmp }

type multi []error

func (m multi) Error() string   { return fmt.Sprintf("%d errors", len(m)) }
func (m multi) Unwrap() []error { return m }

type code int

const (
	OK code = iota
	Bad
	Worse
)

func (c code) Error() string { return [...]string{"ok", "bad", "worse"}[c] }
func (c code) Is(t error) bool {
	x, ok := t.(code)
	return ok && x <= c
}

func find(k string) error {
	switch k {
	case "a":
		return nil
	case "b":
		return NotFound{k}
	case "c":
		return &netErr{"dial", NotFound{k}, true}
	case "d":
		return fmt.Errorf("ctx %q: %w", k, &netErr{"read", io.ErrUnexpectedEOF, false})
	case "e":
		return multi{NotFound{"e1"}, fmt.Errorf("deep: %w", &netErr{"w", io.EOF, true})}
	case "f":
		return errors.Join(nil, Worse, nil)
	case "g":
		_, err := strconv.Atoi("12x")
		return err
	case "h":
		_, err := os.Open("/no/such/file")
		return err
	}
	return errors.ErrUnsupported
}
func typedNil(fail bool) error {
	var p *netErr
	if fail {
		p = &netErr{op: "x", err: io.EOF}
	}
	return p
}
func deferred() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok {
				err = fmt.Errorf("recovered: %w", e)
			} else {
				err = fmt.Errorf("recovered %v", r)
			}
			n = -1
		}
	}()
	defer func() { n *= 2 }()
	n = 21
	var a []int
	return a[n], nil
}

func main() {
	for _, k := range "abcdefghi" {
		err := find(string(k))
		var nf NotFound
		var t Temporary
		var c code
		var pe *fs.PathError
		var num *strconv.NumError
		fmt.Printf("%c %v | %v %v %v %v %v | %v %v %v %v\n", k, err, errors.As(err, &nf), errors.As(err, &t), errors.As(err, &c), errors.As(err, &pe), errors.As(err, &num),
			errors.Is(err, io.EOF), errors.Is(err, fs.ErrNotExist), errors.Is(err, Bad), errors.Is(err, strconv.ErrSyntax))
		if t != nil {
			fmt.Printf("  tmp %v %T\n", t.Temporary(), t)
		}
		if nf != (NotFound{}) {
			fmt.Printf("  %#v\n", nf)
		}
	}
	fmt.Println(typedNil(false) == nil, typedNil(true) == nil)
	fmt.Println(deferred())
	e1 := errors.New("x")
	e2 := errors.New("x")
	fmt.Println(e1 == e2, e1 == e1, errors.Is(e1, e2), NotFound{"a"} == error(NotFound{"a"}))
	j := errors.Join(e1, fmt.Errorf("w: %w", e2))
	fmt.Printf("%v|%q|%T|%v\n", j, j, j, errors.Unwrap(j))
	w := fmt.Errorf("%w + %w", e1, e2)
	fmt.Printf("%T %T %T\n", w, fmt.Errorf("%w", e1), fmt.Errorf("plain"))
	if u, ok := w.(interface{ Unwrap() []error }); ok {
		fmt.Println(len(u.Unwrap()), u.Unwrap()[1] == e2)
	}
	func() {
		defer func() { fmt.Println("as panics:", recover()) }()
		errors.As(e1, nil)
	}()
	if nf, ok := errors.AsType[NotFound](find("c")); ok {
		fmt.Println("astype", nf)
	}
	fmt.Println(Worse, OK, fmt.Sprintf("%d", Bad))
	var err error = code(1)
	switch e := err.(type) {
	case interface{ Timeout() bool }:
		fmt.Println("timeout", e)
	case code:
		fmt.Println("code", int(e))
	}
}
