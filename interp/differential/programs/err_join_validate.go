package main

import (
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"unicode"
)

type FieldError struct {
	Field string
	Err   error
}

func (f FieldError) Error() string { return f.Field + ": " + f.Err.Error() }
func (f FieldError) Unwrap() error { return f.Err }

var (
	ErrRequired = errors.New("is required")
	ErrFormat   = errors.New("is malformed")
)

type RangeError[T any] struct{ Got, Min, Max T }

func (r RangeError[T]) Error() string { return fmt.Sprintf("%v outside [%v, %v]", r.Got, r.Min, r.Max) }

type Rule[T any] func(T) error

func Between[T interface{ ~int | ~float64 }](lo, hi T) Rule[T] {
	return func(v T) error {
		if v < lo || v > hi {
			return RangeError[T]{v, lo, hi}
		}
		return nil
	}
}

func Required(s string) error {
	if strings.TrimSpace(s) == "" {
		return ErrRequired
	}
	return nil
}

func Email(s string) error {
	if _, err := mail.ParseAddress(s); err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return nil
}

func Strong(s string) error {
	var errs []error
	for _, need := range []struct {
		what string
		ok   func(rune) bool
	}{{"digit", unicode.IsDigit}, {"upper", unicode.IsUpper}, {"punct", unicode.IsPunct}} {
		if strings.IndexFunc(s, need.ok) < 0 {
			errs = append(errs, fmt.Errorf("no %s", need.what))
		}
	}
	return errors.Join(errs...)
}

func check[T any](field string, v T, rules ...Rule[T]) (out []error) {
	for _, r := range rules {
		if err := r(v); err != nil {
			out = append(out, FieldError{field, err})
		}
	}
	return
}

type Signup struct {
	Name, Email, Pass string
	Age               int
	Score             float64
}

func (s Signup) Validate() error {
	return errors.Join(slices.Concat(
		check("name", s.Name, Required),
		check("email", s.Email, Required, Email),
		check("pass", s.Pass, Strong),
		check("age", s.Age, Between(18, 120)),
		check("score", s.Score, Between(0.0, 1)),
	)...)
}

func leaves(err error, visit func(error, int), depth int) {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		for _, sub := range e.Unwrap() {
			leaves(sub, visit, depth+1)
		}
	case interface{ Unwrap() error }:
		leaves(e.Unwrap(), visit, depth+1)
	case nil:
	default:
		visit(e, depth)
	}
}

func main() {
	for i, s := range []Signup{
		{"Ann", "ann@x.org", "S3cret!", 30, 0.5}, {"", "nope", "weak", 12, 1.5}, {"Bob", "Bob <bob@y.org>", "Passw0rd", 121, 0},
	} {
		err := s.Validate()
		fmt.Printf("#%d valid=%t\n", i, err == nil)
		if err == nil {
			continue
		}
		fmt.Println(strings.ReplaceAll(err.Error(), "\n", "\n  "))
		var fe FieldError
		var ri RangeError[int]
		var rf RangeError[float64]
		fmt.Println(errors.As(err, &fe), fe.Field, errors.As(err, &ri), ri.Got, errors.As(err, &rf), rf)
		fmt.Println(errors.Is(err, ErrRequired), errors.Is(err, ErrFormat))
		n := 0
		leaves(err, func(e error, d int) { n++; fmt.Printf("  [%d] %T\n", d, e) }, 0)
		fmt.Println("leaves", n)
	}
	fmt.Println(errors.Join(nil, nil) == nil, errors.Join() == nil)
}
