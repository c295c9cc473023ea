// Module github.com/tidwall/sjson@v1.2.9

package main

import (
	"fmt"

	"github.com/tidwall/sjson"
)

func main() {
	v, err := sjson.Set(`{"a":1}`, "b.c", []int{1, 2})
	fmt.Println(v, err)
	v, err = sjson.Delete(v, "a")
	fmt.Println(v, err)
}
