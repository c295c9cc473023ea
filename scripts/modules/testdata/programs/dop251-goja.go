// Module github.com/dop251/goja@v0.0.0-20260917113740-793a2a65c13b

package main

import (
	"fmt"

	"github.com/dop251/goja"
)

func main() {
	v, err := goja.New().RunString("[1,2,3].map(x => x * 2).join()")
	fmt.Println(v, err)
}
