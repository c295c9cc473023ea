// Module github.com/rivo/uniseg@v0.4.7

package main

import (
	"fmt"

	"github.com/rivo/uniseg"
)

func main() {
	g := uniseg.NewGraphemes("🏳️‍🌈e\u0301")
	for g.Next() {
		fmt.Printf("%x ", g.Runes())
	}
	fmt.Println(uniseg.GraphemeClusterCount("🇩🇪🏳️‍🌈"))
}
