// Module github.com/google/btree@v1.1.3

package main

import (
	"fmt"
	"github.com/google/btree"
)

func main() {
	t := btree.NewG(3, func(a, b string) bool { return a < b })
	for _, s := range []string{"c", "a", "b", "z", "q"} {
		t.ReplaceOrInsert(s)
	}
	t.Ascend(func(s string) bool { fmt.Print(s, " "); return true })
	m, ok := t.Max()
	fmt.Println(t.Len(), m, ok)
}
