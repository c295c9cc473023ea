// Module github.com/lithammer/fuzzysearch@v1.1.8

package main

import (
	"fmt"

	"github.com/lithammer/fuzzysearch/fuzzy"
)

func main() {
	fmt.Println(fuzzy.Find("whl", []string{"cartwheel", "foobar", "wheel"}), fuzzy.RankMatch("twl", "cartwheel"))
}
