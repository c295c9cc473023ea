// Module github.com/google/gofuzz@v1.2.0

package main

import (
	"fmt"
	"math/rand"

	"github.com/google/gofuzz"
)

func main() {
	f := fuzz.New().RandSource(rand.NewSource(1)).NilChance(0)
	var x struct{ A int8 }
	f.Fuzz(&x)
	fmt.Println(x)
}
