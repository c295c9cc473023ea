// Module github.com/cespare/xxhash/v2@v2.3.0

package main

import (
	"fmt"
	"github.com/cespare/xxhash/v2"
)

func main() {
	fmt.Println(xxhash.Sum64String("hello"), xxhash.Sum64([]byte("hello world, this is a longer text than 32 bytes")))
}
