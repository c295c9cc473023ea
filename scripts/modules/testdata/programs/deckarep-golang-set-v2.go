// Module github.com/deckarep/golang-set/v2@v2.9.0

package main

import (
	"fmt"

	"github.com/deckarep/golang-set/v2"
)

func main() {
	a := mapset.NewSet(1, 2, 3)
	b := mapset.NewSet(2, 3, 4)
	fmt.Println(a.Intersect(b).Cardinality(), a.Union(b).Contains(4), a.IsSubset(b))
}
