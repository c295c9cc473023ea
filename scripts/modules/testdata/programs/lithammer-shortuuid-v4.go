// Module github.com/lithammer/shortuuid/v4@v4.3.0

package main

import (
	"fmt"

	"github.com/lithammer/shortuuid/v4"
)

func main() {
	fmt.Println(shortuuid.NewWithNamespace("http://example.com"))
}
