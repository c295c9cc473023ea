// Module github.com/bits-and-blooms/bloom/v3@v3.7.1

package main

import (
	"fmt"

	"github.com/bits-and-blooms/bloom/v3"
)

func main() {
	f := bloom.NewWithEstimates(1000, 0.01)
	f.AddString("love")
	fmt.Println(f.TestString("love"), f.TestString("hate"))
}
