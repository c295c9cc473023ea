// Module github.com/RoaringBitmap/roaring/v2@v2.30.0

package main

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
)

func main() {
	a := roaring.BitmapOf(1, 2, 3, 1000)
	b := roaring.BitmapOf(3, 1000, 70000)
	fmt.Println(roaring.And(a, b), roaring.Or(a, b).GetCardinality())
}
