// Module golang.org/x/image@v0.48.0

package main

import (
	"fmt"

	"golang.org/x/image/colornames"
	"golang.org/x/image/math/fixed"
)

func main() {
	fmt.Println(colornames.Crimson, fixed.I(3), fixed.Int26_6(100))
}
