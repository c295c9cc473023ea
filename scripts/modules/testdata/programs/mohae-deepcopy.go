// Module github.com/mohae/deepcopy@v0.0.0-20170929034955-c48cc78d4826

package main

import (
	"fmt"

	"github.com/mohae/deepcopy"
)

func main() {
	a := map[string][]int{"x": {1, 2}}
	b := deepcopy.Copy(a).(map[string][]int)
	b["x"][0] = 9
	fmt.Println(a, b)
}
