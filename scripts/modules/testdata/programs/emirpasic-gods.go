// Module github.com/emirpasic/gods@v1.18.1

package main

import (
	"fmt"
	"github.com/emirpasic/gods/maps/treemap"
	"github.com/emirpasic/gods/sets/hashset"
)

func main() {
	m := treemap.NewWithIntComparator()
	m.Put(2, "b")
	m.Put(1, "a")
	s := hashset.New(1, 2, 2)
	fmt.Println(m, m.Keys(), s.Size())
}
