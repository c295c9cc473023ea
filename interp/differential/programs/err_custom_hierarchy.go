//go:build ignore

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
)

type Kind int

const (
	Other Kind = iota
	Invalid
	Missing
	Denied
)

var kindNames = map[Kind]string{Other: "other", Invalid: "invalid", Missing: "missing", Denied: "denied"}

func (k Kind) String() string { return kindNames[k] }
func (k Kind) Error() string  { return "kind " + k.String() }

type Error struct {
	Op   string
	Kind Kind
	Path string
	Err  error
}

func (e *Error) Error() string {
	s := e.Op
	if e.Path != "" {
		s += " " + e.Path
	}
	if e.Kind != Other {
		s += ": " + e.Kind.String()
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Is(target error) bool {
	if k, ok := target.(Kind); ok {
		return e.Kind == k
	}
	return false
}

func E(args ...any) error {
	e := &Error{}
	for _, a := range args {
		switch a := a.(type) {
		case Kind:
			e.Kind = a
		case error:
			e.Err = a
		case string:
			if e.Op == "" {
				e.Op = a
			} else {
				e.Path = a
			}
		default:
			panic(fmt.Sprintf("bad argument %v of type %[1]T", a))
		}
	}
	var inner *Error
	if e.Kind == Other && errors.As(e.Err, &inner) {
		e.Kind = inner.Kind
	}
	return e
}

func readPort(name string) (int, error) {
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, E("readPort", name, Missing, fs.ErrNotExist)
	}
	return strconv.Atoi(string(b))
}

func parsePort(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil {
		return 0, E(Invalid, "parsePort", err)
	}
	if n < 1024 {
		return 0, E("parsePort", Denied, s)
	}
	return int(n), nil
}

func main() {
	_, missing := readPort("/no/such/file")
	cases := []error{missing, E("start", missing)}
	for _, s := range []string{"8080", "80", "99999", "http", ""} {
		n, err := parsePort(s)
		fmt.Printf("parsePort(%q) = %d, %v\n", s, n, err)
		if err != nil {
			cases = append(cases, fmt.Errorf("config: %w", E("listen", "tcp", err)))
		}
	}
	for i, err := range cases {
		fmt.Printf("%d %v\n", i, err)
		fmt.Print("   is:")
		for k := Invalid; k <= Denied; k++ {
			if errors.Is(err, k) {
				fmt.Print(" ", k)
			}
		}
		for _, target := range []error{fs.ErrNotExist, strconv.ErrRange, strconv.ErrSyntax} {
			if errors.Is(err, target) {
				fmt.Printf(" [%v]", target)
			}
		}
		fmt.Println()
		var e *Error
		for depth, cur := 0, err; errors.As(cur, &e); depth, cur = depth+1, e.Err {
			fmt.Printf("   %*s%s %d\n", depth, "", e.Op, e.Kind)
		}
	}
	defer func() { fmt.Println("recovered:", recover()) }()
	E("x", 3.5)
}
