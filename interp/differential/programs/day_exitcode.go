package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type Command interface {
	Name() string
	Run(io.Writer, []string) error
}
type ExitError struct {
	Code int
	Err  error
}

func (e *ExitError) Error() string { return fmt.Sprintf("exit %d: %v", e.Code, e.Err) }
func (e *ExitError) Unwrap() error { return e.Err }

type cmdFunc struct {
	name string
	fn   func(io.Writer, []string) error
}

func (c cmdFunc) Name() string                      { return c.name }
func (c cmdFunc) Run(w io.Writer, a []string) error { return c.fn(w, a) }

type Registry struct {
	Command
	subs map[string]Command
}

func (r *Registry) Add(cs ...Command) *Registry {
	if r.subs == nil {
		r.subs = map[string]Command{}
	}
	for _, c := range cs {
		r.subs[c.Name()] = c
	}
	return r
}
func (r *Registry) Run(w io.Writer, a []string) error {
	if len(a) > 0 {
		if c, ok := r.subs[a[0]]; ok {
			return c.Run(w, a[1:])
		}
	}
	if r.Command != nil {
		return r.Command.Run(w, a)
	}
	return &ExitError{2, fmt.Errorf("unknown %q", a)}
}

var ErrUsage = errors.New("usage")

func main() {
	root := (&Registry{}).Add(
		cmdFunc{"echo", func(w io.Writer, a []string) error { _, err := fmt.Fprintln(w, strings.Join(a, " ")); return err }},
		cmdFunc{"fail", func(io.Writer, []string) error { return &ExitError{7, ErrUsage} }},
		(&Registry{Command: cmdFunc{"remote", func(w io.Writer, a []string) error { fmt.Fprintln(w, "remote", len(a)); return nil }}}).Add(
			cmdFunc{"add", func(w io.Writer, a []string) error { fmt.Fprintf(w, "add %q\n", a); return nil }}),
	)
	code := 0
	for _, line := range []string{"echo a  b", "remote", "remote add x y", "remote zz", "nope q", "fail now"} {
		err := root.Run(os.Stdout, strings.Fields(line))
		var ee *ExitError
		if errors.As(err, &ee) {
			fmt.Fprintln(os.Stderr, err)
			code = ee.Code
		}
		fmt.Println(err, errors.Is(err, ErrUsage))
	}
	defer fmt.Println("not printed")
	fmt.Println(len(os.Args))
	os.Exit(code)
}
