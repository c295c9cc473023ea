// Module github.com/sergi/go-diff@v1.4.0

package main

import (
	"fmt"

	"github.com/sergi/go-diff/diffmatchpatch"
)

func main() {
	d := diffmatchpatch.New()
	fmt.Println(d.DiffMain("the cat", "the hat", false), d.DiffLevenshtein(d.DiffMain("abc", "axc", false)))
}
