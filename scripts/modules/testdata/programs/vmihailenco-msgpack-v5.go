// Module github.com/vmihailenco/msgpack/v5@v5.4.1

package main

import (
	"fmt"

	"github.com/vmihailenco/msgpack/v5"
)

func main() {
	type T struct {
		A int
		B []string
	}
	b, err := msgpack.Marshal(T{1, []string{"x"}})
	var t T
	fmt.Println(len(b), err, msgpack.Unmarshal(b, &t), t)
}
