// Module golang.org/x/time@v0.16.0

package main

import (
	"fmt"

	"golang.org/x/time/rate"
)

func main() {
	l := rate.NewLimiter(1, 2)
	fmt.Println(l.Allow(), l.Allow(), l.Allow(), l.Burst())
}
