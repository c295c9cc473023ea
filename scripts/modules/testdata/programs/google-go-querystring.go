// Module github.com/google/go-querystring@v1.2.0

package main

import (
	"fmt"

	"github.com/google/go-querystring/query"
)

func main() {
	v, err := query.Values(struct {
		Q string `url:"q"`
		N int    `url:"n"`
	}{"a b", 2})
	fmt.Println(v.Encode(), err)
}
