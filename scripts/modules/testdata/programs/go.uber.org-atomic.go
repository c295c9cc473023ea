// Module go.uber.org/atomic@v1.12.0

package main

import (
	"fmt"

	"go.uber.org/atomic"
)

func main() {
	n := atomic.NewInt64(3)
	fmt.Println(n.Add(2), n.CAS(5, 7), n, atomic.NewString("x"))
}
