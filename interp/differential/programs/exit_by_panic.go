// A panic that nothing recovers from runs the deferred calls and ends the
// program with code 2.
package main

import "fmt"

type failure struct{ code int }

func (f failure) Error() string { return fmt.Sprint("failure ", f.code) }

func main() {
	defer fmt.Println("deferred")
	defer func() {
		r := recover()
		fmt.Println("recovered:", r)
		panic(fmt.Errorf("again: %w", r.(error)))
	}()
	panic(failure{3})
}
