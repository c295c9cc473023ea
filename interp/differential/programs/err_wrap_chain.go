package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
)

var (
	ErrNotFound = errors.New("not found")
	ErrDenied   = fmt.Errorf("denied")
	errInner    = fmt.Errorf("inner: %w", ErrDenied)
)

type OpError struct {
	Op   string
	Code int
	Err  error
}

func (e *OpError) Error() string {
	if e == nil {
		return "<nil OpError>"
	}
	return e.Op + "#" + strconv.Itoa(e.Code) + ": " + e.Err.Error()
}
func (e *OpError) Unwrap() error { return e.Err }
func (e *OpError) Is(t error) bool {
	o, ok := t.(*OpError)
	return ok && o.Op == "" && o.Code == e.Code
}

type Temporary interface{ Temporary() bool }

type netErr string

func (n netErr) Error() string   { return string(n) }
func (n netErr) Temporary() bool { return n == "flaky" }

type multi []error

func (m multi) Error() string   { return fmt.Sprintf("%d errors", len(m)) }
func (m multi) Unwrap() []error { return m }

func depth(err error) (n int) {
	for ; err != nil; n++ {
		err = errors.Unwrap(err)
	}
	return
}

func mayFail(n int) (err error) {
	defer func() {
		if err != nil {
			err = &OpError{"mayFail", n, err}
		}
	}()
	switch n {
	case 0:
		return nil
	case 1:
		return ErrNotFound
	case 2:
		return fmt.Errorf("layer two: %w", errInner)
	case 3:
		return errors.Join(ErrNotFound, nil, netErr("flaky"))
	case 4:
		_, err := strconv.Atoi("four")
		return err
	case 5:
		return multi{io.EOF, netErr("solid")}
	case 6:
		_, err = os.Open("/definitely/not/here")
		return
	case 7:
		return fmt.Errorf("both %w and %w", io.ErrUnexpectedEOF, ErrDenied)
	default:
		return fmt.Errorf("opaque %v", ErrNotFound)
	}
}

func typedNil() error {
	var p *OpError
	return p
}

func main() {
	for n := range 9 {
		err := mayFail(n)
		var (
			op   *OpError
			temp Temporary
			num  *strconv.NumError
			path *fs.PathError
		)
		fmt.Printf("%d %q depth=%d\n", n, fmt.Sprint(err), depth(err))
		fmt.Print("  is:")
		for _, t := range []struct {
			name string
			err  error
		}{{"notfound", ErrNotFound}, {"denied", ErrDenied}, {"eof", io.EOF}, {"noexist", fs.ErrNotExist}, {"syntax", strconv.ErrSyntax}, {"code3", &OpError{Code: 3}}} {
			if errors.Is(err, t.err) {
				fmt.Print(" ", t.name)
			}
		}
		fmt.Print(" as:")
		if errors.As(err, &op) {
			fmt.Print(" op=", op.Op)
		}
		if errors.As(err, &temp) {
			fmt.Print(" temp=", temp.Temporary())
		}
		if errors.As(err, &num) {
			fmt.Print(" num=", num.Num)
		}
		if errors.As(err, &path) {
			fmt.Print(" path=", path.Op, ",", path.Path)
		}
		fmt.Println()
	}
	err := typedNil()
	fmt.Println(err == nil, err, err == error((*OpError)(nil)))
	fmt.Println(errors.New("a") == errors.New("a"), netErr("x") == netErr("x"), error(netErr("x")) == netErr("x"))
	fmt.Printf("%v|%s|%q|%T|%T\n", errInner, ErrDenied, ErrNotFound, errInner, mayFail(3))
	fmt.Printf("%+v\n", OpError{"o", 1, io.EOF}.Err)
	defer func() {
		r := recover()
		_, isErr := r.(error)
		fmt.Println("recovered:", r, isErr)
	}()
	fmt.Println(errors.Unwrap(typedNil()))
}
