// Module github.com/boombuler/barcode@v1.1.0

package main

import (
	"fmt"

	"github.com/boombuler/barcode/ean"
)

func main() {
	b, err := ean.Encode("59012341234")
	fmt.Println(err != nil || b != nil)
	c, err := ean.Encode("5901234123457")
	fmt.Println(c.Content(), c.Bounds(), err)
}
