// Deferred calls run last to first, with the arguments that they had, and see
// what later statements make of the variables that they capture.
package main

import (
	"errors"
	"fmt"
)

func divide(a, b int) (q int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("divide %d by %d: %v", a, b, r)
		}
	}()
	return a / b, nil
}

func chain() (err error) {
	for i := range 3 {
		defer func() { err = errors.Join(err, fmt.Errorf("step %d", i)) }()
	}
	x := 1
	defer fmt.Println("x was", x)
	x = 2
	defer func() { fmt.Println("x is", x) }()
	x = 3
	return errors.New("first")
}

func main() {
	fmt.Println(divide(7, 2))
	fmt.Println(divide(7, 0))
	fmt.Println(chain())
}
