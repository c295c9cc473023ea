// Module github.com/Masterminds/goutils@v1.1.1

package main

import (
	"fmt"

	"github.com/Masterminds/goutils"
)

func main() {
	fmt.Println(goutils.Capitalize("ann smith"), goutils.SwapCase("aB"), goutils.Wrap("a long line of text", 6))
}
