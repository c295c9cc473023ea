// Module github.com/spaolacci/murmur3@v1.1.0

package main

import (
	"fmt"

	"github.com/spaolacci/murmur3"
)

func main() {
	fmt.Println(murmur3.Sum32([]byte("hello")), murmur3.Sum64([]byte("hello")))
}
