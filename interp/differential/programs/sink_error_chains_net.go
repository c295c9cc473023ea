//go:build ignore

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"
)

type slow struct{ after time.Duration }

func (s slow) Error() string   { return "too slow: " + s.after.String() }
func (s slow) Timeout() bool   { return s.after > time.Second }
func (s slow) Temporary() bool { return true }

var _ net.Error = slow{}

type coded struct {
	code int
	err  error
}

func (c *coded) Error() string { return fmt.Sprintf("E%d: %v", c.code, c.err) }
func (c *coded) Unwrap() error { return c.err }
func (c *coded) Is(t error) bool {
	o, ok := t.(*coded)
	return ok && o.code == c.code
}
func (c *coded) As(target any) bool {
	switch t := target.(type) {
	case *int:
		*t = c.code
		return true
	case **fs.PathError:
		*t = &fs.PathError{Op: "coded", Path: fmt.Sprint(c.code), Err: c.err}
		return true
	}
	return false
}

type group struct {
	name string
	errs []error
}

func (g group) Error() string   { return fmt.Sprintf("%s(%d)", g.name, len(g.errs)) }
func (g group) Unwrap() []error { return g.errs }

type code int

func (c code) Error() string { return fmt.Sprintf("code %d", int(c)) }

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

type dialer struct{ err error }

func (d dialer) dial(context.Context, string, string) (net.Conn, error) { return nil, d.err }

func report(err error) {
	var ne net.Error
	var c *coded
	var pe *fs.PathError
	var oe *net.OpError
	fmt.Printf("%v\n  ", err)
	if errors.As(err, &ne) {
		fmt.Printf("net(timeout=%t) ", ne.Timeout())
	}
	if errors.As(err, &c) {
		fmt.Printf("coded(%d) ", c.code)
	}
	if errors.As(err, &pe) {
		fmt.Printf("path(%s %s) ", pe.Op, pe.Path)
	}
	if errors.As(err, &oe) {
		fmt.Printf("op(%s) ", oe.Op)
	}
	for _, t := range []error{os.ErrNotExist, &coded{code: 7}, context.DeadlineExceeded, code(3), os.ErrDeadlineExceeded, syscall.ENOENT} {
		if errors.Is(err, t) {
			fmt.Printf("is<%v> ", t)
		}
	}
	fmt.Println()
}

func main() {
	_, notExist := os.Open("/definitely/not/here")
	report(notExist)
	report(&coded{7, notExist})
	report(group{"g", []error{slow{time.Minute}, &coded{8, code(3)}, nil}})
	report(fmt.Errorf("a %w and b %w", slow{1}, context.DeadlineExceeded))
	report(errors.Join(code(3), group{"inner", []error{&coded{7, errors.New("deep")}}}))

	client := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		return nil, &coded{len(r.URL.Path), slow{2 * time.Second}}
	})}
	_, err := client.Get("http://example.invalid/abcdef")
	report(err)
	client = &http.Client{Transport: &http.Transport{DialContext: dialer{&net.OpError{Op: "dial", Net: "tcp", Err: code(3)}}.dial}}
	_, err = client.Get("http://example.invalid/")
	report(err)

	a, b := net.Pipe()
	a.SetReadDeadline(time.Unix(1, 0))
	_, err = a.Read(make([]byte, 1))
	report(err)
	b.Close()
	_, err = a.Write([]byte("x"))
	report(err)
	var n int
	ok := errors.As(fmt.Errorf("x: %w", &coded{42, nil}), new(*coded))
	fmt.Println(ok, (&coded{41, nil}).As(&n))
	fmt.Println(n)
	func() {
		defer func() { fmt.Println("panic:", recover()) }()
		var target any = 5
		errors.As(err, target)
	}()
}
