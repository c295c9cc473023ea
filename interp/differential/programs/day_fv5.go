package main

import (
	"errors"
	"fmt"
)

type T struct{ errf func(string, ...any) error }

func main() {
	t := T{fmt.Errorf}
	err := t.errf("x %w", errors.ErrUnsupported)
	fmt.Println(err, errors.Is(err, errors.ErrUnsupported))
	mk := func(f func(string, ...any) error) error { return f("y") }
	fmt.Println(mk(fmt.Errorf))
	fmt.Println(func() func(...any) string { return fmt.Sprint }()(1, 2))
}
