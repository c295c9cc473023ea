// Module go.uber.org/dig@v1.19.0

package main

import (
	"fmt"

	"go.uber.org/dig"
)

func main() {
	c := dig.New()
	fmt.Println(c.Provide(func() int { return 42 }), c.Invoke(func(n int) { fmt.Println(n) }))
}
