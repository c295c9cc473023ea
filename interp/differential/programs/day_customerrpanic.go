package main

import (
	"errors"
	"fmt"
	"os"
)

type ConfigError struct {
	File string
	Line int
	Err  error
}

func (c *ConfigError) Error() string { return fmt.Sprintf("%s:%d: %v", c.File, c.Line, c.Err) }
func (c *ConfigError) Unwrap() error { return c.Err }
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
func load(n int) (string, error) {
	if n > 2 {
		return "", &ConfigError{"app.conf", n, os.ErrInvalid}
	}
	return fmt.Sprint("line", n), nil
}
func main() {
	defer func() {
		r := recover()
		err, ok := r.(error)
		var ce *ConfigError
		fmt.Println(ok, errors.As(err, &ce), errors.Is(err, os.ErrInvalid))
		if ce != nil {
			fmt.Fprintln(os.Stderr, "fatal:", ce)
			os.Exit(ce.Line)
		}
	}()
	for i := range 5 {
		fmt.Println(must(load(i)))
	}
}
