// Module github.com/davecgh/go-spew@v1.1.1

package main

import (
	"fmt"

	"github.com/davecgh/go-spew/spew"
)

func main() {
	fmt.Print(spew.Sdump([]any{1, "a", []float64{2}}))
}
