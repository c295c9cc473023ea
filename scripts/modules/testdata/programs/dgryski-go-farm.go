// Module github.com/dgryski/go-farm@v0.0.0-20240924180020-3414d57e47da

package main

import (
	"fmt"

	"github.com/dgryski/go-farm"
)

func main() {
	fmt.Println(farm.Hash64([]byte("hello")), farm.Fingerprint32([]byte("x")))
}
