// Module github.com/mmcloughlin/geohash@v0.10.0

package main

import (
	"fmt"

	"github.com/mmcloughlin/geohash"
)

func main() {
	fmt.Println(geohash.Encode(48.669, -4.329), geohash.Neighbors("u09t"))
}
