// Module github.com/bits-and-blooms/bitset@v1.29.0

package main

import (
	"fmt"

	"github.com/bits-and-blooms/bitset"
)

func main() {
	b := bitset.New(100).Set(10).Set(63).Set(64)
	fmt.Println(b, b.Count(), b.Test(63))
}
