// Module golang.org/x/sync@v0.25.0

package main

import (
	"fmt"
	"golang.org/x/sync/errgroup"
)

func main() {
	var g errgroup.Group
	r := make([]int, 4)
	for i := range r {
		g.Go(func() error { r[i] = i * i; return nil })
	}
	fmt.Println(g.Wait(), r)
}
