// Module github.com/valyala/bytebufferpool@v1.0.0

package main

import (
	"fmt"

	"github.com/valyala/bytebufferpool"
)

func main() {
	b := bytebufferpool.Get()
	b.WriteString("ab")
	fmt.Println(b, b.Len())
}
