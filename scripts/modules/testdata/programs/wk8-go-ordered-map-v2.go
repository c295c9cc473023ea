// Module github.com/wk8/go-ordered-map/v2@v2.1.8

package main

import (
	"fmt"

	"github.com/wk8/go-ordered-map/v2"
)

func main() {
	m := orderedmap.New[string, int]()
	m.Set("b", 1)
	m.Set("a", 2)
	for p := m.Oldest(); p != nil; p = p.Next() {
		fmt.Println(p.Key, p.Value)
	}
}
