// Module github.com/sony/gobreaker@v1.0.0

package main

import (
	"errors"
	"fmt"

	"github.com/sony/gobreaker"
)

func main() {
	b := gobreaker.NewCircuitBreaker(gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures > 1 }})
	for range 4 {
		_, err := b.Execute(func() (any, error) { return nil, errors.New("x") })
		fmt.Println(err, b.State())
	}
}
