// Module github.com/hashicorp/go-immutable-radix/v2@v2.1.0

package main

import (
	"fmt"

	"github.com/hashicorp/go-immutable-radix/v2"
)

func main() {
	r := iradix.New[int]()
	r, _, _ = r.Insert([]byte("foo"), 1)
	r, _, _ = r.Insert([]byte("foobar"), 2)
	k, v, ok := r.Root().LongestPrefix([]byte("foozip"))
	fmt.Println(string(k), v, ok, r.Len())
}
