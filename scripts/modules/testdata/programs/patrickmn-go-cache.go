// Module github.com/patrickmn/go-cache@v2.1.0+incompatible

package main

import (
	"fmt"
	"time"

	"github.com/patrickmn/go-cache"
)

func main() {
	c := cache.New(time.Minute, 0)
	c.Set("a", 1, cache.DefaultExpiration)
	v, ok := c.Get("a")
	fmt.Println(v, ok, c.ItemCount())
}
