//go:build ignore

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

type Field struct {
	Name string
	Err  error
}

func (f Field) Error() string { return f.Name + " " + f.Err.Error() }
func (f Field) Unwrap() error { return f.Err }

type Multi []error

func (m Multi) Error() string {
	s := make([]string, len(m))
	for i, e := range m {
		s[i] = e.Error()
	}
	return fmt.Sprintf("%d errors: %s", len(m), strings.Join(s, "; "))
}

func (m Multi) Unwrap() []error { return m }

var (
	ErrEmpty = errors.New("is empty")
	ErrRange = errors.New("is out of range")
)

type rule[T any] func(T) error

func check[T any](name string, v T, rules ...rule[T]) error {
	for _, r := range rules {
		if err := r(v); err != nil {
			return Field{name, err}
		}
	}
	return nil
}

func notEmpty(s string) error {
	if strings.TrimSpace(s) == "" {
		return ErrEmpty
	}
	return nil
}

func between(lo, hi int) rule[int] {
	return func(n int) error {
		if n < lo || n > hi {
			return fmt.Errorf("%w [%d,%d]: %d", ErrRange, lo, hi, n)
		}
		return nil
	}
}

type Address struct{ Street, City string }

type Person struct {
	Name string
	Age  int
	Home Address
	Pets []string
}

func (a Address) Validate() error {
	return errors.Join(check("street", a.Street, notEmpty), check("city", a.City, notEmpty))
}

func (p Person) Validate() error {
	var m Multi
	add := func(err error) {
		if err != nil {
			m = append(m, err)
		}
	}
	add(check("name", p.Name, notEmpty))
	add(check("age", p.Age, between(0, 150)))
	if err := p.Home.Validate(); err != nil {
		add(Field{"home", err})
	}
	for i, pet := range p.Pets {
		add(check(fmt.Sprintf("pets[%d]", i), pet, notEmpty))
	}
	if m == nil {
		return nil
	}
	return m
}

func walk(err error, depth int, visit func(error, int)) {
	if err == nil {
		return
	}
	visit(err, depth)
	switch x := err.(type) {
	case interface{ Unwrap() error }:
		walk(x.Unwrap(), depth+1, visit)
	case interface{ Unwrap() []error }:
		for _, e := range x.Unwrap() {
			walk(e, depth+1, visit)
		}
	}
}

func main() {
	people := []Person{
		{"Ann", 30, Address{"Main", "Brno"}, nil},
		{"", 200, Address{City: "Oslo"}, []string{"rex", " "}},
		{Name: "Bob", Age: -1, Home: Address{"x", "y"}},
	}
	for _, p := range people {
		err := p.Validate()
		fmt.Println(p.Name, "->", err == nil, errors.Is(err, ErrEmpty), errors.Is(err, ErrRange))
		walk(err, 1, func(e error, d int) {
			fmt.Printf("%s%T %s\n", strings.Repeat("  ", d), e, strings.ReplaceAll(e.Error(), "\n", " + "))
		})
		var f Field
		if errors.As(err, &f) {
			fmt.Printf("  first field: %+v\n", f.Name)
		}
	}
	both := fmt.Errorf("copy: %w (while closing: %w)", io.ErrUnexpectedEOF, io.ErrClosedPipe)
	fmt.Println(both, errors.Is(both, io.ErrClosedPipe), errors.Unwrap(both))
	fmt.Printf("%T %T\n", both, errors.Join(nil, io.EOF, nil))
	fmt.Println(errors.Join(nil, nil) == nil, fmt.Sprintf("%q", errors.Join(io.EOF, ErrEmpty)))
}
