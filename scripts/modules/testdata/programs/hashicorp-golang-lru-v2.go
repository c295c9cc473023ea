// Module github.com/hashicorp/golang-lru/v2@v2.0.7

package main

import (
	"fmt"

	"github.com/hashicorp/golang-lru/v2"
)

func main() {
	c, err := lru.New[string, int](2)
	for i, k := range []string{"a", "b", "c"} {
		c.Add(k, i)
	}
	_, ok := c.Get("a")
	fmt.Println(c.Keys(), c.Len(), ok, err)
}
